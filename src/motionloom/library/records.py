"""What the library answers: frozen records, plain data."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from motionloom.core.errors import LibraryError
from motionloom.glitches import Glitch

Author = Literal["person", "machine", "file"]
Role = Literal["do", "undo", "redo"]

NOTES = "notes"  # the track of remarks at a moment, a frame each: they are for people and name no behaviour

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True)
class Clip:
    """A clip as the list shows it; `Library.motion` has its frames.

    content names its frames: the same content is the same bytes for ever. made: of other clips, by a recipe; else it was performed.
    source: the collection it comes from. annotations: the distinct names of its spans. height: metres, None where the
    body's roles are not known. reading: how its file was read. glitches: what is wrong with its frames, None where nobody has looked.
    mends: the clip of which it is a mended one ("mend", see `making.makers.mend`), "" for any other. made_of: the clips
    that its recipe names. added, deleted: seconds since 1970.
    """

    id: str
    name: str
    content: str
    skeleton: str
    frames: int
    joints: int
    fps: float
    made: bool
    source: str
    subject: str
    description: str
    licence: str
    note: str
    labels: tuple[str, ...]
    annotations: tuple[str, ...]
    planted: bool
    file: str
    reading: Mapping[str, Any]
    height: float | None
    gravity: Mapping[str, Any] | None
    glitches: tuple[Glitch, ...] | None
    mends: str
    made_of: tuple[str, ...]
    added: float
    deleted: float | None

    @property
    def duration(self) -> float:
        """Seconds."""
        return self.frames / self.fps

    @property
    def fingerprint(self) -> str:
        """A hash of all that makes the clip's motion: frames, skeleton, rate. Names and labels may change."""
        return fingerprint(self.content, self.skeleton, self.fps)


@dataclass(frozen=True)
class Label:
    """A word for a whole clip. present False: a person said that it is not this, and no machine may say it again."""

    label: str
    by: Author
    confidence: float | None
    present: bool


@dataclass(frozen=True)
class Annotation:
    """A named half-open span of frames on a track of a clip."""

    id: str
    clip: str
    track: str
    name: str
    start: int
    stop: int
    by: Author
    confidence: float | None


@dataclass(frozen=True)
class Judgement:
    """A person's yes or no to a question about a clip; the question "natural" is asked most."""

    clip: str
    question: str
    person: str
    verdict: bool


@dataclass(frozen=True)
class Document:
    """A model, behaviour machine, role mapping or other thing kept as JSON, with bytes beside it where content is set.

    clips: the ids of the clips it rests on, whose frames stay while it does.
    """

    id: str
    kind: str
    name: str
    version: int
    data: Mapping[str, Any]
    content: str
    added: float
    deleted: float | None
    clips: tuple[str, ...] = ()


@dataclass(frozen=True)
class Change:
    """One edit, undo or redo, in the order of seq.

    touched: what it is about, "clip:ID" or "document:ID"; kept: what an undo left because it has been changed since.
    applied False: this id had been asked before, nothing happened again.
    """

    seq: int
    id: str
    window: str
    kind: str
    title: str
    role: Role
    target: int | None
    touched: tuple[str, ...]
    kept: tuple[str, ...]
    at: float
    applied: bool = True

    @property
    def clips(self) -> tuple[str, ...]:
        """The ids of the clips it touched."""
        return tuple(what.removeprefix("clip:") for what in self.touched if what.startswith("clip:"))

    @property
    def documents(self) -> tuple[str, ...]:
        """The ids of the documents it touched."""
        return tuple(what.removeprefix("document:") for what in self.touched if what.startswith("document:"))


@dataclass(frozen=True)
class Summary:
    """The whole library in figures; each count is of clips that are not deleted."""

    clips: int
    frames: int
    seconds: float
    labels: Mapping[str, int] = field(default_factory=dict)
    annotations: Mapping[str, int] = field(default_factory=dict)
    sources: Mapping[str, int] = field(default_factory=dict)
    subjects: Mapping[str, int] = field(default_factory=dict)


def fingerprint(content: str, skeleton: str, fps: float) -> str:
    """A short hash of what makes a clip's motion."""
    return hashlib.sha256(f"{content} {skeleton} {fps!r}".encode()).hexdigest()[:32]


def make_id() -> str:
    """A new short random id."""
    return secrets.token_hex(6)


def check_id(given: str, what: str = "id") -> str:
    """The id itself, or an error: an id is never a path."""
    if not isinstance(given, str) or not _ID.fullmatch(given):
        raise LibraryError(f"{what} {str(given)[:80]!r} is not an id; expected up to 64 letters, digits, - and _")
    return given
