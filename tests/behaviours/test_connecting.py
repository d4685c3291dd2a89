"""Which ways between states stay."""

import numpy as np
import pytest

from motionloom.behaviours.connecting import keep_fitting, keep_smooth
from motionloom.behaviours.states import TransitionPoint, make_single
from motionloom.sample import make

SHOWN = frozenset({("stand", "jump"), ("jump", "stand"), ("walk", "stop"), ("stop", "stand")})


@pytest.fixture(scope="module")
def states():
    cycles = [make_single(name, make("ada", name).motion, True) for name in ("stand", "walk")]
    return [*cycles, *(make_single(name, make("ada", name).motion, False, "stand") for name in ("jump", "stop"))]


def test_an_act_is_entered_from_what_it_begins_in_and_left_into_what_it_ends_in(states):
    kept = np.isfinite(keep_fitting(states, np.ones((4, 4)), SHOWN))
    stand, walk, jump, stop = range(4)
    assert kept[stand, jump]
    assert not kept[walk, jump]
    assert kept[walk, stop]
    assert not kept[stand, stop]
    assert not kept[stop, walk]
    assert kept[stop, jump]  # a stop ends in a stand, and there a jump begins
    assert kept[stand, walk]  # whether one cycle leads to another is for mining to say


def test_ways_that_a_take_goes_stay_however_rough(states):
    ways = {("stand", "walk"): 0.01, ("walk", "stand"): 0.01, ("walk", "jump"): 0.01, ("jump", "stand"): 0.01, ("stand", "jump"): 0.2}
    points = [TransitionPoint(a, b, 0.0, 10.0, np.linspace(0, 10, 16), cost) for (a, b), cost in ways.items()]
    names, costs = [state.name for state in states], np.full((4, 4), np.inf)
    for a, b in ways:
        costs[names.index(a), names.index(b)] = 1.0
    assert not np.isfinite(keep_smooth(states, costs, points)[0, 2])
    assert np.isfinite(keep_smooth(states, costs, points, SHOWN)[0, 2])
