"""Which node is which bone of a human: what VRM files say themselves (VRM 0.x, VRM 1.0, VRM animations)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motionloom.formats._gltf_buffers import Document

_BONES = {"hips": "hips", "spine": "spine", "chest": "chest", "upperChest": "chest", "neck": "neck", "head": "head"}
_LIMBS = {"Shoulder": "clavicle", "UpperArm": "shoulder", "LowerArm": "elbow", "Hand": "wrist"}
_LIMBS |= {"UpperLeg": "hip", "LowerLeg": "knee", "Foot": "ankle", "Toes": "toe"}
ROLE_OF_BONE = _BONES | {f"{side}{bone}": f"{side}_{part}" for side in ("left", "right") for bone, part in _LIMBS.items()}


def vrm_bones(document: Document) -> dict[str, int]:
    """Bone of a VRM humanoid -> node; nothing where the file is no VRM."""
    extensions = document.json.get("extensions")
    found: dict[str, int] = {}
    for key in ("VRM", "VRMC_vrm", "VRMC_vrm_animation"):
        humanoid = _mapping(_mapping(_mapping(extensions).get(key)).get("humanoid"))
        bones = humanoid.get("humanBones")
        pairs = [(entry.get("bone"), entry) for entry in bones if isinstance(entry, dict)] if isinstance(bones, list) else []
        pairs += list(bones.items()) if isinstance(bones, dict) else []
        for bone, entry in pairs:
            if isinstance(bone, str) and isinstance(entry, dict) and "node" in entry:
                document.item("nodes", entry["node"])
                found[bone] = int(entry["node"])
    return found


def vrm_roles(bones: Mapping[str, int]) -> dict[str, int]:
    """Body role -> node: the chest is the upper one where there are two; a back of one bone is a chest."""
    roles = {ROLE_OF_BONE[bone]: node for bone, node in bones.items() if bone in ROLE_OF_BONE and bone != "upperChest"}
    if "upperChest" in bones:
        roles["chest"] = bones["upperChest"]
    if "chest" not in roles and "spine" in roles:
        roles["chest"] = roles.pop("spine")
    return roles


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
