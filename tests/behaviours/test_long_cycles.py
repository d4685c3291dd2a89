"""Cycles of many laps: each is another, and they go round without a seam."""

from itertools import pairwise

import numpy as np
import pytest

from motionloom.behaviours.lap_variety import DISTINCT, apart, see_lap
from motionloom.behaviours.long_cycles import make_long_cycle
from motionloom.behaviours.states import RATE, lap_of
from motionloom.core.errors import MotionError
from motionloom.core.heading import headings
from motionloom.sample import make


@pytest.fixture(scope="module")
def walk():
    names = ("walk", "turn_left_90", "turn_right_90")
    return make_long_cycle("walk", [make("ada", name).motion for name in names])


def test_laps_go_on_end_and_are_steered(walk):
    first, last = lap_of(walk)
    assert (last - first) / RATE > 5
    assert len(walk.motions) >= 3
    assert walk.parameter.values[0] < -0.3 < 0.3 < walk.parameter.values[-1]


def test_nothing_jerks_at_a_seam(walk):
    for motion in walk.motions:
        found = np.linalg.norm(np.diff(motion.positions().astype(float), 2, axis=0), axis=2) * RATE**2
        assert found.max() < 120  # the sample's own walk reaches as much


def test_a_column_turns_evenly(walk):
    straight = walk.motions[0]
    turned = headings(straight)
    seconds = 2 * round(RATE)
    assert np.abs(turned[seconds:] - turned[:-seconds]).max() < 0.3


def test_what_does_not_come_round_is_refused():
    with pytest.raises(MotionError, match="comes round"):
        make_long_cycle("jump", [make("ada", "jump").motion[:40]])


def test_a_turn_that_was_captured_for_a_lap_or_two_varies_all_the_same(walk):
    ends = np.unique([hop.start for hop in walk.hops])
    sharpest = int(np.argmax(walk.parameter.weights[-1]))
    looks = [
        see_lap(walk.motions[sharpest], np.interp(np.arange(a, b), np.arange(len(walk.frames)), walk.frames[:, sharpest]))
        for a, b in pairwise([0.0, *ends])
    ]
    nearest = [min(apart(one, other) for other in looks[:k] + looks[k + 1 :]) for k, one in enumerate(looks)]
    assert min(nearest) > DISTINCT / 3  # the sample's laps hardly differ; the same lap again has none
