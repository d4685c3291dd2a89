"""The curves panel: any joint's position, speed or angle over time."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from fastapi import APIRouter, Query, Response
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.kinematics import differentiate
from motionloom.studio.arrays import array_response
from motionloom.studio.errors import StudioError
from motionloom.studio.panel import Panel
from motionloom.studio.routes.parameters import ClipId, Current

CurveKind = Literal["position", "speed", "angle"]
router = APIRouter()


@router.get("/clips/{clip}")
def get_curves(clip: ClipId, joint: Annotated[int, Query(ge=0, le=100_000)], kind: CurveKind, current: Current) -> Response:
    """Channels (C, F) of one joint as a binary container."""
    motion = current.motion(clip)
    if joint >= len(motion.skeleton):
        raise StudioError(f"joint {joint} is not there; {motion.name!r} has {len(motion.skeleton)} joints")
    values, channels, unit = curves_of(motion, joint, kind)
    meta = {"channels": channels, "unit": unit, "fps": motion.fps}
    return array_response({"values": values.astype(np.float32)}, meta, {"cache-control": "private, max-age=600"})


def curves_of(motion: Motion, joint: int, kind: CurveKind) -> tuple[NDArray[np.floating], list[str], str]:
    """Values (C, F), the names of the channels and their unit."""
    positions = motion.positions()[:, joint]
    if kind == "position":
        return positions.T, ["x", "y", "z"], "m"
    if kind == "speed":
        velocity = differentiate(positions, motion.fps)
        return np.linalg.norm(velocity, axis=-1)[None], ["speed"], "m/s"
    return _rotation_vectors(motion.rotations[:, joint]).T, ["x", "y", "z"], "rad"


def _rotation_vectors(rotations: NDArray[np.floating]) -> NDArray[np.floating]:
    """Rotation vectors (F, 3) radians of rotations (F, 4), up to a full turn long so that they do not jump at half of one."""
    steady = quaternion.make_continuous(rotations)
    sine = np.linalg.norm(steady[:, :3], axis=-1, keepdims=True)
    angle = 2 * np.arctan2(sine, steady[:, 3:])
    return steady[:, :3] * np.where(sine > 1e-8, angle / np.where(sine > 1e-8, sine, 1), 2)


PANEL = Panel("curves", "Curves", router)
