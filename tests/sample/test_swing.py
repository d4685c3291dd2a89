from __future__ import annotations

import numpy as np

from motionloom.sample.bodies import performer
from motionloom.sample.stances import Stance, Swing, edge_state, sole_of
from motionloom.sample.swing import swing_foot

BEFORE = Stance("left", (0.0, 0.0), 0.0, -np.inf, -np.inf, 0.0, 0.2, leave=-0.7, leave_rate=-6.0, leave_slows=40.0)


def after(swing: Swing) -> Stance:
    return Stance("left", (0.05, 1.2), 0.2, 0.7, 0.8, np.inf, np.inf, strike=0.3, strike_rate=-2.0, swing=swing)


def fly(swing: Swing, rate: float = 1000.0) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    times = np.arange(0.2, 0.7 + 1e-9, 1 / rate)
    return swing_foot(sole_of(performer("ada"), "left"), BEFORE, after(swing), times, 0.8, 1.0)


def test_a_swing_runs_on_from_stance_to_stance() -> None:
    sole = sole_of(performer("ada"), "left")
    for swing in (Swing(), Swing(running=1.0), Swing(lift=0.0, keys=((0.5, 0.2, 0.3, 0.1, 0.4),))):
        heel, pitch, yaw, _ = fly(swing)
        for stance, landing, frame, step in ((BEFORE, False, 0, 1), (after(swing), True, -1, -1)):
            (place, velocity, _), tilt = edge_state(sole, stance, landing)
            assert np.allclose(heel[frame], place, atol=1e-6)
            assert np.allclose((heel[frame + step] - heel[frame]) * 1000 * step, velocity, atol=0.05)
            assert np.isclose(pitch[frame], tilt[0])
            assert np.isclose(yaw[frame], stance.yaw)


def test_lift_and_keys_raise_the_foot() -> None:
    plain, low, kicked = (fly(swing)[0][:, 1].max() for swing in (Swing(), Swing(lift=0.3), Swing(keys=((0.5, 0.0, 0.6, 0.0, 0.0),))))
    assert low <= plain < kicked
    assert kicked > 0.5


def test_toes_straighten_after_they_have_left() -> None:
    _, pitch, _, toes = fly(Swing())
    assert toes[0] == 0
    assert np.allclose(toes[-50:], pitch[-50:], atol=1e-6)
