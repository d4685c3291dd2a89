"""NPZ: a motion as plain NumPy arrays and a line of JSON, exact to the last bit. No pickles: a stranger's file cannot run code.

`rotations` (F, J, 4) xyzw and `root_positions` (F, 3) metres are arrays anyone can load; `motion` holds UTF-8 JSON with name, fps,
recipe and skeleton.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, Skeleton
from motionloom.core.errors import FileError
from motionloom.formats._carried import carried_fps, carry
from motionloom.formats.registry import Format, RawClip, ReadOptions, register

_ROTATIONS, _ROOT, _MOTION = "rotations.npy", "root_positions.npy", "motion.npy"
_LARGEST_JSON = 64 << 20
# A compressed array may be small for what it holds, but not this much: that is a file made to fill the memory.
_LARGEST_RATIO, _ALWAYS_ALLOWED = 200, 64 << 20
_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError),  # of the archive
    OSError,  # which is how a directory that points outside of the file shows
    *(ValueError, KeyError, SyntaxError, OverflowError, RecursionError),  # of the headers and the JSON
)


def read(path: Path, options: ReadOptions) -> RawClip:
    """The clip in an .npz file of ours."""
    with path.open("rb") as stream:
        return _read_archive(path, stream)


def _read_archive(path: Path, stream: IO[bytes]) -> RawClip:
    try:
        with zipfile.ZipFile(stream) as archive:
            missing = [name.removesuffix(".npy") for name in (_ROTATIONS, _ROOT, _MOTION) if name not in archive.namelist()]
            if missing:
                raise FileError(f"{path}: expected the arrays rotations, root_positions and motion, found no {', '.join(missing)}")
            about = json.loads(_read_array(path, archive, _MOTION, _LARGEST_JSON).tobytes().decode())
            rotations, root = _read_array(path, archive, _ROTATIONS), _read_array(path, archive, _ROOT)
    except _BROKEN as error:
        raise FileError(
            f"{path}: expected an NPZ file written by Motionloom, found it broken ({' '.join(str(error).split())[:80]})"
        ) from None
    return _as_clip(path, about, rotations, root)


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
    )


def _read_array(path: Path, archive: zipfile.ZipFile, name: str, limit: int | None = None) -> NDArray[Any]:
    """An array of the archive; its size is held against its header before any memory is taken for it."""
    info = archive.getinfo(name)
    with archive.open(info) as stream:
        shape, dtype = _read_header(stream)
        size = int(np.prod([int(n) for n in shape], dtype=object)) * dtype.itemsize
        if info.file_size > max(_ALWAYS_ALLOWED, _LARGEST_RATIO * info.compress_size):
            raise FileError(
                f"{path}: expected arrays that do not fill the memory, found {name} expands to more than {_LARGEST_RATIO} times its size"
            )
        if dtype.hasobject or dtype.kind not in "fu" or len(shape) > 3:
            raise FileError(f"{path}: expected {name} to hold plain numbers, found {dtype} of shape {shape}")
        if size != info.file_size - stream.tell() or size > (limit or size):
            raise FileError(f"{path}: expected {name} of shape {shape} to take {size} bytes, found {info.file_size - stream.tell()}")
        data = stream.read(size)
    if len(data) != size:
        raise FileError(f"{path}: expected {size} bytes in {name}, found {len(data)}; the file may be cut off")
    return np.frombuffer(data, dtype=dtype).reshape(shape)


def _read_header(stream: IO[bytes]) -> tuple[tuple[int, ...], np.dtype[Any]]:
    version = np.lib.format.read_magic(stream)
    read_header = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, by_column, dtype = read_header(stream)
    if by_column and len(shape) > 1:
        raise ValueError("arrays must be stored row by row")
    return tuple(shape), dtype


def write(motion: Motion, path: Path) -> None:
    """Write a motion, exactly."""
    try:
        about = json.dumps(carry(motion), sort_keys=True, allow_nan=False).encode()
    except (TypeError, ValueError) as error:
        raise FileError(f"{path}: expected a recipe of plain JSON data, found {error}") from None
    described = np.frombuffer(about, dtype=np.uint8)
    np.savez(path, allow_pickle=False, rotations=motion.rotations, root_positions=motion.root_positions, motion=described)


register(Format("NPZ", (".npz",), read=read, write=write))
