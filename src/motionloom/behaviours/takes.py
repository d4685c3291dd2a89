"""Clips made ready for states: at one rate, without glitches, on one floor, and with their planted feet held already.

A blend can be no calmer than what is blended. Feet are held once in every clip, by clean-up that looks ahead; while the machine plays only
what blending does to feet is left to be undone (`footing`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.kept import content_of, keep
from motionloom.behaviours.periodic_registration import play_round, round_frames
from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.editing import resample
from motionloom.core.ground import foot_points, ground_height
from motionloom.core.heading import with_heading_in_root
from motionloom.core.kinematics import accelerations
from motionloom.core.roles import SIDES
from motionloom.feet.cleanup import CleanUpOptions, clean
from motionloom.feet.cleanup.ground import Ground, find_ground
from motionloom.feet.plants import Bits, Plants, drop_short
from motionloom.glitches.checks.pop import bridge_pops
from motionloom.glitches.mending import mend

RATE = 60.0  # Hz: of everything in a machine
MENDED = ("jitter", "pop", "flip")  # kinds of glitches; what is frozen stays, because plants go by frames, and jumps are left to a person
MARGIN = 0.5  # seconds about a lap that tell how its feet come and go
FIRM = (CleanUpOptions(), CleanUpOptions(fade=0.35, ease=0.2), CleanUpOptions(ease=0.05))  # ways to hold feet: as ever, softly, quickly
CALM = CleanUpOptions(calm=True)  # the way that lets feet go where a leg would jerk
STEP = 0.08  # seconds: a foot that is up or down for less has not stepped
WORTH = 0.9  # of the excess that the others leave: what letting go must bring
SAMPLED = keep(200)
JUDGED = (("knee", "ankle"), ("hip",))  # whose accelerations may not exceed the captured ones


@dataclass(frozen=True, eq=False)
class Take:
    """A clip as it was captured, which foot points (F, 4) stand in it, and the ground they stand on; None where nobody has said."""

    motion: Motion
    plants: Bits | None = None
    ground: Ground | None = None

    def __len__(self) -> int:
        return len(self.motion)

    def __getitem__(self, rows: slice) -> Take:
        return replace(self, motion=self.motion[rows], plants=None if self.plants is None else self.plants[rows])

    def played_round(self, first: int, length: int, blend: int) -> Take:
        """Its lap first:first + length three times round, see `play_round`."""
        frames, weights = round_frames(first, length, blend)
        shown = np.rint(np.take_along_axis(frames, weights.argmax(axis=0)[None], axis=0)[0]).astype(np.intp).clip(0, len(self) - 1)
        motion = play_round(self.motion, first, length, blend)
        return replace(self, motion=motion, plants=None if self.plants is None else self.plants[shown])


def prepare(motions: Sequence[Motion], plants: Sequence[Plants] = ()) -> list[Take]:
    """Motions of one body at the machine's rate, without glitches, their heading in their root and their floors at height 0: feet would
    sink where floors differ. plants: one of each motion, or none."""
    sampled = [SAMPLED.get(content_of(motion), partial(_mended, motion)) for motion in motions]
    if not plants:
        return [Take(_lift(moved, -ground_height(motion))) for moved, motion in zip(sampled, motions, strict=True)]
    bits = [each.resampled(RATE, len(motion)).bits for each, motion in zip(plants, sampled, strict=True)]
    floors = [_find_ground([motion], [each]).floor.height for motion, each in zip(sampled, bits, strict=True)]
    level = [_lift(motion, -floor) for motion, floor in zip(sampled, floors, strict=True)]
    ground = _find_ground(level, bits)
    return [Take(motion, each, ground) for motion, each in zip(level, bits, strict=True)]


def _mended(motion: Motion) -> Motion:
    return with_heading_in_root(resample(bridge_pops(mend(motion, MENDED).motion), RATE))


def _lift(motion: Motion, metres: float) -> Motion:
    return motion.with_arrays(motion.rotations, motion.root_positions + np.array([0.0, metres, 0.0], dtype=np.float32))


def _find_ground(motions: Sequence[Motion], bits: Sequence[Bits]) -> Ground:
    """The level floor that motions stand on, because characters walk over it in any direction: without places no slope can be told."""
    points = np.concatenate([foot_points(motion) for motion in motions]) * [0.0, 1.0, 0.0]
    return find_ground(points, np.concatenate(bits), body_of(motions[0].skeleton).leg_length)


def differ(a: Take, b: Take) -> NDArray[np.float64]:
    """The share (Fa, Fb), 0 to 1, of heels and toes that stand in one of two frames and not in the other; 0 where nobody knows."""
    if a.plants is None or b.plants is None:
        return np.zeros((len(a), len(b)))
    return np.asarray((a.plants[:, None] != b.plants[None]).mean(axis=2))


def find_jerks(motion: Motion) -> NDArray[np.float64]:
    """The largest acceleration (F,) of a joint about each frame, m/s2."""
    found = np.linalg.norm(np.diff(motion.positions().astype(np.float64), 2, axis=0), axis=2).max(axis=1) * motion.fps**2
    return np.pad(found, 1, mode="edge")


def find_steps(take: Take) -> NDArray[np.int64] | None:
    """How often (F, 4) the left and the right foot have been lifted and put down by each frame; None where nobody knows when they stand."""
    if take.plants is None:
        return None
    stands = np.stack([drop_short(take.plants[:, side] | take.plants[:, side + 1], STEP * RATE) for side in (0, 2)], axis=1)
    change = np.diff(stands.astype(np.int64), axis=0, prepend=stands[:1].astype(np.int64))
    return np.asarray(np.cumsum(np.concatenate([change < 0, change > 0], axis=1), axis=0))


def hold_feet(take: Take, rows: slice) -> Motion:
    """Frames start:stop of a take with planted feet held; as captured where nobody knows its plants.

    In the first way in which knees, ankles and hips accelerate no more than they were captured to, by the 99.9th percentile, or in that
    which exceeds it least.
    """
    if take.plants is None or take.ground is None:
        return take.motion[rows]
    first = max(rows.start - round(MARGIN * RATE), 0)
    part, inner = take[first : rows.stop + round(MARGIN * RATE)], slice(rows.start - first, rows.stop - first)
    usual, found = _usual(take.motion[rows]), list[tuple[float, Motion]]()
    for way in (*FIRM, CALM):
        held = with_heading_in_root(clean(part.motion, Plants(take.plants[first : first + len(part)], RATE), way, take.ground).motion)[
            inner
        ]
        excess = float((_usual(held) / usual).max())
        found.append((excess / (WORTH if way is CALM else 1), held))
        if excess <= 1:
            return held
    return min(found, key=lambda each: each[0])[1]


def _usual(motion: Motion) -> NDArray[np.float64]:
    """The 99.9th percentile of the accelerations of knees and ankles, and of hips, m/s2."""
    found, roles = accelerations(motion), body_of(motion.skeleton).roles
    joints = [[roles[f"{side}_{part}"] for side in SIDES for part in parts] for parts in JUDGED]
    return np.array([max(float(np.percentile(found[:, each], 99.9)), 1e-6) for each in joints])
