"""The laws of posing: bone lengths and pins are kept, nothing dragged is nothing changed, a batch is a loop, and nothing breaks it."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from motionloom.core import Skeleton, quaternion
from motionloom.core.kinematics import forward_kinematics
from motionloom.edits.layers import EditError
from motionloom.edits.posing import PULL, brush_weights, pose, pose_frame, pose_frames
from motionloom.edits.posing.brush import bone_ways
from motionloom.edits.posing.rig import rig_of
from motionloom.sample.clips import make
from tests.conftest import make_skeleton

FEET = ("left_ankle", "left_toe", "right_ankle", "right_toe")
DRAGGED = ("left_wrist", "right_elbow", "head", "hips", "chest", "left_knee")
metres = st.floats(-0.5, 0.5)


@pytest.fixture(scope="module")
def motion():
    return make("ada", "walk").motion


def lengths_of(skeleton, positions):
    return np.linalg.norm(positions[1:] - positions[skeleton.parents[1:]], axis=-1)


def joint(motion, role):
    from motionloom.core.body import body_of

    return body_of(motion.skeleton).roles[role]


@given(st.integers(0, 300), st.sampled_from(DRAGGED), st.tuples(metres, metres, metres), st.floats(0.0, 0.5), st.booleans())
@settings(max_examples=80)
def test_bone_lengths_and_pins_are_kept(motion, frame, dragged, way, brush, pinned):
    s, before = motion.skeleton, motion.positions()[frame].astype(float)
    pins = FEET if pinned else ()
    found = pose(motion, frame, {dragged: before[joint(motion, dragged)] + way}, pins, brush=brush)
    assert np.isfinite(found.positions).all()
    assert np.abs(np.linalg.norm(found.rotations, axis=-1) - 1).max() < 1e-6
    assert np.abs(lengths_of(s, found.positions) - np.linalg.norm(s.offsets[1:], axis=1)).max() < 1e-6
    points = rig_of(s, len(found.places) == rig_of(s).point_count).points
    solved = found.places[points[points >= 0]]
    assert np.abs(solved - found.positions[points >= 0]).max() < 1e-4  # the bones lie where the solver put their points
    for role in pins:
        assert np.abs(found.positions[joint(motion, role)] - before[joint(motion, role)]).max() < 5e-6
    if dragged == "hips" and pinned and np.linalg.norm(way) > 0.05 and way[1] < -0.05:
        assert found.positions[joint(motion, "hips"), 1] < before[joint(motion, "hips"), 1]


@given(st.integers(0, 300), st.tuples(*[st.floats(-0.6, 0.6)] * 6), st.booleans())
@settings(max_examples=60)
def test_what_is_in_reach_is_reached(motion, frame, turns, left):
    """A wrist that shoulder and elbow can bring somewhere is brought there to a millimetre, feet pinned."""
    side = "left" if left else "right"
    rotations = motion.rotations[frame].astype(float)
    for role, turn in (("shoulder", turns[:3]), ("elbow", turns[3:])):
        j = joint(motion, f"{side}_{role}")
        rotations[j] = quaternion.multiply(rotations[j], quaternion.exp(np.array(turn)))
    s = motion.skeleton
    wrist = joint(motion, f"{side}_wrist")
    goal = forward_kinematics(rotations, motion.root_positions[frame].astype(float), s.offsets, s.parents)[1][wrist]
    found = pose(motion, frame, {wrist: goal}, FEET)
    assert np.linalg.norm(found.positions[wrist] - goal) < 1e-3


@given(st.integers(0, 300), st.floats(0.0, 0.5))
@settings(max_examples=20)
def test_nothing_dragged_is_nothing_changed(motion, frame, brush):
    rotations, root = motion.rotations[frame].astype(float), motion.root_positions[frame].astype(float)
    at = forward_kinematics(rotations, root, motion.skeleton.offsets, motion.skeleton.parents)[1]
    for drags in ({}, {"left_wrist": at[joint(motion, "left_wrist")]}):
        found = pose(motion, frame, drags, FEET, brush=brush)
        assert np.array_equal(found.rotations, rotations)
        assert np.array_equal(found.root_positions, root)


def test_a_batch_is_a_loop(motion, rng):
    frames = rng.integers(0, len(motion), 12)
    wanted = motion.positions()[frames].astype(float)
    weights = np.zeros(wanted.shape[:2])
    for k, j in enumerate(rng.integers(0, len(motion.skeleton), 12)):
        wanted[k, j] += rng.normal(0, 0.1, 3)
        weights[k, j] = PULL
    many = pose_frames(motion.skeleton, motion.rotations[frames], motion.root_positions[frames], wanted, weights, FEET)
    for k, frame in enumerate(frames):
        part = slice(k, k + 1)
        one = pose_frames(motion.skeleton, motion.rotations[[frame]], motion.root_positions[[frame]], wanted[part], weights[part], FEET)
        assert np.array_equal(one.rotations[0], many.rotations[k])
        assert np.array_equal(one.root_positions[0], many.root_positions[k])


def test_a_drag_goes_on_where_it_was(motion):
    """Move by move and at once end in the same place; the moves take few steps."""
    wrist, start = joint(motion, "left_wrist"), motion.positions()[50].astype(float)
    found, steps = None, []
    for share in np.linspace(0.1, 1.0, 10):
        goal = start[wrist] + share * np.array([0.1, 0.25, 0.1])
        found = pose_frame(motion.skeleton, motion.rotations[50], motion.root_positions[50], {wrist: goal}, FEET, warm=found)
        steps.append(int(found.steps))
    at_once = pose(motion, 50, {wrist: goal}, FEET)
    assert np.abs(found.positions - at_once.positions).max() < 1e-3
    assert np.mean(steps) <= 10


@pytest.mark.parametrize("way", [(50.0, 0, 0), (0, -80.0, 0), (0, 0, 1e5)])
def test_out_of_reach_the_body_stretches_and_nothing_breaks(motion, way):
    wrist, before = joint(motion, "left_wrist"), motion.positions()[20].astype(float)
    found = pose(motion, 20, {wrist: before[wrist] + way}, FEET)
    assert np.isfinite(found.rotations).all()
    moved = found.positions[wrist] - before[wrist]
    assert moved @ np.array(way) / np.linalg.norm(way) > 0.1
    for role in FEET:
        assert np.abs(found.positions[joint(motion, role)] - before[joint(motion, role)]).max() < 1e-3


@pytest.mark.parametrize(("dragged", "way"), [("LeftHand", (-0.3, 0, 0)), ("LeftFoot", (0, 0.3, 0)), ("Head", (0, -0.1, 0))])
def test_straight_limbs_bend_the_way_they_do(dragged, way):
    """In a T-pose arms and legs are straight: pushed along themselves, elbows go back and knees forwards."""
    skeleton = make_skeleton()
    rest = skeleton.rest_positions
    j = skeleton.index(dragged)
    found = pose_frame(skeleton, skeleton.rest_rotations, skeleton.rest_root, {j: rest[j] + way}, [0])
    assert np.linalg.norm(found.positions[j] - rest[j] - way) < 1e-3
    if dragged != "Head":
        middle = int(skeleton.parents[j])
        assert np.sign(found.positions[middle, 2] - rest[middle, 2]) == (-1 if dragged == "LeftHand" else 1)


def test_any_tree_can_be_posed(rng):
    """Skeletons that are no bodies, with joints in one place and in line."""
    offsets = np.array([[0, 0, 0], [0, 1, 0], [0, 0, 0], [0, 1, 0], [0, 1, 0], [1, 0, 0], [1, 0, 0]], float)
    skeleton = Skeleton(tuple("abcdefg"), np.array([-1, 0, 1, 2, 3, 1, 5]), offsets)
    for _ in range(20):
        rotations = quaternion.normalise(rng.normal(size=(7, 4)))
        goal = rng.normal(0, 2, 3)
        found = pose_frame(skeleton, rotations, np.zeros(3), {"e": goal}, ["a"])
        assert np.isfinite(found.positions).all()
        assert np.abs(found.positions[0]).max() < 1e-6


def test_zero_weights_and_all_pinned_change_nothing(motion):
    wanted = motion.positions()[:1].astype(float) + 1.0
    arrays = motion.skeleton, motion.rotations[:1], motion.root_positions[:1], wanted
    still = pose_frames(*arrays, np.zeros(wanted.shape[:2]))
    assert np.array_equal(still.rotations, motion.rotations[:1].astype(float))
    pinned = pose_frames(*arrays, np.full(wanted.shape[:2], PULL), range(len(motion.skeleton)))
    assert np.array_equal(pinned.rotations, motion.rotations[:1].astype(float))


def test_the_brush_falls_off_along_the_bones(motion):
    s = motion.skeleton
    weights = brush_weights(s, joint(motion, "left_wrist"), 0.25)
    arm = [joint(motion, f"left_{part}") for part in ("wrist", "elbow", "shoulder")]
    assert weights[arm[0]] == 1.0 > weights[arm[1]] > weights[arm[2]]
    assert weights[joint(motion, "right_wrist")] < 0.01
    ways = bone_ways(s)
    assert np.array_equal(ways, ways.T)
    assert np.allclose(
        ways[joint(motion, "left_wrist"), joint(motion, "left_elbow")], np.linalg.norm(s.offsets[joint(motion, "left_wrist")])
    )


def test_what_cannot_be_asked_is_said(motion):
    with pytest.raises(EditError, match="no joint or role 'tail'"):
        pose(motion, 0, {"tail": (0, 0, 0)})
    with pytest.raises(EditError, match="frames 0 to"):
        pose(motion, 10_000, {})
    with pytest.raises(EditError, match="three numbers"):
        pose(motion, 0, {"head": (0, np.nan, 0)})
    with pytest.raises(EditError, match="joint 99 is not there"):
        pose(motion, 0, {99: (0, 0, 0)})
