"""Footskate clean-up of a whole clip, after Kovar, Schreiner and Gleicher 2002."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.body import body_of
from motionloom.core.errors import MotionError
from motionloom.feet.cleanup.ground import Ground, find_ground, level_ground
from motionloom.feet.cleanup.options import CleanUpOptions
from motionloom.feet.cleanup.rig import Legs, Rig, legs_of, rig_of
from motionloom.feet.cleanup.root import move_root
from motionloom.feet.cleanup.runs import Run, RunTable, place_all, to_table
from motionloom.feet.plants import POINTS, Plants

Array = NDArray[np.float64]
MISSED = 0.001  # metres short of its place from which a plant counts as out of reach


@dataclass(frozen=True, eq=False)
class CleanUp:
    """A cleaned motion and what was done to it.

    motion; ground it was put on; runs: every plant, with how far it moved and whether it was held; shifts (F, 3) metres of the root;
    stretches (F, 2) factors by which the legs would have to be longer (1 unless stretching was allowed and needed; a Motion's bones
    do not stretch, so a renderer applies them); misses (F, 2) metres that planted ankles stay short of their place.
    """

    motion: Motion
    ground: Ground
    runs: tuple[Run, ...]
    shifts: Array
    stretches: Array
    misses: Array

    @property
    def left_alone(self) -> list[Run]:
        """Plants that were not held because they would have had to move too far."""
        return [run for run in self.runs if not run.held]

    def describe(self) -> list[str]:
        """What a person should know: one line a plant that was left, or missed, and a line for stretched legs."""
        fps = self.motion.fps
        lines = []
        for run in self.left_alone:
            when = f"{run.start / fps:.2f}-{run.stop / fps:.2f} s"
            lines.append(f"{POINTS[run.point]} plant at {when} would move {run.farthest:.2f} m; it was left as it is")
        for foot, side in enumerate(("left", "right")):
            worst = int(np.argmax(self.misses[:, foot]))
            if self.misses[worst, foot] > MISSED:
                lines.append(f"the {side} leg is {self.misses[worst, foot]:.3f} m too short to reach its plant at {worst / fps:.2f} s")
        if self.stretches.max(initial=1.0) > 1:
            lines.append(f"legs are stretched by up to {100 * (self.stretches.max() - 1):.1f} %")
        return lines


@dataclass(frozen=True, eq=False)
class Solution:
    """What clean-up makes of some frames: local rotations (F, 2, 4, 4) of the rig's joints, shifts (F, 3), stretches, misses (F, 2), and
    which frames were changed at all (F,)."""

    local: Array
    shifts: Array
    stretches: Array
    misses: Array
    changed: NDArray[np.bool_]


def clean(motion: Motion, plants: Plants, options: CleanUpOptions | None = None, ground: Ground | None = None) -> CleanUp:
    """The motion with its planted feet held still, on a given ground or on the one the options say.

    Each plant gets one place on the ground; corrections come and go around it; the root gives way where legs do not reach; legs are solved
    analytically and feet turned so that heels and toes lie where they should.
    """
    options = options or CleanUpOptions()
    if len(plants) != len(motion):
        raise MotionError(f"{motion.name!r} has {len(motion)} frames, its plants have {len(plants)}; label this clip itself")
    rig = rig_of(motion.skeleton)
    legs = legs_of(motion, rig)
    ground = choose_ground(motion, plants, legs, options) if ground is None else ground
    horizon = None if options.horizon is None else max(1, round(options.horizon * motion.fps))
    runs = place_all(legs.points, plants.bits, ground, options.limit, horizon)
    solution = solve(legs, rig, to_table(runs, legs.points), ground, options, motion.fps)
    cleaned = apply(motion, rig, solution, options)
    return CleanUp(cleaned, ground, tuple(runs), solution.shifts, solution.stretches, solution.misses)


def choose_ground(motion: Motion, plants: Plants, legs: Legs, options: CleanUpOptions) -> Ground:
    """The ground that was asked for, or the clip's own."""
    if options.ground is not None:
        return level_ground(options.ground)
    return find_ground(legs.points, plants.bits, body_of(motion.skeleton).leg_length)


def solve(legs: Legs, rig: Rig, table: RunTable, ground: Ground, options: CleanUpOptions, fps: float) -> Solution:
    """Legs that hold the plants of a table. A frame's result depends only on frames nearby: see `CleanUpOptions.look_ahead`."""
    from motionloom.feet.cleanup._corrections import correct
    from motionloom.feet.cleanup._solve import place_feet, solve_legs

    def frames(seconds: float) -> int:
        return max(1, round(seconds * fps))

    window = frames(options.root_window / 2)
    rests = np.array(ground.rests)
    plane = np.array(ground.plane)
    corrections, pins, flex, held = correct(
        legs.points, table, plane, rests, frames(options.fade), frames(options.ease), options.sink, window
    )
    placed = place_feet(legs, corrections, pins, flex)
    spans = rig.thigh + rig.shin
    shifts = move_root(legs, placed[0], spans, options.reach, window, options.root_limit)
    local, stretches, misses = solve_legs(legs, rig.hinges, placed, shifts, spans, options.reach, options.stretch)
    misses = np.where(held.reshape(-1, 2, 2).any(axis=2), misses, 0.0)
    changed = corrections.any(axis=(1, 2)) | shifts.any(axis=1)
    return Solution(local, shifts, stretches, misses, changed)


def apply(motion: Motion, rig: Rig, solution: Solution, options: CleanUpOptions) -> Motion:
    """The motion with the solution's joints; frames that were not changed keep every bit."""
    rotations, roots = motion.rotations.copy(), motion.root_positions.copy()
    rows = np.flatnonzero(solution.changed)
    local = quaternion.normalise(solution.local[rows]).astype(np.float32)
    for foot in range(2):
        for part, joint in enumerate(rig.joints[foot]):
            if part == 0 or joint != rig.joints[foot, part - 1]:
                rotations[rows, joint] = local[:, foot, part]
    roots[rows] += solution.shifts[rows].astype(np.float32)
    return motion.with_arrays(rotations, roots, recipe=_recipe(motion, options))


def _recipe(motion: Motion, options: CleanUpOptions) -> dict[str, Any]:
    return {"made_by": "feet.clean", "from": dict(motion.recipe), "options": vars(options)}
