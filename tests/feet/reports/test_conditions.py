import numpy as np

from motionloom.feet.reports.conditions import CONDITIONS, TILT


def test_labels_follow_the_motion(run):
    for change in CONDITIONS.values():
        if change is not None:
            changed = change(run)
            assert len(changed.motion) == len(changed.plants)
            assert changed.motion.fps == changed.plants.fps


def test_a_tilted_floor_turns_everything_and_bends_nothing(walk):
    before, after = walk.motion.positions(), CONDITIONS["floor tilted"](walk).motion.positions()
    angle = np.radians(TILT)
    turn = np.array([[1, 0, 0], [0, np.cos(angle), -np.sin(angle)], [0, np.sin(angle), np.cos(angle)]])
    assert np.allclose(after, before @ turn.T, atol=1e-4)


def test_noise_is_the_same_each_time(walk):
    one, other = CONDITIONS["noise 1"](walk), CONDITIONS["noise 1"](walk)
    assert np.array_equal(one.motion.rotations, other.motion.rotations)
    assert not np.array_equal(one.motion.rotations, walk.motion.rotations)
