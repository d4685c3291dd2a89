"""Gaps filled from captures as recipes: the clip, where the gap is, and the captures. The same recipe gives the same bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from motionloom.core import Motion
from motionloom.core.editing import find_frames
from motionloom.core.errors import count_of
from motionloom.keyframes.between import Between, check_gap, fill_between, stock_of
from motionloom.keyframes.gap_stock import Stock
from motionloom.keyframes.key_curves import SketchError
from motionloom.library import Library
from motionloom.making.choice import find_takes
from motionloom.making.makers import FrameMap, Made, Maker, register
from motionloom.making.recipe import Recipe, RecipeError, Source, from_json
from motionloom.making.sources import OpenSource, Sources

KEPT = 2  # stocks of captures that are kept: who fills one gap fills another
LOW = 0.5  # of trust: below it most of the gap is interpolation

_stocks: OrderedDict[str, Stock] = OrderedDict()
_lock = threading.Lock()


def between_recipe(opened: OpenSource, start: float, stop: float, captures: Sequence[Source]) -> Recipe:
    """The recipe for a source whose seconds start to stop are filled in from captures."""
    rows = find_frames(opened.motion, start, stop)
    check_gap(opened.motion, rows)
    if not captures:
        raise SketchError("a gap is filled from one capture or more; name clips, or choose them by --label, --subject or --search")
    fps = opened.motion.fps
    return MAKER.recipe([opened.source, *captures], {"start": rows.start / fps, "stop": rows.stop / fps})


def pick_captures(library: Library | None, opened: OpenSource, captures: Sequence[Source]) -> list[Source]:
    """The captures that a gap of a clip may be filled from: other versions of the same take, and what the clip was made of, hold the
    same gap and are left out; the clip itself stands in for them. Each is there once."""
    each_once = list(dict.fromkeys(captures))
    if library is None or opened.clip is None:
        return each_once
    mine, takes = opened.clip.id, find_takes(library)
    kin = {clip for clip, take in takes.items() if take == takes.get(mine, mine)} | _made_of(library, mine)
    left = [source for source in each_once if source.clip not in kin]
    return left if len(left) == len(each_once) else [opened.source, *left]


def _made_of(library: Library, clip: str) -> set[str]:
    """The clip and all that it was made of, step by step."""
    found, ahead = {clip}, [clip]
    while ahead:
        data = library.recipe(ahead.pop())
        for source in from_json(data).walk() if data else ():
            if source.clip and source.clip not in found:
                found.add(source.clip)
                ahead.append(source.clip)
    return found


def make_between(sources: Sources, recipe: Recipe) -> Made:
    """The source with its gap filled in; about: the `Between`."""
    opened = sources.open(recipe.sources[0])
    motion = opened.motion
    start, stop = (recipe.options.get(name) for name in ("start", "stop"))
    if not isinstance(start, int | float) or not isinstance(stop, int | float):
        raise RecipeError(f"recipe {recipe.kind!r}: start and stop are seconds, found {start!r} and {stop!r}")
    rows = find_frames(motion, float(start), float(stop))
    filled = fill_between(motion, rows, _open_stock(sources, opened, rows, recipe.sources[1:]))
    return Made(
        filled.motion,
        FrameMap.of_one(np.arange(len(motion))),
        plants=_with_gap(opened.plants, rows, np.repeat(filled.planted, 2, axis=1)),
        plants_person=_with_gap(opened.plants_person, rows, False),
        plants_source=opened.plants_source,
        plants_by=opened.plants_by,
        outcome=_describe(filled, len(recipe.sources) - 1),
        about=filled,
    )


def _open_stock(sources: Sources, opened: OpenSource, rows: slice, captures: Sequence[Source]) -> Stock:
    """The captures, to be searched; the last few are kept."""
    some = [sources.open(source) for source in captures]  # what is no longer what it was is an error, whether or not it is at hand
    parts = [part for one in some for part in _outside(one, opened, rows)]
    named = [(one.source.content, one.source.start, one.source.stop) for one in some]
    key = repr((opened.motion.skeleton.hash, named, [len(part) for part in parts]))
    with _lock:
        if key in _stocks and all(content for content, _, _ in named):
            _stocks.move_to_end(key)
            return _stocks[key]
    stock = stock_of(opened.motion.skeleton, parts)
    with _lock:
        _stocks[key] = stock
        while len(_stocks) > KEPT:
            _stocks.popitem(last=False)
    return stock


def _outside(capture: OpenSource, opened: OpenSource, rows: slice) -> list[Motion]:
    """The motion of a capture; of one that is the clip with the gap, or a piece of it, only what lies before and behind the gap."""
    motion, (one, other) = capture.motion, (replace(each.source, start=0, stop=0) for each in (capture, opened))
    if one != other:
        return [motion]
    gap = np.clip(np.array([rows.start, rows.stop]) + opened.source.start - capture.source.start, 0, len(motion))
    return [motion[: gap[0]], motion[gap[1] :]]


def _with_gap(bits: np.ndarray[Any, np.dtype[np.bool_]] | None, rows: slice, inside: Any) -> np.ndarray[Any, np.dtype[np.bool_]] | None:
    """Plants (F, 4) with others in the gap; None where nobody knows any."""
    if bits is None:
        return None
    changed = bits.copy()
    changed[rows] = inside
    return changed


def _describe(filled: Between, captures: int) -> dict[str, Any]:
    told = {"filled": len(filled.planted), "made": f"from {count_of(captures, 'capture')}", "trust": round(filled.trust, 3)}
    far = "no capture begins and ends alike: most of it is interpolation"
    return {**told, **({"notes": [far]} if filled.trust < LOW else {})}


MAKER = register(Maker("between", "Filled in", make_between))
