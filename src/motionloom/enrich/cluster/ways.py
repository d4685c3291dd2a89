"""All ways from a clip at a frame to another clip within some seconds, and how many walks a graph has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import MotionError
from motionloom.enrich.annotation.body_signals import RATE
from motionloom.enrich.cluster.graph import ClusterGraph

SWITCHES = 3  # changes on one way, at most
LOOKS = 5000  # changes that are looked at for one question and number of changes; a dense graph has more ways than anyone wants
MOST = 1000  # ways that one question gives, the quickest first
STAY = 0.3  # seconds on a clip between two changes: a change takes at least as long to be eased


@dataclass(frozen=True)
class Step:
    """Frames start:stop of a clip, at the graph's rate, counted from the clip's first."""

    clip: int
    start: int
    stop: int


@dataclass(frozen=True)
class Way:
    """Steps from clip to clip; seconds until the wanted clip is entered; worst: leg lengths between the frames of its worst change."""

    steps: tuple[Step, ...]
    seconds: float
    worst: float


def find_ways(
    graph: ClusterGraph, clip: int, frame: int, target: int, seconds: float, switches: int = SWITCHES, most: int = MOST
) -> list[Way]:
    """All ways from `frame` of a clip into the clip `target` within `seconds`, the quickest first; each changes at most `switches` times.

    From each sequence that is passed there is one change to each other clip of its node: to the sequence that is most alike.
    """
    if not 0 <= clip < len(graph.starts) - 1 or not 0 <= target < len(graph.starts) - 1:
        raise MotionError(f"the graph has clips 0 to {len(graph.starts) - 2}")
    first = int(graph.starts[clip]) + frame
    if not graph.starts[clip] <= first < graph.starts[clip + 1]:
        raise MotionError(
            f"clip {clip} has {graph.starts[clip + 1] - graph.starts[clip]} frames at {RATE:g} Hz; frame {frame} is none of them"
        )
    found: dict[tuple[Step, ...], Way] = {}
    for count in range(1, switches + 1):  # ways of few changes before those of many
        budget = _Budget(LOOKS)
        for way in _walk(graph, first, target, round(seconds * RATE), count, (), 0.0, frozenset({clip}), budget):
            found.setdefault(way.steps, way)
        if len(found) >= most or budget.left <= 0:
            break
    return sorted(found.values(), key=lambda way: (way.seconds, way.worst))[:most]


class _Budget:
    """Changes that may still be looked at."""

    def __init__(self, left: int) -> None:
        self.left = left


def _walk(
    graph: ClusterGraph,
    frame: int,
    target: int,
    left: int,
    switches: int,
    steps: tuple[Step, ...],
    worst: float,
    seen: frozenset[int],
    budget: _Budget,
) -> Iterator[Way]:
    sequence: int | None = graph.sequence_at(frame)
    begin = frame
    clip = int(graph.sequence_clips[graph.sequence_at(frame)])
    used = sum(step.stop - step.start for step in steps)
    while sequence is not None and graph.firsts[sequence] - begin <= left:
        for other in _others(graph, sequence, seen, target, switches):
            budget.left -= 1
            if budget.left < 0:
                return
            here, there, distance = graph.best_change(sequence, other, max(begin, int(graph.firsts[sequence])))
            into, played = int(graph.sequence_clips[other]), here + 1 - begin
            if (steps and played < STAY * RATE) or played > left or there + 1 >= graph.starts[into + 1]:
                continue
            done = (*steps, Step(clip, begin - int(graph.starts[clip]), here + 1 - int(graph.starts[clip])))
            if into == target:
                last = Step(into, there + 1 - int(graph.starts[into]), int(graph.starts[into + 1] - graph.starts[into]))
                yield Way((*done, last), (used + played) / RATE, max(worst, distance))
            elif switches > 1:
                yield from _walk(graph, there + 1, target, left - played, switches - 1, done, max(worst, distance), seen | {into}, budget)
        sequence = graph.next_sequence(sequence)


def _others(graph: ClusterGraph, sequence: int, seen: frozenset[int], target: int, switches: int) -> list[int]:
    """For each clip of the node that the way has not been in (for the last change only the target) the sequence most like this one."""
    members = graph.members[graph.sequence_nodes[sequence]]
    distances = np.sum((graph.points[graph.align[members]] - graph.points[graph.align[sequence]]) ** 2, axis=1)
    best: dict[int, int] = {}
    for index in np.argsort(distances, kind="stable"):
        into = int(graph.sequence_clips[members[index]])
        if into not in seen and (switches > 1 or into == target):
            best.setdefault(into, int(members[index]))
    return list(best.values())


def count_walks(
    edges: NDArray[np.intp], starts: NDArray[np.intp], sources: NDArray[np.intp], steps: int, stay: int = 0
) -> tuple[float, float]:
    """Walks of `steps` frames from the sources (n,), and those of up to as many that come back to their beginning; means of a source.

    edges (E, 2): changes between frames; along a clip every frame leads to the next. starts (C + 1,): first frames of the clips. After
    every change at least `stay` more frames of the clip are played: what changes at every frame is no motion.
    """
    from scipy.sparse import csr_array

    count = int(starts[-1])
    along = np.setdiff1d(np.arange(count - 1), starts[1:] - 1)
    ends = starts[np.searchsorted(starts, edges[:, 1], side="right")]
    changes = edges[edges[:, 1] + stay < ends] + np.array([0, stay])
    go_on = csr_array((np.ones(len(along)), (along + 1, along)), shape=(count, count))
    change = csr_array((np.ones(len(changes)), (changes[:, 1], changes[:, 0])), shape=(count, count))
    reached = [np.zeros((count, len(sources)))]
    reached[0][sources, np.arange(len(sources))] = 1
    loops = 0.0
    for step in range(1, steps + 1):
        now = np.asarray(go_on @ reached[-1])
        if step > stay:
            now += np.asarray(change @ reached[-1 - stay])
        loops += float(now[sources, np.arange(len(sources))].sum())
        reached = [*reached[-stay - 1 :], now]
    return float(reached[-1].sum()) / len(sources), loops / len(sources)


def count_places(edges: NDArray[np.intp], cell: int) -> int:
    """Distinct places to change: cells of `cell` by `cell` frames that hold a change (E, 2). Neighbours in time are one place."""
    return len(np.unique(edges // cell, axis=0))
