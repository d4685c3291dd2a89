"""A motion from a sketch and what fills in the rest: keyed channels are what they are, feet stand on their controls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.masks import find_runs
from motionloom.core.roles import SIDES
from motionloom.keyframes.foot_control import CAPTURED, STANDS, FootCurves, find_stands, read_foot
from motionloom.keyframes.legs import follow_foot, lift_heel, pose
from motionloom.keyframes.pose_curves import from_turns, from_vectors, to_vectors
from motionloom.keyframes.rig import AXES, Floats, Rig, rig_of
from motionloom.keyframes.sketch import Sketch

CONTROLS = frozenset({"root", "left_foot", "right_foot"})
MOVES = 0.15  # metres a second: slower than that the way has no direction
AHEAD = 0.4  # seconds over which the direction of the way is smoothed
SOFT = 0.12  # seconds over which toes come to lie on the ground


@dataclass(frozen=True, eq=False)
class Fill:
    """What channels without keys do. turns (F, J, 4): joints from rest, see `turns_from_rest`; height (F,) metres of the root above the
    floor; of each foot roll, bank and how far it points outwards from the way (F, 2) radians."""

    turns: Floats
    height: Floats
    roll: Floats
    bank: Floats
    outwards: Floats


@dataclass(frozen=True, eq=False)
class Assembled:
    """A motion; whether each foot stands (F, 2), and its roll (F, 2) radians; the heading of the way (F,); notes on what could not be as
    it was keyed."""

    motion: Motion
    stands: NDArray[np.bool_]
    roll: Floats
    turn: Floats
    notes: tuple[str, ...] = field(default=())


def on_controls(sketch: Sketch, side: str) -> bool:
    """Whether a foot is keyed in space."""
    return any(f"{side}_foot.{axis}" in sketch.keys for axis in AXES)


def base_fill(sketch: Sketch) -> Fill:
    """What channels without keys do in the bare sketch: they rest, or are as the sketch's base says."""
    rig = rig_of(sketch.skeleton)
    vectors = np.array([[sketch.base.get(f"{label}.{axis}", 0.0) for axis in AXES] for label in rig.labels])
    turns = np.broadcast_to(from_vectors(rig, vectors[None]), (sketch.frames, len(vectors), 4))
    height = sketch.base.get("root.y", float(rig.skeleton.rest_root[1] - rig.body.sole))
    none = np.zeros((sketch.frames, 2))
    return Fill(turns.copy(), np.full(sketch.frames, height), none, none, none)


def assemble(sketch: Sketch, fill: Fill | None = None, textured: Mapping[str, Floats] | None = None) -> Assembled:
    """The motion of a sketch. fill: what its channels without keys do, resting where nobody knows. textured: curves (F,) that take the
    place of keyed ones."""
    rig, given = rig_of(sketch.skeleton), fill or base_fill(sketch)
    held = {name: np.full(sketch.frames, value) for name, value in sketch.base.items() if name.split(".")[0] in CONTROLS}
    drawn = held | {name: sketch.curve(name) for name in sketch.keys} | dict(textured or {})
    feet = [_point(drawn, side) if on_controls(sketch, side) else None for side in SIDES]
    root, turn = _lead(sketch, drawn, given, feet)
    rotations = np.asarray(quaternion.normalise(from_turns(rig, _with_keyed_joints(sketch, drawn, rig, given.turns), turn)))
    stands, roll, notes = np.zeros((sketch.frames, 2), bool), np.zeros((sketch.frames, 2)), list[str]()
    for n, (foot, point) in enumerate(zip(rig.feet, feet, strict=True)):
        if point is None:
            continue
        stands[:, n] = find_stands(point, sketch.fps, STANDS)
        curves = _foot_curves(drawn, foot.side, point, turn, given, n, soften(stands[:, n], sketch.fps), stands[:, n])
        posed = pose(rig, rotations, root)
        if f"{foot.side}_foot.roll" not in drawn:
            curves = lift_heel(rig, foot, curves, posed.places[:, foot.joints[0]], sketch.fps)
        roll[:, n] = curves.roll
        rotations, missed = follow_foot(rig, foot, posed, curves, soften(stands[:, n], sketch.fps))
        if missed.max() > 1e-3:
            worst = int(np.argmax(missed))
            notes.append(f"the {foot.side} leg is {1000 * missed[worst]:.0f} mm too short for its foot at {worst / sketch.fps:.2f} s")
    continuous = quaternion.make_continuous(quaternion.normalise(rotations))
    motion = Motion(rig.skeleton, continuous, root.astype(np.float32), sketch.fps, sketch.name)
    for n, point in enumerate(feet):
        if point is None:
            free = read_foot(rig, rig.feet[n], motion)
            stands[:, n], roll[:, n] = find_stands(free.point, sketch.fps, CAPTURED), free.roll
    return Assembled(motion, stands, roll, turn, tuple(notes))


def _point(drawn: Mapping[str, Floats], side: str) -> Floats:
    """Where a foot control goes (F, 3) metres; axes without keys stay at 0."""
    axes = [drawn.get(f"{side}_foot.{axis}") for axis in AXES]
    some = next(axis for axis in axes if axis is not None)
    return np.stack([np.zeros_like(some) if axis is None else axis for axis in axes], axis=1)


def _lead(sketch: Sketch, drawn: Mapping[str, Floats], fill: Fill, feet: list[Floats | None]) -> tuple[Floats, Floats]:
    """Where the root goes (F, 3) and the heading of its way (F,): keyed, else as the feet or the way itself have it."""
    there = [point for point in feet if point is not None]
    middle = _smooth(np.mean(there, axis=0), AHEAD * sketch.fps / 2) if there else np.zeros((sketch.frames, 3))
    floor = min((float(np.percentile(point[:, 1], 5.0)) for point in there), default=0.0)
    root = np.stack(
        [drawn.get("root.x", middle[:, 0]), drawn.get("root.y", fill.height + floor), drawn.get("root.z", middle[:, 2])], axis=1
    )
    return root, drawn["root.turn"] if "root.turn" in drawn else _direction(root, sketch.fps)


def _direction(root: Floats, fps: float) -> Floats:
    """Where a way goes (F,) radians; where it stands still, as it went last or will go first."""
    if len(root) < 3:
        return np.zeros(len(root))
    speed = _smooth(np.gradient(root[:, ::2], axis=0) * fps, AHEAD * fps)
    moving = np.flatnonzero(np.linalg.norm(speed, axis=1) > MOVES)
    if not len(moving):
        return np.zeros(len(root))
    angles = np.unwrap(np.arctan2(speed[moving, 0], speed[moving, 1]))
    return _smooth(np.interp(np.arange(len(root)), moving, angles)[:, None], AHEAD * fps / 2)[:, 0]


def _smooth(values: Floats, width: float) -> Floats:
    from scipy.ndimage import gaussian_filter1d

    return np.asarray(gaussian_filter1d(values, max(width, 1e-3), axis=0, mode="nearest"))


def _with_keyed_joints(sketch: Sketch, drawn: Mapping[str, Floats], rig: Rig, turns: Floats) -> Floats:
    """Turns (F, J, 4) whose keyed axes are what the keys say."""
    found = turns.copy()
    for joint, label in enumerate(rig.labels):
        keyed = [axis for axis in range(3) if f"{label}.{AXES[axis]}" in sketch.keys]
        if keyed:
            vectors = to_vectors(rig, turns[:, joint])
            for axis in keyed:
                vectors[:, axis] = drawn[f"{label}.{AXES[axis]}"]
            found[:, joint] = from_vectors(rig, vectors)
    return found


def _foot_curves(
    drawn: Mapping[str, Floats], side: str, point: Floats, turn: Floats, fill: Fill, n: int, held: Floats, stands: NDArray[np.bool_]
) -> FootCurves:
    """A foot control with all its channels; held (F,): how much it stands."""
    turned = drawn.get(f"{side}_foot.turn")
    turned = _turn_in_air(turn + fill.outwards[:, n], stands) if turned is None else turned
    roll, bank = drawn.get(f"{side}_foot.roll", fill.roll[:, n]), drawn.get(f"{side}_foot.bank", fill.bank[:, n] * (1 - held))
    return FootCurves(point, turned, roll, bank)


def _turn_in_air(wanted: Floats, stands: NDArray[np.bool_]) -> Floats:
    """The turn of a foot (F,) that follows what is wanted in the air and is one value while it stands."""
    runs = find_runs(stands)
    if not runs:
        return wanted
    knots = [frame for start, stop in runs for frame in (start, stop - 1)]
    held = [float(wanted[start:stop].mean()) for start, stop in runs for _ in range(2)]
    frames = np.arange(len(wanted))
    moved = np.asarray(wanted + np.interp(frames, knots, np.array(held) - wanted[knots]))
    for (start, stop), value in zip(runs, held[::2], strict=True):
        moved[start:stop] = value
    return moved


def soften(stands: NDArray[np.bool_], fps: float) -> Floats:
    """How much (F,) a foot stands: 1 while it does, going to 0 after it."""
    from scipy.ndimage import distance_transform_edt

    if not stands.any():
        return np.zeros(len(stands))
    away = distance_transform_edt(~stands) / (SOFT * fps)
    s = np.clip(1 - away, 0.0, 1.0)
    return np.asarray(s * s * (3 - 2 * s))
