"""SMPL, SMPL-H and SMPL-X poses in NPZ files, as AMASS has them: turns of joints (axis and angle) and the way of the pelvis.

The bones' lengths are not in these files: they come of `betas` and a body model that must not be handed on. So a mean adult's are taken,
and that is said. Turns are exact; places are as far off as the performer differs from the mean.
"""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Skeleton, quaternion
from motionloom.core.array_files import read_arrays
from motionloom.core.errors import FileError
from motionloom.formats.registry import RawClip

# Joint: what it hangs on and where, centimetres, of a mean adult in a T-pose that looks along z; the left side, mirrored for the right.
_TRUNK = {"spine1": ("pelvis", (0, 12, -3)), "spine2": ("spine1", (0, 14, 2)), "spine3": ("spine2", (0, 5, 1))}
_TRUNK |= {"neck": ("spine3", (0, 21, -3)), "head": ("neck", (0, 9, 5))}
_SIDE = {
    "hip": ("pelvis", (6, -9, -1)),
    "knee": ("hip", (4, -38, 0)),
    "ankle": ("knee", (-1, -41, -4)),
    "foot": ("ankle", (3, -6, 13)),
    "collar": ("spine3", (8, 12, -3)),
    "shoulder": ("collar", (10, 4, -1)),
    "elbow": ("shoulder", (26, -1, -2)),
    "wrist": ("elbow", (26, 1, 0)),
}
_ORDER = "pelvis left_hip right_hip spine1 left_knee right_knee spine2 left_ankle right_ankle spine3 left_foot right_foot neck left_collar"
_BODY = (_ORDER + " right_collar head left_shoulder right_shoulder left_elbow right_elbow left_wrist right_wrist").split()
_FINGERS = {"index": (10, 0, 2), "middle": (10, 0, 0), "pinky": (8, 0, -4), "ring": (9, 0, -2), "thumb": (3, -1, 3)}
_KNUCKLE = (3, 0, 0)
_FACE = {"jaw": ("head", (0, -1, 4)), "left_eye": ("head", (3, 6, 8)), "right_eye": ("head", (-3, 6, 8))}
PELVIS = np.array([0.0, -0.22, 0.03])  # metres: where the model has its pelvis, which its translations do not count
HEAD_TOP, HAND = (0.0, 0.2, 0.0), (8, 0, 0)
RATES = ("mocap_framerate", "mocap_frame_rate", "fps", "framerate")
MARKS = ("poses", "pose_body", "body_pose", "smpl_poses")
ARRAYS = (*MARKS, *RATES, "trans", "transl", "root_orient", "global_orient", "pose_hand", "pose_jaw", "pose_eye", "smpl_trans")


def is_smpl(path: Path) -> bool:
    """Whether an NPZ file holds SMPL poses; one that cannot be opened holds none."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = {name.removesuffix(".npy") for name in archive.namelist()}
    except (OSError, zipfile.BadZipFile):
        return False
    return bool(names & set(MARKS)) and "motion" not in names


def read_smpl(path: Path) -> RawClip:
    """The clip of a file of SMPL poses, on a mean adult's bones; which way is up, its own motion says."""
    arrays = read_arrays(path, "an NPZ file of SMPL poses", among=ARRAYS)
    poses = _poses(path, arrays)
    names = _joint_names(path, poses.shape[1])
    moved = next((arrays[name] for name in ("trans", "transl", "smpl_trans") if name in arrays), np.zeros((len(poses), 3)))
    if moved.shape != (len(poses), 3) or moved.dtype.kind not in "iuf" or not np.all(np.isfinite(moved)) or not np.all(np.isfinite(poses)):
        raise FileError(f"{path}: expected finite poses and a translation of shape {(len(poses), 3)}, found {moved.shape}")
    told = [arrays[name].reshape(-1) for name in RATES if name in arrays]
    rate = next((float(each[0]) for each in told if each.size == 1 and each.dtype.kind in "iuf" and np.isfinite(each[0])), None)
    notes = ["bones: of a mean adult, for SMPL files leave their lengths to a body model"]
    notes += ["rate: the file does not say; taken as 30 (--fps gives it)"] if rate is None else []
    return RawClip(
        _skeleton(names),
        quaternion.exp(poses.astype(np.float64)).astype(np.float32),
        moved.astype(np.float64) + PELVIS,
        rate or 30.0,
        metres_per_unit=1.0,
        has_rest_pose=True,
        notes=tuple(notes),
    )


def _poses(path: Path, arrays: dict[str, NDArray[Any]]) -> NDArray[Any]:
    """Turns (F, J, 3): axis times angle, radians."""
    whole = next((arrays[name] for name in ("poses", "smpl_poses") if name in arrays), None)
    if whole is None:
        body = next((arrays[name] for name in ("pose_body", "body_pose") if name in arrays), None)
        root = next((arrays[name] for name in ("root_orient", "global_orient") if name in arrays), None)
        parts = [root, body, *(arrays.get(name) for name in ("pose_jaw", "pose_eye", "pose_hand"))]
        if root is None or body is None:
            raise FileError(f"{path}: expected poses, or root_orient and pose_body, found {', '.join(arrays) or 'neither'}")
        if any(part is not None and (part.ndim == 0 or len(part) != len(root) or part.dtype.kind != "f") for part in parts):
            raise FileError(f"{path}: expected as many turns of each part of the body as frames, found arrays of other lengths")
        whole = np.concatenate([part.reshape(len(root), -1) for part in parts if part is not None], axis=1)
    if whole.dtype.kind != "f" or whole.ndim == 0 or whole.size == 0 or whole.size % (3 * len(whole)):
        raise FileError(f"{path}: expected poses of three numbers a joint, found {whole.shape} of {whole.dtype}")
    return whole.reshape(len(whole), -1, 3)


def _joint_names(path: Path, count: int) -> list[str]:
    """The joints of the models by how many they are: 22 a body, 24 SMPL, 52 SMPL-H, 55 SMPL-X."""
    fingers = [f"{side}_{finger}{n}" for side in ("left", "right") for finger in _FINGERS for n in (1, 2, 3)]
    known = {22: _BODY, 24: [*_BODY, "left_hand", "right_hand"], 52: [*_BODY, *fingers], 55: [*_BODY, *_FACE, *fingers]}
    if count not in known:
        raise FileError(f"{path}: poses of {count} joints; SMPL has 24, SMPL-H 52, SMPL-X 55, and its body alone 22")
    return known[count]


def _skeleton(names: list[str]) -> Skeleton:
    from motionloom.core import EndSite

    places = [_place(name) for name in names]
    parents = np.array([-1 if above is None else names.index(above) for above, _ in places])
    sites = (EndSite(names.index("head"), HEAD_TOP),)
    skeleton = Skeleton(tuple(names), parents, np.array([offset for _, offset in places]) / 100, sites)
    ball = skeleton.rest_positions[names.index("left_foot"), 1]
    return Skeleton(skeleton.names, parents, skeleton.offsets, sites, rest_root=np.array([0.0, -ball, 0.0]))


def _place(name: str) -> tuple[str | None, NDArray[np.float64]]:
    """What a joint hangs on, and its offset (3,) centimetres."""
    if name == "pelvis":
        return None, np.zeros(3)
    if name in _TRUNK or name in _FACE:
        above, offset = (_TRUNK | _FACE)[name]
        return above, np.array(offset, dtype=np.float64)
    side, _, part = name.partition("_")
    mirror = np.array([1.0 if side == "left" else -1.0, 1.0, 1.0])
    if part in _SIDE:
        above, offset = _SIDE[part]
        return (above if above in ("pelvis", "spine3") else f"{side}_{above}"), np.array(offset) * mirror
    if part == "hand":
        return f"{side}_wrist", np.array(HAND) * mirror
    finger, number = part[:-1], int(part[-1])
    above = f"{side}_wrist" if number == 1 else f"{side}_{finger}{number - 1}"
    return above, np.array(_FINGERS[finger] if number == 1 else _KNUCKLE) * mirror
