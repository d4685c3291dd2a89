"""What characters have in mind while they are steered: promises, waiting, and what they have been asked for, as arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
OFF, GONE = 0.005, 1e8  # metres off a promise from which on it is corrected; who is farther away than this has left


class Minds(NamedTuple):
    """What N characters have in mind: paths (N, T, 2) they promised, from tick begun (N,) on, within boxes (N, 4); radii (N,); waited (N,)
    choices; look (N,): another direction and detour (N,) choices for which it is gone, detours (N,) of them; stubborn (N,); filtered
    and rate (N,) of the deviation; before (N, 2): places a choice ago; here (N,): whether each is in the scene; left (N,): frames to
    walk until the stop that was promised is asked for, inf where walking has yet to begin, stop (N,): which of the gait's, and seen
    (N,): the frame of a step ago; space (N,): metres that each leaves others; yielding (N,): choices for which each keeps out of the way
    of somebody it has made room for; gates (N, 3): x, z and how near of a goal at which each leaves, 0 where it does not; after (N, 3):
    scratch."""

    paths: Floats
    begun: NDArray[np.int64]
    boxes: Floats
    radii: Floats
    waited: NDArray[np.int64]
    look: Floats
    detour: NDArray[np.int64]
    detours: NDArray[np.int64]
    stubborn: Floats
    filtered: Floats
    rate: Floats
    before: Floats
    here: NDArray[np.bool_]
    left: Floats
    stop: NDArray[np.int64]
    seen: Floats
    space: Floats
    yielding: NDArray[np.int64]
    gates: Floats
    after: Floats


def make_minds(starts: Floats, radii: Floats, ticks: int, stubborn: float, detours: int) -> Minds:
    """The minds of N who stand at starts (N, 3) and have promised nothing, paths of so many ticks."""
    count = len(starts)
    return Minds(
        np.repeat(starts[:, None, :2], ticks, axis=1),
        np.zeros(count, dtype=np.int64),
        np.concatenate([starts[:, :2], starts[:, :2]], axis=1),
        np.asarray(radii, dtype=np.float64).copy(),
        np.zeros(count, dtype=np.int64),
        np.zeros(count),
        np.zeros(count, dtype=np.int64),
        np.full(count, detours, dtype=np.int64),
        np.full(count, stubborn),
        np.zeros(count),
        np.zeros(count),
        starts[:, :2].copy(),
        np.zeros(count, dtype=bool),
        np.full(count, np.inf),
        np.zeros(count, dtype=np.int64),
        np.full(count, -1.0),
        np.zeros(count),
        np.zeros(count, dtype=np.int64),
        np.zeros((count, 3)),
        np.zeros((count, 3)),
    )


def correct_promises(minds: Minds, places: Floats, tick: int) -> None:
    """What was promised goes on from places (N, 3), where everybody is: a stop may end some centimetres beside its path, and others kept
    clear of the path, not of whoever stood there."""
    rows = np.arange(len(places))
    off = places[:, :2] - minds.paths[rows, np.clip(tick - minds.begun - 1, 0, minds.paths.shape[1] - 1)]
    away = np.hypot(off[:, 0], off[:, 1])
    which = np.flatnonzero(minds.here & (tick > minds.begun) & (away > OFF) & (away < GONE))
    paths = minds.paths[which]
    minds.paths[which] = np.where(paths < GONE, paths + off[which, None], paths)
    minds.boxes[which] += np.tile(off[which], 2)


def lengthen_promises(minds: Minds, ticks: int) -> Minds:
    """The same minds, whose promises have so many ticks or more."""
    more = ticks - minds.paths.shape[1]
    return minds if more <= 0 else minds._replace(paths=np.pad(minds.paths, ((0, 0), (0, more), (0, 0)), mode="edge"))
