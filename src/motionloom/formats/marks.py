"""What is known about a motion's frames and travels with its file: foot plants, named spans, and whether it loops.

glTF, USD and NPZ keep them in their own extras. Formats that have no place for them get a file beside, `walk.bvh.json`, which also
holds the recipe; it is read back only with the motion that it was written for. For engines, all of it is also said as events in seconds.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
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

    spans: (name, first frame, frame after the last), of annotations. loop: its last frame is the one before its first;
    closed: it is the first again (`formats.closed_loops`), which is undone when a file is read.
    """

    plants: NDArray[np.bool_] | None = None
    plants_source: str = ""
    spans: tuple[tuple[str, int, int], ...] = ()
    loop: bool = False
    closed: bool = False

    def __bool__(self) -> bool:
        return self.plants is not None or bool(self.spans) or self.loop

    def to_json(self, frames: int) -> dict[str, Any]:
        """Plain data for a motion of so many frames: ranges, as an engine wants events."""
        data: dict[str, Any] = {"frames": frames}
        if self.plants is not None:
            data["plants"] = {point: find_runs(self.plants[:, column]) for column, point in enumerate(POINTS)}
            data["plants_source"] = self.plants_source
        if self.spans:
            data["spans"] = [list(span) for span in self.spans]
        if self.loop:
            data["loop"] = True
        if self.closed:
            data["closed"] = True
        return data

    def to_events(self, fps: float) -> list[dict[str, Any]]:
        """Plants and spans as an engine's importer wants them: what, its name, and seconds from the first frame; by their beginning."""
        columns = () if self.plants is None else enumerate(POINTS)
        plants = [("plant", point, *run) for column, point in columns for run in find_runs(self.plants[:, column])]  # type: ignore[index]
        found = [*plants, *(("annotation", *span) for span in self.spans)]
        rows = sorted(found, key=lambda row: (row[2], row[3], row[1]))
        return [{"kind": kind, "name": name, "start": _seconds(first, fps), "end": _seconds(last, fps)} for kind, name, first, last in rows]


def _seconds(frame: int, fps: float) -> float:
    return round(frame / fps, 6)


def describe_clip(motion: Motion, marks: Marks | None) -> dict[str, Any]:
    """What goes along with one animation of a file: rate, seconds, recipe, marks for us, and the same as events for engines."""
    known = marks or Marks()
    frames = len(motion) - known.closed  # of one round
    data: dict[str, Any] = {"fps": motion.fps, "seconds": _seconds(frames, motion.fps), "loop": known.loop}
    data |= {"recipe": dict(motion.recipe)} if motion.recipe else {}
    return data | {"marks": known.to_json(len(motion)), "events": known.to_events(motion.fps)}


def open_loop(clip: RawClip) -> RawClip:
    """A clip without the frame that closes its loop, where its marks say that there is one and nobody has cut it since."""
    data, frames = clip.marks, len(clip.rotations)
    if not isinstance(data, Mapping) or data.get("closed") is not True or data.get("frames") != frames or frames < 2:
        return clip
    plants = data.get("plants")
    cut = {point: _cut_runs(runs, frames - 1) for point, runs in plants.items()} if isinstance(plants, Mapping) else None
    marks = {**data, "frames": frames - 1, "closed": False} | ({} if cut is None else {"plants": cut})
    return replace(clip, rotations=clip.rotations[:-1], root_positions=clip.root_positions[:-1], marks=marks)


def _cut_runs(runs: Any, frames: int) -> Any:
    """Ranges up to a frame; what is not one is left to whoever checks it."""
    try:
        return [[start, min(stop, frames)] for start, stop in runs if start < frames]
    except (TypeError, ValueError):
        return runs


def read_marks(data: Any, frames: int, first: int = 0) -> Marks:
    """The marks of plain data for frames first:first + frames of what they were written for; none where another program changed that."""
    if not isinstance(data, Mapping) or data.get("frames") != first + frames:
        return Marks()
    source = data.get("plants_source")
    plants, spans = _read_plants(data.get("plants"), frames, first), _read_spans(data, frames, first)
    return Marks(plants, source if isinstance(source, str) else "", spans, first == 0 and data.get("loop") is True)


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


def write_beside(motions: Sequence[Motion], marks: Sequence[Marks | None], path: Path, *, always: bool = False) -> None:
    """Write recipe, marks and events beside a file of one motion or several; nothing where there is nothing to say, unless `always`."""
    if not always and not any(marks) and not any(motion.recipe for motion in motions):
        return
    clips = [{"name": motion.name, **describe_clip(motion, known)} for motion, known in zip(motions, marks, strict=True)]
    data = clips[0] if len(clips) == 1 else {"clips": clips}
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
