"""What the player of shared pages and notebooks is given: a character, its frames packed small, and what is known of them.

The player is the studio's own stage (`studio/src/player`); `shown.ts` there says the same in its words.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, SkeletonError, quaternion
from motionloom.core.body import Body, body_of
from motionloom.core.editing import resample
from motionloom.core.ground import ground_height
from motionloom.core.kinematics import differentiate
from motionloom.core.masks import find_runs
from motionloom.render.parts import Paint
from motionloom.render.scene import parts_of

ONE = 32767  # a packed quaternion's part of 1
MOST_VALUES = 2000  # of a curve: more than a screen has pixels
PAINTS = {Paint.BODY: "body", Paint.LEFT: "left", Paint.RIGHT: "right", Paint.BONE: "bone", Paint.JOINT: "joint", Paint.FACE: "face"}


@dataclass(frozen=True, eq=False)
class Shown:
    """A motion to show; plants (F, 4) where they are known; spans: (name, first frame, frame after the last).

    about: lines on how it was made.
    """

    motion: Motion
    plants: NDArray[np.bool_] | None = None
    spans: tuple[tuple[str, int, int], ...] = ()
    about: tuple[str, ...] = ()

    def at_rate(self, fps: float) -> Shown:
        """The same at a lower rate; as it is where that is not lower."""
        if self.motion.fps <= fps:
            return self
        motion = resample(self.motion, fps)
        rows = np.minimum(np.round(motion.times * self.motion.fps).astype(int), len(self.motion) - 1)
        scale = fps / self.motion.fps
        spans = tuple((name, round(start * scale), max(round(stop * scale), round(start * scale) + 1)) for name, start, stop in self.spans)
        return Shown(motion, None if self.plants is None else self.plants[rows], spans, self.about)


def describe(shown: Shown) -> dict[str, Any]:
    """Plain data for the player: see `ShownActor` in shown.ts."""
    motion = shown.motion
    body = _body(motion)
    about = f"{len(motion)} frames at {motion.fps:g} Hz, {motion.duration:.2f} s, {len(motion.skeleton)} joints"
    return {
        "name": motion.name or "motion",
        "fps": motion.fps,
        "frames": len(motion),
        "figure": _figure(motion, body),
        "offsets": _plain(motion.skeleton.offsets),
        "ground": round(float(ground_height(motion)), 5) if body is not None else 0.0,
        "plants": [] if shown.plants is None else [find_runs(shown.plants[:, point]) for point in range(4)],
        "spans": [list(span) for span in shown.spans],
        "curves": _curves(motion, body),
        "about": [about, *shown.about],
        "packed": base64.b64encode(pack(motion)).decode(),
    }


def pack(motion: Motion) -> bytes:
    """The frames as bytes: roots (F, 3) float32, then rotations as differences from frame to frame, 16 bits, low bytes before high ones.

    Off by 3e-5 radians a joint at most, a twentieth of a millimetre at a metre.
    """
    turns = quaternion.normalise(quaternion.make_continuous(motion.rotations.astype(np.float64)))
    columns = np.round(turns.reshape(len(motion), -1).T * ONE).astype(np.int32)
    steps = np.diff(columns, axis=1, prepend=0).astype(np.uint16).ravel()  # wraps round, as the player's sums do
    low, high = (steps & 255).astype(np.uint8), (steps >> 8).astype(np.uint8)
    roots = np.ascontiguousarray(motion.root_positions, dtype="<f4")
    return zlib.compress(roots.tobytes() + low.tobytes() + high.tobytes(), 9)


def _body(motion: Motion) -> Body | None:
    try:
        return body_of(motion.skeleton)
    except SkeletonError:
        return None


def _figure(motion: Motion, body: Body | None) -> dict[str, Any]:
    skeleton = motion.skeleton
    feet: Sequence[Mapping[str, Any]] = ()
    if body is not None:
        feet = [{"joint": int(joint), "offset": _plain(offset)} for joint, offset in zip(body.foot_joints, body.foot_offsets, strict=True)]
    return {
        "names": list(skeleton.names),
        "parents": skeleton.parents.tolist(),
        "parts": _parts(motion),
        "roles": {} if body is None else {role: int(joint) for role, joint in body.roles.items()},
        "height": 0.0 if body is None else round(body.height, 4),
        "feet": list(feet),
    }


def _parts(motion: Motion) -> list[dict[str, Any]]:
    parts = parts_of(motion.skeleton)
    return [
        {
            "start_joint": int(parts.start_joint[i]),
            "start_offset": _plain(parts.start_offset[i]),
            "start_radius": round(float(parts.radii[i, 0]), 5),
            "end_joint": int(parts.end_joint[i]),
            "end_offset": _plain(parts.end_offset[i]),
            "end_radius": round(float(parts.radii[i, 1]), 5),
            "frame_joint": int(parts.frame_joint[i]),
            "frame": _plain(parts.frame[i], 6),
            "stretch": _plain(parts.stretch[i]),
            "paint": PAINTS[Paint(int(parts.paint[i]))],
        }
        for i in range(len(parts))
    ]


def _curves(motion: Motion, body: Body | None) -> list[dict[str, Any]]:
    """How fast the hips go, and how high the feet are; of what is no body, how fast its root goes."""
    if len(motion) < 2:
        return []
    centre = 0 if body is None else body.roles["hips"]
    speed = np.linalg.norm(differentiate(motion.positions()[:, centre].astype(np.float64), motion.fps), axis=-1)
    curves = [_curve("hips" if body is not None else "root", "m/s", "body", speed)]
    if body is not None:
        heights = motion.points(body.foot_joints, body.foot_offsets)[..., 1] - ground_height(motion)
        curves += [_curve(f"{side} foot", "m", side, heights[:, n : n + 2].min(axis=1)) for n, side in ((0, "left"), (2, "right"))]
    return curves


def _curve(name: str, unit: str, paint: str, values: NDArray[Any]) -> dict[str, Any]:
    if len(values) > MOST_VALUES:
        values = values[np.round(np.linspace(0, len(values) - 1, MOST_VALUES)).astype(int)]
    return {"name": name, "unit": unit, "paint": paint, "values": _plain(values, 3)}


def _plain(values: NDArray[Any], digits: int = 5) -> Any:
    return np.round(np.asarray(values, np.float64), digits).tolist()
