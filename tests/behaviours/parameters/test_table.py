import numpy as np
import pytest

from motionloom.behaviours.parameters import make_parameter, measure, sample_weights
from motionloom.behaviours.states import lap_of
from motionloom.core import MotionloomError


def test_samples_are_weights(rng):
    samples = sample_weights(4, rng)
    assert np.allclose(samples.sum(axis=1), 1)
    assert samples.min() >= 0
    assert np.array_equal(samples[:4], np.eye(4))


def test_asking_gives_what_was_asked(sample_machine):
    state = sample_machine.state("walk")
    parameter = state.parameter
    asked = np.linspace(*parameter.values[[0, -1]], 21)
    weights = np.stack([parameter.weights_at(value) for value in asked])
    assert np.allclose(weights.sum(axis=1), 1)
    got = measure("turn", state.motions, state.frames, lap_of(state), weights)
    assert np.abs(got - asked).max() < 0.03


def test_speed_is_a_parameter_too(sample_machine):
    state = sample_machine.state("walk")
    speeds = measure("speed", state.motions, state.frames, lap_of(state), np.eye(3))
    assert np.all((speeds > 0.3) & (speeds < 3))


def test_what_cannot_be_steered_is_said(sample_machine):
    state = sample_machine.state("walk")
    lap = lap_of(state)
    assert make_parameter("turn", state.motions[:1], state.frames[:, :1], lap) is None
    with pytest.raises(MotionloomError, match="no parameter 'mood'"):
        make_parameter("mood", state.motions, state.frames, lap)
    twice = np.repeat(state.frames[:, :1], 2, axis=1)
    with pytest.raises(MotionloomError, match="do not differ in turn"):
        make_parameter("turn", (state.motions[0],) * 2, twice, lap)
