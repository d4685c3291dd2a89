"""Foot controls: read back what was placed; whatever the roll, the point that stands does not move."""

import numpy as np
from hypothesis import given, settings, strategies as st

from motionloom.core.ground import foot_points
from motionloom.keyframes.foot_control import FootCurves, place_ankle, read_foot
from motionloom.keyframes.legs import follow_foot, pose
from motionloom.keyframes.rig import rig_of


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 1000))
def test_read_back_and_standing_points_stay(captures, seed):
    rng = np.random.default_rng(seed)
    motion = captures[0][:20]
    rig = rig_of(motion.skeleton)
    foot = rig.feet[int(rng.integers(2))]
    was = read_foot(rig, foot, motion)
    ankle, _ = place_ankle(rig, foot, was)
    assert np.abs(ankle - motion.positions()[:, foot.joints[2]]).max() < 1e-5
    point = np.broadcast_to(was.point[0] + [0, 0.02, 0], (20, 3))
    curves = FootCurves(point, np.full(20, was.turn[0]), rng.uniform(-0.4, 0.6, 20), np.zeros(20))
    root = np.broadcast_to(motion.root_positions[0] - [0, 0.05, 0], (20, 3)).astype(np.float64)
    posed = pose(rig, np.broadcast_to(motion.rotations[0].astype(np.float64), motion.rotations.shape), root)
    rotations, missed = follow_foot(rig, foot, posed, curves, np.ones(20))
    assert missed.max() < 1e-6
    made = motion.with_arrays(rotations, root)
    again = read_foot(rig, foot, made)
    assert np.abs(again.point - point).max() < 1e-6
    assert np.abs(again.roll - curves.roll).max() < 1e-5
    side = 0 if foot.side == "left" else 2
    heel, toe = foot_points(made)[:, side], foot_points(made)[:, side + 1]
    assert np.ptp(heel[curves.roll < 0], axis=0).max(initial=0) < 1e-5
    assert np.ptp(toe[curves.roll > 0.05], axis=0).max(initial=0) < 1e-5
