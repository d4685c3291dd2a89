"""Where a clip comes round: the best place to go from the end of a lap into its beginning."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.periodic_registration import play_round
from motionloom.behaviours.takes import RATE
from motionloom.core import Motion, quaternion
from motionloom.core.errors import MotionError
from motionloom.core.kinematics import accelerations

CLOSE, TRIED = (1.25, 0.01), 2000  # times as far apart as the best loop, or so many metres more, and how many such loops are looked at
SAME_LAP, ELSEWHERE, SEAMS = 0.1, 3, 16  # share by which another lap may differ in length; frames that another loop begins elsewhere; tries
Rough = Callable[[int, int], float]
STILL = (10.0, 2.0)  # m/s2 and radians a second: a seam is smooth up to that, whatever the lap: who stands hardly moves
EDGE = 2  # frames before a seam and after it that are looked at
CALMER = 0.6  # of the hardest jerk in the best lap: what another must have less than to be taken in its place


def find_loop(
    cost: NDArray[np.float64],
    blend: int,
    shortest: int,
    longest: int,
    lively: float = 0.0,
    jerks: NDArray[np.float64] | None = None,
    steps: NDArray[np.int64] | None = None,
    rough: Rough | None = None,
    room: float = 1.0,
) -> tuple[int, int]:
    """(late, early) frame of the best self-transition of `blend` frames in cost (F, F) of a clip with itself, a lap apart.

    lively: the share of the clip's mean change from frame to frame that a lap must have: nothing closes as well as a wait.
    jerks (F,): the largest acceleration of a joint in each frame: a lap with a jerk in it that others do not have would show it again and
    again, so another that closes about as well is taken.
    steps (F, 4): how often each foot was lifted and put down by then; a lap has a whole step of either in it: after one step of two a body
    may look much the same.
    rough: how rough the seam of a loop is, see `roughness_of_seams`: where the best loop's is rougher than the lap itself, one that closes
    about as well without that is taken. room: how rough it may be before another is looked for.
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
    if rough is not None:
        best = _smoother(mean, best, rough, room)
    return best // mean.shape[1], best % mean.shape[1]


def _calmer(mean: NDArray[np.float64], best: int, jerks: NDArray[np.float64], blend: int) -> int:
    """A loop about as good as the best one whose lap has no jerk as hard as its, by far; the best one where there is none."""
    limit = max(CLOSE[0] * float(mean.flat[best]), float(mean.flat[best]) + CLOSE[1])
    near = np.flatnonzero(mean.ravel() <= limit)
    near = near[np.argsort(mean.flat[near], kind="stable")][:TRIED]
    peaks = [float(jerks[loop % mean.shape[1] : loop // mean.shape[1] + blend + 1].max()) for loop in (best, *near)]
    calmest = int(np.argmin(peaks))
    return int(near[calmest - 1]) if calmest and peaks[calmest] < CALMER * peaks[0] else best


def _smoother(mean: NDArray[np.float64], best: int, rough: Rough, room: float) -> int:
    """The best loop, or, where its seam is rougher than `room`, one about as good that is no rougher than its lap, or the smoothest."""
    found, shown = [(rough(*divmod(best, mean.shape[1])), best)], [best % mean.shape[1]]
    if found[0][0] <= room:
        return best
    limit = max(CLOSE[0] * float(mean.flat[best]), float(mean.flat[best]) + CLOSE[1])
    late, early = np.divmod(np.arange(mean.size), mean.shape[1])
    lap = late - early
    near = np.flatnonzero((mean.ravel() <= limit) & (np.abs(lap - lap[best]) <= SAME_LAP * lap[best]))
    for loop in near[np.argsort(mean.flat[near], kind="stable")]:
        if min(abs(early[loop] - each) for each in shown) < ELSEWHERE:
            continue
        shown.append(int(early[loop]))
        found.append((rough(int(late[loop]), int(early[loop])), int(loop)))
        if found[-1][0] <= 1 or len(found) > SEAMS:
            break
    return min(found, key=lambda each: each[0])[1]


def roughness_of_seams(motion: Motion, blend: int) -> Rough:
    """How rough the seam of a loop (late, early) of a motion is when it is played: the largest acceleration of a joint in it, or how fast
    one turns, as a share of the lap's own 99.9th percentile."""

    def rough(late: int, early: int) -> float:
        lap = late - early
        played = play_round(motion, early, lap, blend)[lap - EDGE : lap + blend + EDGE]
        own, worst = motion[early : late + blend + 1], 0.0
        for measure, still in ((accelerations, STILL[0]), (_turned, STILL[1])):
            usual = float(np.percentile(measure(own), 99.9, method="inverted_cdf"))
            worst = max(worst, float(measure(played).max()) / max(usual, still))
        return worst

    return rough


def _turned(motion: Motion) -> NDArray[np.float64]:
    """How fast each joint turns (F - 1, J), radians a second."""
    rotations = motion.rotations.astype(np.float64)
    return np.asarray(quaternion.angle_between(rotations[1:], rotations[:-1]) * motion.fps)


def _too_short(frames: int) -> str:
    return f"a cycle needs {frames / RATE:.1f} s of motion or more; mark it acyclic or take a longer clip"


def mean_along(cost: NDArray[np.float64], blend: int) -> NDArray[np.float64]:
    """Mean (Fa - blend, Fb - blend) of a cost matrix (Fa, Fb) along the diagonal of `blend` + 1 cells that starts at each cell."""
    rows, columns = cost.shape[0] - blend, cost.shape[1] - blend
    if min(rows, columns) < 1:
        return np.zeros((0, 0))
    total = cost[:rows, :columns].copy()
    for k in range(1, blend + 1):  # all at once would need as much memory again for each
        total += cost[k : k + rows, k : k + columns]
    return total / (blend + 1)
