"""What `import motionloom as ml` does in one call, and what a motion is to Python."""

from __future__ import annotations

import numpy as np
import pytest

import motionloom as ml
from motionloom import sample
from motionloom.core import quaternion


@pytest.fixture(scope="module")
def walk():
    return sample.make("ada", "walk")


@pytest.fixture(scope="module")
def slow():
    return sample.make("ada", "walk_slow")


def test_plants_are_found_and_held(walk):
    motion = walk.motion
    found = ml.detect_plants(motion)
    assert found.shape == (len(motion), 4)
    assert np.mean(found == walk.plants) > 0.9
    slid = motion.with_arrays(motion.rotations, motion.root_positions * np.float32([1.1, 1, 1.1]))
    held = ml.clean(slid, walk.plants)
    assert speed_of_planted(held, walk.plants) < 0.25 * speed_of_planted(slid, walk.plants)


def speed_of_planted(motion, plants):
    """Mean speed of the left toe while it stands, metres a second."""
    toe = motion.velocities()[:, motion.roles["left_toe"]]
    return float(np.linalg.norm(toe, axis=1)[plants[:, 1]].mean())


def test_a_motion_aligned_with_itself_is_itself(walk):
    np.testing.assert_allclose(ml.align_to(walk.motion, walk.motion).positions(), walk.motion.positions(), atol=1e-4)


def test_a_blend_lies_between_and_its_ends_are_its_sources(walk, slow):
    plants = (walk.plants, slow.plants)
    blends = [ml.blend(walk.motion, slow.motion, share, plants=plants, feet=False) for share in (0.0, 0.5, 1.0)]
    speeds = [np.linalg.norm(one.root_positions[-1] - one.root_positions[0]) / one.duration for one in blends]
    assert speeds[0] > speeds[1] > speeds[2]
    assert ml.naturalness(ml.blend(walk.motion, slow.motion, plants=plants)).total >= 0


@pytest.mark.parametrize("wrong", [lambda m: ml.blend(m, m, 2.0), lambda m: ml.clean(m, np.zeros((3, 4)))])
def test_what_is_wrong_is_said_in_a_line(walk, wrong):
    with pytest.raises(ml.MotionloomError, match="found"):
        wrong(walk.motion)


def test_equal_motions_are_equal_whatever_they_are_called(walk):
    motion = walk.motion
    other = motion.with_arrays(motion.rotations.copy(), motion.root_positions.copy(), name="another")
    assert other == motion
    assert len({other, motion}) == 1
    assert motion[:-1] != motion
    assert motion.with_arrays(motion.rotations, motion.root_positions + np.float32(1e-3)) != motion
    assert motion != "walk"


def test_an_array_of_a_motion_are_its_joints(walk):
    motion = walk.motion
    np.testing.assert_array_equal(np.asarray(motion), motion.positions())
    assert np.asarray(motion, np.float64).dtype == np.float64
    assert motion.times[-1] == pytest.approx(motion.duration - 1 / motion.fps)
    assert motion.velocities().shape == motion.positions().shape
    assert motion.skeleton.names[motion.roles["left_knee"]] == "LeftLeg"


def test_clips_of_a_library_are_found_by_name(tmp_path, walk):
    with ml.Library.create(tmp_path / "lib") as library:
        clip = library.add(walk.motion, "a walk")
        assert library.motion("a walk") == library.motion(clip) == walk.motion
        with pytest.raises(ml.MotionloomError, match="no clip named 'nobody'"):
            library.motion("nobody")


def test_six_numbers_are_a_rotation_and_back(walk):
    six = walk.motion.rotations_6d()
    assert six.shape == (*walk.motion.rotations.shape[:2], 6)
    back = quaternion.from_6d(six)
    assert quaternion.angle_between(back, walk.motion.rotations).max() < 1e-3
    rough = six * 1.7 + np.random.default_rng(0).normal(scale=0.01, size=six.shape)
    np.testing.assert_allclose(np.linalg.norm(quaternion.from_6d(rough), axis=-1), 1, atol=1e-6)


def test_a_line_says_what_a_thing_is(walk, tmp_path):
    """In a notebook, nobody wants to read arrays."""
    from motionloom.feet.oracle import default_oracle

    oracle = default_oracle()
    plants = oracle.label(walk.motion)
    walk.motion.save(tmp_path / "a.npz")
    shown = [walk.motion, walk.motion.skeleton, ml.body_of(walk.motion.skeleton), plants, oracle, ml.naturalness(walk.motion, walk.plants)]
    for thing in (*shown, ml.read(tmp_path / "a.npz"), ml.Player(walk.motion, plants=walk.plants)):
        assert len(repr(thing)) < 500, type(thing)
        assert "array(" not in repr(thing)


def test_a_transition_without_a_table_says_how_to_make_one(tmp_path):
    with ml.Library.create(tmp_path / "empty") as library, pytest.raises(ml.MotionloomError, match="transition build"):
        ml.transition(library, "a@1", "run")
