"""A keyframe sketch: few keys on few channels of one body, as a value and as a readable file."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Skeleton
from motionloom.core.errors import list_names
from motionloom.core.files import read_json, write_file
from motionloom.core.motion import MAX_FPS, MIN_FPS
from motionloom.keyframes.key_curves import Floats, Key, SketchError, evaluate, key_from_json
from motionloom.keyframes.options import CompletionOptions, options_from_json
from motionloom.keyframes.rig import channel_names

MOST_FRAMES = 1_000_000
_ONE_LINE = re.compile(r"\[[^\[\]{}]*\]")  # a key, or any list of plain values: one line of a file


@dataclass(frozen=True, eq=False)
class Sketch:
    """Keys by channel, on a body, for a number of frames.

    keys: channel -> its keys in order. Channels are `root.x` (metres), `root.turn` (radians), `left_foot.x`, `left_foot.roll`,
    `left_knee.x` and so on, see `rig.channel_names`; what has no key is nobody's yet. base: channel -> a value that it has as long as
    nothing else is known (the arms of a standing pose, say). options: how it is to be completed.
    """

    skeleton: Skeleton
    frames: int
    fps: float
    keys: Mapping[str, tuple[Key, ...]]
    name: str = "sketch"
    base: Mapping[str, float] = field(default_factory=dict)
    options: CompletionOptions = field(default_factory=CompletionOptions)

    def __post_init__(self) -> None:
        if not 1 <= self.frames <= MOST_FRAMES or not MIN_FPS <= self.fps <= MAX_FPS:
            raise SketchError(f"a sketch has 1 to {MOST_FRAMES} frames at {MIN_FPS:g} to {MAX_FPS:g} Hz: {self.frames} at {self.fps}")
        known = channel_names(self.skeleton)
        unknown = sorted({*self.keys, *self.base} - set(known))
        if unknown:
            raise SketchError(f"this body has no channel {list_names(unknown)}; it has {list_names(known, 200)}")
        ordered = {name: _in_order(name, self.keys[name]) for name in known if self.keys.get(name)}
        object.__setattr__(self, "keys", MappingProxyType(ordered))
        object.__setattr__(self, "base", MappingProxyType({name: float(self.base[name]) for name in known if name in self.base}))
        object.__setattr__(self, "fps", float(self.fps))
        self.options.check_channels(known)

    def __repr__(self) -> str:
        count = sum(map(len, self.keys.values()))
        return f"Sketch({self.name!r}, {count} keys on {len(self.keys)} channels, {self.frames} frames at {self.fps:g} Hz)"

    @cached_property
    def times(self) -> Floats:
        """Seconds (F,) of the frames."""
        return np.arange(self.frames) / self.fps

    def curve(self, channel: str) -> Floats:
        """The curve (F,) of a keyed channel."""
        return evaluate(self.keys[channel], self.times)

    def key_frames(self, channel: str) -> NDArray[np.intp]:
        """The frames (K,) in which a channel has keys that lie on a frame."""
        at = np.array([key.at * self.fps for key in self.keys.get(channel, ())])
        frames = np.rint(at).astype(np.intp)
        return frames[(np.abs(at - frames) < 1e-6) & (frames < self.frames)]

    def with_keys(self, changes: Mapping[str, Sequence[Key]]) -> Sketch:
        """The sketch with other keys on some channels; none takes a channel's keys away."""
        return replace(self, keys={**self.keys, **{name: tuple(keys) for name, keys in changes.items()}})

    def to_json(self) -> dict[str, Any]:
        """Plain data that `sketch_from_json` turns back."""
        return {
            "name": self.name,
            "frames": self.frames,
            "fps": self.fps,
            "channels": {name: [key.to_json() for key in keys] for name, keys in self.keys.items()},
            "base": dict(self.base),
            "options": self.options.to_json(),
            "skeleton": self.skeleton.to_json(),
        }

    def save(self, path: str | Path) -> None:
        """Write the sketch to a JSON file."""
        rows = json.dumps(self.to_json(), indent=1)
        write_file(Path(path), _ONE_LINE.sub(lambda found: " ".join(found[0].split()), rows) + "\n")


def _in_order(name: str, keys: Sequence[Key]) -> tuple[Key, ...]:
    ordered = tuple(sorted(keys, key=lambda key: key.at))
    for one, other in pairwise(ordered):
        if other.at - one.at < 1e-9:
            raise SketchError(f"channel {name!r} has two keys at {one.at:g} s; keep one of them")
    return ordered


def sketch_from_json(data: Any) -> Sketch:
    """The sketch of plain data, each field checked: it may come from a stranger's file."""
    if not isinstance(data, Mapping) or not isinstance(data.get("channels"), Mapping) or "skeleton" not in data:
        raise SketchError("a sketch is an object with frames, fps, channels and a skeleton")
    frames, fps, base = data.get("frames"), data.get("fps"), data.get("base", {})
    if not isinstance(frames, int) or not isinstance(fps, int | float) or not isinstance(base, Mapping):
        raise SketchError("a sketch has frames (a whole number), fps (a number) and a base (numbers by channel)")
    keys = {}
    for name, rows in data["channels"].items():
        if not isinstance(rows, list):
            raise SketchError(f"channel {name!r} of a sketch is a list of keys")
        keys[str(name)] = tuple(key_from_json(row, f"channel {name!r}") for row in rows)
    if not all(isinstance(value, int | float) and np.isfinite(value) for value in base.values()):
        raise SketchError("the base of a sketch is finite numbers by channel")
    options = options_from_json(data.get("options", {}))
    return Sketch(Skeleton.from_json(data["skeleton"]), frames, float(fps), keys, str(data.get("name", "sketch")), dict(base), options)


def read_sketch(path: str | Path) -> Sketch:
    """The sketch of a JSON file."""
    try:
        return sketch_from_json(read_json(Path(path), "a sketch as JSON"))
    except SketchError as error:
        raise SketchError(f"{path}: {error}") from None
