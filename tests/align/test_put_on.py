"""A motion on another body: it moves in proportion, or is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motionloom.align.put_on import put_on
from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.errors import MotionError
from motionloom.core.ground import foot_points
from motionloom.sample import make, performers


def taller(motion: Motion, scale: float) -> Motion:
    """The same motion by somebody larger."""
    skeleton = replace(motion.skeleton, offsets=motion.skeleton.offsets * scale, rest_root=motion.skeleton.rest_root * scale)
    return Motion(skeleton, motion.rotations, motion.root_positions * np.float32(scale), motion.fps, "taller")


def test_a_motion_put_on_a_larger_body_moves_in_proportion() -> None:
    motion = make(next(iter(performers())), "walk", 0).motion[:120]
    large = taller(motion, 1.1)
    worn = put_on(large, motion.skeleton)
    assert worn.skeleton.hash == motion.skeleton.hash
    assert np.allclose(foot_points(worn), foot_points(motion), atol=2e-3)
    assert body_of(large.skeleton).leg_length == pytest.approx(1.1 * body_of(motion.skeleton).leg_length)
    assert put_on(motion, motion.skeleton) is motion


def test_other_joints_are_refused() -> None:
    motion = make(next(iter(performers())), "walk", 0).motion[:30]
    names = ("other", *motion.skeleton.names[1:])
    other = Motion(replace(motion.skeleton, names=names), motion.rotations, motion.root_positions, motion.fps, "odd")
    with pytest.raises(MotionError, match="'odd' has other joints"):
        put_on(other, motion.skeleton)
