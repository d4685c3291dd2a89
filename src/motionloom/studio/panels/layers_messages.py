"""The messages of the layers panel and of posing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from motionloom.studio.protocol.base import Answer, Clips, Id, Name, Request

if TYPE_CHECKING:
    from motionloom.edits.layers import LayerStack

MOST_JOINTS = 4096
Joint = Annotated[int, Field(ge=0, lt=MOST_JOINTS)]
Seconds = Annotated[float, Field(ge=0, le=1e6)]
Triple = Annotated[list[Annotated[float, Field(ge=-1e6, le=1e6)]], Field(min_length=3, max_length=3)]
Serial = Annotated[int, Field(ge=0)]


class PoseKeyInfo(Request):
    """A pose key: its moment, seconds; rotation vectors by joint, radians; how far the root is moved, metres; null: nothing."""

    at: Seconds
    turns: dict[str, Triple]
    root: Triple | None


class TimeKeyInfo(Request):
    """A time key: at this moment the one `shift` seconds away is shown."""

    at: Seconds
    shift: Annotated[float, Field(ge=-1e6, le=1e6)]


class LayerInfo(Request):
    """A layer of offset keys; a fade of null holds the first or last key to the motion's end."""

    name: Name
    weight: Annotated[float, Field(ge=-10, le=10)]
    muted: bool
    fade_in: Seconds | None
    fade_out: Seconds | None
    poses: Annotated[list[PoseKeyInfo], Field(max_length=10_000)]
    times: Annotated[list[TimeKeyInfo], Field(max_length=10_000)]


class LayerStackInfo(Request):
    """Layers from the bottom up, and what planted feet do."""

    layers: Annotated[list[LayerInfo], Field(max_length=100)]
    feet: Literal["keep", "move", "free"]


class LayersSet(Request):
    """The layers of a clip in place of those that it had."""

    id: Id
    window: Id
    title: Name
    stack: LayerStackInfo


class LayersCompose(Request):
    """Layers to look at, saved or not."""

    stack: LayerStackInfo


class LayersApply(Request):
    """Make a clip of the saved layers."""

    window: Id


class LayersApplied(Answer):
    """The new clip."""

    clip: str
    name: str


class LayersCopy(Request):
    """A layer, by its number from the bottom, copied on top of those of other clips."""

    id: Id
    window: Id
    layer: Annotated[int, Field(ge=0)]
    clips: Clips


class PoseBegin(Request):
    """Go to a frame of what layers make of the clip; what was posed and not keyed is forgotten."""

    kind: Literal["begin"]
    serial: Serial
    frame: Annotated[int, Field(ge=0, le=100_000_000)]
    stack: LayerStackInfo


class PoseDrag(Request):
    """A joint is dragged to a place, metres in the clip's world. fresh: the first move of a drag, from the pose that is seen.

    brush: metres along the bones over which others go along; natural: soft limits of joints, as the library's captures show them.
    """

    kind: Literal["drag"]
    serial: Serial
    joint: Joint
    to: Triple
    pins: Annotated[list[Joint], Field(max_length=MOST_JOINTS)]
    brush: Annotated[float, Field(ge=0, le=10)] = 0.0
    fresh: bool = False
    natural: bool = False


class PoseTwist(Request):
    """A joint is turned about its bone by an angle, radians, since the twist began."""

    kind: Literal["twist"]
    serial: Serial
    joint: Joint
    angle: Annotated[float, Field(ge=-100, le=100)]
    fresh: bool = False


class PoseUndo(Request):
    """Take the last drag or twist back, or all of them."""

    kind: Literal["undo"]
    serial: Serial
    all: bool = False


class PoseToKey(Request):
    """Say the key of a layer that makes the pose that is seen."""

    kind: Literal["key"]
    serial: Serial
    layer: Annotated[int, Field(ge=0)]


class PoseMoment(Answer):
    """Beside a pose (J): which message it answers, of which frame, how many drags it holds, how far the dragged joint is from its place
    (metres), and how long the solver took (milliseconds)."""

    serial: int
    frame: int
    drags: int
    miss: float
    took: float


class PoseKeyed(Answer):
    """The key that was asked for."""

    serial: int
    layer: int
    key: PoseKeyInfo


def to_stack(info: LayerStackInfo) -> LayerStack:
    """The layers of a message, checked by the room."""
    from motionloom.edits.layers import stack_from_json

    return stack_from_json(info.model_dump())


def to_info(stack: LayerStack) -> LayerStackInfo:
    """Layers as a message."""
    return LayerStackInfo.model_validate(stack.to_json())
