"""Soft limits of joints, as captures show them; and a joint twisted about its bone."""

import numpy as np
import pytest

from motionloom.core import quaternion
from motionloom.core.body import body_of
from motionloom.core.kinematics import forward_kinematics
from motionloom.edits.posing import pose_frame
from motionloom.edits.posing.limits import learn_limits, library_limits
from motionloom.edits.posing.twist import bone_axis, twist_joint
from motionloom.library import Library
from motionloom.making.derive import derive
from motionloom.making.makers.edit import mirror_recipe
from motionloom.making.sources import clip_source
from motionloom.sample.clips import make


@pytest.fixture(scope="module")
def walk():
    return make("ada", "walk").motion


def test_what_was_seen_is_left_alone(walk):
    limits = learn_limits([walk])
    assert limits.frames > 50
    rotations = walk.rotations[120].astype(float)
    within = limits.clamp(walk.skeleton, rotations)
    again = limits.clamp(walk.skeleton, within)
    assert np.abs(within - rotations).max() < 0.05
    assert np.abs(again - within).max() < 1e-6


def test_a_head_that_is_turned_too_far_is_turned_back(walk):
    limits, head = learn_limits([walk]), body_of(walk.skeleton).joint("head")
    rotations = walk.rotations[10].astype(float)
    rotations[head] = quaternion.multiply(rotations[head], quaternion.exp(np.array([0.0, 2.5, 0.0])))
    within = limits.clamp(walk.skeleton, rotations)
    assert quaternion.angle_between(within[head], rotations[head]) > 1.0
    assert np.array_equal(np.delete(within, head, 0), np.delete(rotations, head, 0))


def test_posing_within_limits_still_reaches_and_keeps_pins(walk):
    limits, roles = learn_limits([walk]), body_of(walk.skeleton).roles
    before, wrist, pins = walk.positions()[60].astype(float), roles["left_wrist"], [roles["left_ankle"], roles["right_ankle"]]
    goal = before[wrist] + [0.0, 0.1, 0.1]
    free = pose_frame(walk.skeleton, walk.rotations[60], walk.root_positions[60], {wrist: goal}, pins)
    kept = pose_frame(walk.skeleton, walk.rotations[60], walk.root_positions[60], {wrist: goal}, pins, limits=limits)
    assert np.linalg.norm(kept.positions[wrist] - goal) < 5e-3
    assert np.abs(kept.positions[pins] - before[pins]).max() < 5e-3

    def beyond(pose):
        return float(np.sum(quaternion.angle_between(limits.clamp(walk.skeleton, pose.rotations), pose.rotations)))

    assert beyond(kept) <= beyond(free) + 1e-3


def test_limits_are_learned_from_captures_only(walk, tmp_path):
    with Library.create(tmp_path / "library") as library:
        library.add(walk, "walk", made=False)
        derive(library, mirror_recipe(clip_source(library.clips()[0])), "made")
        assert library_limits(library).frames == learn_limits([walk]).frames


def test_a_twist_turns_a_joint_about_its_bone_and_moves_no_joint_of_it(walk):
    s, elbow = walk.skeleton, body_of(walk.skeleton).joint("left_elbow")
    rotations, root = walk.rotations[0].astype(float), walk.root_positions[0].astype(float)
    turned = twist_joint(s, rotations, "left_elbow", 0.7)
    wrist = body_of(s).joint("left_wrist")
    before, after = (forward_kinematics(each, root, s.offsets, s.parents)[1] for each in (rotations, turned))
    assert np.abs(after[wrist] - before[wrist]).max() < 1e-6
    assert quaternion.angle_between(turned[elbow], rotations[elbow]) == pytest.approx(0.7)
    assert np.linalg.norm(bone_axis(s, 0)) == pytest.approx(1)
