"""Markers: points with names and no body, kept as a motion so that they can be shown, stored and handed on.

A motion has turns and no translations but the root's. So each marker hangs on the root by two bones of equal length that turn and fold as
an arm does: `LHEE_turn`, `LHEE_fold`, and `LHEE` itself at the end, which is where the marker was, to some micrometres. The root stands on
the ground below the markers' centre. These bones mean nothing, and nobody draws them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motionloom.core import quaternion
from motionloom.core.skeleton import MAX_JOINTS, Skeleton

ROOT = "markers"
TURN, FOLD = "_turn", "_fold"
JOINTS = 3  # of a marker
MAX_MARKERS = (MAX_JOINTS - 1) // JOINTS
REASON = "markers, no skeleton"
CHUNK = 1 << 18  # points that are posed at a time: memory follows the result
_FOOT_WORDS = {
    "heel": ("HEE", "HEEL", "CAL", "CALC", "FCC", "HL"),
    "toe": ("TOE", "MT2", "MTP2", "MT", "MT1", "MTP1", "MT5", "FM2", "FM1", "FM5"),
}
_PELVIS_WORDS = ("ASI", "ASIS", "PSI", "PSIS", "IAS", "IPS", "FWT", "BWT")
_SIDE_WORDS = {"left": ("LEFT", "L"), "right": ("RIGHT", "R")}


def is_markers(skeleton: Skeleton) -> bool:
    """Whether a skeleton is one of `marker_skeleton`: points with names, no bones."""
    names = skeleton.names
    if names[0] != ROOT or len(names) < 1 + JOINTS or (len(names) - 1) % JOINTS:
        return False
    return all(names[at] == names[at + 2] + TURN and names[at + 1] == names[at + 2] + FOLD for at in range(1, len(names), JOINTS))


def marker_joints(skeleton: Skeleton) -> NDArray[np.intp]:
    """The joints (N,) that are markers."""
    return np.arange(JOINTS, len(skeleton), JOINTS)


def marker_skeleton(
    names: Sequence[str], bone: float, up_axis: int, rest_rotations: NDArray[np.floating], rest_root: NDArray[np.floating]
) -> Skeleton:
    """The skeleton of markers by these names, whose bones have that length along the axis up; it rests in the pose given."""
    joints = [ROOT, *(name + ending for name in names for ending in (TURN, FOLD, ""))]
    parents = [-1, *(parent for at in range(1, len(joints), JOINTS) for parent in (0, at, at + 1))]
    offsets = np.zeros((len(joints), 3))
    offsets[2::JOINTS] = offsets[3::JOINTS] = bone * np.eye(3)[up_axis]
    return Skeleton(tuple(joints), np.array(parents), offsets, (), rest_rotations.astype(np.float64), rest_root.astype(np.float64))


def hang_markers(points: NDArray[np.floating], up_axis: int) -> tuple[float, NDArray[np.float32], NDArray[np.float64]]:
    """The bones' length, rotations (F, 1 + 3 N, 4) and root positions (F, 3) that bring markers to points (F, N, 3), in their unit.

    The bones' length is a power of two, so that takes of one set of markers share it.
    """
    up = np.eye(3)[up_axis]
    root = points.mean(axis=1, dtype=np.float64)
    heights = points[..., up_axis]
    size = max(float(np.ptp(heights)), 1e-6)
    root[:, up_axis] = float(heights.min()) - 0.02 * size  # below all of them, so that no direction is opposite to up
    frames, count = points.shape[:2]
    step = max(1, CHUNK // max(count, 1))
    chunks = [slice(first, first + step) for first in range(0, frames, step)]
    reach = max(float(np.linalg.norm(points[part] - root[part, None], axis=-1).max()) for part in chunks)
    bone = float(2.0 ** np.ceil(np.log2(max(reach, 1e-6) / 1.9)))
    fold_axis = np.eye(3)[(up_axis + 1) % 3]
    rotations = np.zeros((frames, 1 + JOINTS * count, 4), np.float32)
    rotations[..., 3] = 1
    for part in chunks:
        ways = points[part].astype(np.float64) - root[part, None]
        angles = np.arccos(np.linalg.norm(ways, axis=-1) / (2 * bone))
        turned = quaternion.between(np.broadcast_to(up, ways.shape), ways)
        rotations[part, 1::JOINTS] = quaternion.multiply(turned, quaternion.from_axis_angle(fold_axis, angles))
        rotations[part, 2::JOINTS] = quaternion.from_axis_angle(fold_axis, -2 * angles)
    return bone, rotations, root


def foot_markers(names: Sequence[str]) -> dict[str, int]:
    """Which markers are left_heel, left_toe, right_heel and right_toe, by the names that marker sets give them."""
    found = {}
    for side, sides in _SIDE_WORDS.items():
        for part, words in _FOOT_WORDS.items():
            wanted = [form for word in words for first in sides for form in (first + word, word + first)]
            match = next((at for form in wanted for at, name in enumerate(names) if plain(name) == form), None)
            if match is not None:
                found[f"{side}_{part}"] = match
    return found


def marked_feet(skeleton: Skeleton) -> list[int]:
    """The joints of left heel, left toe, right heel and right toe; the root where there is no such marker."""
    joints = marker_joints(skeleton)
    found = foot_markers([skeleton.names[joint] for joint in joints])
    points = ("left_heel", "left_toe", "right_heel", "right_toe")
    return [int(joints[found[point]]) if point in found else 0 for point in points]


def pelvis_markers(names: Sequence[str]) -> list[int]:
    """The markers about the pelvis, by their names."""
    wanted = {form for word in _PELVIS_WORDS for sides in _SIDE_WORDS.values() for first in sides for form in (first + word, word + first)}
    return [at for at, name in enumerate(names) if plain(name) in wanted]


def plain(name: str) -> str:
    """A marker's name as sets of markers compare: capitals and digits only, without whose it is ("Anna:l_heel" is "LHEEL")."""
    return "".join(letter for letter in name.rsplit(":", 1)[-1].upper() if letter.isalnum())
