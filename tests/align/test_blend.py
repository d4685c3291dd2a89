"""Blends: one motion with itself is that motion; bones keep their length; opposite headings do not collapse."""

import numpy as np
import pytest

from motionloom.align import GroundPlace, bezier_weights, blend, ease_weights
from motionloom.core import MotionError
from motionloom.core.heading import headings, turn_and_move
from tests.conftest import make_motion


def own_frames(motion, count=2):
    return np.tile(np.arange(len(motion)), (count, 1))


def test_a_motion_blended_with_itself(motion):
    weights = ease_weights(len(motion))
    np.testing.assert_allclose(blend([motion, motion], own_frames(motion), weights).positions(), motion.positions(), atol=2e-4)


def test_a_motion_blended_with_itself_turned_half_round(motion):
    away = turn_and_move(motion, np.pi, (4.0, 0.0, 1.0))
    made = blend([motion, away], own_frames(motion), np.full((2, len(motion)), 0.5))
    np.testing.assert_allclose(made.positions(), motion.positions(), atol=2e-4)


def test_bone_lengths_hold(skeleton):
    motions = [make_motion(skeleton, 60, seed=s, swing=0.8) for s in range(3)]
    made = blend(motions, own_frames(motions[0], 3), bezier_weights(3, 60))
    bones = np.linalg.norm(made.positions()[:, 1:] - made.positions()[:, skeleton.parents[1:]], axis=-1)
    np.testing.assert_allclose(bones, np.broadcast_to(np.linalg.norm(skeleton.offsets[1:], axis=1), bones.shape), atol=1e-5)


def test_path_length_is_kept(skeleton):
    a, b = make_motion(skeleton, 120, seed=1), turn_and_move(make_motion(skeleton, 120, seed=1), 2.5)
    made = blend([a, b], own_frames(a), np.full((2, 120), 0.5))
    length = [np.linalg.norm(np.diff(m.root_positions[:, [0, 2]], axis=0), axis=1).sum() for m in (a, made)]
    assert length[1] == pytest.approx(length[0], rel=1e-3)


def test_begins_where_told(motion):
    made = blend([motion], own_frames(motion, 1), np.ones((1, len(motion))), start=GroundPlace(2.0, -3.0, 1.0))
    np.testing.assert_allclose(made.root_positions[0, [0, 2]], [2, -3], atol=1e-6)
    assert headings(made)[0] == pytest.approx(1.0, abs=1e-3)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_bezier_weights(count):
    weights = bezier_weights(count, 31)
    np.testing.assert_allclose(weights.sum(axis=0), 1)
    assert weights[0, 0] == weights[-1, -1] == 1
    assert np.all(weights >= 0)


def test_refuses_what_does_not_fit(motion):
    with pytest.raises(MotionError, match="needs frames and weights"):
        blend([motion, motion], own_frames(motion, 1), np.ones((1, len(motion))))
    with pytest.raises(MotionError, match="negative"):
        blend([motion], own_frames(motion, 1), -np.ones((1, len(motion))))
