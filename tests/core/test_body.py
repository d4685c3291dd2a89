"""The body of a skeleton: sizes, limbs and foot points."""

import numpy as np
import pytest

from motionloom.core import Skeleton, SkeletonError
from motionloom.core.body import body_of, stands_at_rest


def test_sizes(skeleton):
    body = body_of(skeleton)
    assert body.leg_length == pytest.approx(0.78)
    assert 1.4 < body.height < 1.8
    np.testing.assert_allclose(body.facing, [0, 0, 1], atol=1e-9)
    assert stands_at_rest(skeleton)


def test_chains_run_outwards(skeleton):
    names = {limb: [skeleton.names[j] for j in chain] for limb, chain in body_of(skeleton).chains.items()}
    assert names["left_leg"] == ["LeftUpLeg", "LeftLeg", "LeftFoot", "LeftToeBase"]
    assert names["right_arm"] == ["RightShoulder", "RightArm", "RightForeArm", "RightHand"]
    assert names["spine"] == ["Hips", "Spine", "Spine1"]
    assert names["head"] == ["Neck", "Head"]


def test_foot_points_lie_on_the_sole_at_rest(skeleton):
    body = body_of(skeleton)
    positions = skeleton.rest_positions
    points = positions[body.foot_joints] + body.foot_offsets  # rest rotations are identities here
    np.testing.assert_allclose(points[:, 1], body.sole, atol=1e-9)
    heel, toe = points[0], points[1]
    assert heel[2] < positions[body.joint("left_ankle"), 2] < toe[2]


def test_scale_scales_everything(skeleton):
    double = Skeleton(skeleton.names, skeleton.parents, skeleton.offsets * 2, skeleton.end_sites)
    small, large = body_of(skeleton), body_of(double)
    assert large.leg_length == pytest.approx(2 * small.leg_length)
    np.testing.assert_allclose(large.foot_offsets[:, 1], 2 * small.foot_offsets[:, 1], atol=1e-9)


def test_unknown_role_lists_the_known(skeleton):
    with pytest.raises(SkeletonError, match="no 'tail'; it has hips"):
        body_of(skeleton).joint("tail")


@pytest.mark.data
def test_real_skeletons_have_all_roles(shared_data):
    from motionloom import formats

    for file in ("cmu/002/02_01.bvh", "cmu/141/141_01.bvh", "bandai/dataset-1_walk_normal_001.bvh"):
        body = body_of(formats.load(shared_data / file).skeleton)
        assert len(body.roles) == 21
        assert 1.4 < body.height < 2.1
        assert stands_at_rest(body.skeleton)
