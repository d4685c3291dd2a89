"""Plants checked by hand on real captures: our own work, kept as a small JSON; the captures are not shipped.

Frames count as in the files. Where a file begins with a T-pose, that is no motion and is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.core.errors import FileError, MotionError, list_names
from motionloom.core.files import parse_json
from motionloom.core.masks import fill_runs
from motionloom.feet.plants import POINTS, Plants

# "fresh" was labelled after the oracle was frozen, to test it and nothing else: docs/feet.md.
Split = Literal["train", "held out", "other skeleton", "fresh"]


@dataclass(frozen=True)
class Labelled:
    """One labelled stretch of a clip: path within the data folder, performer, kind of motion, the rate it was really recorded at,
    the first labelled frame and how many, for each point its plants as half-open ranges of the file's frames, and how many
    frames of rest the file begins with."""

    clip: str
    subject: int
    kind: str
    split: Split
    fps: float
    first: int
    frames: int
    plants: Mapping[str, Sequence[tuple[int, int]]]
    rest_frames: int = 0

    @property
    def name(self) -> str:
        return Path(self.clip).stem


@dataclass(frozen=True, eq=False)
class Example:
    """A motion and its plants; only the frames that a person set are examples."""

    motion: Motion
    plants: Plants
    subject: int = 0
    kind: str = ""

    @property
    def name(self) -> str:
        return self.motion.name


def read_labels(path: Path | None = None, split: Split | None = None) -> tuple[Labelled, ...]:
    """The labels in a file (those shipped with Motionloom where none is named), all or of one split."""
    source = files("motionloom.feet") / "data" / "hand_labels.json" if path is None else path
    try:
        data = parse_json(source.read_bytes(), str(source), "hand labels")
    except OSError as error:
        raise FileError(f"{source}: {error.strerror or error}") from None
    entries = data.get("clips") if isinstance(data, dict) else None
    if not isinstance(entries, list):
        raise FileError(f"{source}: these are not hand labels: expected a list of 'clips', found none")
    every = tuple(_from_json(entry, f"{source}: clip {number}") for number, entry in enumerate(entries, 1))
    return tuple(labelled for labelled in every if split in (None, labelled.split))


def _from_json(entry: Any, where: str) -> Labelled:
    """The labels of one clip, or an error that names it."""
    found = set(entry) if isinstance(entry, dict) else set()
    known = {field.name for field in fields(Labelled)}
    needed = known - {"rest_frames"}
    if not needed <= found <= known:
        wrong = [*(f"no {name!r}" for name in sorted(needed - found)), *(repr(name) for name in sorted(found - known))]
        raise FileError(f"{where}: these are not hand labels: found {list_names(wrong, 4)}")
    labelled = Labelled(**entry)
    if fault := _find_fault(labelled):
        raise FileError(f"{where}, {labelled.clip}: expected {fault}")
    return labelled


def _find_fault(labelled: Labelled) -> str:
    """What was expected of a clip's labels and what was found, where they cannot be right; else nothing."""
    if not isinstance(labelled.clip, str):
        return f"the path of a file as 'clip', found {labelled.clip!r}"
    for name in ("subject", "first", "frames", "rest_frames"):
        if not _is_count(getattr(labelled, name)):
            return f"a whole number from 0 as {name!r}, found {getattr(labelled, name)!r}"
    if not isinstance(labelled.fps, int | float) or not 0 < labelled.fps < np.inf:
        return f"frames a second as 'fps', found {labelled.fps!r}"
    if labelled.split not in get_args(Split):
        return f"one of {', '.join(get_args(Split))} as 'split', found {labelled.split!r}"
    if not isinstance(labelled.plants, Mapping) or set(labelled.plants) != set(POINTS):
        found = list_names(list(labelled.plants)) if isinstance(labelled.plants, Mapping) else repr(labelled.plants)
        return f"the plants of {', '.join(POINTS)}, found {found or 'none'}"
    for point, runs in labelled.plants.items():
        strange = [run for run in runs if not _is_run(run)] if isinstance(runs, Sequence) else [runs]
        if strange:
            return f"plants of the {point} as [first, one after the last], found {strange[0]!r}"
    return ""


def _is_run(value: object) -> bool:
    return isinstance(value, Sequence) and len(value) == 2 and all(map(_is_count, value)) and value[0] < value[1]


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def open_examples(labels: Iterable[Labelled], folder: Path, progress: Progress | None = None) -> list[Example]:
    """The labelled clips, read from the folder that holds the captures."""
    each = (progress or Progress()).each("Reading labelled captures", labels, lambda labelled: labelled.clip)
    return [open_example(labelled, folder) for labelled in each]


def open_example(labelled: Labelled, folder: Path) -> Example:
    """A labelled clip: the whole motion, with the plants of its labelled frames marked as a person's."""
    from motionloom.formats import ReadOptions, read

    # The reader may take more frames for rest than the labels do; here the labels decide.
    loaded = read(folder / labelled.clip, ReadOptions(fps=labelled.fps, keep_rest_frame=True))
    motion = loaded.motion[labelled.rest_frames :]
    if labelled.first < labelled.rest_frames or labelled.first - labelled.rest_frames + labelled.frames > len(motion):
        raise MotionError(f"{labelled.clip}: labels reach to frame {labelled.first + labelled.frames}, the file ends before")
    return Example(motion, _to_plants(labelled, len(motion)), labelled.subject, labelled.kind)


def _to_plants(labelled: Labelled, frames: int) -> Plants:
    rest = labelled.rest_frames
    for point in POINTS:
        for start, stop in labelled.plants[point]:
            if start < rest or stop > rest + frames:
                where = f"{labelled.clip}: the {point} is labelled as planted in frames {start} to {stop}"
                raise MotionError(f"{where}, the file has motion in {rest} to {rest + frames}")
    columns = [fill_runs([(a - rest, b - rest) for a, b in labelled.plants[point]], frames) for point in POINTS]
    person = np.zeros((frames, len(POINTS)), bool)
    start = labelled.first - rest
    person[start : start + labelled.frames] = True
    return Plants(np.stack(columns, axis=1), labelled.fps, person, "hand labels")


def write_labels(labels: Iterable[Labelled], path: Path, about: str) -> None:
    """Write labels as JSON with one clip a paragraph, so that a change of one plant is a change of one line."""
    paragraphs = [_to_text(labelled) for labelled in labels]
    path.write_text('{\n "about": ' + json.dumps(about) + ',\n "clips": [\n' + ",\n".join(paragraphs) + "\n ]\n}\n")


def _to_text(labelled: Labelled) -> str:
    head: dict[str, Any] = {name: value for name, value in vars(labelled).items() if name != "plants"}
    plants = ",\n".join(f"   {json.dumps(point)}: {json.dumps([list(run) for run in labelled.plants[point]])}" for point in POINTS)
    return "  " + json.dumps(head)[:-1] + ', "plants": {\n' + plants + "\n  }}"
