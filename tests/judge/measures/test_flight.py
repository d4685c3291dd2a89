from dataclasses import replace

import numpy as np
import pytest

from motionloom import sample
from motionloom.core.masks import find_runs
from motionloom.judge.measures.flight import fit_flight, read
from motionloom.judge.take import Take


@pytest.fixture(scope="module")
def jump():
    return sample.make("boris", "jump").motion


def test_a_jump_falls_at_one_g(jump):
    take = Take(jump)
    start, stop = max(find_runs(take.flight), key=lambda run: run[1] - run[0])
    fall, drift = fit_flight(take, start, stop)
    assert fall == pytest.approx(9.81, rel=0.1)
    assert drift < 1.0
    assert np.nanmax(read(take).values) < 1.5


def test_at_a_wrong_rate_it_does_not(jump):
    wrong = replace(jump, fps=1.5 * jump.fps)
    assert np.nanmax(read(Take(wrong)).values[:, 0]) > 8.0


def test_without_flight_there_is_nothing_to_read(walk):
    assert np.isnan(read(Take(walk)).values).all()
