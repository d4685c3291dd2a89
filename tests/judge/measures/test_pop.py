import numpy as np
import pytest

from motionloom.core import Motion
from motionloom.judge.measures.pop import read
from motionloom.judge.take import Take
from tests.judge.damage import pop_knee


@pytest.mark.parametrize("degrees", [5.0, 15.0])
def test_a_pop_reads_most_of_its_angle(skeleton, degrees):
    still = Motion(skeleton, np.repeat(skeleton.rest_rotations[None], 240, axis=0), np.repeat(skeleton.rest_root[None], 240, axis=0), 120.0)
    values = np.degrees(read(Take(pop_knee(still, 1.0, degrees=degrees))).values)
    assert 0.7 * degrees < np.nanmax(values[:, 0]) < 1.1 * degrees
    assert abs(int(np.nanargmax(values[:, 0])) - 120) <= 1
    assert np.nanmax(values[:, 1]) < 0.01


def test_slow_bending_is_no_pop(skeleton):
    still = Motion(skeleton, np.repeat(skeleton.rest_rotations[None], 240, axis=0), np.repeat(skeleton.rest_root[None], 240, axis=0), 120.0)
    assert np.degrees(np.nanmax(read(Take(pop_knee(still, 1.0, degrees=40.0, seconds=0.4))).values)) < 1.0
