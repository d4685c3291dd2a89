"""Several actors in one file: .glb, .gltf, .usd, .usda or .usdc."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from motionloom.core import Motion
from motionloom.core.errors import FileError, MotionError
from motionloom.core.files import check_place

SUFFIXES = (".glb", ".gltf", ".usd", ".usda", ".usdc")


def save_scene(motions: Sequence[Motion], path: str | PathLike[str], names: Sequence[str] = ()) -> None:
    """Write motions of one rate that play at the same time, each with its own body. names: of the actors, the motions' if not given."""
    target = Path(path)
    if target.suffix.lower() not in SUFFIXES:
        raise FileError(f"{target}: several actors go into one {', '.join(SUFFIXES)} file")
    if not motions:
        raise MotionError("a scene needs at least one actor")
    if len({motion.fps for motion in motions}) > 1:
        raise MotionError("actors of one scene play at one rate; resample some of them first")
    check_place(target)
    called = list(names) or [motion.name or f"actor {n}" for n, motion in enumerate(motions, start=1)]
    if target.suffix.lower() in (".glb", ".gltf"):
        from motionloom.formats.gltf import write_gltf_scene

        write_gltf_scene(motions, called, target)
    else:
        from motionloom.formats.usd import write_usd_scene

        write_usd_scene(motions, called, target)
