import numpy as np
import pytest

from motionloom.core import quaternion
from motionloom.core.body import body_of
from motionloom.judge.measures.flip import read
from motionloom.judge.take import Take


def test_a_joint_that_flips_turns_half_a_turn_in_a_step(walk):
    wrist = body_of(walk.skeleton).roles["left_wrist"]
    rotations = walk.rotations.copy()
    rotations[300:310, wrist] = quaternion.multiply(rotations[300:310, wrist], np.array([1.0, 0.0, 0.0, 0.0], np.float32))
    reading = read(Take(walk.with_arrays(rotations, walk.root_positions)))
    assert np.nanmax(reading.values[295:305, reading.channels.index("left_wrist")]) == pytest.approx(np.pi * 60, rel=0.05)


def test_the_other_sign_of_a_quaternion_is_the_same_turn(walk):
    rotations = walk.rotations.copy()
    rotations[300:] *= -1
    before, after = (read(Take(motion)).values for motion in (walk, walk.with_arrays(rotations, walk.root_positions)))
    assert np.allclose(before, after, atol=1e-4, equal_nan=True)
