"""A T-pose that was put before the motion is told from one that was captured."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from motionloom.core import Motion, Skeleton, quaternion
from motionloom.formats import Loaded
from motionloom.formats.rest_pose import count_rest_frames, is_t_pose, stand_on_ground
from tests.conftest import make_motion


def with_frame(motion: Motion, pose: np.ndarray) -> np.ndarray:
    return np.concatenate([pose[None], motion.rotations])


@pytest.fixture
def walk(skeleton: Skeleton) -> Motion:
    """A wriggle with arms down, so that no frame of it is a T-pose."""
    motion = make_motion(skeleton, 120, 60.0)
    down = quaternion.from_axis_angle([0.0, 0.0, 1.0], -1.3)
    rotations = motion.rotations.copy()
    for name, turn in (("LeftArm", down), ("RightArm", quaternion.conjugate(down))):
        joint = skeleton.index(name)
        rotations[:, joint] = quaternion.multiply(turn, rotations[:, joint])
    return motion.with_arrays(rotations, motion.root_positions)


class TestCount:
    def test_a_zero_pose_before_the_motion(self, walk: Motion) -> None:
        rotations = with_frame(walk, np.tile(quaternion.IDENTITY, (len(walk.skeleton), 1)))
        assert count_rest_frames(walk.skeleton, rotations, walk.fps) == 1

    def test_empty_frames_after_it_too(self, walk: Motion) -> None:
        zero = np.tile(quaternion.IDENTITY, (3, len(walk.skeleton), 1))
        assert count_rest_frames(walk.skeleton, np.concatenate([zero, walk.rotations]), walk.fps) == 3

    def test_a_t_pose_with_turned_joint_frames(self, walk: Motion, rng: np.random.Generator) -> None:
        """A rig whose T-pose is not its zero pose: every joint stands at some angle."""
        skeleton = walk.skeleton
        rest = quaternion.normalise(rng.normal(size=(len(skeleton), 4)))
        above = np.concatenate([quaternion.IDENTITY[None], rest[skeleton.parents[1:]]])
        local = quaternion.multiply(quaternion.conjugate(above), rest)
        turned = replace(skeleton, offsets=quaternion.rotate(quaternion.conjugate(above), skeleton.offsets), end_sites=())
        motion = quaternion.multiply(quaternion.multiply(quaternion.conjugate(above), walk.rotations.astype(float)), rest)
        assert is_t_pose(turned, local)
        assert count_rest_frames(turned, np.concatenate([local[None], motion]), walk.fps) == 1
        assert count_rest_frames(turned, motion, walk.fps) == 0

    def test_not_a_motion_that_starts_smoothly_from_it(self, skeleton: Skeleton) -> None:
        time = np.arange(90)[:, None, None] / 60
        motion = quaternion.exp(0.6 * time * np.ones((1, len(skeleton), 3)))
        assert is_t_pose(skeleton, motion[0])
        assert count_rest_frames(skeleton, motion, 60.0) == 0

    def test_not_a_motion_that_stands_or_stops(self, walk: Motion) -> None:
        still = np.repeat(walk.rotations[:1], 60, axis=0)
        zero = np.tile(quaternion.IDENTITY, (60, len(walk.skeleton), 1))
        assert count_rest_frames(walk.skeleton, np.concatenate([still, walk.rotations]), walk.fps) == 0
        assert count_rest_frames(walk.skeleton, zero, walk.fps) == 0
        assert count_rest_frames(walk.skeleton, np.concatenate([zero, walk.rotations]), walk.fps) == 0

    @pytest.mark.parametrize("frames", [1, 2, 3])
    def test_very_short_clips(self, frames: int, walk: Motion) -> None:
        zero = np.tile(quaternion.IDENTITY, (len(walk.skeleton), 1))
        assert count_rest_frames(walk.skeleton, with_frame(walk, zero)[:frames], walk.fps) == (0 if frames == 1 else 1)
        assert count_rest_frames(walk.skeleton, walk.rotations[:frames], walk.fps) == 0


def test_arms_down_or_bent_are_no_t_pose(skeleton: Skeleton) -> None:
    zero = np.tile(quaternion.IDENTITY, (len(skeleton), 1))
    assert is_t_pose(skeleton, zero)
    for name in ("LeftArm", "RightForeArm", "LeftUpLeg"):
        pose = zero.copy()
        pose[skeleton.index(name)] = quaternion.from_axis_angle([0.0, 0.0, 1.0], 0.8)
        assert not is_t_pose(skeleton, pose)


def test_rest_stands_over_the_origin(skeleton: Skeleton) -> None:
    moved = stand_on_ground(replace(skeleton, rest_root=np.array([5.0, -3.0, 2.0])))
    assert moved.rest_positions[:, 1].min() == pytest.approx(0.0, abs=0.021)
    assert moved.rest_positions[skeleton.index("LeftToeBase"), 1] == pytest.approx(0.0)
    assert np.allclose(moved.rest_root[[0, 2]], 0)
    assert stand_on_ground(moved).hash == moved.hash


@pytest.mark.data
class TestCaptures:
    def test_all_of_cmu_and_none_of_bandai(self, captures: dict[Path, Loaded]) -> None:
        for path, loaded in captures.items():
            assert loaded.rest_frame_dropped == ("cmu" in path.parts), path

    def test_empty_frames_after_the_t_pose_go_too(self, captures: dict[Path, Loaded]) -> None:
        extra = {path.name: note for path, loaded in captures.items() for note in loaded.notes if note.startswith("frames 0 to")}
        assert {name: note.split()[3] for name, note in extra.items()} == {"07_12.bvh": "1", "09_10.bvh": "4"}

    def test_clips_of_one_performer_share_a_skeleton(self, captures: dict[Path, Loaded]) -> None:
        performers: dict[str, set[str]] = {}
        for path, loaded in captures.items():
            if "cmu" in path.parts:
                performers.setdefault(path.parent.name, set()).add(loaded.motion.skeleton.hash)
        assert all(len(hashes) == 1 for hashes in performers.values())

    def test_the_rest_pose_is_a_t_pose(self, captures: dict[Path, Loaded]) -> None:
        for path, loaded in list(captures.items())[::20]:
            if "cmu" in path.parts:
                assert is_t_pose(loaded.motion.skeleton, loaded.motion.skeleton.rest_rotations), path
