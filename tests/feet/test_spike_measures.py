import json

import numpy as np
import pytest

from motionloom.core import quaternion
from motionloom.core.body import body_of
from motionloom.feet.spike_measures import find_spikes, measure_accelerations, measure_bends


def bend_knee(motion, frame, degrees, side="left"):
    """The motion with one knee bent farther in one frame."""
    rotations = motion.rotations.copy()
    knee = body_of(motion.skeleton).joint(f"{side}_knee")
    turn = quaternion.from_axis_angle(np.array([1.0, 0.0, 0.0]), np.radians(degrees))
    rotations[frame, knee] = quaternion.multiply(rotations[frame, knee].astype(float), turn)
    return motion.with_arrays(rotations, motion.root_positions)


def test_a_motion_has_no_spikes_against_itself(walk):
    assert find_spikes(walk.motion, walk.motion) == []


def test_a_knee_that_pops_is_found_where_and_how_much(walk):
    popped = bend_knee(walk.motion, 100, 12)
    spikes = find_spikes(walk.motion, popped)
    assert {spike.frame for spike in spikes} == {100}
    assert {spike.joint for spike in spikes} >= {"left_bend", "left_ankle"}
    worst = spikes[0]
    assert worst.seconds == pytest.approx(100 / walk.motion.fps)
    assert worst.after > max(1.2 * worst.before, worst.usual)
    assert worst.excess > 1
    assert spikes == sorted(spikes, key=lambda spike: -spike.excess)
    assert json.loads(json.dumps(worst.to_json()))["excess"] == worst.excess


def test_a_spike_that_was_there_is_not_new(walk):
    popped = bend_knee(walk.motion, 100, 12)
    assert find_spikes(popped, popped) == []
    assert find_spikes(popped, bend_knee(walk.motion, 102, 12)) == []
    assert find_spikes(popped, bend_knee(walk.motion, 140, 30)) != []


def test_a_body_that_is_carried_elsewhere_has_none_but_at_the_hips(walk):
    roots = walk.motion.root_positions.copy()
    roots[80] += [0.0, 0.05, 0.0]
    assert {spike.joint for spike in find_spikes(walk.motion, walk.motion.with_arrays(walk.motion.rotations, roots))} == {"hips"}


def test_accelerations_are_in_metres_and_radians(walk):
    accelerations = measure_accelerations(walk.motion)
    bends = measure_bends(walk.motion)
    assert all(len(curve) == len(walk.motion) - 2 for curve in accelerations.values())
    assert np.allclose(accelerations["left_bend"], np.abs(np.diff(bends["left_bend"], 2)) * walk.motion.fps**2)
    assert 0 < np.degrees(bends["left_bend"]).min() < np.degrees(bends["left_bend"]).max() < 120


def test_two_frames_have_no_acceleration(walk):
    assert find_spikes(walk.motion[:2], walk.motion[:2]) == []
