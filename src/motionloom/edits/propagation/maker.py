"""Edits that spread, as recipes: a clip, the examples, and how they are weighed. The same recipe gives the same bytes."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import numpy as np

from motionloom.core.masks import find_runs
from motionloom.edits.propagation.example import ExampleError
from motionloom.edits.propagation.example_set import GAUSSIAN, ExampleSet, Pair, open_pairs
from motionloom.edits.propagation.model import EditModel, fit
from motionloom.edits.propagation.sequence_solve import Weights
from motionloom.edits.propagation.spreading import Spread, SpreadOptions, spread, timing_of
from motionloom.feet.plants import Plants
from motionloom.library import NewAnnotation
from motionloom.making.makers import FrameMap, Made, Maker, register
from motionloom.making.makers.options import read_options
from motionloom.making.packed_plants import pack_plants, unpack_plants
from motionloom.making.recipe import Recipe, RecipeError
from motionloom.making.sources import OpenSource, Sources

KEPT = 4  # models that are kept, the ones a person goes back and forth between
UNSURE, SHORTEST = 0.5, 0.25  # confidence below which frames are marked, and seconds for which
TRACK = "spread"

_models: OrderedDict[str, EditModel] = OrderedDict()
_lock = threading.Lock()


P = ParamSpec("P")
T = TypeVar("T")


def in_one_thread(work: Callable[P, T]) -> Callable[P, T]:
    """The work with matrix products in one thread: split among several they round otherwise, and a recipe must give the same bytes."""

    @wraps(work)
    def limited(*given: P.args, **named: P.kwargs) -> T:
        from threadpoolctl import threadpool_limits

        with threadpool_limits(1):
            return work(*given, **named)

    return limited


def propagate_recipe(opened: OpenSource, plants: Plants, examples: ExampleSet, options: SpreadOptions | None = None) -> Recipe:
    """The recipe for what the artist who made the examples would make of a clip. It names the examples' own clips, so what becomes of
    the shelf entry later does not touch it."""
    if not examples.pairs:
        raise ExampleError("there are no examples yet; add one with `motionloom edit learn`")
    options = options or SpreadOptions()
    told: dict[str, Any] = {
        "timings": [[list(knot) for knot in pair.timing] for pair in examples.pairs],
        "predictor": examples.predictor,
        "weights": None if options.weights is None else asdict(options.weights),
        "strength": options.strength,
        "feet": options.feet,
        "plants": pack_plants(plants.bits),
        "plants_source": plants.source,
    }
    ends = [each for pair in examples.pairs for each in (pair.source, pair.edited)]
    return MAKER.recipe([opened.source, *ends], told)


def read_recipe(recipe: Recipe) -> tuple[ExampleSet, SpreadOptions]:
    """The examples and options of a recipe, checked: it may come from a stranger's file."""
    said = recipe.options
    timings, ends = said.get("timings"), recipe.sources[1:]
    if not isinstance(timings, list) or len(ends) != 2 * len(timings) or not timings:
        raise RecipeError("recipe 'propagate': expected a clip, and a source and an edit for every timing")
    try:
        pairs = tuple(Pair(ends[2 * n], ends[2 * n + 1], tuple((float(a), float(b)) for a, b in knots)) for n, knots in enumerate(timings))
        strength = float(said.get("strength", 1.0))
    except (TypeError, ValueError):
        raise RecipeError("recipe 'propagate': timings are lists of pairs of seconds, strength is a number") from None
    given = said.get("weights")
    if given is not None and not (isinstance(given, Mapping) and all(isinstance(value, int | float) for value in given.values())):
        raise RecipeError("recipe 'propagate': weights are numbers by name")
    weights = None if given is None else read_options(Weights, given, recipe.kind)
    return ExampleSet(pairs, str(said.get("predictor", GAUSSIAN))), SpreadOptions(weights, strength, bool(said.get("feet", True)))


@in_one_thread
def open_model(sources: Sources, examples: ExampleSet) -> EditModel:
    """The model of examples, fitted once; the last few are kept."""
    for pair in examples.pairs:  # what is no longer what it was is an error, whether or not the model is at hand
        for end in (pair.source, pair.edited):
            sources.open(end)
    key = json.dumps(examples.to_json(), sort_keys=True)
    with _lock:
        if key in _models:
            _models.move_to_end(key)
            return _models[key]
    model = fit(open_pairs(sources, examples.pairs), examples.predictor)
    with _lock:
        _models[key] = model
        while len(_models) > KEPT:
            _models.popitem(last=False)
    return model


@in_one_thread
def make_propagated(sources: Sources, recipe: Recipe) -> Made:
    """A clip with an edit; about: the `Spread`."""
    examples, options = read_recipe(recipe)
    opened = sources.open(recipe.sources[0])
    bits = unpack_plants(recipe.options.get("plants", ""), len(opened.motion))
    plants = Plants(bits, opened.motion.fps, source=str(recipe.options.get("plants_source", "")))
    found = spread(open_model(sources, examples), opened.motion, plants, options)
    shown = np.rint(found.frames).astype(np.intp)
    person = None if opened.plants is None or opened.plants_person is None else (opened.plants_person & (opened.plants == bits))[shown]
    return Made(
        found.motion,
        FrameMap.of_one(found.frames),
        found.plants,
        plants.source,
        annotations=mark_unsure(found),
        labels=None if opened.clip is None else opened.clip.labels,
        outcome=describe(found),
        about=found,
        plants_person=person,
    )


def mark_unsure(found: Spread) -> tuple[NewAnnotation, ...]:
    """Spans in which an edit was predicted with little confidence, for an artist to look at."""
    runs = find_runs(found.confidence < UNSURE)
    least = SHORTEST * found.motion.fps
    return tuple(
        NewAnnotation("unsure", start, stop, TRACK, "machine", round(float(found.confidence[start:stop].mean()), 3))
        for start, stop in runs
        if stop - start >= least
    )


def describe(found: Spread) -> dict[str, Any]:
    """What came out, plain data: mean and least confidence and when that is, the timing where it is its own, notes of the clean-up."""
    worst = int(np.argmin(found.confidence))
    told: dict[str, Any] = {
        "confidence": round(float(found.confidence.mean()), 3),
        "least_confidence": round(float(found.confidence[worst]), 3),
        "least_confident_at": round(worst / found.motion.fps, 3),
    }
    timing = timing_of(found.frames, found.motion.fps)
    return {**told, **({"timing": timing} if timing else {}), **({"notes": list(found.notes)} if found.notes else {})}


MAKER = register(Maker("propagate", "Edit spread", make_propagated, version=6))
