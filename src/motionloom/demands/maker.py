"""An order as a recipe: which frames of which clips, where it goes, whose plants. Made again, nothing is searched: the same bytes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, Skeleton
from motionloom.core.editing import mirror, sample_at
from motionloom.core.errors import MotionloomError
from motionloom.demands.closeness import Closeness
from motionloom.demands.demand import RATE, Demand
from motionloom.demands.demand_file import from_json, to_json
from motionloom.demands.fitting import Fit, fit
from motionloom.demands.making_motion import PATH_SLACK, Order, Places, make_motion, plan_places
from motionloom.demands.pool import Pool, Stretch, take_apart
from motionloom.demands.satisfaction import find_spans, satisfied_share
from motionloom.demands.weaving import weave
from motionloom.library import Library, NewAnnotation
from motionloom.making.makers.options import read_options
from motionloom.making.makers.registry import FrameMap, Made, Maker, register
from motionloom.making.packed_plants import pack_plants, unpack_plants
from motionloom.making.recipe import Recipe, RecipeError, Source
from motionloom.making.sources import Sources, clip_source
from motionloom.score.rarity import measure_rarity

TRACK = "order"  # of annotations that say which asked words hold


@dataclass(frozen=True)
class OrderOptions:
    """demand: as plain data. pieces: for each source but perhaps the last, [first frame and frame after the last, at 60 Hz in its clip;
    those that are shown, without what is only blended; mirrored; its floor in metres; its plants; radians that its feet are turned by
    and whether it is put on the body by roles, both absent in older recipes]. body: the source whose skeleton it has. places: see `Places`.
    words: where each asked word holds.
    """

    demand: Mapping[str, Any]
    pieces: tuple[Sequence[Any], ...]
    body: int
    places: Mapping[str, Any]
    words: Mapping[str, Sequence[Sequence[int]]]


def order_recipe(
    library: Library,
    pool: Pool,
    frames: NDArray[np.int64],
    demand: Demand,
    way: NDArray[np.float64] | None,
    slack: float = PATH_SLACK,
) -> Recipe:
    """The recipe for frames (F,) of a pool in the order that was found for a demand; way and slack: see `plan_places`."""
    woven = weave(pool, frames)
    bounds = np.concatenate([[0], woven.joins, [len(frames)]])
    sources, pieces = list[Source](), list[list[Any]]()
    for begin, stop in pairwise(bounds):
        number = int(pool.stretch_of[frames[begin]])
        stretch, base = pool.stretches[number], int(pool.starts[number])
        used = _used(woven.shown, woven.other, woven.share, frames, int(begin), int(stop), base, int(pool.starts[number + 1]))
        low, high = used[0] - base + stretch.first, used[1] - base + stretch.first
        shown = [int(frames[begin]) - base + stretch.first, int(frames[stop - 1]) + 1 - base + stretch.first]
        clip = library.clip(stretch.clip)
        start, end = math.floor(low * clip.fps / RATE), math.ceil((high - 1) * clip.fps / RATE) + 1
        sources.append(clip_source(clip, start, min(end, clip.frames)))
        stood = pack_plants(pool.plants[used[0] : used[1]])
        pieces.append([low, high, *shown, stretch.mirrored, round(pool.floors[number], 6), stood, stretch.fit.turn, stretch.fit.by_roles])
    body = next(
        (n for n, source in enumerate(sources) if library.skeleton(library.clip(source.clip).skeleton).hash == pool.skeleton.hash),
        len(sources),
    )
    if body == len(sources):
        sources.append(_body_source(library, pool))
    places = plan_places(pool, frames, demand, way, slack).to_json()
    words = find_spans(demand, pool, woven.most)
    return MAKER.recipe(sources, {"demand": to_json(demand), "pieces": pieces, "body": body, "places": places, "words": words})


def _used(
    shown: NDArray[np.int64],
    other: NDArray[np.int64],
    share: NDArray[np.float64],
    frames: NDArray[np.int64],
    begin: int,
    stop: int,
    low: int,
    high: int,
) -> tuple[int, int]:
    """The frames of the pool, half open, that the piece at begin:stop shows, what is blended beyond its ends among them, and one more."""
    line = frames[begin] - begin  # a piece's frames less their times
    times = np.arange(len(frames))
    rows = ((shown - times == line) | ((other - times == line) & (share > 0))) & (
        np.abs(times - (begin + stop) / 2) < (stop - begin) / 2 + RATE
    )
    at = times[rows] + line
    inside = at[(at >= low) & (at < high)]
    return int(inside.min()), min(int(inside.max()) + 2, high)


def _body_source(library: Library, pool: Pool) -> Source:
    """A frame of some clip that has the body which an order is put on."""
    for clip in library.clips():
        if library.skeleton(clip.skeleton).hash == pool.skeleton.hash and clip.content:
            return clip_source(clip, 0, 1)
    raise RecipeError("no clip of the library has the body that this is made for any more; gather the clips again")


def _make(sources: Sources, recipe: Recipe) -> Made:
    told = read_options(OrderOptions, recipe.options, recipe.kind)
    try:
        demand, places = from_json(told.demand), Places.from_json(told.places)
        skeleton = sources.open(recipe.sources[told.body]).motion.skeleton
        pool, frames = _open_pieces(sources, recipe, told, skeleton)
    except (TypeError, ValueError, IndexError, KeyError, MotionloomError) as error:
        raise error if isinstance(error, RecipeError) else RecipeError(f"recipe {recipe.kind!r}: {error}") from None
    order = make_motion(pool, frames, places, demand.name or "order")
    return describe_order(order, pool, demand, told, recipe, sources)


def _open_pieces(sources: Sources, recipe: Recipe, told: OrderOptions, skeleton: Skeleton) -> tuple[Pool, NDArray[np.int64]]:
    """A pool of just the pieces of a recipe, and the frames of it in order."""
    stretches, parts, floors, starts, frames = list[Stretch](), [], list[float](), [0], []
    for source, (low, high, first, stop, mirrored, floor, plants, *how) in zip(recipe.sources, told.pieces, strict=False):
        opened = sources.open(source)
        turn, by_roles = how or (0.0, False)
        motion = fit(opened.motion, skeleton, Fit(bool(by_roles), float(turn)))
        at = np.arange(low, high) * motion.fps / RATE - source.start
        moved: Motion = sample_at(motion, at, RATE)
        moved = mirror(moved) if mirrored else moved
        clip = opened.clip
        stretches.append(
            Stretch(source.clip, clip.name if clip else source.clip, source.content, low, bool(mirrored), bool(clip and clip.made))
        )
        parts.append((*take_apart(moved, float(floor)), unpack_plants(plants, high - low)))
        floors.append(float(floor))
        frames.append(np.arange(first - low, stop - low) + starts[-1])
        starts.append(starts[-1] + high - low)
    rotations, heights, ground, facing, stood = (np.concatenate(column) for column in zip(*parts, strict=True))
    nothing = np.zeros((0, 0), np.float32)
    none = Closeness(nothing, nothing, nothing, np.zeros(0, np.float32))
    bits = np.zeros(starts[-1], np.uint64)
    pool = Pool(
        skeleton,
        tuple(stretches),
        np.array(starts, np.intp),
        rotations,
        heights,
        ground,
        facing,
        stood,
        (),
        bits,
        none,
        tuple(floors),
        np.zeros(starts[-1], np.float32),
    )
    return pool, np.concatenate(frames).astype(np.int64)


def describe_order(order: Order, pool: Pool, demand: Demand, told: OrderOptions, recipe: Recipe, sources: Sources) -> Made:
    """What a recipe gives, with what is said of it."""
    most = order.woven.most
    which = pool.stretch_of[most]
    shown = np.zeros(len(most))
    for number, source in enumerate(recipe.sources[: len(told.pieces)]):
        rows = which == number
        fps = sources.library.clip(source.clip).fps
        shown[rows] = (most[rows] - pool.starts[number] + told.pieces[number][0]) * fps / RATE - source.start
    spans = tuple(NewAnnotation(word, a, b, TRACK, "machine") for word, runs in told.words.items() for a, b in runs)
    rarity = measure_rarity(order.motion, order.plants)
    outcome = {
        "rarity": round(rarity.total, 3),
        "satisfied": None if (share := satisfied_share(demand, told.words)) is None else round(share, 4),
        "joins": [int(join) for join in order.woven.joins],
        "bent": round(order.reached.bent, 3),
        "stretched": round(order.reached.stretched, 3),
    }
    return Made(order.motion, FrameMap(which, shown), order.plants, "order", spans, outcome=outcome, about=order)


MAKER = register(Maker("order", "Made to order", _make, version=5))
