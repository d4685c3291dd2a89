import numpy as np

from motionloom.judge.measures.scuff import read
from motionloom.judge.take import Take
from tests.judge.damage import slide_foot


def test_a_body_carried_over_the_floor_scuffs(walk):
    standing = np.repeat(walk.rotations[:1], 240, axis=0), np.repeat(walk.root_positions[:1], 240, axis=0)
    still = walk.with_arrays(*standing)
    assert np.nanmax(read(Take(still)).values) == 0.0
    slid = read(Take(slide_foot(still, 1.0))).values[:, 0]
    assert 0.9 < np.nanmax(slid) < 2.0
    assert np.nonzero(slid > 0)[0].min() / 120 > 0.98
    assert np.nonzero(slid > 0)[0].max() / 120 < 1.22


def test_feet_in_the_air_do_not(walk):
    flying = walk.with_arrays(walk.rotations[:240], walk.root_positions[:240])
    take = Take(flying)
    high = take.foot_heights.min(axis=1) > 0.05
    assert not np.any(read(take).values[high] > 0)
