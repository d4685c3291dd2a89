"""VRM says which joint is which bone: read from the file, written to a VRM animation."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from pathlib import Path

import numpy as np

from motionloom import formats
from motionloom.core import Motion, Skeleton
from motionloom.core.roles import find_roles
from motionloom.formats._gltf_buffers import read_document
from tests.conftest import make_motion


def test_an_animation_comes_back_as_it_was(skeleton: Skeleton, tmp_path: Path) -> None:
    motion = make_motion(skeleton, 30, 60.0)
    formats.save(motion, tmp_path / "a.vrma")
    back = formats.load(tmp_path / "a.vrma")
    assert back.skeleton.names == skeleton.names
    assert find_roles(back.skeleton) == find_roles(skeleton)
    np.testing.assert_allclose(back.positions(), motion.positions(), atol=1e-5)


def test_roles_are_those_that_the_file_states(skeleton: Skeleton, tmp_path: Path) -> None:
    """Joints without names, and expressions beside the body: the extension alone tells."""
    nameless = replace(skeleton, names=tuple(f"n{i}" for i in range(len(skeleton))), given_roles=find_roles(skeleton))
    formats.save(Motion(nameless, make_motion(skeleton, 20, 30.0).rotations, np.zeros((20, 3), np.float32), 30.0, "a"), tmp_path / "a.vrma")
    document = read_document(tmp_path / "a.vrma").json
    assert document["extensionsUsed"] == ["VRMC_vrm_animation"]
    bones = document["extensions"]["VRMC_vrm_animation"]["humanoid"]["humanBones"]
    assert bones["leftUpperLeg"]["node"] == find_roles(skeleton)["left_hip"]
    del document["asset"]["extras"]  # what Motionloom itself wrote of roles
    document["extensions"] = {"VRM": {"humanoid": {"humanBones": [{"bone": bone, **entry} for bone, entry in bones.items()]}}}
    binary = bytes(read_document(tmp_path / "a.vrma").buffers[0])
    document["buffers"] = [{"byteLength": len(binary), "uri": "data:application/octet-stream;base64," + base64.b64encode(binary).decode()}]
    (tmp_path / "old.vrm").write_text(json.dumps(document))
    found = find_roles(formats.load(tmp_path / "old.vrm").skeleton)
    assert found == find_roles(skeleton)
