"""Costs changed as little as possible so that the paths a person asks for are the shortest (paper 001 chapter 4).

The local and the exact solver are quadratic programmes: least squared change, under "the asked path costs less than that other path" for
every other path that would beat it. Those are exponentially many, so they are added as they are found to be violated until none is
left (Burton and Toint 1992); the end is the exact answer of the whole programme. The local solver may change only edges of the asked paths,
the exact one all of them, which is the paper's ISP.

The third is the paper's own LLS, equations 4.3 and 4.4 as printed: edges of the asked path alone, brought under what the shortest path cost
before. Where the two share edges, or a third path goes over edges that became cheaper, the asked path does not become the shortest.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.state_graph import StateGraph, shortest_path
from motionloom.core.errors import MotionError, list_names

Solver = Literal["local", "exact", "lls"]
SOLVERS: tuple[Solver, ...] = ("local", "exact", "lls")
LEAST_COST = 1e-3  # no edge becomes free: p = 0.999
MARGIN = 1e-3  # by how much an asked path must beat every other, so that rounding cannot undo it
ROUNDS = 10_000
NOTHING = 1e-9  # a residual below this says that rows contradict each other
Edge = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Edited:
    """A graph in which the asked paths are the shortest, and what that took. (After lls they may not be: then the margin is not above 0.)

    edges: (from, to, cost before, cost after) of each that changed; paths: pairs of other states whose shortest path is now another;
    change: length of the change over length of all costs; margin: by how much the asked paths win, at least.
    """

    graph: StateGraph
    solver: Solver
    edges: tuple[tuple[str, str, float, float], ...]
    paths: int
    change: float
    margin: float
    seconds: float


def make_shortest(graph: StateGraph, paths: Sequence[Sequence[str]], solver: Solver = "local") -> Edited:
    """Change costs so that each of these paths is THE shortest between its ends; an error says why where that cannot be."""
    if solver not in SOLVERS:
        raise MotionError(f"no solver {solver!r}; there are {list_names(list(SOLVERS))}")
    start = time.perf_counter()
    asked = _check(graph, paths)
    free = {edge for path in asked for edge in pairwise(path)} if solver == "local" else None
    costs = _solve_as_printed(graph, asked) if solver == "lls" else _solve(graph, asked, free)
    seconds = time.perf_counter() - start
    changed = np.argwhere(np.isfinite(costs) & (np.abs(costs - np.where(np.isfinite(graph.costs), graph.costs, 0)) > 1e-9))
    edges = tuple((graph.names[i], graph.names[j], float(graph.costs[i, j]), float(costs[i, j])) for i, j in changed)
    old, new = graph.costs[np.isfinite(graph.costs)], costs[np.isfinite(graph.costs)]
    ends = {(path[0], path[-1]) for path in asked}
    margin = min((_margin(costs, path) for path in asked), default=np.inf)
    if margin < MARGIN / 2 and solver != "lls":
        raise MotionError(
            f"the asked paths would win by {margin:.2g} only, less than rounding allows; costs differ too much in size, scale them"
        )
    return Edited(
        graph.with_costs(costs),
        solver,
        edges,
        _count_changed(graph.costs, costs, ends),
        float(np.linalg.norm(new - old)) / max(float(np.linalg.norm(old)), 1e-12),
        margin,
        seconds,
    )


def _check(graph: StateGraph, paths: Sequence[Sequence[str]]) -> list[list[int]]:
    """The paths as numbers, each once; an error where one is no path or two contradict each other."""
    asked: list[list[int]] = []
    for path in paths:
        spelled = " -> ".join(path)
        if len(path) < 2:
            raise MotionError(f"a path needs two states or more, found {spelled or 'none'}")
        if len(set(path)) < len(path):
            raise MotionError(f"{spelled} comes to a state twice; no shortest path does, leave the round out")
        graph.cost(path)
        numbers = [graph.index(name) for name in path]
        if numbers not in asked:
            asked.append(numbers)
    for one, other in combinations(asked, 2):
        clash = _clash(one, other)
        if clash is not None:
            words = [" -> ".join(graph.names[k] for k in way) for way in (one, other, *clash)]
            raise MotionError(
                f"{words[0]} and {words[1]} contradict each other: part of a shortest path is itself the shortest, "
                f"but one goes {words[2]} and the other {words[3]}; ask for one of them"
            )
    return asked


def _clash(one: list[int], other: list[int]) -> tuple[list[int], list[int]] | None:
    """Two different ways between the same two states that both paths pass in the same order, if there are such."""
    shared = [node for node in one if node in other]
    for a, b in combinations(shared, 2):
        if other.index(a) < other.index(b):
            ways = one[one.index(a) : one.index(b) + 1], other[other.index(a) : other.index(b) + 1]
            if ways[0] != ways[1]:
                return ways
    return None


def _solve(graph: StateGraph, asked: list[list[int]], free: set[Edge] | None) -> NDArray[np.float64]:
    """New costs (S, S): rivals that beat an asked path are added to the programme until there are none."""
    costs = graph.costs.copy()
    rivals: list[tuple[list[int], list[int]]] = []
    for _ in range(ROUNDS):
        violated = [(path, rival) for path in asked for rival in _find_rivals(costs, path)]
        fresh = [pair for pair in violated if pair not in rivals]
        if not fresh:
            return costs
        rivals += fresh
        costs = _least_change(graph, rivals, free)
    raise MotionError(f"no answer after {ROUNDS} rounds; ask for fewer paths at once")


def _solve_as_printed(graph: StateGraph, asked: list[list[int]]) -> NDArray[np.float64]:
    """New costs (S, S) by equations 4.3 and 4.4: those of path P nearest to what they were, with c > 0 and |c(P)| < |old c(S)|.

    S is the shortest path between the same ends. Of several paths each comes under its own S, in one programme.
    """
    best = {(path[0], path[-1]): shortest_path(graph.costs, path[0], path[-1]) or path for path in asked}
    asked = [path for path in asked if best[path[0], path[-1]] != path]
    variables = sorted({edge for path in asked for edge in pairwise(path)})
    if not variables:
        return graph.costs.copy()
    before = np.array([graph.costs[edge] for edge in variables])
    least = np.minimum(LEAST_COST, before)
    rows = -np.array([[float(edge in set(pairwise(path))) for edge in variables] for path in asked])
    bounds = [MARGIN - sum(graph.costs[edge] for edge in pairwise(best[path[0], path[-1]])) for path in asked]
    answer = _nearest(before, np.concatenate([np.eye(len(variables)), rows]), np.concatenate([least, bounds]))
    if answer is None:
        raise MotionError(
            "the shortest path costs next to nothing, and no edge may cost less; use the exact solver, which may make it dearer"
        )
    costs = graph.costs.copy()
    for edge, cost in zip(variables, np.maximum(answer, least), strict=True):
        costs[edge] = cost
    return costs


def _find_rivals(costs: NDArray[np.float64], path: list[int]) -> list[list[int]]:
    """Paths between the same ends that do not cost `MARGIN` more: the best that avoids each edge of the path in turn."""
    own = sum(costs[a, b] for a, b in pairwise(path))
    found: list[list[int]] = []
    for edge in pairwise(path):
        without = costs.copy()
        without[edge] = np.inf
        rival = shortest_path(without, path[0], path[-1])
        if rival is not None and rival not in found and sum(costs[a, b] for a, b in pairwise(rival)) < own + MARGIN * (1 - 1e-6):
            found.append(rival)
    return found


def _least_change(graph: StateGraph, rivals: list[tuple[list[int], list[int]]], free: set[Edge] | None) -> NDArray[np.float64]:
    """Costs (S, S) nearest to the graph's for which every path beats its rival; only edges that occur in them need to move."""
    occurring = {edge for path, rival in rivals for edge in (*pairwise(path), *pairwise(rival))}
    variables = sorted(occurring if free is None else occurring & free)
    number = {edge: k for k, edge in enumerate(variables)}
    before = np.array([graph.costs[edge] for edge in variables])
    rows, bounds = [], []
    for path, rival in rivals:
        row, bound = np.zeros(len(variables)), MARGIN
        for sign, way in ((1.0, rival), (-1.0, path)):
            for edge in pairwise(way):
                if edge in number:
                    row[number[edge]] += sign
                else:
                    bound -= sign * graph.costs[edge]
        rows.append(row)
        bounds.append(bound)
    least = np.minimum(LEAST_COST, before)  # an edge that was free already may stay so
    matrix = np.concatenate([np.eye(len(variables)), np.array(rows)])
    answer = _nearest(before, matrix, np.concatenate([least, bounds]))
    if answer is None:
        raise MotionError(_explain(graph, rivals, free is not None))
    costs = graph.costs.copy()
    for edge, cost in zip(variables, np.maximum(answer, least), strict=True):
        costs[edge] = cost
    return costs


def _nearest(point: NDArray[np.float64], matrix: NDArray[np.float64], bounds: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """The x (N,) nearest to `point` with matrix (M, N) @ x >= bounds (M,), or None where there is none.

    Lawson and Hanson's least-distance programme: one non-negative least-squares fit of the rows to a unit vector, whose residual
    is the answer, and is nothing where the rows contradict each other. It ends after a bounded number of steps at any scale of costs.
    """
    from scipy.optimize import nnls

    missing = bounds - matrix @ point
    lengths = np.maximum(np.linalg.norm(matrix, axis=1), 1e-12)
    scale = max(float(np.abs(missing).max()), 1e-12)
    rows = np.vstack([(matrix / lengths[:, None]).T, missing / lengths / scale])
    target = np.zeros(len(rows))
    target[-1] = 1
    try:
        weights, residual = nnls(rows, target, maxiter=100 * rows.shape[1])
    except RuntimeError:
        raise MotionError("the costs differ too much in size to be changed together; ask for fewer paths at once") from None
    if residual < NOTHING:
        return None
    left = rows @ weights - target
    return np.asarray(point - scale * left[:-1] / left[-1])


def _explain(graph: StateGraph, rivals: list[tuple[list[int], list[int]]], local: bool) -> str:
    """Why no costs do what was asked, in one line."""
    path, rival = rivals[-1]
    words = [" -> ".join(graph.names[k] for k in way) for way in (path, rival)]
    if local:
        return (
            f"{words[0]} cannot be made shorter than {words[1]} by its own edges alone: they would have to cost less than nothing; "
            "use the exact solver, which may make the other path dearer"
        )
    asked = sorted({" -> ".join(graph.names[k] for k in way) for way, _ in rivals})
    return f"no costs make all of these the shortest at once: {'; '.join(asked)}; ask for fewer of them"


def _margin(costs: NDArray[np.float64], path: list[int]) -> float:
    """By how much a path beats the next best: the check that an edit did what was asked."""
    best = np.inf
    for edge in pairwise(path):
        without = costs.copy()
        without[edge] = np.inf
        rival = shortest_path(without, path[0], path[-1])
        if rival is not None:
            best = min(best, sum(costs[a, b] for a, b in pairwise(rival)))
    return float(best - sum(costs[a, b] for a, b in pairwise(path)))


def _count_changed(before: NDArray[np.float64], after: NDArray[np.float64], apart_from: set[Edge]) -> int:
    """How many pairs of states have another shortest path than they had, the asked ones left out."""
    size = len(before)
    pairs = [(a, b) for a in range(size) for b in range(size) if a != b and (a, b) not in apart_from]
    was, now = all_shortest(before), all_shortest(after)
    return sum(was.get(pair) != now.get(pair) for pair in pairs)


def all_shortest(costs: NDArray[np.float64]) -> dict[Edge, tuple[int, ...]]:
    """The shortest path between every two states that have one."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    i, j = np.nonzero(np.isfinite(costs))
    # csgraph takes a stored 0 for no edge
    matrix = csr_array((np.maximum(costs[i, j], 1e-12), (i, j)), shape=costs.shape)
    _, before = dijkstra(matrix, return_predecessors=True)
    found: dict[Edge, tuple[int, ...]] = {}
    for a, b in np.argwhere(before >= 0):
        path: list[Any] = [int(b)]
        while path[-1] != a:
            path.append(int(before[a, path[-1]]))
        found[int(a), int(b)] = tuple(path[::-1])
    return found
