from __future__ import annotations

import numpy as np
import pytest

from motionloom.sample.bodies import performer
from motionloom.sample.stances import Stance, edge_state, flat_ball, flat_heel, sole_of, stance_heel, stance_pitch

STANCE = Stance("left", (0.3, -0.2), 0.7, 1.0, 1.1, 1.4, 1.7, strike=0.35, strike_rate=-2.0, leave=-0.8, leave_rate=-6.0, leave_slows=30.0)


def test_a_sole_lies_on_the_ground() -> None:
    for who in ("ada", "boris"):
        sole = sole_of(performer(who), "right")
        flat = Stance("right", (0.0, 0.0), 0.0, -np.inf, -np.inf, np.inf, np.inf)
        ball = flat_ball(sole, flat)
        assert flat_heel(sole, flat)[1] == pytest.approx(0, abs=1e-12)
        assert (ball + sole.ball_sole)[1] == pytest.approx(0, abs=1e-9)
        assert (ball + sole.tip)[1] == pytest.approx(0, abs=1e-9)
        assert flat_heel(sole, flat)[2] < 0 < ball[2]


def test_pitch_comes_down_stands_and_goes_up() -> None:
    times = np.linspace(1.0, 1.7, 141)
    pitch = stance_pitch(STANCE, times)
    assert (pitch[0], pitch[-1]) == pytest.approx((0.35, -0.8))
    assert np.all(pitch[(times >= 1.1) & (times <= 1.4)] == 0)
    assert np.all(pitch[times < 1.095] > 0)
    assert np.all(pitch[times > 1.41] < 1e-3)


@pytest.mark.parametrize("landing", [True, False])
def test_the_state_at_an_edge_is_that_of_the_moving_foot(landing: bool) -> None:
    sole = sole_of(performer("boris"), "left")
    stance = Stance(
        "left", (0.3, -0.2), 0.7, 1.1, 1.0, 1.4, 1.7, strike=-0.4, strike_rate=3.0, leave=-0.8, leave_rate=-6.0, leave_slows=30.0
    )
    step = 1e-4
    edge = 1.0 if landing else 1.7
    times = edge + (np.arange(4) if landing else np.arange(-3, 1)) * step
    heels = stance_heel(sole, stance, stance_pitch(stance, times), np.zeros(4, dtype=bool))
    (place, velocity, acceleration), _ = edge_state(sole, stance, landing)
    assert np.allclose(heels[0 if landing else -1], place)
    differences = np.diff(heels, axis=0) / step
    assert np.allclose(differences[0 if landing else -1], velocity, atol=0.01)
    assert np.allclose(np.diff(differences, axis=0)[0 if landing else -1] / step, acceleration, atol=2.0)
