"""The sketch panel's messages, and sketches as messages and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from motionloom.studio import protocol, views
from motionloom.studio.protocol.base import Answer, Clips, Id, Name, Request

if TYPE_CHECKING:
    from motionloom.keyframes.sketch import Sketch
    from motionloom.library import Document

Tangent = Literal["auto", "linear", "step", "free"]
Seconds = Annotated[float, Field(ge=0, le=1e6)]
Value = Annotated[float, Field(ge=-1e6, le=1e6)]
Channel = Annotated[str, Field(min_length=1, max_length=200)]


class SketchKey(Request):
    """A key: seconds, value (metres or radians), how the curve goes through it; slopes (units a second) where that is free."""

    at: Seconds
    value: Value
    tangent: Tangent = "auto"
    left: Value = 0.0
    right: Value = 0.0


class SketchDrivers(Request):
    """Channels that drive the matching from start to stop, seconds."""

    start: Seconds
    stop: Seconds
    channels: Annotated[list[Channel], Field(min_length=1, max_length=100)]


class SketchOptions(Request):
    """How it is completed; null: proposed."""

    drivers: Annotated[list[SketchDrivers], Field(default_factory=list, max_length=200)]
    textured: Annotated[list[Channel], Field(default_factory=list, max_length=2000)]
    synthesised: Annotated[list[Channel], Field(max_length=2000)] | None = None
    band: Annotated[int, Field(ge=1, le=16)] | None = None
    paths: Annotated[int, Field(ge=1, le=50)] = 5
    scale: bool = True


class SketchKeys(Request):
    """What is keyed, channel by channel, and how it is completed."""

    frames: Annotated[int, Field(ge=2, le=1_000_000)]
    channels: dict[Channel, Annotated[list[SketchKey], Field(max_length=20_000)]]
    options: SketchOptions


class SketchBetween(Request):
    """What lies between two moments of a clip, seconds, filled in from captures."""

    window: Id
    clip: Id
    start: Seconds
    end: Seconds
    captures: Clips


class SketchNew(Request):
    """A new sketch on the body of a clip: a walk of steps, nothing yet, or the clip thinned to keys on root and feet, legs, or all."""

    window: Id
    clip: Id
    what: Literal["walk", "empty", "feet", "legs", "all"]
    name: Name
    steps: Annotated[int, Field(ge=1, le=200)] = 8
    seconds: Annotated[float, Field(gt=0.1, le=600)] = 4.0


class SketchSet(Request):
    """Save the keys: one step of undo."""

    id: Id
    window: Id
    title: Name
    keys: SketchKeys


class SketchShow(Request):
    """Keys to look at, saved or not."""

    keys: SketchKeys


class SketchComplete(Request):
    """Keys to complete from the captures of these clips, along a path from 0."""

    keys: SketchKeys
    clips: Clips
    path: Annotated[int, Field(ge=0, le=49)] = 0


class SketchAccept(Request):
    """Keep a path of the saved sketch as a clip."""

    window: Id
    clips: Clips
    path: Annotated[int, Field(ge=0, le=49)] = 0
    name: Annotated[str, Field(max_length=200)] = ""


class SketchPropose(Request):
    """Put all paths of the saved sketch into the review queue."""

    window: Id
    clips: Clips


class SketchMade(Answer):
    """The new clip."""

    clip: str
    name: str


class SketchProposed(Answer):
    """How many paths were proposed."""

    count: int


class SketchRow(Answer):
    """A sketch on the shelf."""

    id: str
    name: str
    frames: int
    fps: float
    keys: int


class SketchRows(Answer):
    """All sketches."""

    sketches: list[SketchRow]


class SketchDetail(Answer):
    """A sketch with all that is needed to draw and key it but its frames; `all_channels` names what can be keyed."""

    id: str
    name: str
    fps: float
    keys: SketchKeys
    all_channels: list[str]
    drivers: list[str]
    skeleton: protocol.SkeletonInfo
    body: protocol.BodyInfo | None
    parts: list[protocol.BodyPart]


MESSAGES = (
    SketchKey,
    SketchDrivers,
    SketchOptions,
    SketchKeys,
    SketchNew,
    SketchSet,
    SketchShow,
    SketchComplete,
    SketchAccept,
    SketchPropose,
    SketchMade,
    SketchProposed,
    SketchRow,
    SketchRows,
    SketchDetail,
    SketchBetween,
)


def to_sketch(old: Sketch, keys: SketchKeys) -> Sketch:
    """A sketch with the keys and options of a message, checked by the room; what the message does not say stays."""
    from motionloom.keyframes.sketch import sketch_from_json

    channels: dict[str, list[Any]] = {
        name: [[key.at, key.value, key.tangent, key.left, key.right] for key in rows] for name, rows in keys.channels.items()
    }
    options = {**old.options.to_json(), **keys.options.model_dump()}
    return sketch_from_json({**old.to_json(), "frames": keys.frames, "channels": channels, "options": options})


def to_keys(sketch: Sketch) -> SketchKeys:
    """The keys and options of a sketch as a message."""
    from dataclasses import asdict

    channels = {
        name: [SketchKey(at=key.at, value=key.value, tangent=key.tangent, left=key.left, right=key.right) for key in rows]
        for name, rows in sketch.keys.items()
    }
    options = sketch.options
    spans = [SketchDrivers(start=span.start, stop=span.stop, channels=list(span.channels)) for span in options.drivers]
    plain = asdict(options)
    synthesised = None if options.synthesised is None else list(options.synthesised)
    told = SketchOptions(
        drivers=spans,
        textured=list(options.textured),
        synthesised=synthesised,
        **{name: plain[name] for name in ("band", "paths", "scale")},
    )
    return SketchKeys(frames=sketch.frames, channels=channels, options=told)


def to_detail(document: Document, sketch: Sketch) -> SketchDetail:
    """A sketch in full."""
    from motionloom.keyframes.assembling import assemble
    from motionloom.keyframes.driving import find_drivers
    from motionloom.keyframes.key_curves import SketchError
    from motionloom.keyframes.rig import channel_names, rig_of

    try:
        drivers = list(find_drivers(sketch))
    except SketchError:
        drivers = []
    body = rig_of(sketch.skeleton).body
    return SketchDetail(
        id=document.id,
        name=document.name,
        fps=sketch.fps,
        keys=to_keys(sketch),
        all_channels=list(channel_names(sketch.skeleton)),
        drivers=drivers,
        skeleton=views.skeleton_info(sketch.skeleton),
        body=views.body_info(body, assemble(sketch).motion),
        parts=views.body_parts(sketch.skeleton),
    )
