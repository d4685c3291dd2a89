import numpy as np
import pytest

from motionloom.judge.measures.freeze import read
from motionloom.judge.take import Take
from tests.judge.damage import freeze, kill_momentum


@pytest.mark.parametrize("seconds", [0.1, 0.2, 0.5])
def test_a_freeze_reads_its_length(walk, seconds):
    values = read(Take(freeze(walk, 3.0, seconds=seconds))).values[:, 0]
    assert np.nanmax(values) == pytest.approx(seconds, abs=0.02)
    assert np.flatnonzero(values > 0)[0] / walk.fps == pytest.approx(3.0, abs=0.03)


def test_walking_and_coming_to_rest_are_no_freeze(walk):
    assert np.nanmax(read(Take(walk)).values) == 0.0
    assert np.nanmax(read(Take(kill_momentum(walk, 3.0, seconds=1.0))).values) == 0.0


def test_last_frames_that_stand_still_in_full_motion_are_one(walk):
    cut = freeze(walk, 3.0, seconds=10.0)[:400]
    assert np.nanmax(read(Take(cut)).values) == pytest.approx(1 / 3, abs=0.02)
