"""From frames of a pool to a motion: pieces blended where they meet, led along the ground by their own steps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.mass import centre_of_mass
from motionloom.demands.demand import RATE
from motionloom.demands.pool import Pool

BLEND = 0.25  # seconds on either side of a join, where clips and pieces are long enough
BETWEEN = 0.5  # the share at which a foot goes from one piece's plants to the other's


@dataclass(frozen=True, eq=False)
class Woven:
    """What F frames show: `shown` (F,) of the pool, faded by share (F,) into `other` (F,), which shows the piece beyond a join."""

    shown: NDArray[np.int64]
    other: NDArray[np.int64]
    share: NDArray[np.float64]
    joins: NDArray[np.intp]

    @property
    def most(self) -> NDArray[np.int64]:
        """The frame of the pool (F,) that each frame shows most."""
        return np.where(self.share > BETWEEN, self.other, self.shown)


@dataclass(frozen=True, eq=False)
class Course:
    """A way along the ground: steps (F, 3) from each frame to the next, aside and ahead in metres and turn in radians."""

    steps: NDArray[np.float64]

    def places(self, pose: NDArray[np.float64]) -> NDArray[np.float64]:
        """x, z, heading (F, 3) from a first pose on. A step is taken half-way through its turn."""
        heading = pose[2] + np.concatenate([[0.0], np.cumsum(self.steps[:-1, 2])])
        half = heading + self.steps[:, 2] / 2
        cosine, sine = np.cos(half), np.sin(half)
        moves = np.stack([cosine * self.steps[:, 0] + sine * self.steps[:, 1], cosine * self.steps[:, 1] - sine * self.steps[:, 0]], axis=1)
        ground = pose[:2] + np.concatenate([np.zeros((1, 2)), np.cumsum(moves[:-1], axis=0)])
        return np.column_stack([ground, heading])


def weave(pool: Pool, frames: NDArray[np.int64]) -> Woven:
    """How frames (F,) of a pool are shown: about each join the one piece fades into the other, over what both clips still have."""
    joins = pool.joins(frames)
    bounds = np.concatenate([[0], joins, [len(frames)]])
    shown, other, share = frames.copy(), frames.copy(), np.zeros(len(frames))
    for n, join in enumerate(joins):
        before, after = int(frames[join - 1]), int(frames[join])
        room = min(join - bounds[n], bounds[n + 2] - join)
        half = min(round(BLEND * RATE), int(room) if n in (0, len(joins) - 1) and len(joins) == 1 else int(room) // 2 + 1)
        left = min(half, after - int(pool.starts[pool.stretch_of[after]]), join - int(bounds[n]))
        right = min(half, int(pool.left[before]) - 1, int(bounds[n + 2]) - join)
        rows = np.arange(join - left, join + right)
        part = (np.arange(len(rows)) + 1) / (len(rows) + 1)
        shown[rows] = before + 1 + rows - join
        other[rows] = after + rows - join
        share[rows] = part * part * part * (part * (6 * part - 15) + 10)
    return Woven(shown, other, share, joins)


def course_of(pool: Pool, woven: Woven) -> Course:
    """The steps that woven frames take: those of the pieces, averaged where they blend.

    Where the hips of two pieces stand otherwise under their centre of mass, the hips give way while one fades into the other, and the
    centre of mass goes on as it went: else it would be jerked to and fro, and the body lose its balance.
    """
    one, two = _half_turned_steps(pool, woven.shown), _half_turned_steps(pool, woven.other)
    after = np.append(woven.share[1:], woven.share[-1])
    after[np.append(np.diff(woven.shown) != 1, False)] = 1.0  # a blend ends with the other piece, which is then the one shown
    share = ((woven.share + after) / 2)[:, None]
    steps = (1 - share) * one + share * two
    rows = np.flatnonzero(share[:, 0] > 0)
    lean = _centres(pool, woven.other[rows]) - _centres(pool, woven.shown[rows])
    steps[rows, :2] -= (after - woven.share)[rows, None] * lean
    return Course(steps)


def _centres(pool: Pool, frames: NDArray[np.int64]) -> NDArray[np.float64]:
    """Where the centre of mass (n, 2) is beside and ahead of the hips, metres, in frames (n,)."""
    if not len(frames):
        return np.zeros((0, 2))
    motion = Motion(pool.skeleton, pool.rotations[frames], np.zeros((len(frames), 3), np.float32), RATE)
    return centre_of_mass(motion)[:, [0, 2]]


def _half_turned_steps(pool: Pool, frames: NDArray[np.int64]) -> NDArray[np.float64]:
    """The pool's steps (F, 3) seen from the heading half-way through them."""
    steps = pool.steps[frames]
    cosine, sine = np.cos(-steps[:, 2] / 2), np.sin(-steps[:, 2] / 2)
    aside, ahead = steps[:, 0], steps[:, 1]
    return np.column_stack([cosine * aside + sine * ahead, cosine * ahead - sine * aside, steps[:, 2]])


def pose_motion(pool: Pool, woven: Woven, places: NDArray[np.float64], name: str = "") -> Motion:
    """The motion of woven frames led along places (F, 3): x, z, heading."""
    mixed = woven.share > 0
    rotations = pool.rotations[woven.shown].astype(np.float64)
    if mixed.any():
        two = pool.rotations[woven.other[mixed]].astype(np.float64)
        one = rotations[mixed]
        two *= np.where(np.sum(one * two, axis=-1, keepdims=True) < 0, -1.0, 1.0)
        rotations[mixed] = quaternion.slerp(one, two, np.broadcast_to(woven.share[mixed][:, None], one.shape[:2]))
    heights = (1 - woven.share) * pool.heights[woven.shown] + woven.share * pool.heights[woven.other]
    rotations[:, 0] = quaternion.multiply(quaternion.about_y(places[:, 2]), rotations[:, 0])
    roots = np.stack([places[:, 0], heights, places[:, 1]], axis=1)
    rotations = quaternion.make_continuous(quaternion.normalise(rotations))
    return Motion(pool.skeleton, rotations.astype(np.float32), roots.astype(np.float32), RATE, name)


def woven_plants(pool: Pool, woven: Woven) -> NDArray[np.bool_]:
    """The plants (F, 4) of the frames that are shown most."""
    return pool.plants[woven.most]
