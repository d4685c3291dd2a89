"""Which behaviour may follow which, and at what cost: the coarse graph of a behaviour machine."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import FileError, MotionError, MotionloomError, list_names
from motionloom.core.files import read_json, write_file

KIND = "motionloom state graph"


@dataclass(frozen=True, eq=False)
class StateGraph:
    """States by name and costs (S, S) of going from one to another, infinite where there is no edge; cyclic: states that may repeat.

    A cost is -log of a probability (paper 001, equation 6.1). Costs are the truth: probabilities are shown from them. about: plain
    data for people, such as where the graph came from.
    """

    names: tuple[str, ...]
    costs: NDArray[np.float64]
    cyclic: frozenset[str] = frozenset()
    about: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        costs = np.array(self.costs, dtype=np.float64)
        count = len(self.names)
        if count == 0 or len(set(self.names)) != count or not all(self.names):
            raise MotionError("a state graph needs states, each with a name of its own")
        if costs.shape != (count, count) or np.any(np.isnan(costs)) or np.any(costs < 0):
            raise MotionError(f"a state graph of {count} states needs ({count}, {count}) costs that are not negative, found {costs.shape}")
        unknown = set(self.cyclic) - set(self.names)
        if unknown:
            raise MotionError(f"{min(unknown)!r} is said to be cyclic but is no state; there are {list_names(list(self.names))}")
        np.fill_diagonal(costs, np.inf)  # staying is no edge: cyclic states repeat of their own accord
        costs.flags.writeable = False
        object.__setattr__(self, "costs", costs)

    @property
    def edges(self) -> frozenset[tuple[str, str]]:
        """Every pair of states with an edge from the first to the second."""
        return frozenset((self.names[i], self.names[j]) for i, j in np.argwhere(np.isfinite(self.costs)))

    def probabilities(self) -> NDArray[np.float64]:
        """exp(-cost) (S, S) with rows that sum to 1, for people to look at. Turning these back into costs can undo an edit."""
        likely = np.exp(-self.costs)
        total = likely.sum(axis=1, keepdims=True)
        return np.divide(likely, total, out=np.zeros_like(likely), where=total > 0)

    def index(self, name: str) -> int:
        """The number of a state."""
        if name not in self.names:
            raise MotionError(f"no state {name!r}; there are {list_names(list(self.names))}")
        return self.names.index(name)

    def cost(self, path: Sequence[str]) -> float:
        """What a path of states costs; an error where an edge is missing."""
        at = [self.index(name) for name in path]
        for a, b in pairwise(at):
            if not np.isfinite(self.costs[a, b]):
                ways = [name for name, cost in zip(self.names, self.costs[a], strict=True) if np.isfinite(cost)]
                raise MotionError(
                    f"there is no edge {self.names[a]} -> {self.names[b]}; {self.names[a]} leads to {list_names(ways) or 'nothing'}"
                )
        return float(sum(self.costs[a, b] for a, b in pairwise(at)))

    def shortest_path(self, source: str, target: str) -> list[str] | None:
        """The cheapest way from one state to another, both included; None where there is none."""
        found = shortest_path(self.costs, self.index(source), self.index(target))
        return None if found is None else [self.names[k] for k in found]

    def with_costs(self, costs: NDArray[np.float64]) -> StateGraph:
        """The same states with other costs."""
        return replace(self, costs=costs)

    def to_json(self) -> dict[str, Any]:
        """Plain data; `from_json` undoes it."""
        edges = [[self.names[i], self.names[j], float(self.costs[i, j])] for i, j in np.argwhere(np.isfinite(self.costs))]
        return {"kind": KIND, "states": list(self.names), "cyclic": sorted(self.cyclic), "edges": edges, "about": dict(self.about)}

    @staticmethod
    def from_json(data: Any) -> StateGraph:
        """A graph from plain data; an edge without a cost has the same as its neighbours."""
        if not isinstance(data, dict) or data.get("kind") != KIND:
            raise FileError(f"expected JSON with kind {KIND!r}; `motionloom machine mine` writes it")
        try:
            names = tuple(str(name) for name in data["states"])
            rows = [(str(edge[0]), str(edge[1]), float(edge[2]) if len(edge) > 2 else None) for edge in data["edges"]]
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise FileError(f"expected states and edges [from, to, cost] in a state graph; {error!r}") from None
        cyclic, about = data.get("cyclic", []), data.get("about", {})
        if not isinstance(cyclic, list) or not isinstance(about, dict):
            raise FileError("expected cyclic, a list of states, and about, an object, in a state graph")
        costs = np.full((len(names), len(names)), np.inf)
        for a, b, cost in rows:
            if cost is not None and not 0 <= cost < np.inf:
                raise FileError(f"the edge {a} -> {b} costs {cost:g}; a cost is a number that is not negative")
            if a not in names or b not in names:
                raise FileError(f"an edge {a} -> {b} names a state that is not listed; there are {list_names(list(names))}")
            leaving = sum(edge[0] == a for edge in rows)
            costs[names.index(a), names.index(b)] = np.log(leaving) if cost is None else cost
        return StateGraph(names, costs, frozenset(str(name) for name in cyclic), dict(about))


def shortest_path(costs: NDArray[np.float64], source: int, target: int) -> list[int] | None:
    """Indices of the cheapest path through costs (S, S), both ends included; None where there is none (Dijkstra)."""
    count = len(costs)
    best, before, done = np.full(count, np.inf), np.full(count, -1), np.zeros(count, dtype=bool)
    best[source] = 0.0
    for _ in range(count):
        node = int(np.argmin(np.where(done, np.inf, best)))
        if done[node] or not np.isfinite(best[node]):
            return None
        if node == target:
            break
        done[node] = True
        through = best[node] + costs[node]
        better = (through < best) & ~done
        best[better], before[better] = through[better], node
    path = [target]
    while path[-1] != source:
        path.append(int(before[path[-1]]))
    return path[::-1]


def read_graph(path: Path) -> StateGraph:
    """The state graph of a JSON file."""
    data = read_json(path, "the JSON of a state graph")
    try:
        return StateGraph.from_json(data)
    except MotionloomError as error:
        raise FileError(f"{path}: {error}") from None


def write_graph(graph: StateGraph, path: Path) -> None:
    """Write a state graph as JSON."""
    write_file(path, json.dumps(graph.to_json(), indent=1, ensure_ascii=False) + "\n")


def hand_made(name: str) -> StateGraph:
    """A graph drawn by hand and kept in the project, such as "cmu_135"; its `about` says from what, and when: before or after mining."""
    folder = resources.files("motionloom.behaviours") / "handmade"
    known = sorted(entry.name.removesuffix(".json") for entry in folder.iterdir() if entry.name.endswith(".json"))
    if name not in known:
        raise MotionError(f"no hand-made graph {name!r}; there are {list_names(known)}")
    return StateGraph.from_json(json.loads((folder / f"{name}.json").read_text(encoding="utf-8")))


def compare(found: StateGraph, manual: StateGraph) -> tuple[float, float]:
    """(chi, rho) of paper 001 section 3.2.4: edges found per edge drawn by hand, and the share of those drawn that were found."""
    if not manual.edges:
        raise MotionError("the hand-made graph has no edges to compare with")
    return len(found.edges) / len(manual.edges), len(found.edges & manual.edges) / len(manual.edges)
