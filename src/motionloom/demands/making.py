"""From a demand to a motion, in one call or step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.demands.demand import RATE, Demand, DemandError
from motionloom.demands.demand_file import read_demand
from motionloom.demands.gathering import gather_pool
from motionloom.demands.maker import order_recipe
from motionloom.demands.making_motion import PATH_SLACK
from motionloom.demands.pool import Pool
from motionloom.demands.search import ITERATIONS, Found, Search, make_task
from motionloom.demands.words import HUMAN
from motionloom.library import Library
from motionloom.making.choice import Choice
from motionloom.making.makers import Made, make
from motionloom.making.recipe import Recipe
from motionloom.making.sources import Sources
from motionloom.score.rarity import LINE, measure_rarity

NOT_HUMAN_COST = 0.5  # words missed, for a frame that was judged not to look human: they may help a join

AGAIN, AGAIN_SHARE = 4, 0.2  # how often a search goes on without a join that does not look natural, and for what share of its iterations
RARE_ABOUT = 0.6  # seconds about what is rare within which a join is to blame
HELD = 0.95  # share of asked frames that should have their words
BEST = (HELD, -LINE)  # see `rank`
RARE_COST, RAREST = (
    0.5,
    2.0,
)  # words missed, for a frame of a second that is ten times as rare in captures as the line; at most so many tens


@dataclass(frozen=True)
class Wish:
    """How an order is made: seed of another take, iterations, clips that it must not show, and whether mirrored frames may be used.

    human: "avoid" frames judged not to look human, "strip" them, or "any". pinned: frames (F,) of the pool that stay, -1 elsewhere.
    pace: see `make_task`; slack: how far it may stay off a drawn path, see `plan_places`.
    """

    seed: int = 0
    iterations: int = ITERATIONS
    without: tuple[str, ...] = ()
    mirrored: bool = True
    human: str = "avoid"
    pinned: NDArray[np.int64] | None = field(default=None, compare=False)
    pace: Pool | None = field(default=None, compare=False)
    slack: float = PATH_SLACK


@dataclass(frozen=True, eq=False)
class Answer:
    """What was found for a demand and what it became; notes: what a person should know."""

    demand: Demand
    pool: Pool
    found: Found
    recipe: Recipe
    made: Made
    notes: tuple[str, ...] = ()

    @property
    def motion(self) -> Motion:
        """The motion."""
        return self.made.motion


def make_to_order(
    demand: Demand | str | Path,
    library: Library,
    choice: Choice | None = None,
    *,
    seed: int = 0,
    iterations: int = ITERATIONS,
    without: Iterable[str] = (),
    mirrored: bool = True,
    progress: Progress | None = None,
) -> Motion:
    """The motion that a library gives for a demand (a value, or its file): deterministic by seed, its recipe in it.

    choice: of which clips, all captured ones if not given. without: clips that it must not show.
    """
    asked = demand if isinstance(demand, Demand) else read_demand(Path(demand))
    wish = Wish(seed, iterations, tuple(without), mirrored)
    return answer(asked, library, choice, wish, progress=progress).motion


def answer(
    demand: Demand, library: Library, choice: Choice | None = None, wish: Wish | None = None, *, progress: Progress | None = None
) -> Answer:
    """What a library gives for a demand."""
    wish, progress = wish or Wish(), progress or Progress()
    pool = gather_pool(library, choice, wish.mirrored, progress)
    progress.begin("Searching", wish.iterations)
    return answer_from(library, pool, demand, wish, lambda _: progress.advance())


def answer_from(
    library: Library, pool: Pool, demand: Demand, wish: Wish | None = None, each: Callable[[Found], object] = lambda found: None
) -> Answer:
    """What a pool gives for a demand; `each` sees the best so far after every iteration.

    The search knows joins by their poses only. Where one becomes motion that is over the line of naturalness, the search goes on without it
    for a while, a few times; the best of what came of that is taken.
    """
    wish = wish or Wish()
    going, plain = (begin_search(pool, demand, wish) for _ in range(2))  # the other one tells costs as they are
    best = finish(library, pool, demand, _run(going, wish.iterations, each), wish)
    latest = best
    for _ in range(AGAIN):
        joins = _rare_joins(latest)
        if not len(joins) or rank(best) == BEST:
            break
        going.avoid(joins)
        found = _run(going, max(1, round(AGAIN_SHARE * wish.iterations)), lambda found: None)
        cost, parts = plain.cost(found.frames)
        latest = finish(library, pool, demand, replace(found, cost=cost, parts=parts), wish)
        best = latest if rank(latest) > rank(best) else best
    return best


def rank(made: Answer) -> tuple[float, float]:
    """How good an answer is: with its words, natural, in this order."""
    held = made.made.outcome["satisfied"]
    return min(1.0 if held is None else held, HELD), -max(made.made.outcome["rarity"], LINE)


def _rare_joins(made: Answer) -> NDArray[np.intp]:
    """The joins (n,) about the moment that is rarest in captures, if it is over the line."""
    if made.made.outcome["rarity"] <= LINE:
        return np.zeros(0, np.intp)
    at = measure_rarity(made.motion, made.made.about.plants).worst_time
    return made.found.joins[np.abs(made.found.joins / RATE - at) < RARE_ABOUT]


def search(pool: Pool, demand: Demand, wish: Wish | None = None, each: Callable[[Found], object] = lambda found: None) -> Found:
    """The best frames of a pool for a demand; `each` sees the best so far after every iteration."""
    wish = wish or Wish()
    return _run(begin_search(pool, demand, wish), wish.iterations, each)


def _run(going: Search, iterations: int, each: Callable[[Found], object]) -> Found:
    found = None
    for found in going.run(iterations):
        each(found)
    if found is None:
        raise DemandError("an order needs at least one iteration")
    return replace(found, history=tuple(going.history))


def begin_search(pool: Pool, demand: Demand, wish: Wish) -> Search:
    """A search that has not begun; `Search.run` goes on with it as long as wanted."""
    barred = frozenset(wish.without)
    extra = RARE_COST * np.clip(pool.rarity.astype(np.float64) - LINE, 0.0, RAREST)
    if HUMAN in pool.words and wish.human != "any":
        judged = pool.mask(HUMAN)
        known = np.array([judged[a:b].any() for a, b in zip(pool.starts[:-1], pool.starts[1:], strict=True)])
        made = np.array([stretch.made for stretch in pool.stretches])
        odd = ~judged & np.repeat(known | made, np.diff(pool.starts))
        extra += np.where(odd, 1e6 if wish.human == "strip" else NOT_HUMAN_COST, 0.0)
    return Search(pool, make_task(demand, pool, wish.pinned, barred, extra, wish.pace), wish.seed)


def finish(library: Library, pool: Pool, demand: Demand, found: Found, wish: Wish | None = None) -> Answer:
    """The motion of what was found, by its recipe."""
    wish = wish or Wish()
    task = make_task(demand, pool, wish.pinned, pace=wish.pace)
    recipe = order_recipe(library, pool, found.frames, demand, task.guide.way, wish.slack)
    made = make(Sources(library), recipe)
    return Answer(demand, pool, found, recipe, made, tuple(_notes(demand, pool, made)))


def _notes(demand: Demand, pool: Pool, made: Made) -> Iterable[str]:
    """What a person should know: words that never come together, and a way that had to be bent far."""
    from motionloom.demands.search import pack_words

    must, must_not = pack_words(demand, pool)
    keys, counts = np.unique(np.stack([must, must_not]), axis=1, return_counts=True)
    for n in range(keys.shape[1]):
        fits = ((pool.bits & keys[0, n]) == keys[0, n]) & ((pool.bits & keys[1, n]) == 0)
        if not fits.any():
            names = [word for w, word in enumerate(pool.words) if int(keys[0, n]) >> w & 1]
            nots = [f"not {word}" for w, word in enumerate(pool.words) if int(keys[1, n]) >> w & 1]
            yield f"no frame here is {' and '.join(names + nots)}, as {counts[n] / 60:.1f} s ask for: capture or transplant some"
    if made.outcome["bent"] > 0.8 or made.outcome["stretched"] > 0.35:
        yield (
            f"the way was bent by up to {np.degrees(made.outcome['bent']):.0f} degrees a second and its steps changed by up to "
            f"{100 * made.outcome['stretched']:.0f} %: what is asked goes another way, or farther, than its end lies"
        )
