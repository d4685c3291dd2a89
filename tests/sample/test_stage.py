from __future__ import annotations

import numpy as np
import pytest

from motionloom.sample.bodies import performer
from motionloom.sample.stage import PAD, Stage, stand, travel


@pytest.fixture
def stage(rng: np.random.Generator) -> Stage:
    return Stage(performer("boris"), 3.0, rng)


def test_the_clock_starts_before_the_clip(stage: Stage) -> None:
    assert stage.times[0] == pytest.approx(-PAD)
    assert stage.times[round(PAD * 120)] == 0
    assert len(stage.times) == (3 + 2 * PAD) * 120


def test_taller_people_are_faster_at_the_same_gait(stage: Stage, rng: np.random.Generator) -> None:
    assert stage.speed(1.3) > Stage(performer("ada"), 3.0, rng).speed(1.3)


def test_standing_keeps_both_feet_down(stage: Stage) -> None:
    score = stand(stage, {"head_turn": [(1.0, 0.0), (2.0, 0.5)]}, [(0.0, 0.1)])
    assert all(len(mine) == 1 and mine[0].off == np.inf for mine in score.stances.values())
    assert score.channels["head_turn"][-1] == pytest.approx(0.5)
    assert score.drop == pytest.approx(0.1, abs=0.01)


def test_a_journey_goes_on_past_both_ends(stage: Stage) -> None:
    score, steps = travel(stage, stage.constant(1.4))
    assert steps.amount == pytest.approx(1.0)
    assert score.path[-1, 1] - score.path[0, 1] == pytest.approx(1.4 * 6, rel=0.05)
    assert all(mine[0].off < stage.times[0] and mine[-1].on > stage.times[-1] - 1.0 for mine in score.stances.values())
