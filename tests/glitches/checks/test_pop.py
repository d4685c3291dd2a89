import numpy as np

from motionloom.core import quaternion
from motionloom.core.editing import resample
from motionloom.glitches.checks.pop import FINE, bridge_pops, find_pops
from motionloom.sample import make


def with_a_glitch(motion, frame, angle=0.6):
    """One joint of one leg thrown aside for a frame."""
    rotations, joint = motion.rotations.copy(), motion.skeleton.names.index("LeftUpLeg")
    aside = quaternion.from_axis_angle(np.array([0.0, 0.0, 1.0]), np.array(angle)).astype(np.float32)
    rotations[frame, joint] = quaternion.multiply(rotations[frame, joint], aside)
    return motion.with_arrays(rotations, motion.root_positions)


def test_a_joint_that_jumps_out_and_back_is_put_back():
    walk = resample(make("ada", "walk").motion, 120)
    thrown = with_a_glitch(walk, 90)
    assert np.abs(thrown.positions() - walk.positions()).max() > 0.1
    assert any(start <= 90 < stop for start, stop in find_pops(thrown.positions().astype(np.float64), 120, FINE[0]))
    assert np.abs(bridge_pops(thrown).positions() - walk.positions()).max() < 0.01


def test_what_is_smooth_stays():
    for name in ("walk", "run", "jump"):
        motion = resample(make("ada", name).motion, 120)
        assert np.abs(bridge_pops(motion).positions() - motion.positions()).max() < 0.01


def test_slow_captures_stay():
    walk = resample(make("ada", "walk").motion, 30)
    thrown = with_a_glitch(walk, 30)
    assert bridge_pops(thrown) is thrown


def test_who_lands_elsewhere_and_stays_is_no_glitch():
    positions = np.zeros((200, 1, 3))
    positions[100:, 0, 0] = 0.3
    assert all(find_pops(positions, 120, size) == [] for size in FINE)
