"""FBX: read with ufbx, written through Blender's exporter. Both run in processes of their own, for a crash there must stay there."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.errors import FileError
from motionloom.formats._hung_nodes import to_body_rig
from motionloom.formats._nodes import Node, believe_unit, compose
from motionloom.formats._sampling import are_numbers, snap_rate
from motionloom.formats.gltf import write_gltf
from motionloom.formats.registry import Format, RawClip, ReadOptions, register

if TYPE_CHECKING:
    import subprocess

    from motionloom.formats.skinned_scene import SkinnedScene

BLENDER_PYTHON = "MOTIONLOOM_BLENDER_PYTHON"
INSTALL = f'pip install "motionloom[fbx]" (Python 3.11), or set {BLENDER_PYTHON} to the Python of an environment that has bpy'
READ_SECONDS, WRITE_SECONDS = 600, 3600


def read_fbx(path: Path, options: ReadOptions) -> RawClip:
    """The longest animation of a file, or the one that `options.clip` names, on the bones it moves."""
    return _to_clip(path, _read_arrays(path, options, "all"))


def list_clips(path: Path, options: ReadOptions) -> tuple[str, ...]:
    """The names of all animations that move a bone, the one that is read by itself first; none where there is one at most."""
    return tuple(str(name) for name in _read_arrays(path, options, "names")["names"])


def _read_arrays(path: Path, options: ReadOptions, what: str) -> dict[str, NDArray[Any]]:
    """What the FBX library finds, in a process of its own."""
    from zipfile import BadZipFile

    if not path.is_file():
        raise FileError(f"{path}: no such file")
    with tempfile.TemporaryDirectory(prefix="motionloom-") as folder:
        found = Path(folder) / "nodes.npz"
        convert = "n" if options.up else "y"  # a person's word about the axes is about those in the file
        script = [sys.executable, "-P", str(_script("_fbx_reader.py"))]
        done = _run(path, [*script, str(path.resolve()), str(found), options.clip or "", convert, what], READ_SECONDS)
        if done.returncode == 2:
            raise FileError(f"{path}: {_last_line(done.stderr)}")
        try:
            with np.load(found, allow_pickle=False) as arrays:
                return dict(arrays)
        except (OSError, BadZipFile, KeyError):
            raise FileError(f"{path}: the FBX library broke off on this file (exit code {done.returncode}); it may be damaged") from None


def read_scene(path: Path) -> SkinnedScene:
    """The meshes of a file, on the joints that carry them."""
    from motionloom.formats.skinned_scene import unpack_scene

    if not path.is_file():
        raise FileError(f"{path}: no such file")
    with tempfile.TemporaryDirectory(prefix="motionloom-") as folder:
        found = Path(folder) / "meshes.npz"
        done = _run(path, [sys.executable, "-P", str(_script("_fbx_meshes.py")), str(path.resolve()), str(found)], READ_SECONDS)
        if done.returncode == 2:
            raise FileError(f"{path}: {_last_line(done.stderr)}")
        if done.returncode != 0 or not found.is_file():
            raise FileError(f"{path}: the FBX library broke off on this file (exit code {done.returncode}); it may be damaged")
        return unpack_scene(found.read_bytes())


def _to_clip(path: Path, arrays: dict[str, NDArray[Any]]) -> RawClip:
    described = json.loads(str(arrays["described"]))
    if not are_numbers(*(arrays[name] for name in ("translation", "rotation", "scale", "rest"))):
        raise FileError(f"{path}: its node transforms hold values that are no finite numbers of a usual size")
    rest, rotation = arrays["rest"], quaternion.normalise(arrays["rotation"])
    local = compose(rest[:, :3], quaternion.normalise(rest[:, 3:7]), rest[:, 7:])
    nodes = [
        Node(name, int(parent), _still(arrays["translation"][:, n]), _still(rotation[:, n]), _still(arrays["scale"][:, n]), local[n])
        for n, (name, parent) in enumerate(zip(described["names"], arrays["parents"], strict=True))
    ]
    bind = {}
    for n, top in enumerate(arrays["bind"]):
        matrix = np.concatenate([top, [[0, 0, 0, 1]]])
        if are_numbers(matrix) and abs(np.linalg.det(matrix)) > 1e-18:
            bind[n] = matrix
    rig = to_body_rig(nodes, np.flatnonzero(arrays["is_joint"]).tolist(), len(rotation), bind)
    unit, unit_notes = believe_unit(rig.skeleton, float(described["metres"]))
    return RawClip(
        rig.skeleton,
        rig.rotations,
        rig.root_positions,
        snap_rate(float(described["rate"])),
        metres_per_unit=unit,
        up="y" if described["converted"] else None,
        has_rest_pose=True,
        stretched=rig.stretched,
        notes=(*described["notes"], *rig.notes, *unit_notes),
        name=described["name"],
    )


def _still(track: NDArray[Any]) -> NDArray[Any]:
    """One frame (1, k) of a track that never changes by more than rounding."""
    middle = np.median(track, axis=0, keepdims=True)
    return middle if np.all(np.abs(track - middle) <= 1e-6 * max(float(np.abs(middle).max()), 1e-3)) else track


def write_fbx(motion: Motion, path: Path, *, mesh: bool = True, root_bone: str = "") -> None:
    """A skinned body, its skeleton and one animation, by way of our GLB and Blender's FBX exporter. Options as those of glTF."""
    python = find_blender(path)
    with tempfile.TemporaryDirectory(prefix="motionloom-") as folder:
        source = Path(folder) / "motion.glb"
        write_gltf(replace(motion, fps=max(1.0, round(motion.fps))), source, mesh=mesh, root_bone=root_bone)
        arguments = [str(source), str(path.resolve()), repr(motion.fps), str(len(motion)), motion.name or "motion"]
        done = _run(path, [python, "-P", str(_script("_blender_script.py")), *arguments], WRITE_SECONDS)
    if done.returncode != 0 or not path.is_file():
        raise FileError(f"{path}: Blender could not write it (exit code {done.returncode}): {_last_line(done.stderr) or 'no reason given'}")


def has_blender() -> bool:
    """Whether FBX can be written on this machine."""
    try:
        return bool(find_blender(Path()))
    except FileError:
        return False


def find_blender(path: Path) -> str:
    """The Python that has `bpy`: a side environment that was named, or this one."""
    named = os.environ.get(BLENDER_PYTHON)
    if named and Path(named).is_file():
        return named
    if named:
        raise FileError(f"{path}: {BLENDER_PYTHON} names {named!r}, which is not there")
    if importlib.util.find_spec("bpy") is not None:
        return sys.executable
    raise FileError(f"{path}: writing FBX needs Blender's module: {INSTALL}")


def _script(name: str) -> Path:
    return Path(__file__).with_name(name)


def _run(path: Path, command: list[str], seconds: float) -> subprocess.CompletedProcess[bytes]:
    import subprocess

    try:
        return subprocess.run(command, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        raise FileError(f"{path}: gave up after {seconds:g} s") from None


def _last_line(output: bytes) -> str:
    lines = [line.strip() for line in output.decode("utf-8", "replace").splitlines() if line.strip()]
    return lines[-1][:400] if lines else ""


register(Format("FBX", (".fbx",), read_fbx, write_fbx, clips=list_clips, can_write=has_blender))
