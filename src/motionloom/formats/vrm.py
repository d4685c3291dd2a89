"""VRM: characters (.vrm, read) and VRM animations (.vrma, read and written). Both are glTF that says which joint is which bone."""

from __future__ import annotations

from pathlib import Path

from motionloom.core import Motion
from motionloom.core.roles import SIDES, require_roles
from motionloom.formats._gltf_clips import list_clips, read_gltf
from motionloom.formats._vrm_roles import ROLE_OF_BONE
from motionloom.formats.gltf import write_gltf
from motionloom.formats.marks import Marks
from motionloom.formats.registry import Format, register

ANIMATION = "VRMC_vrm_animation"
VERSION = "1.0"


def write_vrma(motion: Motion, path: Path, marks: Marks | None = None) -> None:
    """The joints at rest, which should be a T-pose, one animation, and which joint is which bone of VRM's humanoid."""
    roles = require_roles(motion.skeleton)
    bones = {bone: roles[role] for bone, role in ROLE_OF_BONE.items() if role in roles and bone != "upperChest"}
    if "spine" not in bones:  # VRM needs a spine, and a chest only above one
        bones["spine"] = bones.pop("chest")
    for side in SIDES:  # and toes need feet, which every body here has
        assert f"{side}Foot" in bones
    human = {bone: {"node": joint} for bone, joint in bones.items()}
    write_gltf(motion, path, marks, mesh=False, extensions={ANIMATION: {"specVersion": VERSION, "humanoid": {"humanBones": human}}})


register(Format("VRM", (".vrm",), read_gltf, clips=list_clips))
register(Format("VRM animation", (".vrma",), read_gltf, write_vrma, clips=list_clips))
