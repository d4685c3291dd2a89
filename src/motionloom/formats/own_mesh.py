"""A motion that was read from a character's file, written with that character's own meshes again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from motionloom.core import Motion, Skeleton
from motionloom.core.errors import FileError
from motionloom.formats._gltf_buffers import packed_by_meshopt, read_document
from motionloom.formats._gltf_clips import joint_nodes
from motionloom.formats._gltf_pack import pack_document
from motionloom.formats.character_animations import NewAnimation, with_animations
from motionloom.formats.character_file import SUFFIXES
from motionloom.formats.doors import read
from motionloom.formats.marks import Marks
from motionloom.formats.registry import ReadOptions

WRITTEN = (".glb", ".vrm")


def has_own_mesh(path: Path) -> bool:
    """Whether a file holds a mesh with a skin, which a motion read from it could keep."""
    if path.suffix.lower() not in SUFFIXES or not path.is_file():
        return False
    try:
        document = read_document(path)
        meshed = any("skin" in node and "mesh" in node for node in document.objects("nodes"))
        meshed &= not any(packed_by_meshopt(view) for view in document.objects("bufferViews"))  # bytes that stay where they are, packed
    except FileError:
        return False
    ours = isinstance(document.json["asset"].get("extras"), dict) and "motionloom" in document.json["asset"]["extras"]
    return meshed and not ours  # the mannequin of a file of ours is made anew


@dataclass(frozen=True, eq=False)
class _Opened:
    """The file that a motion was read from: see `character_animations.RiggedFile`."""

    name: str
    data: bytes
    skeleton: Skeleton
    nodes: tuple[int, ...]
    unit: float


def with_own_mesh(source: Path, motion: Motion, options: ReadOptions, marks: Marks | None = None) -> bytes:
    """The file that a motion was read from as a GLB: all that was in it, with this motion in place of its animations."""
    loaded = read(source, options)
    if loaded.motion.skeleton.names != motion.skeleton.names:
        raise FileError(f"{source}: the motion is not on the joints of this file, so its mesh cannot be kept")
    data = pack_document(read_document(source))
    opened = _Opened(source.stem, data, motion.skeleton, joint_nodes(source, options), loaded.metres_per_unit)
    return with_animations(opened, [NewAnimation(motion, motion.name, marks)], keep=False)
