"""Careless joins: the first motion before, the second after."""

import numpy as np

from motionloom.core.editing import split_root
from motionloom.score.damage.joins import blend_unaligned, cut_hard


def test_a_blend_begins_with_one_motion_and_ends_with_the_other(captures, rng):
    one, other = captures[0].part(30, 150), captures[1].part(60, 180)
    blended = blend_unaligned(one, other, rng)
    own, end = split_root(blended.motion)[0], split_root(other.motion)[0]
    np.testing.assert_allclose(own.positions()[-1], end.positions()[-1], atol=1e-3)
    np.testing.assert_array_equal(blended.plants[-1], other.plants[-1])


def test_a_cut_jumps_once(captures, rng):
    one, other = captures[0].part(30, 150), captures[1].part(60, 180)
    cut = cut_hard(one, other, rng)
    steps = np.abs(np.diff(cut.motion.positions(), axis=0)).max(axis=(1, 2))
    assert cut.touched[np.argmax(steps)]
    assert np.linalg.norm(np.diff(cut.motion.root_positions[:, [0, 2]], axis=0), axis=1).max() < 0.2
