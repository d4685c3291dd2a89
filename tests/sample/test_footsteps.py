from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from motionloom.core.body import SIDES
from motionloom.sample.bodies import performer
from motionloom.sample.footsteps import PLAIN, Steps, StepStyle, plan_steps
from motionloom.sample.route import Bout, Route

TIMES = np.arange(-1, 9, 1 / 60)


def steps_at(speed: float, running: float = 0.0, style: StepStyle = PLAIN, first: str = "left") -> Steps:
    count = len(TIMES)
    route = Route(TIMES, np.full(count, speed), np.zeros(count), np.full(count, running), (Bout(0.0, 8.0, first),))
    return plan_steps(performer("ada"), route, style, np.random.default_rng(0))


def in_the_air(steps: Steps) -> np.ndarray:
    every = [stance for mine in steps.stances.values() for stance in mine]
    down = np.array([[s.on <= time <= s.off for s in every] for time in TIMES[120:420]])
    return ~down.any(axis=1)


@pytest.mark.parametrize("first", SIDES)
def test_feet_take_turns(first: str) -> None:
    steps = steps_at(1.3, first=first)
    landings = sorted((s.on, side) for side, mine in steps.stances.items() for s in mine if np.isfinite(s.on))
    assert landings[0][1] == first
    assert all(a[1] != b[1] for a, b in pairwise(landings))
    for mine in steps.stances.values():
        for before, after in pairwise(mine):
            assert before.heel_on <= before.heel_off < before.toe_off < after.on
            assert after.place[1] > before.place[1] or after is mine[-1]
        assert mine[-1].off == np.inf


def test_walking_is_never_in_the_air_and_running_is() -> None:
    assert not in_the_air(steps_at(1.3)).any()
    assert not in_the_air(steps_at(1.8)).any()
    assert 0.2 < in_the_air(steps_at(3.0, running=1.0)).mean() < 0.5


def test_the_phase_is_whole_when_the_left_foot_lands() -> None:
    for first in SIDES:
        steps = steps_at(1.3, first=first)
        phases = [np.interp(s.on, TIMES, steps.phase) for s in steps.stances["left"] if 0 < s.on < 8]
        assert np.abs(np.array(phases) - np.round(phases)).max() < 0.01


def test_a_bout_ends_with_the_feet_side_by_side() -> None:
    steps = steps_at(1.0)
    left, right = (steps.stances[side][-1].place for side in SIDES)
    assert left[1] == pytest.approx(right[1], abs=1e-6)
    assert 0.1 < left[0] - right[0] < 0.3
    assert steps.amount[0] == 0
    assert steps.amount[-1] == 0
    assert steps.amount.max() == pytest.approx(1)


def test_styles_change_the_steps() -> None:
    toes = steps_at(0.6, style=StepStyle(toes_first=True, strike=0.3)).stances["left"][2]
    assert toes.toe_on < toes.heel_on
    assert toes.strike < 0
    limp = steps_at(0.9, style=StepStyle(duty=(0.04, -0.05)))
    left, right = (np.mean([s.off - s.on for s in limp.stances[side][2:5]]) for side in SIDES)
    assert left > right + 0.05
