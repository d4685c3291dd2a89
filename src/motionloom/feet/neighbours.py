"""Exact nearest neighbours in a pool of examples, fast because motion is nearly one-dimensional.

The pool is cut into small balls of points that lie together. A query looks only into balls that can hold
something nearer than what it already has, and starts from the neighbours of the frame before it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

LEAF = 12  # points in a ball, at most
SLACK = 1e-4  # share of the features' scale by which rounding may move a distance between a query and a centre


@dataclass(frozen=True, eq=False)
class Neighbours:
    """Points sorted into balls.

    points (P, D) float32; order (P,) is where each came from; balls are starts[m]..starts[m + 1], with
    centres (M, D) and radii (M,).
    """

    points: NDArray[np.float32]
    order: NDArray[np.int64]
    starts: NDArray[np.int64]
    centres: NDArray[np.float32]
    radii: NDArray[np.float32]

    def query(self, queries: NDArray[np.floating], k: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Indices (Q, k) into the points as given and distances (Q, k), nearest first; k is cut to the pool's size."""
        from motionloom.feet._neighbours import search_balls

        k = min(k, len(self.points))
        flat = np.ascontiguousarray(queries, np.float32)
        found, distances = search_balls(flat, self.points, self.starts, self.centres, self.radii, k)
        return self.order[found], distances


def build(points: NDArray[np.floating]) -> Neighbours:
    """Sort points (P, D) into balls by halving along the widest axis until at most `LEAF` are left."""
    given = np.ascontiguousarray(points, np.float32)
    leaves: list[NDArray[np.int64]] = []
    waiting = [np.arange(len(given))]
    while waiting:
        members = waiting.pop()
        if len(members) <= LEAF:
            leaves.append(members)
            continue
        here = given[members]
        axis = int(np.argmax(np.ptp(here, axis=0)))
        halves = np.argpartition(here[:, axis], len(members) // 2)
        waiting += [members[halves[len(members) // 2 :]], members[halves[: len(members) // 2]]]
    order = np.concatenate(leaves)
    starts = np.concatenate([[0], np.cumsum([len(leaf) for leaf in leaves])])
    centres = np.stack([given[leaf].mean(axis=0) for leaf in leaves])
    radii = np.array([np.linalg.norm(given[leaf] - c, axis=1).max() for leaf, c in zip(leaves, centres, strict=True)])
    slack = SLACK * float(np.abs(given).max())
    return Neighbours(given[order], order, starts, centres, (radii + slack).astype(np.float32))
