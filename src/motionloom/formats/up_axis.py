"""Which axis of a file points up, and the clip turned so that it is y.

A file that does not say is taken as y up unless the body stands along another axis: in rest pose and motion, or in the motion alone, where
only the root was turned by whoever exported it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import EndSite, Motion, quaternion
from motionloom.core.body import find_roles
from motionloom.core.errors import MotionloomError
from motionloom.formats.registry import RawClip, UpAxis

# The rotation that takes a file's up-axis to y.
TO_Y_UP: dict[UpAxis, NDArray[np.float64]] = {
    "x": quaternion.from_axis_angle([0.0, 0.0, 1.0], np.pi / 2),
    "y": quaternion.IDENTITY,
    "z": quaternion.from_axis_angle([1.0, 0.0, 0.0], -np.pi / 2),
}
ALONG = 0.9  # of the way from feet to head, along the axis it stands on
MOSTLY = 0.8  # of the frames
ON_FLOOR = 0.2  # of the legs' length: how far the lowest foot of a clip may be from height 0 along the axis
BELOW_FLOOR = 0.05  # of the legs' length: whoever lies on a floor at y = 0 does not reach further through it
ROAMS = 0.3  # of the legs' length: whoever lies does not go further up and down
SAMPLES = 50


def put_upright(raw: RawClip, told: UpAxis | None) -> RawClip:
    """The clip with y up, and a note where the axis was guessed; told: what a person says of the file."""
    if told is not None and told not in TO_Y_UP:
        raise MotionloomError(f"no up-axis {told!r}; use x, y or z")
    if raw.up and not told:
        return _turn_all(raw, raw.up)
    seen = _look(raw)
    if told:
        return _turn_world(raw, told) if seen == (told, False) else _turn_all(raw, told)
    if seen is None:
        return raw
    up, in_rest = seen
    if in_rest:
        return _turn_all(raw, up, f"up-axis: guessed {up} from the way the body stands (--up sets it)")
    return _turn_world(raw, up, f"up-axis: guessed {up} from the motion, whose rest pose stands along y (--up sets it)")


def _look(raw: RawClip) -> tuple[UpAxis, bool] | None:
    """Another axis than y along which the body stands, and whether its rest pose does so too; None where it is y or nobody knows."""
    roles = find_roles(raw.skeleton)
    if not {"head", "left_ankle", "right_ankle", "left_hip"} <= roles.keys():
        return None
    every = max(1, len(raw.rotations) // SAMPLES)
    places = Motion(raw.skeleton, raw.rotations[::every], raw.root_positions[::every], 30.0).positions().astype(np.float64)
    feet = [roles["left_ankle"], roles["right_ankle"]]
    ways = places[:, roles["head"]] - places[:, feet].mean(axis=1)
    moving = np.mean(ways, axis=0)
    rest = raw.skeleton.rest_positions[roles["head"]] - raw.skeleton.rest_positions[feet].mean(axis=0)
    for up in ("x", "z"):
        axis = quaternion.AXES[up]
        if moving[axis] <= ALONG * np.linalg.norm(moving):
            continue
        if rest[axis] > ALONG * np.linalg.norm(rest):
            return up, True
        upright = ways[:, axis] > ALONG * np.linalg.norm(ways, axis=1)
        if upright.mean() >= MOSTLY and _stands_on(places, feet, roles["left_hip"], axis):
            return up, False
    return None


def _stands_on(places: NDArray[np.float64], feet: list[int], hip: int, axis: int) -> bool:
    """Whether feet are on a floor square to this axis, and the body does not lie on one square to y: it goes through that, or roams.

    Somebody who lies with the head along z in a file with y up looks the same otherwise.
    """
    leg = float(np.linalg.norm(places[0, hip] - places[0, feet[0]]))
    on_floor = abs(float(places[:, feet, axis].min())) < ON_FLOOR * leg
    heights = places[..., 1]
    lies = float(heights.min()) > -BELOW_FLOOR * leg and float(np.ptp(heights[:, 0])) < ROAMS * leg
    return on_floor and not lies


def _turn_world(raw: RawClip, up: UpAxis, *notes: str) -> RawClip:
    """The clip whose world is turned and whose rest pose stands as it did: only the root knows of the world."""
    turn = TO_Y_UP[up]
    rotations = np.array(raw.rotations)
    rotations[:, 0] = quaternion.multiply(turn, rotations[:, 0].astype(np.float64))
    places = quaternion.rotate(turn, np.asarray(raw.root_positions))
    return replace(raw, rotations=rotations, root_positions=places, notes=(*raw.notes, *notes))


def _turn_all(raw: RawClip, up: UpAxis, *notes: str) -> RawClip:
    """The clip in axes in which y is up: every vector and every rotation's axis is turned, so that zero poses stay zero."""
    if up == "y":
        return raw
    turn = TO_Y_UP[up]

    def turn_rotations(q: NDArray[Any]) -> NDArray[Any]:
        return np.concatenate([quaternion.rotate(turn, q[..., :3]), q[..., 3:]], axis=-1)

    def turn_triple(vector: tuple[float, float, float]) -> tuple[float, float, float]:
        x, y, z = (float(value) for value in quaternion.rotate(turn, np.array(vector)))
        return x, y, z

    old = raw.skeleton
    skeleton = replace(
        old,
        offsets=quaternion.rotate(turn, old.offsets),
        end_sites=tuple(EndSite(site.parent, turn_triple(site.offset)) for site in old.end_sites),
        rest_rotations=turn_rotations(old.rest_rotations),
        rest_root=quaternion.rotate(turn, old.rest_root),
    )
    return replace(
        raw,
        skeleton=skeleton,
        rotations=turn_rotations(raw.rotations),
        root_positions=quaternion.rotate(turn, np.asarray(raw.root_positions)),
        notes=(*raw.notes, *notes),
    )
