"""Trim, join, resample, mirror and split: laws that hold for any motion."""

import numpy as np
import pytest

from motionloom.core import MotionError, quaternion
from motionloom.core.editing import concatenate, join_root, mirror, mirror_joints, resample, split_root, trim
from motionloom.core.heading import headings, turn_and_move
from tests.conftest import make_motion


def test_trim_then_concatenate_is_the_whole(motion):
    whole = concatenate([trim(motion, 0, 0.4), trim(motion, 0.4)])
    np.testing.assert_array_equal(whole.rotations, motion.rotations)
    np.testing.assert_array_equal(whole.root_positions, motion.root_positions)


@pytest.mark.parametrize(("start", "end"), [(-1, 0.5), (0.5, 0.2), (0, 99)])
def test_trim_outside(motion, start, end):
    with pytest.raises(MotionError, match="it lasts 1 s"):
        trim(motion, start, end)


def test_concatenate_refuses_other_rates(motion):
    with pytest.raises(MotionError, match="resample one"):
        concatenate([motion, resample(motion, 30)])


@pytest.mark.parametrize("fps", [24, 30, 50, 120, 240, 59.94])
def test_resample_keeps_the_performance(motion, fps):
    other = resample(motion, fps)
    assert other.fps == fps
    assert other.duration == pytest.approx(motion.duration, abs=1.1 / fps + 1 / motion.fps)
    back = resample(other, motion.fps)
    shared = min(len(back), len(motion))
    error = np.linalg.norm(back.positions()[:shared] - motion.positions()[:shared], axis=-1)
    assert error.max() < 0.02


def test_upsampling_hits_the_old_frames(motion):
    double = resample(motion, motion.fps * 2)
    np.testing.assert_allclose(double.positions()[::2], motion.positions(), atol=1e-5)


def test_mirror_twice_is_the_identity(motion):
    again = mirror(mirror(motion))
    np.testing.assert_allclose(again.positions(), motion.positions(), atol=1e-5)


def test_mirror_reflects_positions_of_a_symmetric_body(motion):
    pairs = mirror_joints(motion.skeleton)
    reflected = motion.positions()[:, pairs] * [-1, 1, 1]
    np.testing.assert_allclose(mirror(motion).positions(), reflected, atol=1e-5)


def test_split_then_join(motion):
    in_place, path = split_root(motion)
    assert np.abs(headings(in_place) - headings(in_place)[0]).max() < 1e-3
    np.testing.assert_allclose(in_place.root_positions[:, [0, 2]], 0, atol=1e-5)
    np.testing.assert_allclose(join_root(in_place, path).positions(), motion.positions(), atol=1e-5)


def test_turn_and_move_turns_the_heading(motion):
    moved = turn_and_move(motion, 0.7, (1.0, 0.0, -2.0))
    np.testing.assert_allclose(headings(moved) - headings(motion), 0.7, atol=1e-4)
    expected = quaternion.rotate(quaternion.about_y(0.7), motion.positions().astype(float)) + [1, 0, -2]
    np.testing.assert_allclose(moved.positions(), expected, atol=1e-5)


def test_headings_do_not_jump_through_a_whole_turn(skeleton):
    still = make_motion(skeleton, frames=200, swing=0.0)
    spin = quaternion.multiply(quaternion.about_y(np.linspace(0, 6 * np.pi, 200)), still.rotations[:, 0].astype(float))
    rotations = still.rotations.astype(float)
    rotations[:, 0] = spin
    angles = headings(still.with_arrays(rotations, still.root_positions))
    np.testing.assert_allclose(angles, np.linspace(0, 6 * np.pi, 200), atol=1e-3)


@pytest.mark.data
@pytest.mark.parametrize("file", ["cmu/016/16_15.bvh", "bandai/dataset-1_walk_normal_001.bvh"])
def test_mirror_on_real_skeletons(shared_data, file):
    from motionloom import formats

    real = formats.load(shared_data / file)
    again = mirror(mirror(real))
    assert np.linalg.norm(again.positions() - real.positions(), axis=-1).max() < 1e-3
    reflected = real.positions()[:, mirror_joints(real.skeleton)] * [-1, 1, 1]
    difference = np.linalg.norm(mirror(real).positions() - reflected, axis=-1)
    assert difference.mean() < 0.03  # real people are not symmetric, but nearly
