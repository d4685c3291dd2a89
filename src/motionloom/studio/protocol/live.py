"""What goes over the live socket, in both directions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from motionloom.studio.protocol.base import Answer, Id, Request
from motionloom.studio.protocol.clips import ClipState, LibraryInfo
from motionloom.studio.protocol.commands import History
from motionloom.studio.protocol.jobs import Job


class Hello(Request):
    """First message of a window: what it has seen. `library` and `seq` of the last answer, or null when new."""

    type: Literal["hello"]
    window: Id
    library: str | None = None
    seq: int | None = None


class Ping(Request):
    type: Literal["ping"]
    at: float


ClientMessage = Annotated[Hello | Ping, Field(discriminator="type")]


class Welcome(Answer):
    """Answer to hello; `changes` with what was missed follow at once. `reload`: forget everything and load again."""

    type: Literal["welcome"]
    library: LibraryInfo
    reload: bool
    jobs: list[Job]
    history: History


class Change(Answer):
    """One edit by whomever; `window` and `command` tell a window that it was its own."""

    seq: int
    kind: str
    title: str
    window: str
    command: str
    clips: list[str]


class Changes(Answer):
    """Edits in order and the state after them (newer than the last of them where more are on the way).

    `reload` is set when too much changed to send: load the list again."""

    type: Literal["changes"]
    seq: int
    changes: list[Change]
    clips: list[ClipState]
    history: History  # of the window that is told
    reload: bool


class LibraryChanged(Answer):
    """Another library was opened, or its counts changed."""

    type: Literal["library"]
    library: LibraryInfo


class JobChanged(Answer):
    type: Literal["job"]
    job: Job


class JobRemoved(Answer):
    type: Literal["job_removed"]
    id: str


class ThumbnailsReady(Answer):
    type: Literal["thumbnails"]
    clips: list[str]


class PanelMessage(Answer):
    """A panel's own news."""

    type: Literal["panel"]
    panel: str
    data: dict[str, Any]


class Pong(Answer):
    type: Literal["pong"]
    at: float


class LiveError(Answer):
    """The last message was not understood; the socket stays open."""

    type: Literal["error"]
    error: str


ServerMessage = Annotated[
    Welcome | Changes | LibraryChanged | JobChanged | JobRemoved | ThumbnailsReady | PanelMessage | Pong | LiveError,
    Field(discriminator="type"),
]
