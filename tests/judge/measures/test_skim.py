import numpy as np

from motionloom.judge.measures.skim import read
from motionloom.judge.take import Take
from tests.judge.damage import slide_foot


def stand(walk):
    return walk.with_arrays(np.repeat(walk.rotations[:1], 480, axis=0), np.repeat(walk.root_positions[:1], 480, axis=0))


def test_a_metre_over_the_floor_is_a_metre(walk):
    found = read(Take(slide_foot(stand(walk), 1.5, metres=1.0, seconds=0.5))).values
    assert 0.9 < np.nanmax(found) < 1.05
    assert np.all(found[:60] == 0)


def test_ten_centimetres_are_not_counted(walk):
    assert np.nanmax(read(Take(slide_foot(stand(walk), 1.5, metres=0.1, seconds=0.1))).values) == 0.0
