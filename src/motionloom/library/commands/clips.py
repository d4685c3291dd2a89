"""Commands on whole clips: name, note, details, performer, rate, delete and restore."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import ClassVar

from motionloom.core.errors import LibraryError
from motionloom.core.motion import MAX_FPS, MIN_FPS
from motionloom.library.commands.registry import MAX_TEXT, check_text, register
from motionloom.library.edit import Edit
from motionloom.library.records import check_id


@register
@dataclass(frozen=True)
class RenameClip:
    """Gives a clip another name."""

    kind: ClassVar[str] = "rename_clip"
    clip: str
    name: str

    def describe(self, edit: Edit) -> str:
        return f"Rename {edit.clip(self.clip)['name']} to {check_text(self.name, 'a name')}"

    def apply(self, edit: Edit) -> None:
        edit.update("clips", edit.clip(self.clip), name=check_text(self.name, "a name"))


@register
@dataclass(frozen=True)
class SetNote:
    """Sets what a person wrote about a clip; empty text takes it away."""

    kind: ClassVar[str] = "set_note"
    clip: str
    text: str

    def describe(self, edit: Edit) -> str:
        return f"Note on {edit.clip(self.clip)['name']}"

    def apply(self, edit: Edit) -> None:
        edit.update("clips", edit.clip(self.clip), note=_check_long(self.text, "a note"))


@register
@dataclass(frozen=True)
class SetDetails:
    """Sets who performed a clip, where it is from and what it shows; fields left out stay."""

    kind: ClassVar[str] = "set_details"
    clip: str
    description: str | None = None
    subject: str | None = None
    source: str | None = None
    licence: str | None = None

    def describe(self, edit: Edit) -> str:
        return f"Details of {edit.clip(self.clip)['name']}"

    def apply(self, edit: Edit) -> None:
        given = {name: getattr(self, name) for name in ("description", "subject", "source", "licence")}
        changes = {name: _check_long(text, name) for name, text in given.items() if text is not None}
        edit.update("clips", edit.clip(self.clip), **changes)


@register
@dataclass(frozen=True)
class SetSubject:
    """Says who performed clips; empty text takes it away."""

    kind: ClassVar[str] = "set_subject"
    clips: tuple[str, ...]
    subject: str

    def describe(self, edit: Edit) -> str:
        return f"Performer of {_describe(edit, self.clips)}"

    def apply(self, edit: Edit) -> None:
        subject = check_text(self.subject, "a performer") if self.subject.strip() else ""
        for clip in _once(self.clips):
            edit.update("clips", edit.clip(clip), subject=subject)


@register
@dataclass(frozen=True)
class SetRate:
    """Corrects the frames a second of clips whose header lied; the frames themselves stay."""

    kind: ClassVar[str] = "set_rate"
    clips: tuple[str, ...]
    fps: float

    def describe(self, edit: Edit) -> str:
        return f"Play {_describe(edit, self.clips)} at {self.fps:g} Hz"

    def apply(self, edit: Edit) -> None:
        if not MIN_FPS <= self.fps <= MAX_FPS:
            raise LibraryError(f"{self.fps:g} frames a second cannot be; expected {MIN_FPS:g} to {MAX_FPS:g}")
        for clip in _once(self.clips):
            row = edit.clip(clip)
            edit.update("clips", row, fps=self.fps, glitches=_without_rate(row["glitches"], row["fps"] != self.fps))


@register
@dataclass(frozen=True)
class DeleteClips:
    """Takes clips out of sight; undo or `restore_clips` brings them back with all that was said about them."""

    kind: ClassVar[str] = "delete_clips"
    clips: tuple[str, ...]

    def describe(self, edit: Edit) -> str:
        return f"Delete {_describe(edit, self.clips)}"

    def apply(self, edit: Edit) -> None:
        now = time.time()
        for clip in _once(self.clips):
            edit.update("clips", edit.clip(clip), deleted=now)


@register
@dataclass(frozen=True)
class RestoreClips:
    """Brings deleted clips back; clips that are not deleted stay as they are."""

    kind: ClassVar[str] = "restore_clips"
    clips: tuple[str, ...]

    def describe(self, edit: Edit) -> str:
        return f"Restore {_describe(edit, self.clips)}"

    def apply(self, edit: Edit) -> None:
        for clip in _once(self.clips):
            row = edit.find("clips", check_id(clip, "clip"))
            if row is None:
                raise LibraryError(f"no clip {clip}; it is not in this library")
            if not row["content"]:
                raise LibraryError(
                    f"the frames of {row['name']!r} went when the library was tidied; `motionloom import --restore` reads them anew"
                )
            edit.update("clips", row, deleted=None)


def _without_rate(glitches: str | None, changed: bool) -> str | None:
    """What is known to be wrong with a clip that is played at another rate: a person has decided about the rate."""
    if glitches is None or not changed:
        return glitches
    return json.dumps([glitch for glitch in json.loads(glitches) if glitch["kind"] != "rate"])


def _once(clips: tuple[str, ...]) -> tuple[str, ...]:
    if not clips:
        raise LibraryError("name at least one clip")
    return tuple(dict.fromkeys(clips))


def _describe(edit: Edit, clips: tuple[str, ...]) -> str:
    if len(clips) != 1:
        return f"{len(clips)} clips"
    row = edit.find("clips", clips[0])
    return row["name"] if row else clips[0]


def _check_long(text: str, where: str) -> str:
    if len(text) > MAX_TEXT:
        raise LibraryError(f"{where} has {len(text)} letters; at most {MAX_TEXT}")
    return text.strip()
