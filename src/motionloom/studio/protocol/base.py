"""What every message is made of: ids, names, spans, and the two kinds of message."""

from __future__ import annotations

from typing import Annotated, Literal

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
Paint = Literal["body", "left", "right", "bone", "joint", "face"]
Span = tuple[int, int]


class Answer(BaseModel):
    """What the server sends: every field is always there."""


class Request(BaseModel):
    """What the client sends: checked strictly, unknown fields refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(Answer):
    """The body of every answer with a status of 400 or more: one line that says what to do."""

    error: str


class AddedPanels(Answer):
    """JavaScript modules of panels that other packages add; the page loads them after its first frame."""

    modules: list[str]
