"""Commands on labels: words for whole clips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from motionloom.core.errors import LibraryError
from motionloom.library.commands.registry import check_text, register
from motionloom.library.edit import Edit
from motionloom.library.records import Author

_RANK: dict[Author, int] = {"machine": 0, "file": 1, "person": 2}  # whose word stands against whose


@register
@dataclass(frozen=True)
class AddLabel:
    """Labels clips. A person's word always wins: a machine can neither change it nor say again what a person denied."""

    kind: ClassVar[str] = "add_label"
    clips: tuple[str, ...]
    label: str
    by: Author = "person"
    confidence: float | None = None

    def describe(self, edit: Edit) -> str:
        return f"Label {count_clips(self.clips)} {check_text(self.label, 'a label')}"

    def apply(self, edit: Edit) -> None:
        label = check_text(self.label, "a label")
        for clip in _check_clips(edit, self.clips):
            put_label(edit, clip, label, present=True, by=self.by, confidence=self.confidence)


@register
@dataclass(frozen=True)
class RemoveLabel:
    """Takes a label off clips. When a person takes off a machine's, it is remembered as denied."""

    kind: ClassVar[str] = "remove_label"
    clips: tuple[str, ...]
    label: str
    by: Author = "person"

    def describe(self, edit: Edit) -> str:
        return f"Take label {check_text(self.label, 'a label')} off {count_clips(self.clips)}"

    def apply(self, edit: Edit) -> None:
        label = check_text(self.label, "a label")
        for clip in _check_clips(edit, self.clips):
            drop_label(edit, clip, label, self.by)


@register
@dataclass(frozen=True)
class SetLabel:
    """Makes this the one label of clips, in place of all others."""

    kind: ClassVar[str] = "set_label"
    clips: tuple[str, ...]
    label: str
    by: Author = "person"

    def describe(self, edit: Edit) -> str:
        return f"Set the label of {count_clips(self.clips)} to {check_text(self.label, 'a label')}"

    def apply(self, edit: Edit) -> None:
        label = check_text(self.label, "a label")
        for clip in _check_clips(edit, self.clips):
            others = edit.connection.execute("SELECT label FROM labels WHERE clip = ? AND present AND label != ?", (clip, label)).fetchall()
            for (other,) in others:
                drop_label(edit, clip, other, self.by)
            put_label(edit, clip, label, present=True, by=self.by, confidence=None)


def _check_clips(edit: Edit, clips: Sequence[str]) -> Iterator[str]:
    """The clips, each once; an error at one that there is not."""
    for clip in dict.fromkeys(clips):
        edit.clip(clip)
        yield clip


def put_label(edit: Edit, clip: str, label: str, *, present: bool, by: Author, confidence: float | None) -> None:
    """Write one label of one clip, unless a machine would overrule a person."""
    if confidence is not None and not 0 <= confidence <= 1:
        raise LibraryError(f"a confidence lies between 0 and 1, found {confidence}")
    row = edit.find("labels", clip, label)
    if row is None:
        edit.insert("labels", {"clip": clip, "label": label, "present": int(present), "by": by, "confidence": confidence})
    elif _RANK[by] >= _RANK[row["by"]]:
        edit.update("labels", row, present=int(present), by=by, confidence=confidence)


def drop_label(edit: Edit, clip: str, label: str, by: Author) -> None:
    """Take one label off one clip."""
    row = edit.find("labels", clip, label)
    if row is None or not row["present"]:
        return
    if by == "person" and row["by"] != "person":
        edit.update("labels", row, present=0, by="person", confidence=None)
    elif _RANK[by] >= _RANK[row["by"]]:
        edit.delete("labels", row)


def count_clips(clips: tuple[str, ...]) -> str:
    """ "a clip" or "12 clips"; an error for none."""
    if not clips:
        raise LibraryError("name at least one clip")
    return "a clip" if len(clips) == 1 else f"{len(clips)} clips"
