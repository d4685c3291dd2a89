"""A motion is checked when it is made and gives positions that keep its bones' lengths."""

import numpy as np
import pytest

from motionloom.core import Motion, MotionError


def test_bone_lengths_hold(motion):
    s = motion.skeleton
    bones = np.linalg.norm(motion.positions()[:, 1:] - motion.positions()[:, s.parents[1:]], axis=-1)
    np.testing.assert_allclose(bones, np.broadcast_to(np.linalg.norm(s.offsets[1:], axis=1), bones.shape), atol=1e-5)


def test_points_of_joints_are_positions(motion):
    joints = np.arange(len(motion.skeleton))
    np.testing.assert_array_equal(motion.points(joints, np.zeros((len(joints), 3))), motion.positions())
    assert motion.end_positions().shape == (len(motion), len(motion.skeleton.end_sites), 3)


def test_slice_and_duration(motion):
    part = motion[10:40]
    assert len(part) == 30
    assert part.duration == pytest.approx(0.5)
    np.testing.assert_array_equal(part.positions(), motion.positions()[10:40])


@pytest.mark.parametrize("frames", [slice(40, 10), slice(0, 20, 2), 3])
def test_bad_slices(motion, frames):
    with pytest.raises(MotionError):
        motion[frames]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"fps": 0}, "frames a second"),
        ({"fps": float("nan")}, "frames a second"),
        ({"rotations": np.zeros((5, 2, 4))}, "must have shape"),
        ({"rotations": np.zeros((60, 21, 4))}, "not unit quaternions"),
        ({"root_positions": np.full((60, 3), np.inf)}, "not finite"),
    ],
)
def test_malformed_is_refused(motion, change, text):
    fields = {"skeleton": motion.skeleton, "rotations": motion.rotations, "root_positions": motion.root_positions, "fps": 60.0}
    with pytest.raises(MotionError, match=text):
        Motion(**{**fields, **change})


def test_no_frames(motion):
    with pytest.raises(MotionError, match="no frames"):
        Motion(motion.skeleton, np.zeros((0, len(motion.skeleton), 4)), np.zeros((0, 3)), 30)


def test_read_only(motion):
    with pytest.raises(ValueError, match="read-only"):
        motion.rotations[0] = 0
    with pytest.raises(ValueError, match="read-only"):
        motion.positions()[0] = 0
