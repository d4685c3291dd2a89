"""Every message between the studio's server and its client, as data; `typescript.py` writes the client's types from it.

Requests refuse fields they do not know and values of another type; answers always carry every field.
Frames are half-open ranges, times are seconds, lengths metres, angles radians, quaternions xyzw.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

PROTOCOL_VERSION = 1

ID_PATTERN = r"^[A-Za-z0-9_-]{1,64}$"
MAX_CLIPS_A_REQUEST = 20_000
# A change that touches more clips than this is announced without their new state; clients load the list again.
MAX_CLIPS_A_CHANGE = 200

Id = Annotated[str, Field(pattern=ID_PATTERN)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Text = Annotated[str, Field(max_length=20_000)]
Frame = Annotated[int, Field(ge=0, le=100_000_000)]
Clips = Annotated[list[Id], Field(min_length=1, max_length=MAX_CLIPS_A_REQUEST)]
Foot = Literal["left_heel", "left_toe", "right_heel", "right_toe"]
FEET: tuple[Foot, ...] = ("left_heel", "left_toe", "right_heel", "right_toe")
Author = Literal["person", "machine", "file"]
Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
Paint = Literal["body", "left", "right", "bone", "joint"]
Span = tuple[int, int]


class Answer(BaseModel):
    """What the server sends: every field is always there."""


class Request(BaseModel):
    """What the client sends: checked strictly, unknown fields refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


# ---- errors --------------------------------------------------------------------------------------------------------


class Problem(Answer):
    """The body of every answer with a status of 400 or more: one line that says what to do."""

    error: str


# ---- the library ---------------------------------------------------------------------------------------------------


class Count(Answer):
    """A word and how many clips carry it."""

    name: str
    clips: int


class FormatInfo(Answer):
    """A file format by one of its suffixes (".glb")."""

    suffix: str
    name: str
    reads: bool
    writes: bool


class PanelInfo(Answer):
    """A panel that has a server side, under /api/panels/{name}."""

    name: str
    title: str


class LibraryInfo(Answer):
    """The open library, or `state` "none": then offer the sample and a place to drop files."""

    state: Literal["none", "open"]
    protocol: int
    library: str  # changes when another library is opened; "" when there is none
    name: str
    path: str
    seq: int
    clips: int
    frames: int
    seconds: float
    labels: list[Count]
    annotations: list[Count]
    sources: list[Count]
    formats: list[FormatInfo]
    panels: list[PanelInfo]
    max_upload_bytes: int


class ClipRow(Answer):
    """A clip as the list shows it. `content` names its frames: the same content is the same bytes for ever."""

    id: str
    name: str
    content: str
    frames: int
    fps: float
    joints: int
    made: bool  # True: a recipe made it; False: captured
    source: str  # "CMU", "sample", ...: what the source filter lists
    subject: str
    height: float | None  # metres, null where the body's roles are not known
    labels: list[str]
    annotations: list[str]  # the distinct names of its annotations
    planted: bool  # True where plants are known
    thumbnail: bool  # True where thumbnail and filmstrip are ready
    added: float  # seconds since 1970


class ClipList(Answer):
    """Clips in order, as of change `seq`; `total` counts matches before limit and offset."""

    seq: int
    total: int
    clips: list[ClipRow]


class Annotation(Answer):
    """A named half-open span of frames. A person's wins over a machine's."""

    id: str
    track: str
    name: str
    start: int
    stop: int
    by: Author
    confidence: float | None


class Plants(Answer):
    """Where the four foot points are held on the ground, in the order of `FEET`; each a list of half-open spans."""

    known: bool
    spans: list[list[Span]]
    by: Author  # who set what no person set
    person: list[list[Span]]  # where a person set the value, planted or free; these always win


class ClipState(Answer):
    """Everything of a clip that edits can change, as of change `seq`; `row` is null when the clip is deleted."""

    id: str
    seq: int
    row: ClipRow | None
    annotations: list[Annotation]
    plants: Plants
    note: str
    natural: bool | None  # a person's judgement, null where none was given


class EndSiteInfo(Answer):
    joint: int
    offset: Vector


class SkeletonInfo(Answer):
    """names and parents (J,), parents[j] < j and -1 for the root; offsets (J, 3) metres in the parent's frame."""

    names: list[str]
    parents: list[int]
    offsets: list[Vector]
    end_sites: list[EndSiteInfo]


class BodyPart(Answer):
    """A piece of the drawn character: a round cone between two points, each fixed to a joint (metres in its frame).

    `stretch` widens it along the axes `frame` (xyzw), which are fixed to `frame_joint`: a ball with a stretch is an ellipsoid."""

    start_joint: int
    start_offset: Vector
    start_radius: float
    end_joint: int
    end_offset: Vector
    end_radius: float
    frame_joint: int
    frame: Quaternion
    stretch: Vector
    paint: Paint


class BodyInfo(Answer):
    """What the skeleton is as a body. `roles` maps body role to joint; the feet are in the order of `FEET`."""

    roles: dict[str, int]
    height: float
    leg_length: float
    ground: float  # height of the floor, metres
    foot_joints: list[int]
    foot_offsets: list[Vector]


class ClipDetail(Answer):
    """One clip in full but for its frames."""

    state: ClipState
    skeleton: SkeletonInfo
    body: BodyInfo | None  # null where the skeleton's roles cannot be found; `body_problem` says why
    body_problem: str
    parts: list[BodyPart]  # a person where `body` is known, plain bones where not
    source_file: str
    recipe: dict[str, Any]
    details: dict[str, Any]  # unit, header rate, subject, description, reader's notes: shown as a table


# ---- binary --------------------------------------------------------------------------------------------------------


class ArrayInfo(Answer):
    """One array of a binary answer: `offset` bytes from the start of the answer, little-endian, C order."""

    name: str
    dtype: Literal["float32", "int32", "uint8"]
    shape: list[int]
    offset: int


class ArraysHeader(Answer):
    """The JSON header of a binary answer; see docs/studio-protocol.md for the layout."""

    arrays: list[ArrayInfo]
    meta: dict[str, Any]


# ---- commands: every edit ------------------------------------------------------------------------------------------


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


# ---- jobs ----------------------------------------------------------------------------------------------------------

JobState = Literal["waiting", "running", "done", "failed", "cancelled", "interrupted"]


class JobProblem(Answer):
    """One item of a job that failed while the rest went on."""

    name: str
    error: str


class Job(Answer):
    """Long work. cancelled, failed and interrupted (the server was stopped) jobs can be resumed."""

    id: str
    kind: str
    title: str
    state: JobState
    done: int
    total: int
    message: str
    seconds_left: float | None
    problems: list[JobProblem]
    error: str
    clips: list[str]  # what it made or brought in
    download: str | None  # the address of a file to save, for exports
    created: float
    changed: float


class StartSample(Request):
    """Makes the sample performers; creates a library first where there is none."""

    kind: Literal["sample"]


class StartExport(Request):
    """Writes clips in one format; several clips come as a zip."""

    kind: Literal["export"]
    clips: Clips
    suffix: Annotated[str, Field(pattern=r"^\.[a-z0-9]{2,5}$")]


class StartThumbnails(Request):
    kind: Literal["thumbnails"]


JobStart = Annotated[StartSample | StartExport | StartThumbnails, Field(discriminator="kind")]


class WantedThumbnails(Request):
    """Clips now in view: their thumbnails are made first."""

    clips: Annotated[list[Id], Field(max_length=500)]


# ---- the live socket -----------------------------------------------------------------------------------------------


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
