from __future__ import annotations

import numpy as np
import pytest

from motionloom.core import quaternion
from motionloom.sample.bodies import performer
from motionloom.sample.feet import foot_path
from motionloom.sample.stances import Stance, Swing, sole_of

TIMES = np.arange(0, 2, 1 / 240)
WALK = [
    Stance("left", (0.1, 0.0), 0.1, -np.inf, -np.inf, 0.55, 0.72, leave=-0.73, leave_rate=-6.5, leave_slows=45.0),
    Stance("left", (0.1, 1.3), 0.1, 1.16, 1.25, np.inf, np.inf, strike=0.36, strike_rate=-2.0, brake=30.0),
]
TIPTOE = [
    Stance("left", (0.1, 0.0), 0.0, -np.inf, -np.inf, 0.5, 0.7, leave=-0.4, leave_rate=-3.0, leave_slows=20.0),
    Stance("left", (0.1, 0.5), 0.3, 1.4, 1.2, np.inf, np.inf, strike=-0.3, strike_rate=0.5, swing=Swing(lift=0.3, arc=0.1)),
]


def points(stances: list[Stance]) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    sole = sole_of(performer("ada"), "left")
    path = foot_path(performer("ada"), "left", stances, TIMES)
    heel = path.ankles + quaternion.rotate(path.foot, sole.heel)
    joint = path.ankles + quaternion.rotate(path.foot, sole.ball)
    return heel, joint + quaternion.rotate(path.toes, sole.ball_sole), joint + quaternion.rotate(path.toes, sole.tip), path.plants


@pytest.mark.parametrize("stances", [WALK, TIPTOE], ids=["walk", "tiptoe"])
def test_planted_points_stay(stances: list[Stance]) -> None:
    heel, ball, _, plants = points(stances)
    for row in stances:
        for place, on, off, column in ((heel, row.heel_on, row.heel_off, 0), (ball, row.toe_on, row.toe_off, 1)):
            now = plants[:, column] & (np.abs(TIMES - np.clip(TIMES, on, off)) < 0.2)
            assert now.sum() == np.sum(np.clip(TIMES, on, off) == TIMES)
            assert np.abs(place[now] - place[now][0]).max() < 1e-12


@pytest.mark.parametrize("stances", [WALK, TIPTOE], ids=["walk", "tiptoe"])
def test_nothing_goes_underground_and_the_path_is_smooth(stances: list[Stance]) -> None:
    heel, ball, tip, _ = points(stances)
    assert min(heel[:, 1].min(), ball[:, 1].min(), tip[:, 1].min()) > -1e-3
    for path in (heel, ball):
        velocity = np.diff(path, axis=0) * 240
        assert np.abs(np.diff(velocity, axis=0)).max() < 0.5  # m/s from frame to frame: no jump
    assert ball[(TIMES > 0.85) & (TIMES < 1.1), 1].min() > 0.005


def test_reach_is_shorter_in_mid_swing() -> None:
    path = foot_path(performer("ada"), "left", WALK, TIMES)
    assert path.reach[int(0.95 * 240), 2] < 0.99
    assert path.reach[0, 2] > 0.999
    assert np.all(path.reach[:, 1] < path.reach[:, 2])
