"""Bones under the names that engines map by: each named joint has its role, no name comes twice, and the motion stays."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from motionloom import formats
from motionloom.core import Motion, Skeleton
from motionloom.core.body import find_roles
from motionloom.formats.bone_names import CONVENTIONS, name_bones, rename_bones
from motionloom.sample import make

# What each program cannot do without, by its own manual: Unity's and VRM's required bones, Mixamo's and Unreal's names of the same.
REQUIRED = {
    "unity": "Hips Spine Head LeftUpperArm LeftLowerArm LeftHand RightUpperArm RightLowerArm RightHand LeftUpperLeg LeftLowerLeg LeftFoot "
    "RightUpperLeg RightLowerLeg RightFoot",
    "unreal": "pelvis spine_01 head upperarm_l lowerarm_l hand_l upperarm_r lowerarm_r hand_r thigh_l calf_l foot_l thigh_r calf_r foot_r",
    "mixamo": "Hips Spine Head LeftArm LeftForeArm LeftHand RightArm RightForeArm RightHand LeftUpLeg LeftLeg LeftFoot RightUpLeg RightLeg "
    "RightFoot",
}
REQUIRED["godot"] = REQUIRED["unity"]
REQUIRED["vrm"] = re.sub(r"\b[A-Z]", lambda first: first[0].lower(), REQUIRED["unity"])


@pytest.fixture(scope="module")
def walk() -> Motion:
    return make("ada", "walk").motion


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_a_body_gets_every_bone_that_the_program_needs(walk: Motion, convention: str) -> None:
    renamed = rename_bones(walk, convention)
    names = [name.removeprefix("mixamorig:") for name in renamed.skeleton.names]
    assert set(REQUIRED[convention].split()) <= set(names)
    assert len(set(renamed.skeleton.names)) == len(names)
    assert find_roles(renamed.skeleton) == find_roles(walk.skeleton)
    np.testing.assert_array_equal(renamed.positions(), walk.positions())


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_our_own_reader_finds_the_same_body_by_the_new_names_alone(walk: Motion, convention: str, tmp_path: Path) -> None:
    formats.save(walk, tmp_path / "a.bvh", bones=convention)  # BVH carries no roles
    back = formats.load(tmp_path / "a.bvh")
    assert back.skeleton.given_roles is None
    for role, joint in find_roles(back.skeleton).items():
        assert joint == find_roles(walk.skeleton)[role] or role == "spine", role


def test_named_joints_are_those_of_the_roles(walk: Motion) -> None:
    roles = find_roles(walk.skeleton)
    named = {name: joint for joint, name in name_bones(walk.skeleton, "unreal").items()}
    assert [named[name] for name in ("pelvis", "calf_l", "lowerarm_r", "ball_l")] == [
        roles[role] for role in ("hips", "left_knee", "right_elbow", "left_toe")
    ]
    assert walk.skeleton.is_below(named["thumb_01_l"], named["hand_l"])


def test_a_name_that_is_taken_by_another_joint_is_given_away(walk: Motion) -> None:
    """CMU's second neck is called as Mixamo's might be; a joint beside the convention never keeps a name of it."""
    from dataclasses import replace

    hip = walk.skeleton.names.index("LHipJoint")
    names = list(walk.skeleton.names)
    names[hip] = "pelvis"
    odd = replace(walk, skeleton=replace(walk.skeleton, names=tuple(names)))
    renamed = rename_bones(odd, "unreal")
    assert renamed.skeleton.names[find_roles(walk.skeleton)["hips"]] == "pelvis"
    assert renamed.skeleton.names[hip] == "pelvis_2"


def test_what_is_no_body_keeps_its_names() -> None:
    skeleton = Skeleton(("post", "arm"), [-1, 0], [[0, 0, 0], [0, 1, 0]])
    thing = Motion(skeleton, np.tile(np.array([0, 0, 0, 1], np.float32), (3, 2, 1)), np.zeros((3, 3), np.float32), 30)
    assert rename_bones(thing, "unity") is thing
