import numpy as np

from motionloom.judge.measures.momentum import read
from motionloom.judge.take import Take
from tests.judge.damage import kill_momentum


def test_who_stops_dead_brakes_harder_than_who_walks(walk):
    before, after = (np.nanmax(read(Take(motion)).values) for motion in (walk, kill_momentum(walk, 3.0)))
    assert after > 2 * before
    assert after > 6.0


def test_flight_is_left_out(run):
    take = Take(run)
    assert np.isnan(read(take).values[take.flight]).all()
