"""Damage to limbs leaves the path alone and bones as long as they were."""

import numpy as np
import pytest

from motionloom.score.damage.limbs import pass_through, swap_limbs, twitch


@pytest.mark.parametrize("damage", [pass_through, swap_limbs, twitch])
def test_the_path_and_the_bones_stay(damage, captures, rng):
    one, other = captures[0].part(30, 150), captures[1].part(60, 180)
    damaged = next(found for found in (damage(one, other, rng) for _ in range(20)) if found is not None)
    np.testing.assert_array_equal(damaged.motion.root_positions, one.motion.root_positions)
    parents = one.motion.skeleton.parents
    lengths = [np.linalg.norm(m.positions()[:, 1:] - m.positions()[:, parents[1:]], axis=-1) for m in (damaged.motion, one.motion)]
    np.testing.assert_allclose(*lengths, atol=1e-4)


def test_limbs_that_move_alike_are_not_swapped(captures, rng):
    one = captures[0].part(30, 150)
    assert swap_limbs(one, one, rng) is None
