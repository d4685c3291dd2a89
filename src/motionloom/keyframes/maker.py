"""Completed sketches as recipes: the sketch itself, the clips of the style, and which path. The same recipe gives the same bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import numpy as np

from motionloom.core.errors import count_of
from motionloom.keyframes.assembling import Assembled
from motionloom.keyframes.completing import Completion, complete_with
from motionloom.keyframes.key_curves import SketchError
from motionloom.keyframes.sketch import Sketch, sketch_from_json
from motionloom.keyframes.style import Style, build_style
from motionloom.making.makers import FrameMap, Made, Maker, register
from motionloom.making.proposals import NewProposal
from motionloom.making.recipe import Recipe, RecipeError, Source
from motionloom.making.sources import Sources

ROLLED = 0.02  # radians: a foot that is rolled less rests on heel and toe
KEPT = 6  # styles and completions that are kept, the ones a person goes back and forth between

_styles: OrderedDict[str, Style] = OrderedDict()
_completions: OrderedDict[str, Completion] = OrderedDict()
_lock = threading.Lock()


def sketch_recipe(sketch: Sketch, sources: Sequence[Source], path: int = 0) -> Recipe:
    """The recipe for a sketch completed from the captures of a style, along one of its paths (0 is the best)."""
    if not sources:
        raise SketchError("a style is one capture or more; name clips, or choose them by --label, --subject or --search")
    return MAKER.recipe(sources, {"sketch": sketch.to_json(), "path": int(path)})


def propose_paths(sketch: Sketch, sources: Sequence[Source], completion: Completion, name: str = "") -> list[NewProposal]:
    """A proposal for each path of a completion; the score is its cost: joins, and a fraction for how near the matches are."""
    return [
        NewProposal(
            sketch_recipe(sketch, sources, path),
            f"{name or sketch.name} path {path + 1}",
            score=round(float(completion.costs[path]), 4),
            reason=describe_path(completion, path),
        )
        for path in range(len(completion.paths))
    ]


def describe_path(completion: Completion, path: int) -> str:
    """A path in words: how many fragments, how many joins, from which captures."""
    pieces = completion.pieces(path)
    breaks = int(np.sum(~pieces.consecutive))
    clips = list(dict.fromkeys(completion.style.names[n] for n in pieces.clip))
    return (
        f"{count_of(len(pieces.start), 'fragment')}, {count_of(breaks, 'join')}, of {', '.join(clips[:4])}{'...' if len(clips) > 4 else ''}"
    )


def open_style(sources: Sources, sketch: Sketch, chosen: Sequence[Source]) -> Style:
    """The style of these captures for a sketch; the last few are kept."""
    opened = [sources.open(source) for source in chosen]  # what is no longer what it was is an error, whether or not it is at hand
    key = repr((sketch.skeleton.hash, sketch.fps, [(each.source.content, each.source.start, each.source.stop) for each in opened]))
    with _lock:
        if key in _styles and all(each.source.content for each in opened):
            _styles.move_to_end(key)
            return _styles[key]
    style = build_style(sketch.skeleton, sketch.fps, [each.motion for each in opened])
    _keep(_styles, key, style)
    return style


def open_completion(sources: Sources, recipe: Recipe) -> Completion:
    """The completion that a recipe is a path of; the last few are kept, so that another path takes only its own time."""
    sketch, _ = read_recipe(recipe)
    style = open_style(sources, sketch, recipe.sources)
    key = recipe.with_options(path=0).digest
    with _lock:
        if key in _completions:
            _completions.move_to_end(key)
            return _completions[key]
    completion = complete_with(sketch, style)
    _keep(_completions, key, completion)
    return completion


def _keep(cache: OrderedDict[str, Any], key: str, value: Any) -> None:
    with _lock:
        cache[key] = value
        while len(cache) > KEPT:
            cache.popitem(last=False)


def read_recipe(recipe: Recipe) -> tuple[Sketch, int]:
    """The sketch and the path of a recipe, checked: it may come from a stranger's file."""
    path = recipe.options.get("path", 0)
    if not isinstance(path, int) or isinstance(path, bool):
        raise RecipeError(f"recipe {recipe.kind!r}: path is a whole number, found {path!r}")
    try:
        return sketch_from_json(recipe.options.get("sketch")), path
    except SketchError as error:
        raise RecipeError(f"recipe {recipe.kind!r}: {error}") from None


def make_completed(sources: Sources, recipe: Recipe) -> Made:
    """The completed sketch; about: the `Completion`."""
    _, path = read_recipe(recipe)
    completion = open_completion(sources, recipe)
    made = completion.make(path)
    return Made(
        made.motion,
        _no_frames(len(made.motion)),
        plants=_plants(made),
        plants_source="sketch",
        labels=(),
        outcome=_describe(completion, path, made),
        about=completion,
    )


def _no_frames(count: int) -> FrameMap:
    """Annotations of the captures do not go along: legs are the sketch's, the rest comes from many moments."""
    return FrameMap(np.full(count, -1, np.intp), np.zeros(count))


def _plants(made: Assembled) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Plants (F, 4) of heels and toes: a foot control that stands rests on both, and on the ball or the heel alone while it rolls."""
    heel, toe = made.roll < ROLLED, made.roll > -ROLLED
    return np.repeat(made.stands, 2, axis=1) & np.stack([heel[:, 0], toe[:, 0], heel[:, 1], toe[:, 1]], axis=1)


def _describe(completion: Completion, path: int, made: Assembled) -> dict[str, Any]:
    told = {"path": path + 1, "paths": len(completion.paths), "band": completion.band, "made": describe_path(completion, path)}
    return {**told, **({"notes": list(made.notes)} if made.notes else {})}


MAKER = register(Maker("sketch", "Completed", make_completed, version=2))
