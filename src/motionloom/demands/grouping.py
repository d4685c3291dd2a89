"""Groups: several actors who do the same at the same time and share no frame of any capture (paper 004, section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.demands.apart import CLEAR, body_points, distance_apart, find_room
from motionloom.demands.demand import RATE, Demand, DemandError, Place
from motionloom.demands.gathering import gather_pool
from motionloom.demands.making import HELD, Answer, Wish, finish, rank, search
from motionloom.demands.making_motion import PATH_SLACK
from motionloom.demands.pool import Pool
from motionloom.demands.search import ITERATIONS, pack_words
from motionloom.library import Library
from motionloom.making.choice import Choice
from motionloom.making.derive import NewMade, derive_all
from motionloom.making.recipe import Recipe
from motionloom.score.rarity import LINE

LEAST = 30  # frames of every combination of words that each actor has to choose from
UNIT = 4.0  # seconds of a clip that are given to one actor together
CLOSE_SLACK = 0.1  # see `plan_places`: for an actor who else comes too near to another
TAKES = 4  # that are tried for an actor who comes too near to another, misses words or is not natural
BEST = (1.0, HELD, -LINE)  # see `_Actor.rank`
ROUNDING = 0.005  # metres that feet held anew may differ by at another place
USUAL_TRANSPLANT = 120  # frames of a transplant, to say how many would do


@dataclass(frozen=True, eq=False)
class Group:
    """The answers of K actors, and how many frames of captures any two of them share."""

    answers: tuple[Answer, ...]
    shared_frames: int
    notes: tuple[str, ...] = ()


def share_demand(demand: Demand, actors: int, apart: float = 2.0) -> list[Demand]:
    """One demand for each of so many actors: the same words at the same time, from places in rows that are `apart` metres apart.

    Who has an end but no path gets the straight one, so that nobody strays into another's way.
    """
    across = int(np.ceil(np.sqrt(actors)))
    heading = 0.0 if demand.start is None or demand.start.heading is None else demand.start.heading
    found = []
    for n in range(actors):
        aside, back = (n % across - (across - 1) / 2) * apart, -(n // across) * apart
        x, z = np.cos(heading) * aside + np.sin(heading) * back, np.cos(heading) * back - np.sin(heading) * aside
        start = demand.start or Place(0.0, 0.0, 0.0)
        whole = replace(demand, start=start, path=demand.path or _between(start, demand.end), name=f"{demand.name or 'actor'} {n + 1}")
        found.append(move_demand(whole, float(x), float(z)))
    return found


def _between(start: Place, end: Place | None) -> tuple[tuple[float, float], ...]:
    """Two points on the straight way."""
    if end is None or np.hypot(end.x - start.x, end.z - start.z) < 0.5:
        return ()
    return tuple((start.x + part * (end.x - start.x), start.z + part * (end.z - start.z)) for part in (1 / 3, 2 / 3))


def make_group(
    demands: Sequence[Demand],
    library: Library,
    choice: Choice | None = None,
    *,
    seed: int = 0,
    iterations: int = ITERATIONS,
    mirrored: bool = True,
    clear: float = CLEAR,
    stay: bool = True,
    progress: Progress | None = None,
) -> Group:
    """An actor for each demand, all of equal length, of which no two show the same frame of a capture, nor one its mirror image.

    stay: places are as told, and who comes too near to another is noted; else an actor may step aside, its whole way with it.
    """
    if len(demands) < 2:
        raise DemandError("a group has two actors or more")
    if len({demand.frames for demand in demands}) > 1:
        raise DemandError("the demands of a group last equally long: actors are together in time")
    progress = progress or Progress()
    pool = gather_pool(library, choice, mirrored, progress)
    parts = split_pool(pool, demands, seed)
    answers, notes = list[Answer](), list[str]()
    for n, demand in progress.each("Making actors", list(enumerate(demands)), lambda pair: pair[1].name):
        made = _make_actor(library, parts[n], demand, Wish(seed + n, iterations, mirrored=mirrored, pace=pool), answers, clear, stay)
        answers.append(made.answer)
        notes += made.notes
    return Group(tuple(answers), count_shared([each.recipe for each in answers]), tuple(notes))


@dataclass(frozen=True, eq=False)
class _Actor:
    """An actor, how near it comes to others, and how good a take it is: apart from them, with its words, natural, in this order."""

    answer: Answer
    room: float
    rank: tuple[float, float, float]
    notes: tuple[str, ...] = ()


def _make_actor(library: Library, pool: Pool, demand: Demand, wish: Wish, others: Sequence[Answer], clear: float, stay: bool) -> _Actor:
    """The best of a few takes of one actor.

    An actor who comes too near is first led more closely along its way, where others are not; who may not stay steps aside then.
    """
    placed = [body_points(other.motion) for other in others]
    best: _Actor | None = None
    for take in range(TAKES):
        again = replace(wish, seed=wish.seed + 1000 * take)
        found = search(pool, demand, again)
        for slack in (PATH_SLACK, CLOSE_SLACK):
            led = replace(again, slack=slack)
            tried = _rank(finish(library, pool, demand, found, led), placed, clear)
            best = tried if best is None or tried.rank > best.rank else best
            if tried.room >= clear:
                break
        else:
            tried = tried if stay else _step_aside(library, pool, tried, led, placed, clear)
            best = tried if best is None or tried.rank > best.rank else best
        if best.rank == BEST:
            break
    assert best is not None
    if best.room < clear:
        near = f"{demand.name} comes within {100 * best.room:.0f} cm of another; give their places more room"
        return replace(best, notes=(*best.notes, near))
    return best


def _rank(made: Answer, placed: Sequence[NDArray[np.float64]], clear: float) -> _Actor:
    body = body_points(made.motion)
    away = min((distance_apart(body, other) for other in placed), default=np.inf)
    return _Actor(made, away, (min(away / clear, 1.0), *rank(made)))


def _step_aside(library: Library, pool: Pool, actor: _Actor, wish: Wish, placed: Sequence[NDArray[np.float64]], clear: float) -> _Actor:
    """The same actor where there is room, its whole way beside the one that was asked for; as it was where there is none."""
    step = find_room(body_points(actor.answer.motion), placed, clear + ROUNDING, actor.answer.motion.fps)
    if step is None:
        return actor
    moved = finish(library, pool, move_demand(actor.answer.demand, *step), actor.answer.found, wish)
    return replace(_rank(moved, placed, clear), notes=(f"{moved.demand.name} goes {np.hypot(*step):.1f} m beside its place, to have room",))


def move_demand(demand: Demand, x: float, z: float) -> Demand:
    """The same demand at another place: its start, path and end so many metres on."""
    start, end = (None if at is None else replace(at, x=round(at.x + x, 4), z=round(at.z + z, 4)) for at in (demand.start, demand.end))
    return replace(demand, start=start, end=end, path=tuple((round(px + x, 4), round(pz + z, 4)) for px, pz in demand.path))


def keep_group(library: Library, group: Group, window: str = "") -> list[str]:
    """Keep the actors as clips, in one undo step; their ids come out."""
    given = [NewMade(each.recipe, each.made, each.demand.name) for each in group.answers]
    return derive_all(library, given, window=window, title=f"Make a group of {len(given)}")


def split_pool(pool: Pool, demands: Sequence[Demand], seed: int = 0) -> list[Pool]:
    """A part of the pool for each demand: at least 30 frames of every combination of words that it asks for, all about equally large.

    Parts are of seconds of clips; both sides of a mirror go to the same actor. An error says what is short.
    """
    cut = _cut_stretches(pool, round(UNIT * RATE))
    units = {key: n for n, key in enumerate(dict.fromkeys((s.clip, s.first) for s in cut.stretches))}
    unit_of = np.array([units[(s.clip, s.first)] for s in cut.stretches])
    frames_of = np.repeat(unit_of, np.diff(cut.starts))
    sizes = np.bincount(frames_of, minlength=len(units))
    combos = _combinations(cut, demands)
    counts = np.array([np.bincount(frames_of[mask], minlength=len(units)) for _, mask, _ in combos], np.float64).reshape(-1, len(units))
    wants = np.array([[n in who for n in range(len(demands))] for _, _, who in combos]).reshape(len(combos), len(demands))
    for (words, _, who), row in zip(combos, counts, strict=True):
        _require(words, row, len(who))
    owner = _deal(counts, wants, sizes, len(demands), np.random.default_rng([seed, 2004]))
    for (words, _, who), row in zip(combos, counts, strict=True):
        for n in who:
            if row[owner == n].sum() < LEAST:
                _refuse(words, float(row.sum()), len(who), LEAST - float(row[owner == n].sum()))
    return [cut.only((owner == n)[unit_of]) for n in range(len(demands))]


def _deal(
    counts: NDArray[np.float64], wants: NDArray[np.bool_], sizes: NDArray[np.intp], actors: int, rng: np.random.Generator
) -> NDArray[np.intp]:
    """The actor (U,) who gets each unit: the scarcest combinations first, each to who has least of it; the rest to who has least of all."""
    owner = np.full(counts.shape[1], -1, np.intp)
    for c in np.argsort(counts.sum(axis=1), kind="stable"):
        units = np.flatnonzero((counts[c] > 0) & (owner < 0))
        for unit in units[np.argsort(-counts[c, units] * rng.uniform(0.5, 1.0, len(units)), kind="stable")]:
            have = np.array([counts[c, owner == n].sum() if wants[c, n] else np.inf for n in range(actors)])
            total = np.array([sizes[owner == n].sum() for n in range(actors)])
            if np.isfinite(have).any():
                owner[unit] = int(np.lexsort((total, have))[0])
    for unit in rng.permutation(np.flatnonzero(owner < 0)):
        owner[unit] = int(np.argmin([sizes[owner == n].sum() for n in range(actors)]))
    return owner


def _combinations(pool: Pool, demands: Sequence[Demand]) -> list[tuple[str, NDArray[np.bool_], list[int]]]:
    """Every combination of words that is asked for: in words, where (N,) the pool has it, and the actors who are asked for it."""
    found: dict[tuple[int, int], list[int]] = {}
    for n, demand in enumerate(demands):
        must, must_not = pack_words(demand, pool)
        for key in {(int(a), int(b)) for a, b in zip(must, must_not, strict=True) if a or b}:
            found.setdefault(key, []).append(n)
    rows = []
    for (must_bits, not_bits), who in sorted(found.items()):
        names = [word for w, word in enumerate(pool.words) if must_bits >> w & 1]
        nots = [f"not {word}" for w, word in enumerate(pool.words) if not_bits >> w & 1]
        mask = ((pool.bits & np.uint64(must_bits)) == np.uint64(must_bits)) & ((pool.bits & np.uint64(not_bits)) == 0)
        rows.append((" and ".join(names + nots), mask, who))
    return rows


def _require(words: str, counts: NDArray[np.float64], actors: int) -> None:
    if float(counts.sum()) < LEAST * actors or np.count_nonzero(counts) < actors:
        _refuse(
            words,
            float(counts.sum()),
            actors,
            max(LEAST * actors - float(counts.sum()), float(LEAST * (actors - np.count_nonzero(counts)))),
        )


def _refuse(words: str, there: float, actors: int, short: float) -> None:
    transplants = int(np.ceil(short / USUAL_TRANSPLANT))
    raise DemandError(
        f"the library is too small for {actors} actors: {words!r} is short ({there:.0f} frames, each needs {LEAST} of its own); capture "
        f"{short / RATE:.1f} s more of it, or make {transplants} transplant{'' if transplants == 1 else 's'} that show it"
    )


def _cut_stretches(pool: Pool, frames: int) -> Pool:
    """The same pool in stretches of at most so many frames, cut at the same frames of a clip on both sides of the mirror."""
    starts, stretches, floors = list[int](), [], list[float]()
    for n, stretch in enumerate(pool.stretches):
        begin, stop = int(pool.starts[n]), int(pool.starts[n + 1])
        cuts = list(range(begin, stop, frames))
        if len(cuts) > 1 and stop - cuts[-1] < frames // 2:
            cuts.pop()
        for cut in cuts:
            starts.append(cut)
            stretches.append(replace(stretch, first=stretch.first + cut - begin))
            floors.append(pool.floors[n])
    return replace(pool, stretches=tuple(stretches), starts=np.array([*starts, len(pool)], np.intp), floors=tuple(floors))


def frames_of_recipe(recipe: Recipe) -> dict[str, set[int]]:
    """The frames of each clip that an order shows or blends, by the clip's content: what its recipe says."""
    found: dict[str, set[int]] = {}
    for source in recipe.sources[: len(recipe.options["pieces"])]:
        found.setdefault(source.content, set()).update(range(source.start, source.stop))
    return found


def count_shared(recipes: Sequence[Recipe]) -> int:
    """How many frames of captures two of these recipes have in common, over all pairs."""
    shown = [frames_of_recipe(recipe) for recipe in recipes]
    return sum(len(a[key] & b[key]) for a, b in combinations(shown, 2) for key in a.keys() & b.keys())
