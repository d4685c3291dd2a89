import numpy as np

from motionloom import sample
from motionloom.judge.measures.slide import read
from motionloom.judge.take import Take


def test_skating_is_slower_or_faster_as_it_was_made():
    speeds = [np.nanpercentile(read(Take(sample.make("boris", "walk", skate=skate).motion)).values, 75) for skate in (0.0, 0.02, 0.06)]
    assert speeds[0] < 0.12
    assert speeds == sorted(speeds)


def test_points_in_the_air_are_left_out(walk):
    take = Take(walk)
    values = read(take).values
    assert np.isnan(values[take.foot_heights > 0.05]).all()
