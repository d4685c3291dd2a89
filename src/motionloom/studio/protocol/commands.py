"""Every edit. They are the commands of `motionloom.library.commands`, as a person may give them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from motionloom.studio.protocol.base import Answer, Clips, Foot, Frame, Id, Name, Request, Text
from motionloom.studio.protocol.clips import ClipState


class RenameClip(Request):
    kind: Literal["rename_clip"]
    clip: Id
    name: Name


class DeleteClips(Request):
    """Undo brings them back."""

    kind: Literal["delete_clips"]
    clips: Clips


class RestoreClips(Request):
    kind: Literal["restore_clips"]
    clips: Clips


class SetDetails(Request):
    """Fields left out stay."""

    kind: Literal["set_details"]
    clip: Id
    description: Text | None = None
    subject: Text | None = None
    source: Text | None = None
    licence: Text | None = None


class SetSubject(Request):
    """Says who performed clips; empty text takes it away."""

    kind: Literal["set_subject"]
    clips: Clips
    subject: Annotated[str, Field(max_length=200)]


class SetRate(Request):
    """Corrects the frames a second of clips whose header lied; the frames stay."""

    kind: Literal["set_rate"]
    clips: Clips
    fps: Annotated[float, Field(ge=1, le=10_000)]


class AddLabel(Request):
    kind: Literal["add_label"]
    clips: Clips
    label: Name


class RemoveLabel(Request):
    kind: Literal["remove_label"]
    clips: Clips
    label: Name


class SetLabel(Request):
    """Makes this the one label of the clips, in place of all others."""

    kind: Literal["set_label"]
    clips: Clips
    label: Name


class SetNote(Request):
    kind: Literal["set_note"]
    clip: Id
    text: Text


class AddAnnotation(Request):
    """`annotation` is an id the client makes (a UUID), so that repeating the request adds nothing."""

    kind: Literal["add_annotation"]
    clip: Id
    annotation: Id
    name: Name
    start: Frame
    stop: Frame
    track: Name = "annotations"


class ChangeAnnotation(Request):
    """Moves, stretches or renames; fields left out stay."""

    kind: Literal["change_annotation"]
    clip: Id
    annotation: Id
    name: Name | None = None
    start: Frame | None = None
    stop: Frame | None = None
    track: Name | None = None


class SplitAnnotation(Request):
    """Cuts at frame `at`; the later part becomes `other`, an id the client makes."""

    kind: Literal["split_annotation"]
    clip: Id
    annotation: Id
    other: Id
    at: Frame


class RemoveAnnotation(Request):
    kind: Literal["remove_annotation"]
    clip: Id
    annotation: Id


class SetPlants(Request):
    """Sets one foot point planted or free over a half-open range."""

    kind: Literal["set_plants"]
    clip: Id
    foot: Foot
    start: Frame
    stop: Frame
    planted: bool


class ConfirmPlants(Request):
    """A person has looked at these frames and says their plants are right: the machine may not change them again."""

    kind: Literal["confirm_plants"]
    clip: Id
    start: Frame
    stop: Frame


class ReleasePlants(Request):
    """Gives these frames' plants back to the machine."""

    kind: Literal["release_plants"]
    clip: Id
    start: Frame
    stop: Frame


class Judge(Request):
    """A person's natural / unnatural; null takes the judgement back."""

    kind: Literal["judge"]
    clip: Id
    natural: bool | None


Simple = Annotated[
    RenameClip
    | DeleteClips
    | RestoreClips
    | SetDetails
    | SetSubject
    | SetRate
    | AddLabel
    | RemoveLabel
    | SetLabel
    | SetNote
    | AddAnnotation
    | ChangeAnnotation
    | SplitAnnotation
    | RemoveAnnotation
    | SetPlants
    | ConfirmPlants
    | ReleasePlants
    | Judge,
    Field(discriminator="kind"),
]


class Batch(Request):
    """Several edits that happen, and are undone, as one: all or none."""

    kind: Literal["batch"]
    title: Name
    commands: Annotated[list[Simple], Field(min_length=1, max_length=1000)]


Command = Annotated[Simple | Batch, Field(discriminator="kind")]


class CommandRequest(Request):
    """`id` is made by the client (a UUID): sending it twice applies it once, even across a server restart."""

    id: Id
    window: Id
    command: Command


class HistoryRequest(Request):
    """Undo or redo of this window's own last edit. `id` as in CommandRequest."""

    id: Id
    window: Id


class History(Answer):
    """What this window's undo and redo would do, for menus; null where there is nothing."""

    undo: str | None
    redo: str | None


class CommandResult(Answer):
    """`applied` is False when this id had been applied before (or there was nothing to undo)."""

    seq: int
    applied: bool
    history: History
    clips: list[ClipState]  # empty when more than MAX_CLIPS_A_CHANGE changed: load the list again
    reload: bool
    kept: list[str]  # clips of which an undo left something as it is, because it has been changed since
