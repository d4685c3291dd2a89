"""A motion graph (Kovar, Gleicher, Pighin 2002): frames, their own successors, and jumps where two frames are alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.align import Clouds, local_minima, make_clouds, shared_roles
from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.core.errors import MotionError

RATE = 30.0  # Hz: a graph of every captured frame only repeats itself
WINDOW = 1 / 3  # seconds of motion that must be alike around a jump
THRESHOLD = 0.004  # square metres: about six centimetres a joint


@dataclass(frozen=True, eq=False)
class MotionGraph:
    """Frames of C clips at one rate, numbered through; edges (E, 2) from frame to frame, costs (E,) of jumps, 0 along a clip.

    starts (C + 1,): the number of each clip's first frame; inside (N,): frames of the largest strongly connected part.
    """

    rate: float
    starts: NDArray[np.intp]
    edges: NDArray[np.intp]
    costs: NDArray[np.float64]
    inside: NDArray[np.bool_]

    def __len__(self) -> int:
        return int(self.starts[-1])

    @cached_property
    def jumps(self) -> NDArray[np.intp]:
        """The edges (n, 2) that leave their clip's own order, between frames of the connected part."""
        across = self.edges[:, 1] != self.edges[:, 0] + 1
        return self.edges[across & self.inside[self.edges].all(axis=1)]

    @cached_property
    def _matrix(self) -> Any:
        from scipy.sparse import csr_array

        weights = 1.0 / self.rate + 1e-6 * self.costs  # seconds; of equally long ways the smoother
        return csr_array((weights, (self.edges[:, 0], self.edges[:, 1])), shape=(len(self), len(self)))

    def node(self, clip: int, second: float) -> int:
        """The number of the frame of a clip nearest to a second."""
        first, last = int(self.starts[clip]), int(self.starts[clip + 1]) - 1
        return min(first + round(second * self.rate), last)

    def locate(self, node: int) -> tuple[int, float]:
        """(clip, second) of a frame's number."""
        clip = int(np.searchsorted(self.starts, node, side="right")) - 1
        return clip, (node - int(self.starts[clip])) / self.rate

    def shortest_seconds(self, sources: Sequence[int]) -> NDArray[np.float64]:
        """Seconds (n, N) of the shortest way from each source frame to every frame; infinite where there is none."""
        from scipy.sparse.csgraph import dijkstra

        return dijkstra(self._matrix, indices=np.asarray(sources))

    def find_path(self, source: int, target: int) -> NDArray[np.intp]:
        """The frames of the shortest way, both ends included; an error where there is none."""
        from scipy.sparse.csgraph import dijkstra

        _, before = dijkstra(self._matrix, indices=np.array([source]), return_predecessors=True)
        path, before = [target], before[0]
        while path[-1] != source:
            if before[path[-1]] < 0:
                raise MotionError(f"the motion graph has no way from frame {source} to frame {target}")
            path.append(int(before[path[-1]]))
        return np.array(path[::-1], dtype=np.intp)


def build_graph(
    motions: Sequence[Motion],
    threshold: float = THRESHOLD,
    rate: float = RATE,
    window: float = WINDOW,
    progress: Progress | None = None,
) -> MotionGraph:
    """The graph of these motions: jumps at local minima of the point-cloud distance under `threshold` square metres."""
    if not motions:
        raise MotionError("a motion graph needs at least one motion")
    roles = shared_roles(motions)
    clouds = [make_clouds(motion, window, rate, roles) for motion in motions]
    starts = np.concatenate([[0], np.cumsum([len(cloud) for cloud in clouds])]).astype(np.intp)
    along = np.concatenate([np.arange(a, b - 1) for a, b in pairwise(starts)])
    edges, costs = [np.stack([along, along + 1], axis=1)], [np.zeros(len(along))]
    pairs = combinations_with_replacement(range(len(motions)), 2)
    for a, b in (progress or Progress()).each("Comparing clips", pairs, lambda pair: " and ".join(motions[n].name for n in pair)):
        jumps, prices = _jumps(clouds[a], clouds[b], int(starts[a]), int(starts[b]), threshold, same=a == b)
        edges.append(jumps)
        costs.append(prices)
    all_edges, all_costs = np.concatenate(edges), np.concatenate(costs)
    return MotionGraph(rate, starts, all_edges, all_costs, _largest_part(all_edges, int(starts[-1])))


def _jumps(a: Clouds, b: Clouds, first_a: int, first_b: int, threshold: float, same: bool) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Edges between two clips, both ways: from the frame before one to the other, so that the frame itself is replaced."""
    pairs = local_minima(a, b, threshold)
    i, j, cost = pairs.a, pairs.b, pairs.distances.astype(np.float64)
    if same:  # a frame is like its own neighbours: that is no jump
        apart = np.abs(i - j) > len(a.taper)
        i, j, cost = i[apart], j[apart], cost[apart]
    to_b, to_a = i > 0, j > 0
    there = np.stack([i[to_b] - 1 + first_a, j[to_b] + first_b], axis=1)
    back = np.stack([j[to_a] - 1 + first_b, i[to_a] + first_a], axis=1)
    edges = np.concatenate([there, back])
    costs = np.concatenate([cost[to_b], cost[to_a]])
    return (edges, costs) if not same else _once(edges, costs)


def _once(edges: NDArray[np.intp], costs: NDArray[np.float64]) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Each edge once: within one clip every pair is found from both sides."""
    unique, index = np.unique(edges, axis=0, return_index=True)
    return unique.reshape(-1, 2), costs[index]


def _largest_part(edges: NDArray[np.intp], count: int) -> NDArray[np.bool_]:
    """Which frames (N,) belong to the largest strongly connected part."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    matrix = csr_array((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), shape=(count, count))
    _, parts = connected_components(matrix, directed=True, connection="strong")
    return parts == np.argmax(np.bincount(parts))
