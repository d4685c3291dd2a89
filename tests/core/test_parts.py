"""Parts of a body: laws that hold for every mapped skeleton."""

import numpy as np
import pytest

from motionloom import formats, sample
from motionloom.core import SkeletonError
from motionloom.core.body import body_of
from motionloom.core.parts import CHAINS, CUTS, UPPER_BODY, find_chains, find_cuts, find_part, lower_body, severed_joints
from motionloom.formats.character_file import read_character

CAPTURES = ("data/cmu/016/16_15.bvh", "data/cmu/141/141_01.bvh", "data/bandai/dataset-1_bow_normal_001.bvh")
CHARACTERS = tuple(f"more/characters/{name}.glb" for name in ("RobotExpressive", "CesiumMan", "RiggedFigure"))


@pytest.fixture(params=["sample", *CAPTURES, *CHARACTERS])
def skeleton(request):
    if request.param == "sample":
        return sample.make("ada", "walk").motion.skeleton
    path = request.getfixturevalue("shared_data").parent / request.param
    return read_character(path).skeleton if path.suffix == ".glb" else formats.load(path).skeleton


def test_every_joint_is_in_one_chain(skeleton):
    chains = find_chains(skeleton)
    assert tuple(chains) == CHAINS
    assert np.all(sum(mask.joints.astype(int) for mask in chains.values()) == 1)
    assert all(len(mask) for mask in chains.values())
    for name, mask in chains.items():  # a chain hangs on one joint; the torso is the root's
        assert len(severed_joints(skeleton, mask)) == 1, name


def test_chains_hold_their_roles(skeleton):
    chains, roles = find_chains(skeleton), body_of(skeleton).roles
    for role, joint in roles.items():
        side, _, part = role.partition("_")
        limb = {"clavicle": "arm", "shoulder": "arm", "elbow": "arm", "wrist": "arm"}.get(part, "leg")
        owner = f"{side}_{limb}" if part else {"neck": "head", "head": "head"}.get(role, "torso")
        assert chains[owner].joints[joint], role


def test_cuts_leave_the_lower_body(skeleton):
    cuts, below = find_cuts(skeleton), lower_body(skeleton)
    assert tuple(cuts) == tuple(CUTS)
    assert all(not np.any(mask.joints & below.joints) for mask in cuts.values())
    assert below == ~cuts[UPPER_BODY]
    assert all(np.all(cuts[UPPER_BODY].joints >= mask.joints) for mask in cuts.values())


def test_cuts_are_nested_as_the_paper_has_them(skeleton):
    cuts = find_cuts(skeleton)
    for side, other in (("left", "right"), ("right", "left")):
        assert (cuts[f"{side}_arm"] & cuts["shoulders_and_arms"]) == cuts[f"{side}_arm"]
        assert (cuts[f"{side}_arm_and_torso"] | cuts[f"{side}_arm"]) == cuts[f"{side}_arm_and_torso"]
        assert len(cuts[f"{side}_arm_and_torso"] & cuts[f"{other}_arm"]) == 0
    assert (cuts["left_arm_and_torso"] | cuts["right_arm_and_torso"] | cuts["upper_carriage"]) == cuts["upper_carriage"]
    chains = find_chains(skeleton)
    assert (cuts["upper_carriage"] | chains["head"]) == cuts[UPPER_BODY]


def test_an_unknown_part_is_said():
    skeleton = sample.make("ada", "walk").motion.skeleton
    with pytest.raises(SkeletonError, match="no part of a body is called 'tail'; there are torso, head"):
        find_part(skeleton, "tail")
