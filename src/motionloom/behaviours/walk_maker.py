"""A walk through the frame graph of some motions as a recipe: what it starts from, how long, how far from the lowest Q, its seed."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from motionloom.align.put_on import put_on
from motionloom.behaviours.clips import LabelledClip
from motionloom.behaviours.frame_graph import RATE, THRESHOLD, build_frame_graph, gather_frames, iterate_values
from motionloom.behaviours.frame_walk import STAY, find_stretches, play_stretches, walk_frames
from motionloom.core.errors import MotionError
from motionloom.making.makers.registry import FrameMap, Made, Maker, register
from motionloom.making.recipe import Recipe, RecipeError, Source
from motionloom.making.sources import Sources

LONGEST = 3600.0  # seconds


def walk_recipe(
    sources: Sequence[Source], seconds: float, spread: float = 0.0, threshold: float = THRESHOLD, seed: int = 0, one_body: bool = False
) -> Recipe:
    """The recipe for so many seconds along the lowest Q, from a frame that the seed chooses. See `frame_walk.walk_frames`.

    one_body: sources with other bodies are put on the first one's.
    """
    told: dict[str, Any] = {"seconds": float(seconds), "spread": float(spread), "threshold": float(threshold)}
    return MAKER.recipe(sources, {**told, **({"one_body": True} if one_body else {})}, seed)


def make_walk(sources: Sources, recipe: Recipe) -> Made:
    """The walk; about: its stretches. Jumps are counted and the dearest is told."""
    seconds, spread, threshold = (_number(recipe, name) for name in ("seconds", "spread", "threshold"))
    if not 1 / RATE <= seconds <= LONGEST:
        raise RecipeError(f"recipe 'frame_walk': a walk lasts up to {LONGEST:g} s, found {seconds:g}")
    motions = [sources.open(source).motion for source in recipe.sources]
    if recipe.options.get("one_body"):
        motions = [put_on(motion, motions[0].skeleton) for motion in motions]
    frames = gather_frames([LabelledClip(motion, "") for motion in motions])
    graph = build_frame_graph(frames, threshold)
    if not graph.inside.any():
        raise MotionError(f"no frame leads to another within {threshold:g} weighted radians; a larger --threshold allows more")
    values, _ = iterate_values(graph)
    rng = np.random.default_rng(recipe.seed)
    start = int(rng.choice(np.flatnonzero(graph.inside)))
    path = walk_frames(graph, values, start, max(round(seconds * RATE), 2), rng, spread, round(STAY * RATE))
    stretches = find_stretches(frames, path)
    motion, clips, shown = play_stretches(motions, stretches)
    dearest = max((_cost(graph, int(a), int(b)) for a, b in itertools.pairwise(path)), default=0.0)
    outcome = {"jumps": len(stretches) - 1, "dearest": round(dearest, 4), "clips": len(set(clips.tolist()))}
    return Made(motion, FrameMap(clips.astype(np.intp), shown), outcome=outcome, about=stretches)


def _cost(graph: Any, source: int, target: int) -> float:
    rows = slice(graph.starts[source], graph.starts[source + 1])
    return float(graph.costs[rows][np.flatnonzero(graph.targets[rows] == target)[0]])


def _number(recipe: Recipe, name: str) -> float:
    value = recipe.options.get(name)
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise RecipeError(f"recipe 'frame_walk': expected the number {name}, found {value!r}")
    return float(value)


MAKER = register(Maker("frame_walk", "Walk through frames", make_walk, version=2))
