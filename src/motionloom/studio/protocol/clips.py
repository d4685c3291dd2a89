"""The library, its clips, and the header of binary answers."""

from __future__ import annotations

from typing import Any, Literal

from motionloom.studio.protocol.base import Answer, Author, Paint, Quaternion, Span, Vector


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


class PresetInfo(Answer):
    """An export preset: what it is called and does, and its settings as they come. `suffix` is that of its files on this machine."""

    name: str
    title: str
    says: str
    suffix: str
    fps: float | None
    root: Literal["motion", "in_place"]
    root_bone: str
    mesh: bool
    to_floor: bool
    unit: str
    up: Literal["", "y", "z"]
    bones: str
    events: bool


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
    presets: list[PresetInfo]
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
    description: str
    height: float | None  # metres, null where the body's roles are not known
    labels: list[str]
    annotations: list[str]  # the distinct names of its annotations, not of notes
    planted: bool  # True where plants are known
    problems: list[str] | None  # the kinds of glitches in its frames, null where nobody has looked
    mends: str  # the clip of which it is a mended one, "" for any other
    made_of: list[str]  # the clips that its recipe names
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
    """names and parents (J,), parents[j] < j and -1 for the root; offsets (J, 3) metres in the parent's frame.

    markers: how many points it stands for where it is no skeleton but markers; 0 else.
    """

    names: list[str]
    parents: list[int]
    offsets: list[Vector]
    end_sites: list[EndSiteInfo]
    markers: int


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


class LineageLine(Answer):
    """A line of how a clip was made, and the clip it is about, "" where it is about none."""

    words: str
    indent: int
    clip: str


class MadeFrom(Answer):
    """A clip that was made of another."""

    clip: str
    name: str


class ClipDetail(Answer):
    """One clip in full but for its frames."""

    state: ClipState
    skeleton: SkeletonInfo
    body: BodyInfo | None  # null where the skeleton's roles cannot be found; `body_problem` says why
    body_problem: str
    parts: list[BodyPart]  # a person where `body` is known, plain bones where not
    source_file: str
    recipe: dict[str, Any]
    lineage: list[LineageLine]  # the recipe in words, empty for a capture
    made_from_it: list[MadeFrom]
    details: dict[str, Any]  # unit, header rate, subject, description, reader's notes: shown as a table


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
