"""The laws every sample clip keeps: exact plants, whole bones, smooth joints, gravity, the same bytes every time."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom import sample
from motionloom.core.body import SIDES, body_of
from motionloom.core.errors import MotionError
from motionloom.core.gravity import check_gravity
from motionloom.core.ground import foot_points
from motionloom.core.masks import find_runs
from motionloom.core.mass import centre_of_mass
from motionloom.core.steadiness import check_steadiness
from motionloom.sample import SampleClip

Clips = dict[tuple[str, str], SampleClip]
NAMES = [(who, what) for who in sample.performers() for what in sample.behaviours()]
every_clip = pytest.mark.parametrize("key", NAMES, ids="-".join)


@every_clip
def test_planted_points_do_not_move(clips: Clips, key: tuple[str, str]) -> None:
    clip = clips[key]
    points = foot_points(clip.motion)
    for point in range(4):
        for start, stop in find_runs(clip.plants[:, point]):
            moved = np.linalg.norm(points[start:stop, point] - points[start, point], axis=1)
            assert moved.max() < 1e-4
            assert np.abs(points[start:stop, point, 1]).max() < 1e-4


@every_clip
def test_a_foot_with_heel_and_toe_planted_does_not_turn(clips: Clips, key: tuple[str, str]) -> None:
    clip = clips[key]
    body = body_of(clip.motion.skeleton)
    for side, heel in (("left", 0), ("right", 2)):
        rotations = clip.motion.world[0][:, body.joint(f"{side}_ankle")]
        for start, stop in find_runs(clip.plants[:, heel] & clip.plants[:, heel + 1]):
            assert np.abs(rotations[start:stop] - rotations[start]).max() < 1e-5


@every_clip
def test_feet_stay_above_the_ground(clips: Clips, key: tuple[str, str]) -> None:
    motion = clips[key].motion
    body = body_of(motion.skeleton)
    tips = motion.points(body.tip_joints, body.tip_offsets)
    assert min(foot_points(motion)[..., 1].min(), tips[..., 1].min()) > -1e-3


@every_clip
def test_feet_off_the_ground_are_not_called_planted(clips: Clips, key: tuple[str, str]) -> None:
    clip = clips[key]
    heights = foot_points(clip.motion)[..., 1]
    assert heights[clip.plants].max(initial=0.0) < 1e-4
    assert heights[~clip.plants].max(initial=0.1) > 0.04


@every_clip
def test_bones_keep_their_length(clips: Clips, key: tuple[str, str]) -> None:
    motion = clips[key].motion
    parents, positions = motion.skeleton.parents[1:], motion.positions()
    lengths = np.linalg.norm(positions[:, 1:] - positions[:, parents], axis=2)
    assert np.abs(lengths - np.linalg.norm(motion.skeleton.offsets[1:], axis=1)).max() < 1e-5


@every_clip
def test_no_joint_pops(clips: Clips, key: tuple[str, str]) -> None:
    motion = clips[key].motion
    positions = motion.positions().astype(np.float64)
    acceleration = np.linalg.norm(np.diff(positions, 2, axis=0), axis=2) * motion.fps**2
    # A runner's knee as the foot strikes is the fastest thing here; everything calmer stays far below.
    assert acceleration.max() < 400
    assert np.median(acceleration.max(axis=1)) < 130


@every_clip
def test_knees_bend_forwards_and_never_lock(clips: Clips, key: tuple[str, str]) -> None:
    motion = clips[key].motion
    body, positions = body_of(motion.skeleton), motion.positions().astype(np.float64)
    across = positions[:, body.joint("left_hip")] - positions[:, body.joint("right_hip")]
    for side in SIDES:
        hip, knee, ankle = (positions[:, body.joint(f"{side}_{part}")] for part in ("hip", "knee", "ankle"))
        thigh, shank = knee - hip, ankle - knee
        hinge = np.cross(thigh, shank)  # along the body's left when the shank is bent backwards
        assert np.all(np.sum(hinge * across, axis=1) > 0)
        cosine = np.sum(thigh * shank, axis=1) / np.linalg.norm(thigh, axis=1) / np.linalg.norm(shank, axis=1)
        assert np.degrees(np.arccos(cosine.max())) > 3.0


@every_clip
def test_the_centre_of_mass_falls_freely_in_flight(clips: Clips, key: tuple[str, str]) -> None:
    clip = clips[key]
    fall = np.diff(centre_of_mass(clip.motion), 2, axis=0) * clip.motion.fps**2
    up = ~clip.plants.any(axis=1)
    flying = up[:-2] & up[1:-1] & up[2:]
    assert np.abs(fall[flying] - [0, -9.81, 0]).max(initial=0.0) < 0.3
    assert fall[:, 1].min() > -9.81 - 2.5  # the ground pushes and does not pull


@every_clip
def test_the_checks_of_the_rate_suspect_nothing(clips: Clips, key: tuple[str, str]) -> None:
    report = check_gravity(clips[key].motion)
    assert not report.suspicious
    assert not check_steadiness(clips[key].motion).suspicious
    assert report.fall is None or abs(report.fall - 9.81) < 0.1


@every_clip
def test_clips_say_what_they_are(clips: Clips, key: tuple[str, str]) -> None:
    clip = clips[key]
    assert clip.motion.name.startswith("_".join(key))
    assert clip.label
    assert clip.description.startswith(key[0])
    assert clip.plants.shape == (len(clip.motion), 4)
    assert clip.annotations
    covered = np.zeros(len(clip.motion), dtype=bool)
    for span in clip.annotations:
        assert 0 <= span.start < span.stop <= len(clip.motion)
        covered[span.start : span.stop] = True
    assert covered.all()
    assert np.allclose(clip.motion.root_positions[0, [0, 2]], 0, atol=1e-6)


def test_the_library_is_large_enough_and_has_no_double() -> None:
    names = sample.library_names()
    assert len(names) == len(set(names)) >= 40
    assert len({behaviour for _, behaviour, _ in names}) >= 12
    first = next(iter(sample.make_library_clips()))
    assert first.motion.name == "ada_stand_00"


def test_same_arguments_same_bytes(clips: Clips) -> None:
    for key in NAMES[:: len(NAMES) // 8]:
        again = sample.make(*key)
        assert again.motion.rotations.tobytes() == clips[key].motion.rotations.tobytes()
        assert again.motion.root_positions.tobytes() == clips[key].motion.root_positions.tobytes()
        assert np.array_equal(again.plants, clips[key].plants)


def test_another_seed_is_another_take() -> None:
    first, second = sample.make("ada", "walk", 0).motion, sample.make("ada", "walk", 1).motion
    assert not np.array_equal(first.rotations, second.rotations)


def test_unknown_names_are_told_what_there_is() -> None:
    with pytest.raises(MotionError, match="ada, boris"):
        sample.make("nobody", "walk")
    with pytest.raises(MotionError, match="walk_fast"):
        sample.make("ada", "fly")
    with pytest.raises(MotionError, match="must not be negative"):
        sample.make("ada", "walk", -1)
