"""Nearest neighbours of many queries, compiled. Imported only where it runs: numba takes a while to load."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.core.threads import run_in_chunks

CHUNK = 256  # queries whose distances to all centres are taken by one matrix product


@compiled
def _insert(distances, indices, distance, index):
    """Put a candidate into the sorted lists of the k best, which it is known to improve."""
    place = len(distances) - 1
    while place > 0 and distances[place - 1] > distance:
        distances[place] = distances[place - 1]
        indices[place] = indices[place - 1]
        place -= 1
    distances[place] = distance
    indices[place] = index


@compiled
def _distance(query, point):
    total = np.float32(0)
    for d in range(len(query)):
        difference = query[d] - point[d]
        total += difference * difference
    return total


@compiled
def _search(queries, points, starts, radii, to_centres, best, found):
    """Fill best (Q, k) squared distances and found (Q, k) indices; to_centres (Q, M) are squared distances."""
    k = best.shape[1]
    for q in range(len(queries)):
        # Neighbours of the query before are nearly those of this one: their farthest bounds the search from the start.
        bound = np.float32(np.inf)
        if q > 0:
            bound = np.float32(0)
            for n in range(k):
                bound = max(bound, _distance(queries[q], points[found[q - 1, n]]))
            bound *= np.float32(1.00001)
        for n in range(k):
            best[q, n] = np.float32(np.inf)
        reach = np.sqrt(bound)
        for m in range(len(radii)):
            limit = reach + radii[m]
            if to_centres[q, m] > limit * limit:
                continue
            for p in range(starts[m], starts[m + 1]):
                distance = _distance(queries[q], points[p])
                if distance <= bound and distance < best[q, k - 1]:
                    _insert(best[q], found[q], distance, p)
                    if best[q, k - 1] < bound:
                        bound = best[q, k - 1]
                        reach = np.sqrt(bound)


def search_balls(queries, points, starts, centres, radii, k):
    """Indices (Q, k) and distances (Q, k) of the k nearest points of every query, nearest first.

    points (P, D) float32 lie sorted into balls starts[m]..starts[m + 1] with centres (M, D) and radii (M,).
    """
    best = np.empty((len(queries), k), np.float32)
    found = np.zeros((len(queries), k), np.int32)
    centre_squares = np.einsum("md,md->m", centres, centres)

    def work(start: int, stop: int) -> None:
        for a in range(start, stop, CHUNK):
            part = queries[a : min(a + CHUNK, stop)]
            to_centres = part @ centres.T
            to_centres *= -2
            to_centres += centre_squares
            to_centres += np.einsum("qd,qd->q", part, part)[:, None]
            _search(part, points, starts, radii, to_centres, best[a : a + len(part)], found[a : a + len(part)])

    run_in_chunks(work, len(queries), chunk=4 * CHUNK)
    return found, np.sqrt(best)
