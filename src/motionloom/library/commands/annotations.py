"""Commands on annotations: named spans of frames on a clip's tracks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from motionloom.core.errors import LibraryError
from motionloom.library.commands.registry import check_text, register
from motionloom.library.edit import Edit, Values
from motionloom.library.records import Author, check_id, make_id

TRACK = "annotations"  # the track that spans are drawn on where none is named


@register
@dataclass(frozen=True)
class AddAnnotation:
    """Adds a span of frames start..stop (half-open). `annotation` is an id the asker makes, or "" for a new one."""

    kind: ClassVar[str] = "add_annotation"
    clip: str
    name: str
    start: int
    stop: int
    annotation: str = ""
    track: str = TRACK
    by: Author = "person"
    confidence: float | None = None

    def describe(self, edit: Edit) -> str:
        return f"Annotate {check_text(self.name, 'a name')}"

    def apply(self, edit: Edit) -> None:
        identity = check_id(self.annotation, "annotation") if self.annotation else make_id()
        if edit.find("annotations", identity) is not None:
            raise LibraryError(f"there is an annotation {identity} already; give a new one another id")
        if self.confidence is not None and not 0 <= self.confidence <= 1:
            raise LibraryError(f"a confidence lies between 0 and 1, found {self.confidence}")
        span = {"start": self.start, "stop": self.stop}
        check_span(edit.clip(self.clip), **span)
        words = {"track": check_text(self.track, "a track"), "name": check_text(self.name, "a name")}
        row = {"id": identity, "clip": self.clip, **words, **span, "by": self.by, "confidence": self.confidence}
        edit.insert("annotations", row)


@register
@dataclass(frozen=True)
class ChangeAnnotation:
    """Moves, stretches or renames a span; fields left out stay. What a person changes is a person's from then on."""

    kind: ClassVar[str] = "change_annotation"
    clip: str
    annotation: str
    name: str | None = None
    start: int | None = None
    stop: int | None = None
    track: str | None = None
    by: Author = "person"

    def describe(self, edit: Edit) -> str:
        row = find_annotation(edit, self.clip, self.annotation)
        if self.name is not None:
            return f"Rename {row['name']} to {check_text(self.name, 'a name')}"
        moved = self.start is not None and self.stop is not None and self.stop - self.start == row["stop"] - row["start"]
        return f"{'Move' if moved else 'Stretch'} {row['name']}"

    def apply(self, edit: Edit) -> None:
        row = find_annotation(edit, self.clip, self.annotation)
        changes: Values = {
            "start": row["start"] if self.start is None else self.start,
            "stop": row["stop"] if self.stop is None else self.stop,
            "name": row["name"] if self.name is None else check_text(self.name, "a name"),
            "track": row["track"] if self.track is None else check_text(self.track, "a track"),
        }
        check_span(edit.clip(self.clip), changes["start"], changes["stop"])
        if all(row[name] == value for name, value in changes.items()) or not may_change(row, self.by):
            return
        edit.update("annotations", row, **changes, by=self.by, confidence=None)


@register
@dataclass(frozen=True)
class SplitAnnotation:
    """Cuts a span at frame `at`; the later part becomes `other`, an id the asker makes, or "" for a new one."""

    kind: ClassVar[str] = "split_annotation"
    clip: str
    annotation: str
    at: int
    other: str = ""

    def describe(self, edit: Edit) -> str:
        return f"Split {find_annotation(edit, self.clip, self.annotation)['name']}"

    def apply(self, edit: Edit) -> None:
        row = find_annotation(edit, self.clip, self.annotation)
        if not row["start"] < self.at < row["stop"]:
            raise LibraryError(f"frame {self.at} does not lie inside {row['name']!r}, frames {row['start']} to {row['stop']}")
        other = check_id(self.other, "annotation") if self.other else make_id()
        if edit.find("annotations", other) is not None:
            raise LibraryError(f"there is an annotation {other} already; give a new one another id")
        edit.update("annotations", row, stop=self.at)
        edit.insert("annotations", {**row, "id": other, "start": self.at})


@register
@dataclass(frozen=True)
class RemoveAnnotation:
    """Deletes a span."""

    kind: ClassVar[str] = "remove_annotation"
    clip: str
    annotation: str

    def describe(self, edit: Edit) -> str:
        return f"Delete annotation {find_annotation(edit, self.clip, self.annotation)['name']}"

    def apply(self, edit: Edit) -> None:
        edit.delete("annotations", find_annotation(edit, self.clip, self.annotation))


@register
@dataclass(frozen=True)
class ReplaceAnnotations:
    """A machine's new proposal for a track: its old spans there go, a person's stay. spans: [name, start, stop, confidence?]."""

    kind: ClassVar[str] = "replace_annotations"
    clip: str
    track: str
    spans: tuple[tuple[Any, ...], ...]

    def describe(self, edit: Edit) -> str:
        return f"Propose {check_text(self.track, 'a track')} for {edit.clip(self.clip)['name']}"

    def apply(self, edit: Edit) -> None:
        edit.clip(self.clip)
        query = "SELECT * FROM annotations WHERE clip = ? AND track = ? AND by = 'machine'"
        for row in edit.connection.execute(query, (self.clip, self.track)).fetchall():
            edit.delete("annotations", dict(row))
        for span in self.spans:
            _add_proposed(edit, self.clip, self.track, span)


def _add_proposed(edit: Edit, clip: str, track: str, span: tuple[Any, ...]) -> None:
    fits = len(span) in (3, 4) and isinstance(span[0], str) and all(type(frame) is int for frame in span[1:3])
    if not fits or not isinstance(span[3] if len(span) == 4 else None, float | None):
        raise LibraryError(f"a span is [name, start, stop] with a confidence where there is one; found {str(span)[:80]}")
    confidence = span[3] if len(span) == 4 else None
    AddAnnotation(clip, span[0], span[1], span[2], track=track, by="machine", confidence=confidence).apply(edit)


def check_span(clip: Values, start: int, stop: int) -> None:
    """An error unless start..stop is a half-open range of the clip's frames."""
    if not 0 <= start < stop <= clip["frames"]:
        raise LibraryError(f"frames {start} to {stop} are no range of {clip['name']!r}, which has frames 0 to {clip['frames']}")


def find_annotation(edit: Edit, clip: str, annotation: str) -> Values:
    """An annotation of a clip that is there, or an error."""
    edit.clip(clip)
    row = edit.find("annotations", check_id(annotation, "annotation"))
    if row is None or row["clip"] != clip:
        raise LibraryError(f"clip {clip} has no annotation {annotation}; it may have been deleted in another window")
    return row


def may_change(row: Values, by: Author) -> bool:
    """Whether this author may change what that row says: a person's word always wins."""
    return by == "person" or row["by"] != "person"
