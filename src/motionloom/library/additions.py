"""Clips coming in: what is known about a new one, and the rows it becomes."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.errors import LibraryError
from motionloom.glitches import Glitch
from motionloom.library import plants
from motionloom.library.commands.annotations import AddAnnotation
from motionloom.library.commands.documents import to_json
from motionloom.library.commands.labels import put_label
from motionloom.library.commands.plants import find_plants
from motionloom.library.commands.registry import check_text
from motionloom.library.edit import Edit
from motionloom.library.records import Author, make_id
from motionloom.library.store import Store


@dataclass(frozen=True)
class Reading:
    """Which file a clip was read from and what was decided on its way in."""

    file: str = ""
    file_hash: str = ""
    format: str = ""
    unit: str = ""
    metres_per_unit: float | None = None
    unit_guessed: bool = False
    header_fps: float | None = None
    rest_frame_dropped: bool = False
    notes: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)  # what a person said about the file, where not the default
    clips: tuple[str, ...] = ()  # the names of all clips of a file that holds several; `options` say which one this is, but for the first

    @property
    def key(self) -> str | None:
        """One file, read in one way, is one clip: a hash of both; None where it came from no file."""
        if not self.file:
            return None
        return hashlib.sha256(json.dumps([self.file, self.file_hash, self.options], sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True)
class NewAnnotation:
    """A span to come with a new clip, frames half-open."""

    name: str
    start: int
    stop: int
    track: str = "annotations"
    by: Author = "file"
    confidence: float | None = None


@dataclass(frozen=True, eq=False)
class NewClip:
    """A clip whose frames are stored already and whose rows are not written yet: small, plain, safe to send between processes.

    plants (F, 4) bool in the order of `FEET`, or None; plants_person (F, 4) bool, those of them that a person set; plants_by: who set
    the others. labels are words for the whole clip.
    """

    content: str
    skeleton: str
    skeleton_data: Mapping[str, Any]
    frames: int
    joints: int
    fps: float
    name: str
    recipe: Mapping[str, Any] = field(default_factory=dict)
    outcome: Mapping[str, Any] = field(default_factory=dict)
    made: bool = False
    source: str = ""
    subject: str = ""
    description: str = ""
    licence: str = ""
    note: str = ""
    height: float | None = None
    gravity: Mapping[str, Any] | None = None
    glitches: tuple[Glitch, ...] | None = None
    reading: Reading = field(default_factory=Reading)
    labels: tuple[str, ...] = ()
    labels_by: Author = "person"
    annotations: tuple[NewAnnotation, ...] = ()
    plants: NDArray[np.bool_] | None = None
    plants_person: NDArray[np.bool_] | None = None
    plants_by: Author = "file"
    plants_source: str = ""


def store_clip(store: Store, motion: Motion, name: str | None = None, **details: Any) -> NewClip:
    """Write a motion's frames to the store and describe the clip it will be; details are fields of `NewClip`."""
    skeleton = motion.skeleton
    details.setdefault("recipe", dict(motion.recipe))
    details.setdefault("made", bool(details["recipe"].get("sources", details["recipe"])))  # the sample's performers start from nothing
    return NewClip(
        store.write_motion(motion),
        skeleton.hash,
        skeleton.to_json(),
        len(motion),
        len(skeleton),
        motion.fps,
        check_text(name or motion.name or "unnamed", "a clip's name"),
        **details,
    )


def insert_clips(edit: Edit, clips: Iterable[NewClip]) -> list[str | None]:
    """Write the rows of new clips; their ids come out, None for a file that is a clip of the library already."""
    return [_insert_clip(edit, clip) for clip in clips]


def _insert_clip(edit: Edit, clip: NewClip) -> str | None:
    key = clip.reading.key
    if key is not None and find_by_key(edit.connection, key) is not None:
        return None
    put_skeleton(edit, clip)
    identity, now = make_id(), time.time()
    row = {"id": identity, **stored_fields(clip), "added": now, "deleted": None}
    words = {"name": clip.name, "source": clip.source, "subject": clip.subject}
    row |= {**words, "description": clip.description, "licence": clip.licence, "note": clip.note}
    marks = ", ".join("?" * len(row))
    edit.connection.execute(f"INSERT INTO clips ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))
    _insert_said(edit.connection, identity, clip)
    edit.note_added(identity, now)
    return identity


def put_skeleton(edit: Edit, clip: NewClip) -> None:
    """Keep the clip's skeleton, once however many clips share it."""
    data = to_json(clip.skeleton_data, "a skeleton")
    edit.connection.execute("INSERT INTO skeletons VALUES (?, ?) ON CONFLICT DO NOTHING", (clip.skeleton, data))


def stored_fields(clip: NewClip) -> dict[str, Any]:
    """The columns that reading the file gives, as against those that people set."""
    reading = clip.reading
    told = {name: value for name, value in vars(reading).items() if name not in ("file", "file_hash")}
    return {
        "content": clip.content,
        "skeleton": clip.skeleton,
        "frames": clip.frames,
        "joints": clip.joints,
        "fps": clip.fps,
        "made": int(clip.made),
        "recipe": to_json(clip.recipe, "a recipe"),
        "outcome": to_json(clip.outcome, "an outcome"),
        "file": reading.file,
        "file_hash": reading.file_hash,
        "reading": to_json(told, "a reading"),
        "reading_key": reading.key,
        "height": clip.height,
        "gravity": None if clip.gravity is None else to_json(clip.gravity, "a gravity report"),
        "glitches": None if clip.glitches is None else write_glitches(clip.glitches),
    }


def write_glitches(glitches: Sequence[Glitch]) -> str:
    """Glitches as a row of `clips` holds them."""
    return json.dumps([glitch.to_json() for glitch in glitches])


def _insert_said(connection: sqlite3.Connection, identity: str, clip: NewClip) -> None:
    # Noted apart and thrown away: taking back the addition deletes the clip and leaves what was said about it.
    edit = Edit(connection)
    for label in dict.fromkeys(check_text(label, "a label") for label in clip.labels):
        put_label(edit, identity, label, present=True, by=clip.labels_by, confidence=None)
    for span in clip.annotations:
        fields = {"track": span.track, "by": span.by, "confidence": span.confidence}
        AddAnnotation(identity, span.name, span.start, span.stop, **fields).apply(edit)  # type: ignore[arg-type]
    if clip.plants is not None:
        if len(clip.plants) != clip.frames:
            raise LibraryError(f"{clip.name!r} has {clip.frames} frames but plants for {len(clip.plants)}")
        row = find_plants(edit, identity, clip.plants_by)
        person = clip.plants_by == "person" if clip.plants_person is None else clip.plants_person
        frames = plants.to_bytes(clip.plants, by_person=person)
        edit.update("plants", row, frames=frames, source=clip.plants_source)


def find_by_key(connection: sqlite3.Connection, key: str) -> sqlite3.Row | None:
    """The clip that was read from a file in a certain way."""
    row: sqlite3.Row | None = connection.execute("SELECT id, name, deleted FROM clips WHERE reading_key = ?", (key,)).fetchone()
    return row


def to_annotations(given: Sequence[Any]) -> tuple[NewAnnotation, ...]:
    """Annotations from `NewAnnotation`s or (name, start, stop) tuples."""
    return tuple(span if isinstance(span, NewAnnotation) else NewAnnotation(str(span[0]), int(span[1]), int(span[2])) for span in given)
