"""What is known about a motion's frames and travels with its file: foot plants and named spans.

glTF, USD and NPZ keep them in their own extras. Formats that have no place for them get a file beside, `walk.bvh.json`, which also
holds the recipe; it is read back only with the motion that it was written for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.errors import FileError, MotionError
from motionloom.core.files import read_json
from motionloom.core.masks import fill_runs, find_runs
from motionloom.formats.registry import RawClip

POINTS = ("left_heel", "left_toe", "right_heel", "right_toe")
BESIDE = ".json"  # behind the whole name: walk.bvh.json
EXPECTED = "what Motionloom wrote beside a motion"


@dataclass(frozen=True, eq=False)
class Marks:
    """plants (F, 4) bool of left heel, left toe, right heel, right toe, or None; plants_source: what found them.

    spans: (name, first frame, frame after the last), of annotations.
    """

    plants: NDArray[np.bool_] | None = None
    plants_source: str = ""
    spans: tuple[tuple[str, int, int], ...] = ()

    def __bool__(self) -> bool:
        return self.plants is not None or bool(self.spans)

    def to_json(self, frames: int) -> dict[str, Any]:
        """Plain data for a motion of so many frames: ranges, as an engine wants events."""
        data: dict[str, Any] = {"frames": frames}
        if self.plants is not None:
            data["plants"] = {point: find_runs(self.plants[:, column]) for column, point in enumerate(POINTS)}
            data["plants_source"] = self.plants_source
        if self.spans:
            data["spans"] = [list(span) for span in self.spans]
        return data


def read_marks(data: Any, frames: int, first: int = 0) -> Marks:
    """The marks of plain data for frames first:first + frames of what they were written for; none where another program changed that."""
    if not isinstance(data, Mapping) or data.get("frames") != first + frames:
        return Marks()
    source = data.get("plants_source")
    plants, spans = _read_plants(data.get("plants"), frames, first), _read_spans(data, frames, first)
    return Marks(plants, source if isinstance(source, str) else "", spans)


def _read_plants(data: Any, frames: int, first: int) -> NDArray[np.bool_] | None:
    if not isinstance(data, Mapping) or any(point not in data for point in POINTS):
        return None
    try:
        columns = [fill_runs([(int(start), int(stop)) for start, stop in data[point]], first + frames) for point in POINTS]
    except (TypeError, ValueError, MotionError):
        return None
    return np.stack(columns, axis=1)[first:]


def _read_spans(data: Mapping[str, Any], frames: int, first: int) -> tuple[tuple[str, int, int], ...]:
    given = data.get("spans")
    rows = [row for row in given if isinstance(row, list) and len(row) == 3] if isinstance(given, list) else []
    fits = [(name, start - first, stop - first) for name, start, stop in rows if _is_span(name, start, stop)]
    return tuple((name, start, stop) for name, start, stop in fits if 0 <= start < stop <= frames)


def _is_span(name: Any, start: Any, stop: Any) -> bool:
    return isinstance(name, str) and type(start) is int and type(stop) is int


def write_beside(motion: Motion, marks: Marks, path: Path) -> None:
    """Write marks and recipe beside a motion's file; nothing where there is nothing to say."""
    if not marks and not motion.recipe:
        return
    data = {"fps": motion.fps, "recipe": dict(motion.recipe), "marks": marks.to_json(len(motion))}
    path.with_name(path.name + BESIDE).write_text(json.dumps({"motionloom": data}, allow_nan=False), encoding="utf-8")


def add_beside(clip: RawClip, path: Path) -> RawClip:
    """A clip with the recipe and marks that lie beside its file, where they are of this motion."""
    data = _read_beside(path)
    marks, recipe = data.get("marks"), data.get("recipe")
    fits = isinstance(marks, Mapping) and marks.get("frames") == len(clip.rotations)
    return replace(clip, marks=marks, recipe=recipe if isinstance(recipe, dict) else {}) if fits else clip


def _read_beside(path: Path) -> Mapping[str, Any]:
    beside = path.with_name(path.name + BESIDE)
    try:
        data = read_json(beside, EXPECTED) if beside.is_file() else None
    except FileError:
        return {}
    found = data.get("motionloom") if isinstance(data, Mapping) else None
    return found if isinstance(found, Mapping) else {}
