"""Where a body faces, and roots that face with it."""

import numpy as np

from motionloom.core.heading import headings, turn_and_move, with_heading_in_root
from tests.conftest import make_motion
from tests.core.test_rest_poses import with_root


def test_hips_under_a_root_that_stays_get_a_root_that_turns(skeleton):
    motion = make_motion(with_root(skeleton, 0.9))
    rotations = motion.rotations.copy()
    rotations[:, 0] = [0, 0, 0, 1]
    still = turn_and_move(motion.with_arrays(rotations, motion.root_positions), 0.0)
    turned = with_heading_in_root(still)
    np.testing.assert_allclose(turned.positions()[:, 1:], still.positions()[:, 1:], atol=1e-5)
    np.testing.assert_allclose(headings(turned), headings(still), atol=1e-5)
    np.testing.assert_allclose(2 * np.arctan2(turned.rotations[:, 0, 1], turned.rotations[:, 0, 3]), headings(still), atol=1e-5)


def test_it_stays_the_same_the_second_time_and_where_hips_are_the_root(skeleton):
    motion = make_motion(skeleton)
    assert with_heading_in_root(motion) is motion
    once = with_heading_in_root(make_motion(with_root(skeleton, 0.9)))
    np.testing.assert_allclose(with_heading_in_root(once).rotations, once.rotations, atol=1e-5)
