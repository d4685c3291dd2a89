"""One file into the store: what a worker does during an import. Nothing here writes to the database."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from os import PathLike, walk
from os.path import abspath
from pathlib import Path
from typing import Any

from motionloom.core import Motion
from motionloom.core.errors import LibraryError, SkeletonError
from motionloom.formats.marks import Marks
from motionloom.formats.registry import ReadOptions, find_format
from motionloom.glitches import Glitch, Tracks, find_glitches
from motionloom.library.additions import NewAnnotation, NewClip, Reading, store_clip
from motionloom.library.earlier_recipes import bring_up_to_date
from motionloom.library.performer_names import find_performer
from motionloom.library.store import Store


@dataclass(frozen=True)
class ReadTask:
    """A file to read and where its frames go; small and picklable."""

    file: str
    arrays: str
    options: ReadOptions
    clips: tuple[str, ...] = ()  # the names of all clips of the file, where it holds several


def read_clip(task: ReadTask) -> NewClip:
    """Read a file, store its frames, and describe the clip: body height, gravity, what the reader decided."""
    from motionloom import formats

    path = Path(task.file)
    file_hash = hash_file(path, task.options)
    loaded = formats.read(path, task.options)
    motion = loaded.motion
    examined = examine(motion)
    reading = Reading(
        task.file,
        file_hash,
        loaded.format,
        loaded.unit,
        loaded.metres_per_unit,
        loaded.unit_guessed,
        loaded.header_fps,
        loaded.rest_frame_dropped,
        (*loaded.notes, *examined.notes),
        plain_options(task.options),
        task.clips,
    )
    marks = loaded.marks or Marks()
    details = {
        "reading": reading,
        **examined.details(),
        "subject": find_performer(path.stem),
        "recipe": bring_up_to_date(motion.recipe),
        "plants": marks.plants,
        "plants_source": marks.plants_source,
        "annotations": tuple(NewAnnotation(name, start, stop, by="file") for name, start, stop in marks.spans),
    }
    return store_clip(Store(Path(task.arrays)), motion, motion.name or path.stem, **details)


@dataclass(frozen=True)
class Examined:
    """What looking at a motion's frames gives: the body's height in metres, what its falls and steps say about rate and unit as plain
    data (both None where its body is not known), what is wrong with its frames, and notes on what is not known.
    """

    height: float | None
    gravity: Mapping[str, Any] | None
    glitches: tuple[Glitch, ...]
    notes: tuple[str, ...] = ()

    def details(self) -> dict[str, Any]:
        """The fields of a `NewClip`."""
        return {"height": self.height, "gravity": self.gravity, "glitches": self.glitches}


def examine(motion: Motion) -> Examined:
    """All that an import finds out about a motion, on the frames at hand."""
    from motionloom.core.body import body_of

    tracks = Tracks(motion)
    glitches = tuple(find_glitches(tracks))
    try:
        height = body_of(motion.skeleton).height
    except SkeletonError as error:  # still a motion: it can be looked at, and its roles given later
        return Examined(None, None, glitches, (str(error),))
    report, steps, verdict = tracks.falls, tracks.walking, tracks.rate_verdict
    gravity = {
        "fall": report.fall,
        "implied_fps": verdict.implied_fps,
        "suspicious": verdict.suspicious,
        "text": verdict.describe(),
        "flights": [[flight.start, flight.stop, flight.fall, flight.arc] for flight in report.flights],
        "steps": [steps.frames, steps.stated, steps.halved],
    }
    return Examined(height, gravity, glitches)


def hash_file(path: Path, options: ReadOptions) -> str:
    """A sha256 of a file and of those that its reader opens beside it."""
    known = find_format(path, "read")
    digest = hashlib.sha256()
    for file in (path, *(known.companions(path, options) if known.companions else ())):
        try:
            with open(file, "rb") as stream:
                digest.update(hashlib.file_digest(stream, "sha256").digest())
        except OSError as error:
            raise LibraryError(f"{file}: {error.strerror}") from None
    return digest.hexdigest()


def plain_options(options: ReadOptions) -> dict[str, Any]:
    """What a person said about a file, as plain data; defaults are left out."""
    told: dict[str, Any] = {}
    for field in fields(options):
        value = getattr(options, field.name)
        if value != field.default:
            plain = isinstance(value, str | int | float | bool)
            told[field.name] = value if plain else dict(value) if isinstance(value, Mapping) else str(value)
    return told


def read_plain_options(plain: Mapping[str, Any]) -> ReadOptions:
    """The options that `plain_options` wrote down."""
    skeleton = plain.get("skeleton")
    return ReadOptions(**{**plain, "skeleton": None if skeleton is None else Path(skeleton)})


def find_files(paths: Sequence[str | PathLike[str]], apart_from: Path) -> tuple[list[str], list[tuple[str, str]]]:
    """Absolute paths of all readable files that are named or lie under named folders, each once and in order; and failures.

    `apart_from` is the library's own folder. A named file counts whatever its suffix: its reader will complain.
    """
    from motionloom import formats

    found: dict[str, None] = {}
    failures: list[tuple[str, str]] = []
    suffixes = formats.suffixes("read")
    for given in paths:
        path = Path(abspath(given))  # without the dots in it: one file, one spelling
        if path.is_dir():
            found.update(dict.fromkeys(str(file) for file in _walk(path, apart_from) if file.suffix.lower() in suffixes))
        elif path.is_file():
            found[str(path)] = None
        else:
            failures.append((str(given), f"{given}: there is no such file or folder"))
    return list(found), failures


def _walk(folder: Path, apart_from: Path) -> Iterator[Path]:
    for place, folders, names in walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and Path(place, name) != apart_from)
        for name in sorted(names):
            if not name.startswith("."):
                yield Path(place, name)
