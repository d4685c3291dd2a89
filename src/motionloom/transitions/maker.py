"""Recipes of this room: a transition kept with its neighbours, and a whole performance. The table is their first source."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import MotionloomError
from motionloom.library import Document, Library, NewAnnotation
from motionloom.making.makers.options import read_options
from motionloom.making.makers.registry import FrameMap, Made, Maker, register
from motionloom.making.recipe import Recipe, RecipeError, Source
from motionloom.making.sources import Sources, clip_source, document_source
from motionloom.transitions.activities import activity_end
from motionloom.transitions.performance import Part, perform
from motionloom.transitions.shelf import TABLE, use_table
from motionloom.transitions.side_by_side import show_transition
from motionloom.transitions.stock import RATE, Stock
from motionloom.transitions.synthesis import make_transition
from motionloom.transitions.table import TransitionTable

LEAD = 0.5  # seconds of captured motion on both sides of a transition that is kept


@dataclass(frozen=True)
class TransitionOptions:
    """Frames at 60 Hz: `leave` of the first clip, `enter` of the second, as many `before` and `after` them as captured.

    mirrored: of both. activity: what was asked for, "" where a frame was. straight: without the intermediaries of the table.
    """

    leave: int
    enter: int
    mirrored: tuple[bool, bool]
    before: int
    after: int
    activity: str = ""
    straight: bool = False


@dataclass(frozen=True)
class PerformanceOptions:
    """parts: (first frame, last frame, mirrored) of each clip at 60 Hz; activities: what was asked for, part by part."""

    parts: tuple[Sequence[Any], ...]
    activities: tuple[str, ...] = ()


def transition_recipe(
    library: Library,
    document: Document,
    source: int,
    target: int,
    *,
    lead: float = LEAD,
    after: float | None = None,
    activity: str = "",
    straight: bool = False,
) -> Recipe:
    """The recipe for the transition from a frame of a table's stock to another, with captured motion on both sides.

    lead: seconds before it. after: seconds after it; where none are given, to the end of the activity and `lead` seconds more.
    """
    table, _ = use_table(library, document)
    stock, length = table.stock, table.frames
    table.source_window(source)
    table.target_window(target)
    here, there = int(stock.clip_of[source]), int(stock.clip_of[target])
    before = min(round(lead * RATE), source - int(stock.starts[here]))
    end = activity_end(table, target, activity) if activity and after is None else target
    follows = end - target + round((lead if after is None else after) * RATE)
    follows = min(follows, int(stock.starts[there + 1]) - 1 - target)
    options = TransitionOptions(
        source - int(stock.starts[here]),
        target - int(stock.starts[there]),
        (stock.clips[here].mirrored, stock.clips[there].mirrored),
        before,
        follows,
        activity,
        straight,
    )
    pieces = (source - before, source + length - 1), (target - length + 1, target + follows)
    return TRANSITION.recipe([document_source(document), *(_piece(library, stock, *piece) for piece in pieces)], vars(options))


def performance_recipe(library: Library, document: Document, parts: Sequence[Part], activities: Sequence[str] = ()) -> Recipe:
    """The recipe for a performance of parts of a table's stock."""
    table, _ = use_table(library, document)
    stock, told, sources = table.stock, list[list[Any]](), [document_source(document)]
    for part in parts:
        clip = int(stock.clip_of[part.first])
        begin = int(stock.starts[clip])
        told.append([part.first - begin, part.last - begin, stock.clips[clip].mirrored])
        sources.append(_piece(library, stock, part.first, part.last))
    return PERFORMANCE.recipe(sources, {"parts": told, "activities": list(activities)})


def _piece(library: Library, stock: Stock, first: int, last: int) -> Source:
    """Frames first to last of the stock as a piece of their clip, at the clip's own rate."""
    number = int(stock.clip_of[first])
    clip, begin = library.clip(stock.clips[number].id), int(stock.starts[number])
    start, stop = (math.floor((first - begin) * clip.fps / RATE), math.ceil((last - begin) * clip.fps / RATE) + 1)
    return clip_source(clip, start, min(stop, clip.frames))


def _make_transition(sources: Sources, recipe: Recipe) -> Made:
    """The transition between its neighbours; about: the `Transition`."""
    table = _open(sources, recipe)
    if len(recipe.sources) != 3:
        raise RecipeError(f"a transition is of a table and two clips, found {len(recipe.sources)} sources")
    told = read_options(TransitionOptions, recipe.options, recipe.kind)
    source, target = (
        _frame(table, clip, frame, mirrored)
        for clip, frame, mirrored in zip(recipe.sources[1:], (told.leave, told.enter), told.mirrored, strict=True)
    )
    made = make_transition(table, source, target, straight=told.straight)
    shown = show_transition(table, made, told.before, told.after)
    which = np.full(len(shown.motion), -1, np.intp)
    which[: shown.begin + 1], which[shown.end :] = 1, 2
    frames = np.arange(len(which)) + np.where(which == 2, target - shown.end, source - shown.begin)
    stock = table.stock
    outcome = {
        "rarity": round(made.rarity, 3),
        "score": round(made.score, 4),
        "plant": round(made.plant, 4),
        "balance": round(made.balance, 4),
        "momentum": round(made.momentum, 4),
        # What the score was measured by, so that whoever measures again measures the same span in the same way.
        "span": [shown.begin, shown.end + 1],
        "masses": list(table.masses.shares),
        "floor": stock.clips[int(stock.clip_of[source])].floor,
        "from": describe_frame(stock, source),
        "to": describe_frame(stock, target),
        "by_way_of": [describe_frame(stock, int(first)) for first in made.members[1:-1]],
        "seconds": table.frames / RATE,
    }
    spans = (NewAnnotation("transition", shown.begin, shown.end + 1),)
    frame_map = _to_frame_map(sources, recipe, stock, which, frames)
    return Made(shown.motion, frame_map, shown.plants, "transition", spans, outcome=outcome, about=made)


def _make_performance(sources: Sources, recipe: Recipe) -> Made:
    """The performance; about: the `Performance`."""
    table = _open(sources, recipe)
    told = read_options(PerformanceOptions, recipe.options, recipe.kind)
    if len(told.parts) != len(recipe.sources) - 1 or any(len(part) != 3 for part in told.parts):
        raise RecipeError(f"a performance has a clip for each part, found {len(recipe.sources) - 1} of {len(told.parts)}")
    parts = [
        Part(*(_frame(table, clip, frame, bool(mirrored)) for frame in (first, last)))
        for clip, (first, last, mirrored) in zip(recipe.sources[1:], told.parts, strict=True)
    ]
    shown = perform(table, parts)
    spans = tuple(NewAnnotation("transition", begin, end) for begin, end, _ in shown.transitions)
    outcome = {
        "rarities": [round(made.rarity, 3) for *_, made in shown.transitions],
        "scores": [round(made.score, 4) for *_, made in shown.transitions],
        "seconds": table.frames / RATE,
    }
    which = np.where(shown.part >= 0, shown.part + 1, -1)
    frame_map = _to_frame_map(sources, recipe, table.stock, which, shown.frame)
    return Made(shown.motion, frame_map, shown.plants, "transition", spans, outcome=outcome, about=shown)


def _open(sources: Sources, recipe: Recipe) -> TransitionTable:
    """The table of a recipe; an error where it or a clip of the recipe is not what it was."""
    if not recipe.sources or not recipe.sources[0].document:
        raise RecipeError(f"recipe {recipe.kind!r}: expected a transition table as its first source")
    document = sources.open_document(recipe.sources[0])
    if document.kind != TABLE:
        raise RecipeError(f"recipe {recipe.kind!r}: expected a transition table, found {document.kind} {document.name!r}")
    for source in recipe.sources[1:]:
        sources.open(source)
    return use_table(sources.library, document)[0]


def _frame(table: TransitionTable, source: Source, frame: int, mirrored: bool) -> int:
    """The frame of the stock that a recipe tells."""
    stock = table.stock
    try:
        clip = stock.find(source.clip, mirrored)
        found = int(stock.starts[clip]) + int(frame)
    except (MotionloomError, TypeError, ValueError) as error:
        raise RecipeError(f"a recipe with a transition table: {error}") from None
    if not int(stock.starts[clip]) <= found < int(stock.starts[clip + 1]):
        raise RecipeError(f"{stock.clips[clip].name!r} has no frame {frame} at 60 Hz; the recipe is not as it was written")
    return found


def _to_frame_map(sources: Sources, recipe: Recipe, stock: Stock, which: NDArray[np.intp], frames: NDArray[np.intp]) -> FrameMap:
    """Which frames of its sources a motion shows, from frames (F,) of the stock."""
    shown = np.zeros(len(which))
    for number, source in enumerate(recipe.sources):
        rows = which == number
        if source.clip and rows.any():
            fps = sources.library.clip(source.clip).fps
            begin = stock.starts[stock.clip_of[frames[rows]]]
            shown[rows] = (frames[rows] - begin) * fps / RATE - source.start
    return FrameMap(which, shown)


def describe_frame(stock: Stock, frame: int) -> dict[str, Any]:
    """Where a frame of the stock is: clip, name, whether it is seen in a mirror, and the second."""
    clip = int(stock.clip_of[frame])
    described = stock.clips[clip]
    second = round((frame - int(stock.starts[clip])) / RATE, 4)
    return {"clip": described.id, "name": described.name, "mirrored": described.mirrored, "second": second}


TRANSITION = register(Maker("transition", "Transition", _make_transition, version=4))
PERFORMANCE = register(Maker("performance", "Performance", _make_performance, version=4))
