"""What was said of the sources goes along to what was made of them, frame by frame: plants and annotations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from motionloom.core.masks import find_runs
from motionloom.library import Author, NewAnnotation
from motionloom.library.records import NOTES
from motionloom.making.makers.registry import FrameMap, Made
from motionloom.making.recipe import Recipe
from motionloom.making.sources import OpenSource, Sources


def carry(sources: Sources, recipe: Recipe, made: Made) -> Made:
    """What was made, with the spans of its sources where it shows them, and their plants where its maker gave none."""
    shown = {int(number) for number in np.unique(made.frames.source) if number >= 0}
    opened = {number: sources.open(recipe.sources[number]) for number in sorted(shown) if not recipe.sources[number].document}
    spans = tuple(span for number, source in opened.items() for span in _carry_spans(source, number, made.frames))
    with_spans = replace(made, annotations=(*spans, *made.annotations))
    whole = bool(opened) and set(opened) == set(np.unique(made.frames.source).tolist())
    return _carry_plants(opened, with_spans) if whole and made.plants is None else with_spans


def _carry_spans(source: OpenSource, number: int, frames: FrameMap) -> Iterator[NewAnnotation]:
    at = np.where(frames.source == number, np.rint(frames.frame), -1)
    for span in source.annotations:
        if span.track == NOTES:
            yield from _carry_note(span, frames, number)
            continue
        for start, stop in find_runs((at >= span.start) & (at < span.stop)):
            yield replace(span, start=start, stop=stop)


def _carry_note(note: NewAnnotation, frames: FrameMap, number: int) -> Iterator[NewAnnotation]:
    """A remark at the frame that shows its moment best, where one does: frames that lie further apart still keep it."""
    shown = np.flatnonzero(frames.source == number)
    if len(shown) == 0:
        return
    away = np.abs(frames.frame[shown] - note.start)
    steps = np.abs(np.diff(frames.frame[shown]))
    best = int(np.argmin(away))
    if away[best] <= max(0.5, float(np.median(steps)) / 2 if len(steps) else 0.5):
        yield replace(note, start=int(shown[best]), stop=int(shown[best]) + 1)


def _carry_plants(opened: dict[int, OpenSource], made: Made) -> Made:
    """The plants of the frames that are shown, where every source that is shown has some."""
    bits, person = (np.zeros((len(made.motion), 4), bool) for _ in range(2))
    for number, source in opened.items():
        if source.plants is None:
            return made
        rows = made.frames.source == number
        at = np.clip(np.rint(made.frames.frame[rows]).astype(np.intp), 0, len(source.motion) - 1)
        bits[rows] = source.plants[at]
        person[rows] = False if source.plants_person is None else source.plants_person[at]
    said = " + ".join(dict.fromkeys(filter(None, (source.plants_source for source in opened.values()))))
    by: Author = "machine" if any(source.plants_by == "machine" for source in opened.values()) else "file"
    return replace(made, plants=bits, plants_source=said, plants_person=person, plants_by=by)
