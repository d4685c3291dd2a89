"""How far apart actors stay, and where one more finds room beside the others."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, MotionloomError
from motionloom.core.body import body_of

CLEAR = 0.25  # metres between joints or middles of bones of two actors; nearer, their bodies touch
STEP = 0.1  # metres between the offsets that `find_room` tries
LARGEST_STEP = 2.0  # metres that it moves an actor at most
COARSE = 0.1  # seconds between the frames by which offsets are sorted out
REACH = 2.5  # metres between hips over which no two joints of two actors meet
CHUNK = 64  # frames at a time


def check_apart(motions: Sequence[Motion]) -> float:
    """The least distance in metres between the bodies of any two actors."""
    bodies = [body_points(motion) for motion in motions]
    return min((distance_apart(a, b) for a, b in combinations(bodies, 2)), default=np.inf)


def body_points(motion: Motion) -> NDArray[np.float64]:
    """Where an actor's body is: its joints and the middles of its bones, (F, P, 3), the hips first."""
    try:
        joints = np.array(sorted(set(body_of(motion.skeleton).roles.values())))
    except MotionloomError:
        joints = np.arange(len(motion.skeleton.names))
    positions = np.asarray(motion.positions(), dtype=np.float64)
    children = joints[motion.skeleton.parents[joints] >= 0]
    middles = (positions[:, children] + positions[:, motion.skeleton.parents[children]]) / 2
    return np.concatenate([positions[:, joints], middles], axis=1)


def distance_apart(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """The least distance in metres between points (F, P, 3) of two actors at the same time."""
    count = min(len(one), len(other))
    hips = np.hypot(*(one[:count, 0, [0, 2]] - other[:count, 0, [0, 2]]).T)
    least, near = float(hips.min()), np.flatnonzero(hips < REACH)
    for begin in range(0, len(near), CHUNK):
        rows = near[begin : begin + CHUNK]
        away = one[rows, :, None] - other[rows, None]
        least = min(least, float(np.sqrt(np.sum(away**2, axis=-1)).min()))
    return least


def find_room(actor: NDArray[np.float64], others: Sequence[NDArray[np.float64]], clear: float, fps: float) -> tuple[float, float] | None:
    """The shortest step (x, z) aside by which an actor keeps clear of the others all the time; None where two metres do not do."""
    sparse = max(1, round(COARSE * fps))
    for x, z in _offsets():
        moved = actor + np.array([x, 0.0, z])
        if all(distance_apart(moved[::sparse], other[::sparse]) >= clear for other in others) and all(
            distance_apart(moved, other) >= clear for other in others
        ):
            return x, z
    return None


def _offsets() -> list[tuple[float, float]]:
    """Steps on a grid, the shortest first."""
    line = np.arange(-LARGEST_STEP, LARGEST_STEP + STEP / 2, STEP).round(6)
    grid = [(float(x), float(z)) for x in line for z in line if np.hypot(x, z) <= LARGEST_STEP]
    return sorted(grid, key=lambda offset: (round(float(np.hypot(*offset)), 6), offset))
