"""What most scripts want of this room, one call each: a sketch completed or textured from captures, a gap filled from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from motionloom.core import Motion
from motionloom.core.editing import find_frames
from motionloom.keyframes.between import fill_between as fill_rows, stock_of, without_gap
from motionloom.keyframes.completing import Completion, complete_with
from motionloom.keyframes.key_curves import SketchError
from motionloom.keyframes.sketch import Sketch
from motionloom.keyframes.style import build_style

if TYPE_CHECKING:
    from motionloom.library import Library
    from motionloom.making.choice import Choice


def complete(sketch: Sketch, library: Library | Motion | Sequence[Motion], choice: Choice | None = None) -> Completion:
    """A sketch completed from captures: a library (its performed clips of bodies, or those of a choice), or motions.

    `.motion()` is the best one, `.motion(1)` the next; `.paths`, `.matches`, `.fragments` show how it came about.
    """
    return complete_with(sketch, build_style(sketch.skeleton, sketch.fps, open_motions(library, choice)))


def fill_between(
    motion: Motion, start: float, end: float, library: Library | Motion | Sequence[Motion], choice: Choice | None = None
) -> Motion:
    """The motion with its seconds `start` to `end` filled in from captures: a library's, or motions; all else stays bit by bit.

    A capture that is the motion itself gives only what lies outside of the gap.
    """
    rows = find_frames(motion, start, end)
    captures = without_gap(motion, rows, open_motions(library, choice))
    return fill_rows(motion, rows, stock_of(motion.skeleton, captures)).motion


def texture(sketch: Sketch, library: Library | Motion | Sequence[Motion], channels: Iterable[str] | None = None) -> Motion:
    """The sketch with the captures' middle bands on some of its keyed channels, all joints' where none are named; nothing is filled in."""
    named = tuple(channels) if channels is not None else tuple(texturable(sketch))
    options = replace(sketch.options, textured=named, synthesised=())
    return complete(replace(sketch, options=options), library).motion()


def texturable(sketch: Sketch) -> list[str]:
    """The keyed channels that can be textured: joints' axes, the root's height, roll and bank of feet; with two keys or more."""
    from motionloom.keyframes.rig import AXES, rig_of
    from motionloom.keyframes.style import EXTRAS

    labels = rig_of(sketch.skeleton).labels
    feet = tuple(name for name in EXTRAS if not name.endswith("turn"))
    return [
        name
        for name, keys in sketch.keys.items()
        if len(keys) > 1 and (name in feet or (name.rpartition(".")[0] in labels and name.rpartition(".")[2] in AXES))
    ]


def open_motions(library: Library | Motion | Sequence[Motion], choice: Choice | None = None) -> list[Motion]:
    """The motions of a library's choice, or those that were given."""
    from motionloom.library import Library

    if isinstance(library, Motion):
        return [library]
    if not isinstance(library, Library):
        return list(library)
    from motionloom.making.choice import Choice, require

    clips = require(library, choice or Choice(body=True))
    if not clips:
        raise SketchError("the library has no performed clip of a body")
    return [library.motion(clip.id) for clip in clips]
