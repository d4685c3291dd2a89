import numpy as np
import pytest

from motionloom import sample
from motionloom.judge.floor import estimate_floor
from motionloom.judge.take import Take


def test_feet_that_are_planted_by_construction_stand_on_it():
    clip = sample.make("boris", "walk")
    heights = Take(clip.motion).foot_heights
    assert np.abs(heights[clip.plants]).max() < 0.012


@pytest.mark.parametrize("offset", [-0.3, 0.0, 2.0])
def test_it_goes_up_with_the_world(walk, offset):
    take = Take(walk)
    feet = take.feet + [0.0, offset, 0.0]
    moved = estimate_floor(feet, take.place("hips")[:, 1] + offset, take.fps, take.leg)
    assert np.allclose(moved, take.floor + offset, atol=1e-6)


@pytest.mark.parametrize("tilt", [0.01, -0.02])
def test_a_floor_that_tilts_is_followed(walk, tilt):
    take = Take(walk)
    rise = tilt * (take.feet[..., 2:] - take.feet[0, 0, 2])
    feet = take.feet + rise * [0.0, 1.0, 0.0]
    found = estimate_floor(feet, take.place("hips")[:, 1], take.fps, take.leg)
    assert np.ptp(rise) > 0.03
    off = found - take.floor - rise[..., 0]
    assert np.percentile(np.abs(off), 90) < 0.008


def test_spikes_and_a_foot_that_is_put_up_do_not_move_it(walk):
    take = Take(walk)
    feet = take.feet.copy()
    feet[100, :, 1] -= 0.5
    spiked = estimate_floor(feet, take.place("hips")[:, 1], take.fps, take.leg)
    assert np.abs(spiked - take.floor).max() < 0.004


def test_somebody_who_lifts_both_feet_for_long_has_no_floor_in_the_air(walk):
    take = Take(walk)
    frames = 1200
    feet = np.repeat(take.feet[:1], frames, axis=0)
    feet[600:, :, 1] += 0.4
    found = estimate_floor(feet, np.full(frames, 0.9), 120.0, take.leg)
    assert found[900:].max() < take.feet[0, :, 1].max() + 0.1 * take.leg
