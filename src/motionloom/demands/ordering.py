"""An order that somebody watches: it goes on as long as asked, and its best so far can be seen and kept at any moment."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from itertools import pairwise
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from motionloom.core.masks import find_runs
from motionloom.demands.demand import RATE, Demand
from motionloom.demands.maker import order_recipe
from motionloom.demands.making import Wish, begin_search
from motionloom.demands.making_motion import Order, make_motion, plan_places
from motionloom.demands.pool import Pool
from motionloom.demands.satisfaction import Runs, find_spans
from motionloom.demands.search import Found
from motionloom.library import Library
from motionloom.making.recipe import Recipe

FIRST = 12  # iterations before the first answer is worth seeing


@dataclass(frozen=True)
class Piece:
    """A piece of an order: from start to stop seconds of it, what a clip shows from its `second` on."""

    start: float
    stop: float
    clip: str
    name: str
    second: float
    mirrored: bool


class Ordering:
    """A search and what it found; safe to use from several threads, one at a time does the work."""

    def __init__(self, pool: Pool, demand: Demand, wish: Wish) -> None:
        self.pool, self.demand, self.wish = pool, demand, wish
        self.search = begin_search(pool, demand, wish)
        self.lock = threading.Lock()
        self.shown: dict[int, NDArray[np.int64]] = {}  # frames of the best after so many iterations, as somebody saw it

    @property
    def iteration(self) -> int:
        """How many iterations there have been."""
        return len(self.search.history)

    @property
    def done(self) -> bool:
        """Whether it has searched as long as it was to."""
        return self.iteration >= self.wish.iterations

    def improve(self, seconds: float) -> Found:
        """Search for about so many seconds more; the best so far comes out."""
        with self.lock:
            until = perf_counter() + seconds
            found = self.search.found
            while found is None or (not self.done and (perf_counter() < until or self.iteration < FIRST)):
                found = next(iter(self.search.run(1)))
            self.shown[self.iteration] = found.frames
            return found

    def seen(self, iteration: int | None) -> NDArray[np.int64] | None:
        """The frames that were seen after so many iterations; those of the best so far where none were, None before there are any."""
        best = None if self.search.found is None else self.search.found.frames
        return best if iteration is None else self.shown.get(iteration, best)

    def make(self, found: Found) -> Order:
        """The motion of what was found."""
        way = self.search.task.guide.way
        return make_motion(self.pool, found.frames, plan_places(self.pool, found.frames, self.demand, way), self.demand.name)

    def recipe(self, library: Library, found: Found) -> Recipe:
        """The recipe of what was found."""
        return order_recipe(library, self.pool, found.frames, self.demand, self.search.task.guide.way)

    def spans(self, order: Order) -> Runs:
        """Where the words that are asked for hold in an order."""
        return find_spans(self.demand, self.pool, order.woven.most)

    def pieces(self, found: Found) -> list[Piece]:
        """The pieces of what was found."""
        bounds, pool = [0, *found.joins.tolist(), len(found.frames)], self.pool
        rows = []
        for begin, stop in pairwise(bounds):
            number = int(pool.stretch_of[found.frames[begin]])
            stretch = pool.stretches[number]
            second = (int(found.frames[begin]) - int(pool.starts[number]) + stretch.first) / RATE
            rows.append(Piece(begin / RATE, stop / RATE, stretch.clip, stretch.name, second, stretch.mirrored))
        return rows


def pin(frames: NDArray[np.int64], spans: list[tuple[float, float]], count: int) -> NDArray[np.int64] | None:
    """Frames (count,) that stay: those of an earlier answer from one second to another; -1 elsewhere, None where nothing stays."""
    held = np.zeros(count, bool)
    for start, stop in spans:
        held[max(0, round(start * RATE)) : round(stop * RATE)] = True
    held[len(frames) :] = False
    if not find_runs(held):
        return None
    out = np.full(count, -1, np.int64)
    out[held] = frames[: len(held)][held[: len(frames)]] if len(frames) < count else frames[:count][held]
    return out
