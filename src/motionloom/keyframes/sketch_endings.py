"""What a sketched walk ends in (a stomp, a crouch), and where in a scene it is: paper 002 §4.1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from motionloom.core.roles import SIDES
from motionloom.keyframes.key_curves import Key
from motionloom.keyframes.legs import leg_length
from motionloom.keyframes.options import DriverSpan
from motionloom.keyframes.rig import rig_of
from motionloom.keyframes.sketch import Sketch

STOMP = ((0.1, 0.0), (0.45, 0.28), (0.6, 0.26), (0.72, 0.0))  # seconds after the walk, and leg lengths that the foot is up
STOMP_SINKS = ((0.1, 0.0), (0.45, 0.0), (0.75, -0.05), (1.1, 0.0))  # the same of the root
CROUCH_SINKS = ((0.1, 0.0), (0.7, -0.28), (1.3, -0.28), (1.8, -0.24))
AFTER = 0.8  # seconds that a sketch goes on after the last key


def end_with_stomp(sketch: Sketch, side: str = "left") -> Sketch:
    """The sketch, then a foot is lifted and stamped down. The paper's drivers: that leg's hip and knee meanwhile, both hips before."""
    start = (sketch.frames - 1) / sketch.fps
    longer = _append(sketch, {f"{side}_foot.y": STOMP, "root.y": STOMP_SINKS})
    before = sketch.options.drivers or (DriverSpan(0.0, max(start, 1e-6), tuple(f"{each}_hip.x" for each in SIDES)),)
    stomping = DriverSpan(start, longer.frames / longer.fps, (f"{side}_hip.x", f"{side}_knee.x"))
    return replace(longer, options=replace(sketch.options, drivers=(*before, stomping)))


def end_with_crouch(sketch: Sketch) -> Sketch:
    """The sketch, then the root goes down between feet that stay; all hips and knees drive meanwhile."""
    start = (sketch.frames - 1) / sketch.fps
    longer = _append(sketch, {"root.y": CROUCH_SINKS})
    if not sketch.options.drivers:
        return longer
    legs = tuple(f"{side}_{part}.x" for part in ("hip", "knee") for side in SIDES)
    crouching = DriverSpan(start, longer.frames / longer.fps, legs)
    return replace(longer, options=replace(sketch.options, drivers=(*sketch.options.drivers, crouching)))


def place_sketch(sketch: Sketch, x: float = 0.0, z: float = 0.0, turned_round: bool = False) -> Sketch:
    """The sketch moved by metres, first turned by half a turn where it is to come the other way."""
    sign = -1.0 if turned_round else 1.0
    keys = dict(sketch.keys)
    for part in ("root", *(f"{side}_foot" for side in SIDES)):
        for axis, moved in (("x", x), ("z", z)):
            if f"{part}.{axis}" in keys:
                keys[f"{part}.{axis}"] = tuple(_scaled(key, sign, moved) for key in keys[f"{part}.{axis}"])
        if f"{part}.turn" in keys and turned_round:
            keys[f"{part}.turn"] = tuple(_scaled(key, 1.0, np.pi) for key in keys[f"{part}.turn"])
    return replace(sketch, keys=keys)


def _scaled(key: Key, sign: float, moved: float) -> Key:
    return replace(key, value=sign * key.value + moved, left=sign * key.left, right=sign * key.right)


def _append(sketch: Sketch, changes: dict[str, tuple[tuple[float, float], ...]]) -> Sketch:
    """The sketch with keys after its end: seconds from there, and leg lengths from the value that the channel ends with."""
    rig = rig_of(sketch.skeleton)
    leg, start = leg_length(rig, rig.feet[0]), sketch.frames - 1
    last = max(seconds for rows in changes.values() for seconds, _ in rows)
    keys = dict(sketch.keys)
    for channel, rows in changes.items():
        held = float(sketch.curve(channel)[-1])
        more = {(start + round(seconds * sketch.fps)) / sketch.fps: held + leg * high for seconds, high in rows}
        kept = {key.at: key for key in keys[channel] if key.at <= start / sketch.fps}
        keys[channel] = (*kept.values(), *(Key(at, value) for at, value in more.items() if at not in kept))
    return replace(sketch, frames=sketch.frames + round((last + AFTER) * sketch.fps), keys=keys)


def _crouch_after_stomp(sketch: Sketch) -> Sketch:
    return end_with_crouch(end_with_stomp(sketch))


ENDINGS: MappingProxyType[str, Callable[[Sketch], Sketch]] = MappingProxyType(
    {"stand": lambda sketch: sketch, "stomp": end_with_stomp, "crouch": end_with_crouch, "stomp-crouch": _crouch_after_stomp}
)
