import numpy as np

from motionloom.core.editing import resample
from motionloom.core.heading import turn_and_move
from motionloom.feet.signals import differentiate_over, measure, smooth


def test_planted_points_are_low_and_slow(walk):
    signals = measure(walk.motion)
    planted = walk.plants.bits
    assert np.median(np.abs(signals.heights[planted])) < 0.005
    assert np.median(signals.speeds[planted]) < 0.05
    assert np.median(signals.speeds[~planted]) > 0.8


def test_signals_do_not_know_where_the_body_stands_or_faces(walk):
    moved = turn_and_move(walk.motion, 1.1, (3.0, 0.25, -2.0))
    one, other = measure(walk.motion), measure(moved)
    assert np.allclose(one.heights, other.heights, atol=2e-4)
    assert np.allclose(one.speeds, other.speeds, atol=2e-3)


def test_speeds_are_the_same_at_any_rate(walk):
    fast, slow = measure(walk.motion), measure(resample(walk.motion, 30.0))
    assert np.median(np.abs(fast.speeds[::2][: len(slow)] - slow.speeds)) < 0.1


def test_the_derivative_of_a_line_is_its_slope():
    line = np.arange(30.0)[:, None] * [0.5, -2.0]
    assert np.allclose(differentiate_over(line, 60.0, 1 / 30), [30.0, -120.0])


def test_smoothing_leaves_a_line_alone_and_shrinks_noise(rng):
    line = np.arange(40.0)[:, None]
    assert np.allclose(smooth(line, 120.0, 0.015), line)
    noise = rng.standard_normal((400, 3))
    assert smooth(noise, 120.0, 0.015).std() < 0.5


def test_a_single_frame_has_signals(walk):
    assert len(measure(walk.motion[:1])) == 1
    assert np.all(measure(walk.motion[:1]).speeds == 0)
