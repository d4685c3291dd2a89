import numpy as np
import pytest

from motionloom.behaviours.periodic_registration import PACES, bend, find_lap, find_round, play_round
from motionloom.behaviours.states import RATE, cost_between, make_cycle
from motionloom.core.editing import resample
from motionloom.core.heading import headings
from motionloom.sample import make


@pytest.fixture(scope="module")
def cycle():
    return make_cycle("walk", make("ada", "walk").motion, [make("ada", "turn_left_90").motion, make("ada", "turn_right_90").motion])


def test_a_lap_later_is_a_lap_later_in_every_clip(cycle):
    """The law that keeps a loop from jerking: curves repeat themselves."""
    period = round(cycle.loop.start)
    paces = np.diff(cycle.frames, axis=0)
    tail = len(paces) - period
    np.testing.assert_allclose(paces[period:], paces[:tail], atol=1e-9)


def test_paces_stay_within_bounds(cycle):
    period = round(cycle.loop.start)
    paces = np.diff(cycle.frames, axis=0) / ((cycle.frames[period] - cycle.frames[0]) / period)
    assert paces.min() > PACES[0] - 0.01
    assert paces.max() < PACES[1] + 0.01


def test_a_gentle_wave_is_kept_and_a_wild_one_flattened():
    at = np.arange(60)
    wave = 2 * np.sin(2 * np.pi * at / 60)
    np.testing.assert_allclose(bend(wave, 1.0, 60), at + wave, atol=1e-9)
    assert np.abs(bend(10 * wave, 1.0, 60) - at).max() < 10


def test_a_lap_of_itself_is_itself():
    walk = resample(make("ada", "walk").motion, RATE)
    lap = walk[40:118]
    at = find_lap(cost_between(lap, walk), cost_between(walk, walk), headings(walk), 18)
    assert cost_between(lap, walk)[np.arange(len(at)), np.round(at).astype(int)].mean() < 0.05
    assert np.all(np.diff(at) > 0)


def test_a_clip_without_a_lap_has_none():
    walk = resample(make("ada", "walk").motion, RATE)
    lap, short = walk[40:118], walk[:40]
    assert find_lap(cost_between(lap, short), cost_between(short, short), headings(short), 18) is None
    assert find_round(cost_between(short, short), headings(short), 60, 18) is None


def test_a_short_clip_is_played_round_without_a_jerk():
    walk = resample(make("ada", "walk").motion, RATE)[20:110]
    first, length = find_round(cost_between(walk, walk), headings(walk), 60, 18)
    rolled = play_round(walk, first, length, 18)
    assert len(rolled) == 3 * length + 19
    speeds = [np.linalg.norm(np.diff(m.positions(), axis=0), axis=2).max() * RATE for m in (walk, rolled)]
    assert speeds[1] < 1.2 * speeds[0]
    turned = [np.ptp(headings(m)) for m in (rolled[: length + 1], rolled[length : 2 * length + 1])]
    assert abs(turned[0] - turned[1]) < 0.2
