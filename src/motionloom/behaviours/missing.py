"""Why a machine lacks an edge, and which capture would give it one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.clips import LabelledClip
from motionloom.behaviours.frame_graph import Frames
from motionloom.behaviours.state_graph import StateGraph

MANY = 16_000  # frames: of more, only some are looked at for the nearest two


@dataclass(frozen=True)
class Missing:
    """An edge that was not found: the nearest two frames as (clip, second), what their edge would cost, and why it is not there."""

    source: str
    target: str
    leave: tuple[str, float]
    enter: tuple[str, float]
    cost: float
    reason: str
    advice: str

    def __str__(self) -> str:
        return f"{self.source} -> {self.target}: {self.reason}; {self.advice}"


def explain_missing(
    clips: Sequence[LabelledClip],
    frames: Frames,
    labels: NDArray[np.int64],
    mined: StateGraph,
    counts: tuple[NDArray[np.int64], NDArray[np.int64]],
    threshold: float,
    floor: float,
    absolute: bool = False,
) -> tuple[Missing, ...]:
    """Every pair of states without an edge, explained. counts (S, S): edges between labels before and after the pruning by value.

    threshold, floor, absolute: of mining, which the reasons name.
    """
    from motionloom.behaviours._mining_kernels import find_nearest

    size = len(mined.names)
    best, pairs = np.full((size, size), np.inf), np.zeros((size, size, 2), dtype=np.int64)
    step = 1 + len(frames) // MANY  # of a long capture not every frame is left, or explaining would take longer than mining
    find_nearest(frames.rotations, frames.weights, frames.velocities, frames.clips, labels, step, best, pairs)
    found = []
    for a, b in np.argwhere(~np.isfinite(mined.costs)):
        if a == b or not np.isfinite(best[a, b]):
            continue
        i, j = pairs[a, b]
        leave, enter = (_place(clips, frames, int(k)) for k in (i, j))
        names = mined.names[a], mined.names[b]
        limits, edges = (threshold, floor), (int(counts[0][a, b]), int(counts[1][a, b]))
        reason, advice = _reason(names, (leave, enter), float(best[a, b]), limits, *edges, absolute)
        found.append(Missing(*names, leave, enter, float(best[a, b]), reason, advice))
    return tuple(sorted(found, key=lambda each: (each.source, each.target)))


def _place(clips: Sequence[LabelledClip], frames: Frames, frame: int) -> tuple[str, float]:
    return clips[frames.clips[frame]].motion.name, round(float(frames.seconds[frame]), 2)


def _reason(
    names: tuple[str, str],
    nearest: tuple[tuple[str, float], tuple[str, float]],
    cost: float,
    limits: tuple[float, float],
    before: int,
    after: int,
    absolute: bool = False,
) -> tuple[str, str]:
    """Why, and what to do: the last step on the way from captured frames to an edge that this pair reached.

    Edges that were found are asked for first: the nearest frames may be others, where a long capture is looked at in steps.
    """
    (a, b), (leave, enter), (threshold, floor) = names, nearest, limits
    where = f"{leave[0]} at {leave[1]:.2f} s and {enter[0]} at {enter[1]:.2f} s"
    capture = f"capture one take that goes from {a} straight into {b}"
    if after > 0:
        edges = "its one edge is" if after == 1 else f"its {after} edges are"
        least = "all pairs of frames" if absolute else f"the likeliest from {a}"
        return f"{edges} under {floor:g} of {least}", f"lower --floor, add the edge by hand, or {capture}"
    if before > 0:
        edges = "one edge exists, but from its frame" if before == 1 else f"{before} edges exist, but from each of their frames"
        return f"{edges} others lead on more smoothly", f"add the edge by hand, or {capture}"
    if cost > threshold:
        return f"no two frames are alike; the nearest are {where}, {cost:.2f} apart (limit {threshold:g})", capture
    return f"{where} are alike, but one of them leads nowhere", f"capture {b} for longer, or {capture.removeprefix('capture ')}"
