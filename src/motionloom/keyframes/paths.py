"""Paths through the matches that use as many consecutive captured fragments as can be (paper 002 §3.3)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.keyframes.fragments import Fragments
from motionloom.keyframes.rig import Floats

Ints = NDArray[np.intp]
NEARLY = 3  # frames


def join_costs(before: Ints, after: Ints, left: Fragments, right: Fragments) -> Floats:
    """The cost (K, K) of going from one match to another: 0 where they were consecutive in the capture, 1 otherwise.

    left, right: the tables that the matches are of. They differ where other drivers take over, which cut elsewhere: there a few frames more
    or less count as consecutive.
    """
    apart = np.abs(left.stop[before][:, None] - right.start[after][None])
    near = (left.clip[before][:, None] == right.clip[after][None]) & (apart <= (0 if left is right else NEARLY))
    return np.where(near & (before[:, None] >= 0) & (after[None] >= 0), 0.0, 1.0)


def best_paths(errors: Floats, costs: list[Floats], count: int) -> tuple[Ints, Floats]:
    """The `count` best paths (P, S) through S stages of K choices, and their costs (P,): least joins first, least error among equals.

    errors (S, K), inf where there is no choice; costs: S - 1 matrices (K, K).
    """
    return _find(weigh(errors), costs, count)


def weigh(errors: Floats) -> Floats:
    """Errors (S, K) scaled so that those of a whole path are less than one join."""
    finite = np.where(np.isfinite(errors), errors, 0.0)
    return np.asarray(errors / max(float(finite.max(axis=1).sum()) * 1.000001, 1e-12))


def different_paths(errors: Floats, costs: list[Floats], count: int) -> tuple[Ints, Floats]:
    """`count` good paths (P, S) that differ: each next one is the best when what earlier ones chose counts as a third of a join.

    The P best of all differ often in one fragment only; a person who flips through them wants to see another motion.
    """
    weighed = weigh(errors)
    seen = np.zeros_like(errors)
    found: list[Ints] = []
    for _ in range(3 * count):
        path = _find(weighed + seen / 3.0, costs, 1)[0][0]
        if not any(np.array_equal(path, earlier) for earlier in found):
            found.append(path)
        seen[np.arange(len(errors)), path] += 1.0
        if len(found) == count:
            break
    for path in _find(weighed, costs, 4 * count)[0]:  # where few matches leave little choice
        if len(found) < count and not any(np.array_equal(path, earlier) for earlier in found):
            found.append(path)
    paths = np.stack(found)
    return paths, np.array([path_cost(path, weighed, costs) for path in paths])


def _find(weighed: Floats, costs: list[Floats], count: int) -> tuple[Ints, Floats]:
    """Dynamic programming that keeps `count` ways into each choice."""
    stages, width = weighed.shape
    total = np.full((width, count), np.inf)
    total[:, 0] = weighed[0]
    came: list[Ints] = []
    for stage in range(1, stages):
        flat = (total[:, :, None] + costs[stage - 1][:, None, :]).reshape(width * count, width)  # from (K, P), to K
        order = np.argsort(flat, axis=0, kind="stable")[:count]
        came.append(order.T)
        total = np.take_along_axis(flat, order, axis=0).T + weighed[stage][:, None]
    ends = np.argsort(total.reshape(-1), kind="stable")[:count]
    ends = ends[np.isfinite(total.reshape(-1)[ends])]
    paths = np.empty((len(ends), stages), np.intp)
    for row, end in enumerate(ends):
        at = int(end)
        for stage in range(stages - 1, 0, -1):
            paths[row, stage] = at // count
            at = int(came[stage - 1][at // count, at % count])
        paths[row, 0] = at // count
    return paths, total.reshape(-1)[ends]


def path_cost(path: Ints, weighed: Floats, costs: list[Floats]) -> float:
    """Joins that were not consecutive, and a fraction for the error."""
    joins = sum(float(costs[n][path[n], path[n + 1]]) for n in range(len(path) - 1))
    return joins + float(weighed[np.arange(len(path)), path].sum())
