"""The best recipe for every ordered pair of representatives, as a job that can be stopped, resumed and spread over machines.

A recipe is a source, up to two intermediaries and a target, all representatives, blended over the whole window (paper 000 section 5.7).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import run_job
from motionloom.core.errors import FileError
from motionloom.transitions.scoring import Measures
from motionloom.transitions.stock import Stock

VERSION = 5  # of what a search finds: raise it when the score or the search changes, or old rows would be taken for new ones


class Mapper(Protocol):
    """Runs function(item) for every item, as `compute.run_job` and `Work.map` do."""

    def __call__(
        self, kind: str, inputs: Mapping[str, Any], function: Callable[[Any], Any], items: Mapping[str, Any], /, *, version: int = 1
    ) -> dict[str, Any]:
        """The results by item key, in the order of the items."""


@dataclass(frozen=True, eq=False)
class SearchProblem:
    """Everything a search reads: R windows of N frames, one after the other, and the warps (R, R, N) between them.

    ground (R N, 2), facing (R N,), points (R N, P, 3), plants (R N, 4): as in `Stock`.
    """

    warps: NDArray[np.float64]
    ground: NDArray[np.float64]
    facing: NDArray[np.float64]
    points: NDArray[np.float32]
    plants: NDArray[np.bool_]
    measures: Measures

    @property
    def firsts(self) -> NDArray[np.intp]:
        """The first frame (R,) of each window."""
        return np.arange(self.warps.shape[0], dtype=np.intp) * self.warps.shape[2]

    @property
    def data(self) -> tuple[NDArray[Any], ...]:
        """What the compiled loops read of the windows."""
        return self.ground, self.facing, self.points, self.plants

    def digest(self) -> str:
        """Equal problems have equal digests."""
        digest = hashlib.sha256()
        for array in (self.warps, *self.data, *self.measures):
            digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()[:32]


@dataclass(frozen=True, eq=False)
class Recipes:
    """recipes (R, R, 2): the intermediaries of each pair, -1 where there are fewer; plant and balance (R, R) metres."""

    recipes: NDArray[np.int16]
    plant: NDArray[np.float32]
    balance: NDArray[np.float32]


def make_problem(stock: Stock, representatives: NDArray[np.intp], measures: Measures) -> SearchProblem:
    """The problem of windows of a stock that begin at representatives (R,)."""
    from motionloom.transitions._blending import find_warp

    count, length = len(representatives), len(measures.curve)
    at = (representatives[:, None] + np.arange(length)).reshape(-1)
    features = [np.ascontiguousarray(stock.features[first : first + length]) for first in representatives]
    squares = [stock.squares[first : first + length] for first in representatives]
    warps = np.empty((count, count, length))
    for a in range(count):
        for b in range(count):
            find_warp(features[a], features[b], squares[a], squares[b], warps[a, b])
    return SearchProblem(warps, stock.ground[at], stock.facing[at], stock.points[at], stock.plants[at], measures)


def save_problem(problem: SearchProblem, path: Path) -> None:
    """Write a problem where every worker can read it."""
    fields = {name: getattr(problem, name) for name in ("warps", "ground", "facing", "points", "plants")}
    np.savez(path, **fields, **{f"measures_{name}": value for name, value in problem.measures._asdict().items()})


@lru_cache(maxsize=2)
def load_problem(path: Path, digest: str) -> SearchProblem:
    """Read the problem of this digest, once a process. A file may hold another one by now: the path alone does not tell."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
    except (OSError, ValueError, KeyError) as error:
        raise FileError(f"{path}: expected the problem of a transition search ({error}); start the search again") from None
    measures = Measures(**{name: arrays.pop(f"measures_{name}") for name in Measures._fields})
    problem = SearchProblem(**arrays, measures=measures._replace(half_width=float(measures.half_width), rate=float(measures.rate)))
    if problem.digest() != digest:
        raise FileError(f"{path}: holds another problem than the one that is searched; start the search again")
    return problem


def search_row(item: tuple[str, str, int]) -> dict[str, Any]:
    """The best recipes from one representative to all others; item: the problem's file and digest, and which one."""
    path, digest, source = item
    problem = load_problem(Path(path), digest)
    return search_targets(problem, source, range(problem.warps.shape[0]))


def search_targets(problem: SearchProblem, source: int, targets: range | NDArray[np.intp]) -> dict[str, Any]:
    """The best recipes from one representative to some others, as plain data."""
    from motionloom.transitions._search import search_pair

    recipe = np.empty(2, dtype=np.intp)
    out: dict[str, Any] = {"recipes": [], "plant": [], "balance": []}
    for target in targets:
        plant, balance = search_pair(source, int(target), problem.warps, problem.firsts, problem.data, tuple(problem.measures), recipe)
        out["recipes"].append([int(recipe[0]), int(recipe[1])])
        out["plant"].append(float(plant))
        out["balance"].append(float(balance))
    return out


def search(problem: SearchProblem, file: Path, mapping: Mapper = run_job) -> Recipes:
    """The best recipe of every pair; `file` is where the workers read the problem (it is written here, and left for the caller).

    mapping: who does the rows, `Work.map` of a job say, which keeps those that are finished. The result does not depend on it.
    """
    save_problem(problem, file)
    digest = problem.digest()
    items = {f"from {n}": (str(file), digest, n) for n in range(problem.warps.shape[0])}
    ordered = list(mapping("transitions", {"problem": digest}, search_row, items, version=VERSION).values())
    return Recipes(
        np.array([row["recipes"] for row in ordered], dtype=np.int16),
        np.array([row["plant"] for row in ordered], dtype=np.float32),
        np.array([row["balance"] for row in ordered], dtype=np.float32),
    )
