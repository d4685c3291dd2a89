"""The transition tables of a library: of which bodies they can be made, where they lie, what can be asked of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from motionloom.core.errors import FileError, MotionError
from motionloom.library import Library
from motionloom.library.sample_library import is_performed
from motionloom.transitions.comparison import NATURAL_PERCENTILE, captured_scores
from motionloom.transitions.stock import RATE
from motionloom.transitions.synthesis import named_targets
from motionloom.transitions.table import TransitionTable, read_about

FOLDER = "transitions"  # in the library's own
SUFFIX = ".npz"


@dataclass(frozen=True)
class TableBody:
    """The clips of one skeleton that a table can be made of, and whose they are."""

    skeleton: str
    name: str
    clips: tuple[str, ...]
    seconds: float


@dataclass(frozen=True)
class Activity:
    """A name that a performer can be asked for; count: frames at which it can be entered, 0 where nothing leads into it for long enough."""

    name: str
    annotated: bool
    count: int


def find_bodies(library: Library) -> list[TableBody]:
    """The bodies of the captured clips (the sample's performers count as captured), the one with most clips first."""
    groups: dict[str, list[Any]] = {}
    for clip in library.clips():
        if clip.height is not None and is_performed(clip):
            groups.setdefault(clip.skeleton, []).append(clip)
    bodies = []
    for skeleton, clips in groups.items():
        subjects = sorted({clip.subject for clip in clips if clip.subject})
        name = ", ".join(subjects[:3]) + (" …" if len(subjects) > 3 else "") or clips[0].name
        bodies.append(TableBody(skeleton, name, tuple(clip.id for clip in clips), sum(clip.frames / clip.fps for clip in clips)))
    return sorted(bodies, key=lambda body: (-len(body.clips), body.name))


def table_path(library: Library, identity: str) -> Path:
    """Where the table of this id lies, or would lie."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", identity):
        raise FileError(f"{identity[:80]!r} is no name of a transition table; letters, digits, - and _ are")
    return library.folder / FOLDER / f"{identity}{SUFFIX}"


def table_id(name: str, seconds: float, representatives: int, mirrored: bool) -> str:
    """The id of a table made so: making it again replaces it."""
    word = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")[:32] or "body"
    return f"{word}-{round(1000 * seconds)}ms-{representatives}{'-mirrored' if mirrored else ''}"


def list_tables(library: Library) -> dict[str, Mapping[str, Any]]:
    """How each table of a library was made, by id; a file that is none is left out."""
    found: dict[str, Mapping[str, Any]] = {}
    for path in sorted((library.folder / FOLDER).glob(f"*{SUFFIX}")):
        if path.stem.endswith(".search"):
            continue
        try:
            found[path.stem] = read_about(path)
        except FileError:
            continue
    return found


def rename_spans(table: TransitionTable, library: Library) -> TransitionTable:
    """The table with the labels and annotations that its clips have now."""
    clips = []
    for clip in table.stock.clips:
        record = library.clip(clip.id)
        scale = RATE / record.fps
        spans = tuple((span.name, round(span.start * scale), round(span.stop * scale)) for span in library.annotations(clip.id))
        clips.append(replace(clip, name=record.name, labels=tuple(record.labels), spans=spans))
    return replace(table, stock=replace(table.stock, clips=tuple(clips)))


def list_activities(table: TransitionTable) -> list[Activity]:
    """Every annotation and label of a table's clips, annotations first."""
    annotated = {span for clip in table.stock.clips for span, *_ in clip.spans}
    found = [Activity(name, name in annotated, _count(table, name)) for name in table.stock.names()]
    return sorted(found, key=lambda activity: (not activity.annotated, activity.name))


def natural_line(table: TransitionTable) -> float:
    """The score in metres that nine of ten captured windows of the table keep: above it a transition counts as unnatural."""
    return float(np.percentile(captured_scores(table), NATURAL_PERCENTILE))


def _count(table: TransitionTable, name: str) -> int:
    try:
        return len(named_targets(table, name)[0])
    except MotionError:
        return 0
