"""What a body does at each moment."""

import numpy as np

from motionloom.behaviours.motion_signals import RATE, _falling, _turning


def test_who_is_in_the_air_falls_and_a_floor_that_is_off_makes_nobody_fly():
    seconds = np.arange(120) / RATE
    flight = np.zeros(120, dtype=bool)
    flight[30:60] = flight[90:96] = True
    jump = 1.0 + np.where(flight, (seconds - 0.5) * 2.4 - 4.905 * (seconds - 0.5) ** 2, 0.0)
    assert (_falling(flight, jump) == flight).all()
    level = _falling(flight, np.ones(120))
    assert not level[30:60].any()
    assert level[90:96].all()  # too short to tell


def test_who_goes_over_the_head_does_not_turn():
    facing = np.linspace(0, 3, 60)  # 3 rad in a second
    upright = np.tile([0.0, 0.5, 0.1], (60, 1))
    tumbles = upright.copy()
    tumbles[20:40] = [0.3, -0.4, 0.0]
    assert np.isclose(_turning(facing, upright).sum() / RATE, 3 * 60 / 59)
    assert not _turning(facing, tumbles)[20:40].any()
    assert (_turning(facing, tumbles)[:20] > 0).all()
