"""What each lap of a long cycle is made of, so that no two of them look the same.

Captured laps come first, then blends of two of them. Where a gait was captured for a lap or two only, as the sharpest turns are, that is
not enough: what two laps that turn otherwise differ by is put on them. A body varies in a turn as it does straight on.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.editing import split_root

SHARES = (0.5, 0.7, 0.3)  # of the first lap in a blend of two
BORROWED = 0.25  # of what two laps of another column differ by, put on one of a column's own
PAIRS = 120  # such differences that are looked at
DISTINCT = 0.012  # metres in the mean of joints, through any half of a lap: what is nearer looks the same
POSES = 16  # moments of a lap at which laps are compared
JOINTS = ("head", *(f"{side}_{part}" for side in ("left", "right") for part in ("shoulder", "elbow", "wrist", "hip", "knee", "ankle")))

Entry = tuple[tuple[int, float], ...]  # laps by number, and the share of each


def list_entries(poses: NDArray[np.float64], columns: Sequence[int], most: int) -> list[Entry]:
    """What each lap of a sequence is made of, at most `most` of them and no two alike, where there are as many.

    poses (K, M, D): of each lap at M moments, see `see_lap`; columns (K,): which of them belong together. Those of the first one's are the
    sequence's own, and the most of every lap.
    """
    entries = _candidates(columns)
    looks = np.stack([sum((share * poses[k] for k, share in entry), np.zeros(poses.shape[1:])) for entry in entries])
    nearest = np.full(len(entries), np.inf)  # how far each is from what is shown so far
    found = list[int]()

    def show(k: int) -> None:
        found.append(k)
        np.minimum(nearest, apart(looks, looks[k]), out=nearest)

    for k in range(len(entries)):
        if len(found) < most and nearest[k] >= DISTINCT:
            show(k)
    while len(found) < most and nearest.max() > 0:  # those that look least like what there is
        show(int(np.argmax(nearest)))
    return [entries[k] for k in found]


def _candidates(columns: Sequence[int]) -> list[Entry]:
    """Each lap of the first column as it was captured, then blends of two, then each with what two laps of another column differ by."""
    own = [k for k, column in enumerate(columns) if column == columns[0]]
    single: list[Entry] = [((k, 1.0),) for k in own]
    mixed: list[Entry] = [((i, share), (j, 1 - share)) for share in SHARES for i, j in combinations(own, 2)]
    pairs = [(a, b) for a, b in permutations(range(len(columns)), 2) if columns[a] == columns[b] != columns[0]]
    some = pairs[:: max(len(pairs) * len(own) // PAIRS, 1)]
    return [*single, *mixed, *(((k, 1.0), (a, BORROWED), (b, -BORROWED)) for a, b in some for k in own)]


def apart(laps: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far each of some laps (..., M, D) is from another (M, D), in metres, through the half of a lap in which they differ least."""
    away = np.linalg.norm(laps - other, axis=-1)
    count, half = away.shape[-1], away.shape[-1] // 2
    halves = (np.arange(0, count, max(half // 4, 1))[:, None] + np.arange(half)) % count
    return np.asarray(away[..., halves].mean(axis=-1).min(axis=-1))


def see_lap(motion: Motion, frames: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    """Places of joints (POSES, D) along a lap whose frames are given, seen from the hips and the heading, in metres over the square root
    of how many joints there are."""
    at = np.interp(np.linspace(0, len(frames) - 1, POSES, endpoint=False), np.arange(len(frames)), frames)
    rows = np.clip(np.rint(at).astype(np.intp), 0, len(motion) - 1)
    roles = body_of(motion.skeleton).roles
    joints = [roles[name] for name in JOINTS if name in roles]
    places = split_root(motion)[0].positions()[rows].astype(np.float64)
    return np.asarray((places[:, joints] - places[:, :1]).reshape(len(rows), -1) / np.sqrt(len(joints)))
