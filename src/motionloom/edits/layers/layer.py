"""Layers of offset keys as values, and as the plain JSON that people write and the shelf keeps."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, Literal, get_args

from motionloom.core import Skeleton
from motionloom.core.errors import MotionloomError, list_names
from motionloom.core.roles import find_roles

Vector = tuple[float, float, float]
Feet = Literal["keep", "move", "free"]
FEET: tuple[Feet, ...] = get_args(Feet)
FADE = 0.5  # seconds over which an edit comes and goes
MOST_LAYERS, MOST_KEYS, LONGEST = 100, 10_000, 1e6


class EditError(MotionloomError):
    """Layers that are malformed, or that cannot be applied to a motion."""


@dataclass(frozen=True)
class PoseKey:
    """What a pose is changed by at a moment of the edited motion.

    at seconds; turns: joint (its name, or a body role) -> rotation vector, radians, in the parent's frame, the root's in the frame of the
    ground that faces as the body does; root metres by which the root is moved, in that same frame (x to the body's left, z forwards),
    None where this key says nothing of it.
    """

    at: float
    turns: Mapping[str, Vector] = field(default_factory=dict)
    root: Vector | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        turns = {joint: list(turn) for joint, turn in sorted(self.turns.items())}
        return {"at": self.at, "turns": turns, "root": None if self.root is None else list(self.root)}


@dataclass(frozen=True)
class TimeKey:
    """At `at` seconds of the edited motion the moment at + shift of what lies below is shown: a negative shift delays."""

    at: float
    shift: float


@dataclass(frozen=True)
class Layer:
    """Offset keys that come and go together.

    weight: 0 for nothing of it, 1 for all, more exaggerates; fade_in, fade_out: seconds before a joint's first and after its last key over
    which its offset comes and goes, None to hold it to the motion's beginning or end.
    """

    name: str = "Layer"
    poses: tuple[PoseKey, ...] = ()
    times: tuple[TimeKey, ...] = ()
    weight: float = 1.0
    muted: bool = False
    fade_in: float | None = FADE
    fade_out: float | None = FADE

    @property
    def counts(self) -> bool:
        """Whether it changes anything."""
        return not self.muted and self.weight != 0 and bool(self.poses or self.times)

    @property
    def joints(self) -> list[str]:
        """The joints that its keys turn, in order of their first key."""
        return list(dict.fromkeys(joint for key in self.poses for joint in key.turns))

    def with_pose(self, key: PoseKey, tolerance: float = 1e-4) -> Layer:
        """The layer with a key added, in place of the one at the same moment."""
        others = [each for each in self.poses if abs(each.at - key.at) > tolerance]
        return replace(self, poses=tuple(sorted([*others, key], key=lambda each: each.at)))

    def with_time(self, key: TimeKey, tolerance: float = 1e-4) -> Layer:
        """The layer with a time key added, in place of the one at the same moment."""
        others = [each for each in self.times if abs(each.at - key.at) > tolerance]
        return replace(self, times=tuple(sorted([*others, key], key=lambda each: each.at)))

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "name": self.name,
            "weight": self.weight,
            "muted": self.muted,
            "fade_in": self.fade_in,
            "fade_out": self.fade_out,
            "poses": [key.to_json() for key in self.poses],
            "times": [{"at": key.at, "shift": key.shift} for key in self.times],
        }


@dataclass(frozen=True)
class LayerStack:
    """Layers from the bottom up; each edits what the ones below it made.

    feet: planted feet are kept where they stood ("keep"), held still where the keys put them ("move"), or go as the pose says ("free").
    """

    layers: tuple[Layer, ...] = ()
    feet: Feet = "keep"

    @property
    def counts(self) -> bool:
        """Whether it changes anything."""
        return any(layer.counts for layer in self.layers)

    def to_json(self) -> dict[str, Any]:
        """Plain data that `stack_from_json` turns back."""
        return {"layers": [layer.to_json() for layer in self.layers], "feet": self.feet}


@lru_cache(maxsize=64)
def roles_of(skeleton: Skeleton) -> Mapping[str, int]:
    """The joints of a skeleton's body roles, found once."""
    return find_roles(skeleton)


def find_joint(skeleton: Skeleton, word: str) -> int:
    """The joint that a name or a body role means on this skeleton."""
    if word in skeleton.names:
        return skeleton.names.index(word)
    roles = roles_of(skeleton)
    if word not in roles:
        raise EditError(f"this body has no joint or role {word!r}; it has {list_names(skeleton.names)}")
    return roles[word]


def to_roles(stack: LayerStack, skeleton: Skeleton) -> LayerStack:
    """The stack with body roles in place of joint names where a joint has one, so that it can be copied to another body."""
    words = {skeleton.names[joint]: role for role, joint in roles_of(skeleton).items()}

    def say(key: PoseKey) -> PoseKey:
        return replace(key, turns={words.get(joint, joint): turn for joint, turn in key.turns.items()})

    return replace(stack, layers=tuple(replace(layer, poses=tuple(map(say, layer.poses))) for layer in stack.layers))


def stack_from_json(data: Any) -> LayerStack:
    """The stack of plain data, each field checked: it may come from a stranger's file."""
    given = _object(data, "layers are an object", {"layers", "feet"})
    layers = _list(given.get("layers", []), "layers", MOST_LAYERS)
    feet = given.get("feet", "keep")
    if feet not in FEET:
        raise EditError(f"feet are {', '.join(FEET)}; found {feet!r}")
    return LayerStack(tuple(_to_layer(layer, number) for number, layer in enumerate(layers)), feet)


def _to_layer(data: Any, number: int) -> Layer:
    where = f"layer {number}"
    given = _object(data, where, {"name", "weight", "muted", "fade_in", "fade_out", "poses", "times"})
    name, muted = given.get("name", f"Layer {number + 1}"), given.get("muted", False)
    if not isinstance(name, str) or not 0 < len(name) <= 200 or not isinstance(muted, bool):
        raise EditError(f"{where}: a name (a text) and muted (true or false) are expected, found {name!r} and {muted!r}")
    where = f"layer {name!r}"
    poses = tuple(_to_pose(key, where) for key in _list(given.get("poses", []), f"{where}: poses", MOST_KEYS))
    times = tuple(_to_time(key, where) for key in _list(given.get("times", []), f"{where}: times", MOST_KEYS))
    fades = [None if given.get(word, FADE) is None else _number(given.get(word, FADE), f"{where}: {word}", 0.0) for word in FADES]
    weight = _number(given.get("weight", 1.0), f"{where}: weight", -10.0, 10.0)
    _check_apart([key.at for key in poses], f"{where}: pose keys")
    _check_apart([key.at for key in times], f"{where}: time keys")
    return Layer(name, poses, times, weight, muted, *fades)


def _to_pose(data: Any, where: str) -> PoseKey:
    given = _object(data, f"{where}: a pose key", {"at", "turns", "root"})
    turns = _object(given.get("turns", {}), f"{where}: turns")
    if not all(isinstance(joint, str) for joint in turns):
        raise EditError(f"{where}: turns are by the names of joints")
    root = given.get("root")
    return PoseKey(
        _number(given.get("at"), f"{where}: at", 0.0),
        {joint: _vector(turn, f"{where}: the turn of {joint!r}") for joint, turn in turns.items()},
        None if root is None else _vector(root, f"{where}: root"),
    )


def _to_time(data: Any, where: str) -> TimeKey:
    given = _object(data, f"{where}: a time key", {"at", "shift"})
    return TimeKey(_number(given.get("at"), f"{where}: at", 0.0), _number(given.get("shift"), f"{where}: shift"))


FADES = ("fade_in", "fade_out")


def _check_apart(moments: list[float], what: str) -> None:
    if any(later - earlier < 1e-6 for earlier, later in pairwise(moments)):
        raise EditError(f"{what} come in order of time, each at a moment of its own")


def _object(data: Any, what: str, known: set[str] | None = None) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise EditError(f"{what}: an object is expected, found {type(data).__name__}")
    unknown = sorted(set(data) - known) if known is not None else []
    if unknown:
        raise EditError(f"{what}: no field {unknown[0]!r}; there are {', '.join(sorted(known or ()))}")
    return data


def _list(data: Any, what: str, most: int) -> list[Any]:
    if not isinstance(data, list) or len(data) > most:
        raise EditError(f"{what}: a list of at most {most} is expected")
    return data


def _number(value: Any, what: str, least: float = -LONGEST, most: float = LONGEST) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or not least <= value <= most:
        raise EditError(f"{what}: a number from {least:g} to {most:g} is expected, found {value!r}")
    return float(value)


def _vector(value: Any, what: str) -> Vector:
    if not isinstance(value, list | tuple) or len(value) != 3:
        raise EditError(f"{what}: three numbers are expected, found {value!r}")
    x, y, z = (_number(each, what, -1000.0, 1000.0) for each in value)
    return x, y, z
