"""Commands on foot plants: four bits a frame, each of which knows whether a person set it."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from typing import ClassVar

from numpy.typing import ArrayLike

from motionloom.core.errors import LibraryError
from motionloom.library import plants
from motionloom.library.commands.annotations import check_span
from motionloom.library.commands.registry import register
from motionloom.library.edit import Edit, Values
from motionloom.library.plants import FEET, Foot
from motionloom.library.records import Author


@register
@dataclass(frozen=True)
class SetPlants:
    """Sets one foot point planted or free over frames start..stop."""

    kind: ClassVar[str] = "set_plants"
    clip: str
    foot: Foot
    start: int
    stop: int
    planted: bool
    by: Author = "person"

    def describe(self, edit: Edit) -> str:
        return f"{'Plant' if self.planted else 'Lift'} {self.foot.replace('_', ' ')}"

    def apply(self, edit: Edit) -> None:
        clip = edit.clip(self.clip)
        check_span(clip, self.start, self.stop)
        row = find_plants(edit, self.clip, self.by)
        _check_machine(row, clip, self.by, replace=False)
        bit = 1 << FEET.index(self.foot)
        old = row["frames"][self.start : self.stop]
        new = bytes([bit if self.planted else 0]) * len(old)
        edit.paint(self.clip, self.start, old, plants.overlay(old, new, bit, self.by))


@register
@dataclass(frozen=True)
class WritePlants:
    """Writes all four feet over many frames: bits and confidence as base64, a byte and four bytes a frame.

    A machine's leave every bit that a person set, and are refused over plants that came with the file unless `replace` says that
    somebody was asked. `Library.write_plants` makes one from arrays.
    """

    kind: ClassVar[str] = "write_plants"
    clip: str
    start: int
    bits: str
    by: Author = "machine"
    source: str = ""
    confidence: str | None = None
    replace: bool = False

    def describe(self, edit: Edit) -> str:
        return f"Plants of {edit.clip(self.clip)['name']}"

    def apply(self, edit: Edit) -> None:
        new = _decode(self.bits)
        clip = edit.clip(self.clip)
        check_span(clip, self.start, self.start + len(new))
        row = find_plants(edit, self.clip, self.by)
        _check_machine(row, clip, self.by, self.replace)
        old = row["frames"][self.start : self.start + len(new)]
        edit.paint(self.clip, self.start, old, plants.overlay(old, new, plants.ALL_BITS, self.by))
        if self.by != "person":
            row = find_plants(edit, self.clip, self.by)
            edit.update("plants", row, by=self.by, source=self.source, confidence=self._merged_confidence(row, clip["frames"]))

    def _merged_confidence(self, row: Values, frames: int) -> bytes | None:
        if self.confidence is None:
            return None
        new = _decode(self.confidence)
        if len(new) != len(_decode(self.bits)) * len(FEET):
            raise LibraryError(f"confidence takes {len(FEET)} bytes for every frame of bits, found {len(new)}")
        old = row["confidence"] or bytes(frames * len(FEET))
        first = self.start * len(FEET)
        return bytes(old[:first] + new + old[first + len(new) :])


def plants_command(
    clip: str,
    bits: ArrayLike,
    *,
    start: int = 0,
    by: Author = "machine",
    source: str = "",
    confidence: ArrayLike | None = None,
    replace: bool = False,
) -> WritePlants:
    """The command that writes plants (N, 4) bool, with a confidence (N, 4) 0..1 where it is known, from frame `start`."""
    shades = None if confidence is None else base64.b64encode(plants.confidence_to_bytes(confidence)).decode()
    return WritePlants(clip, start, base64.b64encode(plants.to_bytes(bits)).decode(), by, source, shades, replace)


@register
@dataclass(frozen=True)
class ConfirmPlants:
    """A person has looked at frames start..stop and says they are right: all bits are a person's from then on."""

    kind: ClassVar[str] = "confirm_plants"
    clip: str
    start: int
    stop: int

    def describe(self, edit: Edit) -> str:
        return f"Confirm plants of {edit.clip(self.clip)['name']}"

    def apply(self, edit: Edit) -> None:
        check_span(edit.clip(self.clip), self.start, self.stop)
        old = find_plants(edit, self.clip, "person")["frames"][self.start : self.stop]
        edit.paint(self.clip, self.start, old, plants.mark(old, by_person=True))


@register
@dataclass(frozen=True)
class ReleasePlants:
    """Gives frames start..stop back to the machine: bits stay, but it may change them again."""

    kind: ClassVar[str] = "release_plants"
    clip: str
    start: int
    stop: int

    def describe(self, edit: Edit) -> str:
        return f"Release plants of {edit.clip(self.clip)['name']}"

    def apply(self, edit: Edit) -> None:
        check_span(edit.clip(self.clip), self.start, self.stop)
        old = find_plants(edit, self.clip, "person")["frames"][self.start : self.stop]
        edit.paint(self.clip, self.start, old, plants.mark(old, by_person=False))


def find_plants(edit: Edit, clip: str, by: Author) -> Values:
    """The plants row of a clip, made with every foot free where there is none."""
    row = edit.find("plants", clip)
    if row is None:
        row = {"clip": clip, "frames": bytes(edit.clip(clip)["frames"]), "by": by, "source": "", "confidence": None}
        edit.insert("plants", row)
    return row


def _check_machine(row: Values, clip: Values, by: Author, replace: bool) -> None:
    """Refuses a machine what came with the file, unless it was told to replace it."""
    if by == "machine" and row["by"] == "file" and not replace:
        raise LibraryError(
            f"the plants of {clip['name']!r} came with its file, so a machine leaves them; write them with replace to change that"
        )


def _decode(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise LibraryError("plants must be base64 text, a byte a frame") from None
