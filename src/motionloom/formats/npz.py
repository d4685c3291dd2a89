"""NPZ: a motion as plain NumPy arrays and a line of JSON, exact to the last bit. No pickles: a stranger's file cannot run code.

`rotations` (F, J, 4) xyzw and `root_positions` (F, 3) metres are arrays anyone can load; `motion` holds UTF-8 JSON with name, fps,
recipe and skeleton. Files of SMPL poses are read too: see `_smpl`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, Skeleton
from motionloom.core.array_files import read_arrays
from motionloom.core.errors import FileError
from motionloom.core.files import parse_json
from motionloom.formats._carried import carried_fps, carry
from motionloom.formats._smpl import is_smpl, read_smpl
from motionloom.formats.marks import Marks
from motionloom.formats.registry import Format, RawClip, ReadOptions, register

_LARGEST_JSON = 64 << 20


def read(path: Path, options: ReadOptions) -> RawClip:
    """The clip in an .npz file of ours, or of SMPL poses (AMASS and others)."""
    if is_smpl(path):
        return read_smpl(path)
    expected = "an NPZ file written by Motionloom"
    arrays = read_arrays(path, expected, needed=("rotations", "root_positions", "motion"))
    about = arrays["motion"]
    if about.dtype != np.uint8 or about.nbytes > _LARGEST_JSON:
        raise FileError(f"{path}: expected {expected}, found {about.nbytes} bytes of {about.dtype} in the array motion")
    described = parse_json(about.tobytes(), str(path), f"{expected} with JSON in its array motion")
    return _as_clip(path, described, arrays["rotations"], arrays["root_positions"])


def _as_clip(path: Path, about: Any, rotations: NDArray[Any], root: NDArray[Any]) -> RawClip:
    fps = carried_fps(about)
    if fps is None or not isinstance(about.get("skeleton"), dict):
        raise FileError(f"{path}: expected fps and skeleton in the array motion, found a file that is not Motionloom's")
    skeleton = Skeleton.from_json(about["skeleton"])
    for name, array, shape in (("rotations", rotations, (len(rotations), len(skeleton), 4)), ("root_positions", root, (len(rotations), 3))):
        if array.shape != shape or array.dtype.kind != "f":
            raise FileError(f"{path}: expected {name} of shape {shape} and floating point, found {array.shape} of {array.dtype}")
    name, recipe = about.get("name", ""), about.get("recipe", {})
    return RawClip(
        skeleton,
        rotations,
        root,
        fps,
        metres_per_unit=1.0,
        up="y",
        has_rest_pose=True,
        name=name if isinstance(name, str) else "",
        recipe=recipe if isinstance(recipe, dict) else {},
        marks=about.get("marks"),
    )


def write(motion: Motion, path: Path, marks: Marks | None = None) -> None:
    """Write a motion, exactly."""
    try:
        about = json.dumps(carry(motion, marks), sort_keys=True, allow_nan=False).encode()
    except (TypeError, ValueError) as error:
        raise FileError(f"{path}: expected a recipe of plain JSON data, found {error}") from None
    described = np.frombuffer(about, dtype=np.uint8)
    np.savez(path, allow_pickle=False, rotations=motion.rotations, root_positions=motion.root_positions, motion=described)


register(Format("NPZ", (".npz",), read=read, write=write))
