"""Parameters that are functions of a motion: hand height and step length, measured on the blends themselves."""

import numpy as np
import pytest

from motionloom.behaviours.parameters.reach import hand_height
from motionloom.behaviours.parameters.step import step_length
from motionloom.behaviours.states import make_act, make_cycle
from motionloom.core import quaternion
from motionloom.core.body import body_of
from motionloom.core.editing import sample_at
from motionloom.sample import make


def lifted(motion, angle):
    """The same motion with both upper arms turned up."""
    roles, rotations = body_of(motion.skeleton).roles, np.array(motion.rotations)
    for role, way in (("left_shoulder", 1.0), ("right_shoulder", -1.0)):
        turn = quaternion.from_axis_angle(np.array([0.0, 0.0, way]), angle)
        rotations[:, roles[role]] = quaternion.multiply(np.broadcast_to(turn, rotations[:, roles[role]].shape), rotations[:, roles[role]])
    return motion.with_arrays(rotations, motion.root_positions)


def test_a_hand_is_as_high_as_the_higher_wrist():
    motion = make("ada", "stand").motion
    assert hand_height(lifted(motion, 1.2)) > hand_height(motion) + 0.2


def test_reach_gives_a_hand_at_the_height_that_was_asked():
    motion = make("ada", "start").motion
    state = make_act("reach", [motion, lifted(motion, 1.2)], "stand", "reach")
    low, high = state.parameter.values[[0, -1]]
    assert low == pytest.approx(hand_height(state.motions[0]), abs=0.05)
    middle = state.parameter.weights_at((low + high) / 2)
    assert 0.1 < middle[1] < 0.9
    assert state.parameter.weights_at(high)[1] > state.parameter.weights_at(low)[1]


def test_steps_are_as_long_as_they_are():
    slow, fast = (make("ada", name).motion for name in ("walk_slow", "walk_fast"))
    assert 0.2 < step_length(slow) < step_length(fast) < 1.2
    assert step_length(sample_at(fast, np.arange(0, len(fast), 2.0))) == pytest.approx(step_length(fast), abs=0.02)


def test_a_cycle_is_steered_by_its_steps():
    walk, slow, fast = (make("ada", name).motion for name in ("walk", "walk_slow", "walk_fast"))
    state = make_cycle("walk", walk, [slow, fast], "step")
    low, high = state.parameter.values[[0, -1]]
    assert high > low + 0.1
    assert np.argmax(state.parameter.weights_at(low)) == 1
    assert np.argmax(state.parameter.weights_at(high)) == 2
