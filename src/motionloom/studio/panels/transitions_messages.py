"""What the transitions panel asks and answers."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from motionloom.studio import protocol
from motionloom.studio.protocol.base import Answer, Frame, Id, Request


class TransitionBody(Answer):
    """A body that a table can be made of."""

    skeleton: str
    name: str
    clips: int
    seconds: float


class TransitionTableRow(Answer):
    """A table of the shelf: for whom, how long its transitions are, from how many windows; note: what is to be said of it."""

    id: str
    name: str
    body: str
    seconds: float
    representatives: int
    clips: int
    note: str


class TransitionStatus(Answer):
    """What there is to perform with, and what it could be made of."""

    tables: list[TransitionTableRow]
    bodies: list[TransitionBody]


class TransitionBuild(Request):
    """Makes the table of a body and puts it on the shelf, where the window can undo it."""

    window: Id
    skeleton: Id
    seconds: Annotated[float, Field(ge=0.3, le=5.0)]
    representatives: Annotated[int, Field(ge=2, le=200)]
    mirrored: bool


class TransitionActivity(Answer):
    """A name to ask for; `count` frames at which it can be entered, 0 where nothing leads into it for a transition's length."""

    name: str
    annotated: bool
    count: int


class TransitionTableInfo(Answer):
    """A table that is open: what can be asked for, the rarity up to which a transition counts as natural, the body to draw."""

    id: str
    seconds: float
    natural: float
    activities: list[TransitionActivity]
    skeleton: protocol.SkeletonInfo
    body: protocol.BodyInfo
    parts: list[protocol.BodyPart]


class TransitionEdit(Request):
    """An edit that needs nothing but to be told who makes it."""

    window: Id


class TransitionRename(Request):
    """Another name for a table."""

    window: Id
    name: protocol.Name


class TransitionKeep(Request):
    """Makes a clip of the transition between two frames of the table's stock, and of the activity that was asked for, to its end."""

    window: Id
    source: Frame
    target: Frame
    name: protocol.Name
    activity: Annotated[str, Field(max_length=200)] = ""


class TransitionPart(Request):
    """Frames first to last of the table's stock, played as captured, and what they were asked for as."""

    first: Frame
    last: Frame
    activity: Annotated[str, Field(max_length=200)] = ""


class TransitionRecord(Request):
    """Makes one clip of a whole performance: its parts, with a transition from each to the next."""

    window: Id
    parts: Annotated[list[TransitionPart], Field(min_length=1, max_length=1000)]
    name: protocol.Name


class TransitionKept(Answer):
    """The clip that a transition became."""

    clip: str


class TransitionLoop(Answer):
    """A clip that leads into its own beginning; cut at `first` and `last` seconds, where its joints were `distance` metres apart."""

    clip: str
    first: float
    last: float
    distance: float


MESSAGES = (
    TransitionBody,
    TransitionTableRow,
    TransitionStatus,
    TransitionBuild,
    TransitionActivity,
    TransitionTableInfo,
    TransitionEdit,
    TransitionRename,
    TransitionKeep,
    TransitionPart,
    TransitionRecord,
    TransitionKept,
    TransitionLoop,
)
