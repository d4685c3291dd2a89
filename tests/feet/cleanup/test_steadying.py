import numpy as np

from motionloom.feet.cleanup import clean
from motionloom.feet.cleanup.rig import legs_of, rig_of
from motionloom.feet.cleanup.steadying import steady
from motionloom.feet.skate_damage import scale_path
from motionloom.feet.spike_measures import find_spikes


def shaken(motion, frames, metres=0.02):
    """The motion with its whole body off for single frames."""
    roots = motion.root_positions.copy()
    roots[frames] += np.array([metres, metres, -metres], np.float32)
    return motion.with_arrays(motion.rotations, roots)


def test_a_body_that_is_off_for_a_frame_is_put_back_where_its_feet_are_held(walk):
    frames = [int(np.flatnonzero(walk.plants.bits[:, point])[8]) for point in range(4)]
    off = shaken(walk.motion, frames)
    rig = rig_of(off.skeleton)
    legs, shifts = steady(legs_of(off, rig), walk.plants.bits, 6, 3)
    left = off.root_positions + shifts - walk.motion.root_positions
    assert np.linalg.norm(left[frames], axis=1).max() < 0.5 * 0.02 * np.sqrt(3)
    assert np.allclose(legs.points, legs_of(off, rig).points + shifts[:, None])


def test_what_is_not_held_is_let_be(walk):
    legs = legs_of(walk.motion, rig_of(walk.motion.skeleton))
    same, shifts = steady(legs, np.zeros((len(legs), 4), bool), 6, 3)
    assert same is legs
    assert not shifts.any()


def test_a_body_that_stands_at_the_clip_s_ends_does_not_jump_there(walk):
    legs = legs_of(walk.motion, rig_of(walk.motion.skeleton))
    _, shifts = steady(legs, np.ones((len(legs), 4), bool), 6, 3)
    assert np.linalg.norm(shifts[[0, -1]], axis=1).max() < 0.001


def test_one_frame_has_no_shake(walk):
    legs = legs_of(walk.motion[:1], rig_of(walk.motion.skeleton))
    assert not steady(legs, np.ones((1, 4), bool), 6, 3)[1].any()


def test_a_shake_of_the_root_does_not_come_out_at_the_knees(walk):
    """Before, the leg made up for it: the knee jumped by degrees where the captured knee did not move."""
    off = shaken(scale_path(walk.motion, 1.05), [110, 170], 0.01)
    spikes = find_spikes(off, clean(off, walk.plants).motion)
    assert [spike for spike in spikes if spike.frame in (109, 110, 111, 169, 170, 171)] == []
