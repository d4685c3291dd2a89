from __future__ import annotations

import numpy as np
import pytest

from motionloom import sample
from motionloom.core import quaternion
from motionloom.core.ground import foot_points
from motionloom.sample import SampleClip

Clips = dict[tuple[str, str], SampleClip]


def slide(clip: SampleClip) -> float:
    """Mean level speed in m/s of planted points."""
    speed = np.linalg.norm(np.diff(foot_points(clip.motion)[..., [0, 2]], axis=0), axis=2) * clip.motion.fps
    return float(speed[clip.plants[1:] & clip.plants[:-1]].mean())


def test_noise_jitters_every_joint_a_little_and_pops_a_few(clips: Clips) -> None:
    clean, noisy = clips["boris", "walk"], sample.make("boris", "walk", noise=1.0)
    angle = quaternion.angle_between(clean.motion.rotations.astype(float), noisy.motion.rotations.astype(float))
    assert np.degrees(np.median(angle, axis=0)).min() > 0.1
    assert np.degrees(np.median(angle)) < 1.0
    assert np.degrees(angle.max()) > 2.0
    assert np.array_equal(clean.plants, noisy.plants)


def test_skate_slides_the_feet_as_much_as_it_is_told(clips: Clips) -> None:
    clean, some, more = clips["ada", "walk"], sample.make("ada", "walk", skate=0.5), sample.make("ada", "walk", skate=1.0)
    assert slide(clean) < 1e-3
    assert 0.01 < slide(some) < slide(more) < 0.4
    assert np.array_equal(clean.motion.rotations, some.motion.rotations)
    assert np.allclose(clean.motion.root_positions[:, 1], more.motion.root_positions[:, 1])


def test_the_same_seed_gives_the_same_noise() -> None:
    first, second = (sample.make("ada", "wave", 2, noise=0.7, skate=0.3) for _ in range(2))
    assert first.motion.rotations.tobytes() == second.motion.rotations.tobytes()
    assert first.motion.root_positions.tobytes() == second.motion.root_positions.tobytes()


@pytest.mark.parametrize("option", ["noise", "skate"])
def test_nothing_is_added_unasked(clips: Clips, option: str) -> None:
    assert sample.make("ada", "jump", **{option: 0.0}).motion.rotations.tobytes() == clips["ada", "jump"].motion.rotations.tobytes()
