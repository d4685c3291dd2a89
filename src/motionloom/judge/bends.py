"""How far knees and ankles are bent, and peaks that stand alone in time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from motionloom.core import quaternion
from motionloom.core.roles import SIDES

if TYPE_CHECKING:
    from motionloom.judge.take import Take

LEG_JOINTS = tuple(f"{side} {part}" for side in SIDES for part in ("knee", "ankle"))
ALONE_WITHIN, ALONE_UNTIL = 0.05, 0.15  # seconds: a peak is sharp by as much as it stands above what lies so far before and after it


def bend_angles(take: Take) -> NDArray[np.float64]:
    """Radians (F, 4) of left knee, left ankle, right knee, right ankle, 0 for a straight leg or a pointed foot.

    A knee bends about the axis across its thigh, so that one which passes through straight goes on smoothly below zero.
    """
    skeleton, roles = take.motion.skeleton, take.body.roles
    rest = skeleton.rest_positions
    across = rest[roles["left_hip"]] - rest[roles["right_hip"]]
    columns = []
    for side in SIDES:
        hip, knee, ankle = (take.place(f"{side}_{part}") for part in ("hip", "knee", "ankle"))
        joint = roles[f"{side}_hip"]
        local = quaternion.rotate(quaternion.conjugate(skeleton.rest_world[0][joint]), across / np.linalg.norm(across))
        axis = quaternion.rotate(take.motion.world[0][:, joint].astype(np.float64), local)
        columns.append(_angle(knee - hip, ankle - knee, axis))
        toe = take.feet[:, 1 if side == "left" else 3]
        columns.append(_angle(ankle - knee, toe - ankle, -axis))
    return np.unwrap(np.stack(columns, axis=1), axis=0)


def _angle(near: NDArray[np.float64], far: NDArray[np.float64], axis: NDArray[np.float64]) -> NDArray[np.float64]:
    """The turn (F,) radians about an axis (F, 3) from one bone (F, 3) to the next."""
    turn = np.einsum("fc,fc->f", np.cross(near, far), axis)
    return np.arctan2(turn, np.einsum("fc,fc->f", near, far))


def sharp_part(values: NDArray[np.float64], take: Take) -> NDArray[np.float64]:
    """By how much each value (F, N) stands above all between 0.05 and 0.15 s before it and after it; 0 where it does not."""
    from scipy.ndimage import maximum_filter1d

    near, far = take.frames_in(ALONE_WITHIN), take.frames_in(ALONE_UNTIL)
    filled = np.nan_to_num(values, nan=0.0)
    size = max(1, far - near + 1)
    highest = maximum_filter1d(filled, size, axis=0, mode="nearest")
    shift = (near + far) // 2
    padded = np.concatenate([np.repeat(highest[:1], shift, axis=0), highest, np.repeat(highest[-1:], shift, axis=0)])
    around = np.maximum(padded[: len(values)], padded[2 * shift :])
    return np.where(np.isnan(values), np.nan, np.maximum(values - around, 0.0))
