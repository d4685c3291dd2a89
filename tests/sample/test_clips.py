"""The laws every sample clip keeps: exact plants, whole bones, smooth joints, gravity, the same bytes every time."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom import sample
from motionloom.core.body import body_of
from motionloom.core.errors import MotionError
from motionloom.core.gravity import runs
from motionloom.core.ground import foot_points
from motionloom.core.mass import centre_of_mass
from motionloom.sample import SampleClip

NAMES = [(who, what) for who in sample.performers() for what in sample.behaviours()]


@pytest.fixture(scope="module")
def clips() -> dict[tuple[str, str], SampleClip]:
    return {(who, what): sample.make(who, what) for who, what in NAMES}


@pytest.mark.parametrize("key", NAMES, ids="-".join)
def test_planted_points_do_not_move(clips: dict[tuple[str, str], SampleClip], key: tuple[str, str]) -> None:
    clip = clips[key]
    points = foot_points(clip.motion)
    for point in range(4):
        for start, stop in runs(clip.plants[:, point]):
            moved = np.linalg.norm(points[start:stop, point] - points[start, point], axis=1)
            assert moved.max() < 1e-4
            assert np.abs(points[start:stop, point, 1]).max() < 1e-4


@pytest.mark.parametrize("key", NAMES, ids="-".join)
def test_feet_stay_above_the_ground(clips: dict[tuple[str, str], SampleClip], key: tuple[str, str]) -> None:
    motion = clips[key].motion
    body = body_of(motion.skeleton)
    tips = motion.points(body.tip_joints, body.tip_offsets)
    assert min(foot_points(motion)[..., 1].min(), tips[..., 1].min()) > -1e-3


@pytest.mark.parametrize("key", NAMES, ids="-".join)
def test_the_centre_of_mass_falls_freely_in_flight(clips: dict[tuple[str, str], SampleClip], key: tuple[str, str]) -> None:
    clip = clips[key]
    fall = np.diff(centre_of_mass(clip.motion), 2, axis=0) * clip.motion.fps**2
    up = ~clip.plants.any(axis=1)
    flying = up[:-2] & up[1:-1] & up[2:]
    assert np.abs(fall[flying] - [0, -9.81, 0]).max(initial=0.0) < 0.5


def test_same_arguments_same_bytes(clips: dict[tuple[str, str], SampleClip]) -> None:
    for key in NAMES[:: max(1, len(NAMES) // 6)]:
        again = sample.make(*key)
        assert np.array_equal(again.motion.rotations, clips[key].motion.rotations)
        assert np.array_equal(again.motion.root_positions, clips[key].motion.root_positions)
        assert np.array_equal(again.plants, clips[key].plants)


def test_another_seed_is_another_take() -> None:
    first, second = sample.make("ada", "walk", 0).motion, sample.make("ada", "walk", 1).motion
    assert not np.array_equal(first.rotations, second.rotations)


def test_unknown_names_are_told_what_there_is() -> None:
    with pytest.raises(MotionError, match="ada, boris"):
        sample.make("nobody", "walk")
    with pytest.raises(MotionError, match="walk_fast"):
        sample.make("ada", "fly")
