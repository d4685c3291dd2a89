"""Sketches from motions: any clip thinned to keys, and files whose untouched channels are constant."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.heading import with_heading_in_root
from motionloom.core.roles import SIDES
from motionloom.keyframes.foot_control import read_foot
from motionloom.keyframes.fragments import find_turns
from motionloom.keyframes.key_curves import Key, evaluate
from motionloom.keyframes.pose_curves import smooth_heading, to_vectors, turns_from_rest
from motionloom.keyframes.rig import AXES, LEG_PARTS, Floats, rig_of
from motionloom.keyframes.sketch import Sketch

NEAR, TURNED = 0.01, 0.03  # metres and radians: how far a thinned curve may be from the motion
CONSTANT = 1e-4  # metres and radians: a channel that moves less was not touched
MOST_KEYS = 400  # of a channel


def read_channels(motion: Motion) -> dict[str, Floats]:
    """All channels (F,) of a motion as a sketch names them: root, foot controls, every joint's axes from its rest."""
    moved = with_heading_in_root(motion)
    rig = rig_of(moved.skeleton)
    turn = smooth_heading(moved)
    vectors = to_vectors(rig, turns_from_rest(rig, moved.rotations.astype(np.float64), turn))
    found = {f"root.{axis}": moved.root_positions[:, n].astype(np.float64) for n, axis in enumerate(AXES)} | {"root.turn": turn}
    for foot in rig.feet:
        curves = read_foot(rig, foot, moved)
        found |= {f"{foot.side}_foot.{axis}": curves.point[:, n] for n, axis in enumerate(AXES)}
        found |= {f"{foot.side}_foot.{part}": getattr(curves, part) for part in ("turn", "roll", "bank")}
    return found | {f"{label}.{axis}": vectors[:, j, n] for j, label in enumerate(rig.labels) for n, axis in enumerate(AXES)}


def thin(curve: Floats, fps: float, within: float) -> tuple[Key, ...]:
    """Keys on frames whose curve stays `within` of a curve (F,): its ends and turns first, then wherever it is furthest off."""
    times, last = np.arange(len(curve)) / fps, len(curve) - 1
    frames = {0, last} | {int(turn) for turn in find_turns(curve) if 0 < turn < last and _stands_out(curve, int(turn), within)}

    def keys() -> tuple[Key, ...]:
        return tuple(Key(float(times[frame]), float(curve[frame])) for frame in sorted(frames))

    while len(frames) < min(MOST_KEYS, len(curve)):
        away = np.abs(evaluate(keys(), times) - curve)
        away[sorted(frames)] = 0.0
        worst = int(np.argmax(away))
        if away[worst] <= within:
            break
        frames.add(worst)
    return keys()


def _stands_out(curve: Floats, turn: int, within: float) -> bool:
    around = curve[max(turn - 12, 0) : turn + 13]
    return bool(np.ptp(around) > 2 * within)


def sketch_clip(
    motion: Motion, channels: Iterable[str] | None = None, near: float = NEAR, turned: float = TURNED, name: str = ""
) -> Sketch:
    """A motion thinned to keys. channels: those to key, else root and every joint (a detailed animation, to be restyled).

    near, turned: how far (metres, radians) the keys' curves may be from the motion. What is not keyed is in the base as it is on average.
    """
    found = read_channels(motion)
    rig = rig_of(motion.skeleton)
    wanted = tuple(channels) if channels is not None else tuple(name for name in found if "_foot." not in name)
    keys = {each: thin(found[each], motion.fps, near if _is_metres(each) else turned) for each in wanted if each in found}
    base = {each: float(np.median(curve)) for each, curve in found.items() if each not in keys and each.split(".")[0] in rig.labels}
    return Sketch(motion.skeleton, len(motion), motion.fps, keys, name or motion.name or "sketch", base)


def sketch_file(motion: Motion, name: str = "") -> Sketch:
    """The sketch of an animation made elsewhere: channels that are constant were not touched, all others are keyed as they move."""
    found = read_channels(motion)
    rig = rig_of(motion.skeleton)
    labels = [label for label in rig.labels if any(np.ptp(found[f"{label}.{axis}"]) > CONSTANT for axis in AXES)]
    touched = {f"{label}.{axis}" for label in labels for axis in AXES} | {f"root.{axis}" for axis in (*AXES, "turn")}
    keys = {each: every_frame(found[each], motion.fps) for each in found if each in touched}
    base = {each: float(curve[0]) for each, curve in found.items() if each not in keys and each.split(".")[0] in rig.labels}
    return Sketch(motion.skeleton, len(motion), motion.fps, keys, name or motion.name or "sketch", base)


def every_frame(curve: Floats, fps: float) -> tuple[Key, ...]:
    """A key wherever a curve (F,) does not go straight on."""
    bends: NDArray[np.bool_] = np.ones(len(curve), bool)
    bends[1:-1] = np.abs(np.diff(curve, n=2)) > 1e-7
    return tuple(Key(frame / fps, float(curve[frame]), "linear") for frame in np.flatnonzero(bends).tolist())


def lower_body(motion: Motion) -> tuple[str, ...]:
    """The channels of root, pelvis and legs, joint by joint."""
    rig = rig_of(motion.skeleton)
    legs = [f"{side}_{part}" for side in SIDES for part in LEG_PARTS if f"{side}_{part}" in rig.labels]
    return (*(f"root.{axis}" for axis in (*AXES, "turn")), *(f"{label}.{axis}" for label in (rig.labels[0], *legs) for axis in AXES))


def feet_and_root() -> tuple[str, ...]:
    """What the paper's walk was sketched with: the root's place and the feet's."""
    return ("root.x", "root.y", "root.z", *(f"{side}_foot.{axis}" for side in SIDES for axis in AXES))


def _is_metres(channel: str) -> bool:
    label, _, part = channel.partition(".")
    return part in AXES and (label == "root" or label.endswith("_foot"))
