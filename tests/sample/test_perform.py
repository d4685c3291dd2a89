"""Balance: what stands stands over its feet, what moves is held up from them."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom import sample
from motionloom.core.ground import foot_points
from motionloom.core.heading import headings
from motionloom.core.mass import centre_of_mass
from motionloom.sample import SampleClip

Clips = dict[tuple[str, str], SampleClip]


@pytest.mark.parametrize("who", list(sample.performers()))
@pytest.mark.parametrize("what", ["stand", "wave", "reach", "crouch"])
def test_the_centre_of_mass_stands_over_the_feet(clips: Clips, who: str, what: str) -> None:
    clip = clips[who, what]
    assert clip.plants.all()
    place, feet = centre_of_mass(clip.motion), foot_points(clip.motion)[0]
    low, high = feet.min(axis=0), feet.max(axis=0)
    assert np.all(place[:, [0, 2]] > low[[0, 2]])
    assert np.all(place[:, [0, 2]] < high[[0, 2]])


@pytest.mark.parametrize("who", list(sample.performers()))
@pytest.mark.parametrize("what", ["walk", "walk_slow", "start", "stop"])
def test_a_walker_is_held_up_near_the_feet(clips: Clips, who: str, what: str) -> None:
    clip = clips[who, what]
    fps, place, feet = clip.motion.fps, centre_of_mass(clip.motion), foot_points(clip.motion)
    acceleration = np.gradient(np.gradient(place, 1 / fps, axis=0), 1 / fps, axis=0)
    shift = place[:, 1] / (acceleration[:, 1] + 9.81)
    pressure = place[:, [0, 2]] - shift[:, None] * acceleration[:, [0, 2]]
    outside = [_outside(pressure[frame], feet[frame, clip.plants[frame]][:, [0, 2]]) for frame in range(4, len(place) - 4)]
    assert np.mean(outside) < 0.035
    assert np.percentile(outside, 95) < 0.10


def _outside(point: np.ndarray, planted: np.ndarray) -> float:
    """Distance to the nearest line between two planted points: nothing is farther from the support than this."""
    best = np.inf
    for a in planted:
        for b in planted:
            along = np.clip(np.dot(point - a, b - a) / max(np.dot(b - a, b - a), 1e-9), 0, 1)
            best = min(best, float(np.linalg.norm(point - a - along * (b - a))))
    return best


@pytest.mark.parametrize("who", list(sample.performers()))
def test_hips_rise_and_fall_as_they_do_in_people(clips: Clips, who: str) -> None:
    height = sample.performers()[who].height
    for what, low, high in (("walk", 0.010, 0.035), ("run", 0.03, 0.075)):
        assert low < np.ptp(clips[who, what].motion.root_positions[:, 1]) / height < high


@pytest.mark.parametrize(
    ("what", "degrees"), [("turn_left_90", 90), ("turn_right_45", -45), ("spin_left", 90), ("turn_around", 180), ("walk", 0)]
)
def test_turns_turn(clips: Clips, what: str, degrees: float) -> None:
    for who in sample.performers():
        angles = np.degrees(headings(clips[who, what].motion))
        assert angles[-10:].mean() - angles[:10].mean() == pytest.approx(degrees, abs=12)
