"""Many demands answered one after the other: what is finished is kept with the library, and work that was stopped goes on from there."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import JobStore, JobsUnavailable, Progress, run_job
from motionloom.core import Motion
from motionloom.demands.demand import Demand, DemandError
from motionloom.demands.demand_file import to_json
from motionloom.demands.making import Answer, Wish, answer_from
from motionloom.demands.pool import Pool
from motionloom.library import Library
from motionloom.making.makers import make
from motionloom.making.recipe import Recipe, from_json
from motionloom.making.sources import Sources

KIND, VERSION = "Making to order", 6  # counts up when the search comes to find something else
Measure = Callable[[Answer, float], dict[str, Any]]


@dataclass(frozen=True, eq=False)
class Told:
    """What came of a demand: the frames (F,) of the pool, their cost, the outcome, the recipe, and what else was measured.

    refused: why the demand was refused; then there is nothing else.
    """

    demand: Demand
    refused: str = ""
    cost: float = 0.0
    frames: NDArray[np.int64] | None = None
    outcome: dict[str, Any] | None = None
    recipe: Recipe | None = None
    measured: dict[str, Any] | None = None

    def make(self, library: Library) -> Motion:
        """The motion, made again by its recipe."""
        assert self.recipe is not None
        return make(Sources(library), self.recipe).motion


def answer_many(
    library: Library,
    pool: Pool,
    demands: Sequence[Demand],
    wish: Wish | None = None,
    progress: Progress | None = None,
    measure: Measure | None = None,
    by: str = "",
) -> list[Told]:
    """What comes of the demands, in their order. measure: what is to be kept of each answer, given its processor seconds; by: names it."""
    wish = wish or Wish()
    pool_hash = hashlib.sha256(pool.bits.tobytes() + pool.ground.tobytes() + pool.heights.tobytes() + pool.rarity.tobytes()).hexdigest()
    inputs = {"pool": pool_hash, "iterations": wish.iterations, "seed": wish.seed, "human": wish.human, "by": by}
    items = {_item(demand): demand for demand in demands}

    def work(demand: Demand) -> dict[str, Any]:
        begun = process_time()
        try:
            answered = answer_from(library, pool, demand, wish)
        except DemandError as error:
            return {"refused": str(error)}
        return {
            "cost": answered.found.cost,
            "frames": answered.found.frames.tolist(),
            "outcome": dict(answered.made.outcome),
            "recipe": answered.recipe.to_json(),
            "measured": None if measure is None else measure(answered, process_time() - begun),
        }

    def run(store: JobStore | None) -> dict[str, Any]:
        return run_job(KIND, inputs, work, items, store=store, progress=progress or Progress(), version=VERSION)

    try:
        found = run(library.jobs)
    except JobsUnavailable:  # a library on a disk that cannot be written to
        found = run(None)
    return [_told(demand, found[_item(demand)]) for demand in demands]


def _item(demand: Demand) -> str:
    return f"{demand.name} {hashlib.sha256(repr(to_json(demand)).encode()).hexdigest()[:16]}"


def _told(demand: Demand, data: dict[str, Any]) -> Told:
    if "refused" in data:
        return Told(demand, data["refused"])
    frames = np.array(data["frames"], np.int64)
    return Told(demand, "", data["cost"], frames, data["outcome"], from_json(data["recipe"]), data["measured"])
