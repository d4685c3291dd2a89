"""Where a clip comes round: the best place to go from the end of a lap into its beginning."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.takes import RATE
from motionloom.core.errors import MotionError

CLOSE, TRIED = (1.25, 0.01), 2000  # times as far apart as the best loop, or so many metres more, and how many such loops are looked at
CALM, SAME_LAP = 0.85, 0.1  # of the liveliest moments of a clip: what is calm enough for a loop; how much another lap may differ in length
CALMER = 0.6  # of the hardest jerk in the best lap: what another must have less than to be taken in its place


def find_loop(
    cost: NDArray[np.float64],
    blend: int,
    shortest: int,
    longest: int,
    lively: float = 0.0,
    jerks: NDArray[np.float64] | None = None,
    steps: NDArray[np.int64] | None = None,
    haste: NDArray[np.float64] | None = None,
) -> tuple[int, int]:
    """(late, early) frame of the best self-transition of `blend` frames in cost (F, F) of a clip with itself, a lap apart.

    lively: the share of the clip's mean change from frame to frame that a lap must have: nothing closes as well as a wait.
    jerks (F,): the largest acceleration of a joint in each frame: a lap with a jerk in it that others do not have would show it again and
    again, so another that closes about as well is taken.
    steps (F, 4): how often each foot was lifted and put down by then; a lap has a whole step of either in it: after one step of two a body
    may look much the same.
    haste (F,): how lively each frame is, see `takes.find_haste`: where the best loop lies in a lively moment, one that closes about as well
    in a calmer one is taken.
    """
    mean = mean_along(cost, blend)
    if not mean.size:
        raise MotionError(_too_short(shortest + blend))
    late, early = np.indices(mean.shape)
    lap = late - early
    mean[(lap < shortest) | (lap > longest)] = np.inf
    way = np.concatenate([[0.0], np.cumsum(np.diagonal(cost, 1))])
    mean[(way[late] - way[early]) < lively * way[-1] / (len(cost) - 1) * lap] = np.inf
    if steps is not None:
        mean[~(steps[late] > steps[early]).all(axis=2)] = np.inf
    best = int(np.argmin(mean))
    if not np.isfinite(mean.flat[best]):
        raise MotionError(_too_short(shortest + blend))
    if jerks is not None:
        best = _calmer(mean, best, jerks, blend)
    if haste is not None:
        best = _in_a_calm_moment(mean, best, haste, blend)
    return best // mean.shape[1], best % mean.shape[1]


def _calmer(mean: NDArray[np.float64], best: int, jerks: NDArray[np.float64], blend: int) -> int:
    """A loop about as good as the best one whose lap has no jerk as hard as its, by far; the best one where there is none."""
    limit = max(CLOSE[0] * float(mean.flat[best]), float(mean.flat[best]) + CLOSE[1])
    near = np.flatnonzero(mean.ravel() <= limit)
    near = near[np.argsort(mean.flat[near], kind="stable")][:TRIED]
    peaks = [float(jerks[loop % mean.shape[1] : loop // mean.shape[1] + blend + 1].max()) for loop in (best, *near)]
    calmest = int(np.argmin(peaks))
    return int(near[calmest - 1]) if calmest and peaks[calmest] < CALMER * peaks[0] else best


def _in_a_calm_moment(mean: NDArray[np.float64], best: int, haste: NDArray[np.float64], blend: int) -> int:
    """A loop of about the same lap and about as good as the best one, in a calmer moment, where the best one's is lively."""
    windows = np.lib.stride_tricks.sliding_window_view(haste, blend + 1).max(axis=1)
    late, early = np.divmod(np.arange(mean.size), mean.shape[1])
    peaks = np.maximum(windows[late], windows[early])
    if peaks[best] <= CALM:
        return best
    limit = max(CLOSE[0] * float(mean.flat[best]), float(mean.flat[best]) + CLOSE[1])
    lap = late - early
    near = np.flatnonzero((mean.ravel() <= limit) & (np.abs(lap - lap[best]) <= SAME_LAP * lap[best]))
    order = np.lexsort((mean.flat[near], np.maximum(peaks[near], CALM)))
    return int(near[order[0]])


def _too_short(frames: int) -> str:
    return f"a cycle needs {frames / RATE:.1f} s of motion or more; mark it acyclic or take a longer clip"


def mean_along(cost: NDArray[np.float64], blend: int) -> NDArray[np.float64]:
    """Mean (Fa - blend, Fb - blend) of a cost matrix (Fa, Fb) along the diagonal of `blend` + 1 cells that starts at each cell."""
    rows, columns = cost.shape[0] - blend, cost.shape[1] - blend
    if min(rows, columns) < 1:
        return np.zeros((0, 0))
    return np.mean([cost[k : k + rows, k : k + columns] for k in range(blend + 1)], axis=0)
