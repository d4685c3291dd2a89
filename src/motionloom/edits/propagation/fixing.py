"""The loop: a prediction that an artist put right, or any clip that was edited by a recipe, as an example of what it was made of."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.edits.propagation.example import ExampleError
from motionloom.edits.propagation.example_set import Pair, open_pair
from motionloom.library import Clip, Library
from motionloom.making.makers import make
from motionloom.making.recipe import from_json
from motionloom.making.sources import Sources, clip_source

Floats = NDArray[np.float64]
DEEPEST = 16  # edits of edits
KNOTS = 0.1  # seconds between the knots of a timing


def pair_from_edit(library: Library, clip: Clip, start: int, stop: int) -> Pair:
    """The pair of frames start:stop of a made clip and the frames of the capture that they come from, with their timing."""
    sources = Sources(library)
    origin, frames = trace_frames(library, clip)
    stop = min(stop, clip.frames)
    if not 0 <= start < stop:
        raise ExampleError(f"{clip.name!r} has {clip.frames} frames; the example takes {start} to {stop}")
    shown = frames[start:stop]
    if np.any(np.diff(shown) <= 0):
        raise ExampleError(f"{clip.name!r} does not go through {origin.name!r} once from frame to frame, so it is no edit of it")
    first, last = int(np.ceil(shown[0] - 1e-6)), int(np.floor(shown[-1] + 1e-6))
    source = clip_source(origin, first, last + 1)
    edited = clip_source(clip, start, stop)
    if clip.fps == origin.fps and np.allclose(np.diff(shown), 1.0, atol=1e-6) and last + 1 - first == stop - start:
        pair = Pair(source, edited)
    else:
        rows = np.unique(np.linspace(0, len(shown) - 1, max(2, round(len(shown) / clip.fps / KNOTS) + 1)).astype(np.intp))
        timing = tuple((round(float((shown[row] - first) / origin.fps), 5), round(float(row / clip.fps), 5)) for row in rows)
        pair = Pair(source, edited, timing)
    open_pair(sources, pair)
    return pair


def trace_frames(library: Library, clip: Clip) -> tuple[Clip, Floats]:
    """The clip that a made clip was made of first, and which of its frames (F,) each frame of the made one shows."""
    sources = Sources(library)
    frames = np.arange(clip.frames, dtype=np.float64)
    here = clip
    for _ in range(DEEPEST):
        told = library.recipe(here.id) if here.made else None
        if not told:
            break
        recipe = from_json(told)
        if not recipe.sources or not recipe.sources[0].clip:
            break
        made = make(sources, recipe).frames
        if np.any(made.source != 0):
            break
        first = recipe.sources[0]
        frames = np.interp(frames, np.arange(len(made.frame)), made.frame) + first.start
        here = library.clip(first.clip)
    if here.id == clip.id:
        raise ExampleError(f"{clip.name!r} was not made of another clip by a recipe; pair it with its source by hand")
    return here, frames
