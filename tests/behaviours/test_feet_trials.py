"""Gaits that are tried with their feet held."""

import numpy as np
import pytest

from motionloom.behaviours import feet_trials
from motionloom.behaviours.feet_trials import find_excess, keep_calm_feet, without
from motionloom.behaviours.states import make_cycle
from motionloom.feet.plants import Plants
from motionloom.sample import make


@pytest.fixture(scope="module")
def walk():
    made = [make("ada", name) for name in ("walk", "turn_left_90", "turn_right_90")]
    plants = [Plants(each.plants, each.motion.fps) for each in made]
    return make_cycle("walk", made[0].motion, [each.motion for each in made[1:]], plants=plants)


def test_a_state_is_played_with_its_feet_held(walk):
    assert 0.1 < find_excess(walk) < 10


def test_a_state_without_one_of_its_clips_is_steered_by_the_others(walk):
    fewer = without(walk, 1)
    assert len(fewer.motions) == fewer.frames.shape[1] == len(fewer.plants) == 2
    assert np.ptp(fewer.parameter.values) < np.ptp(walk.parameter.values)
    assert without(fewer, 1).parameter is None


@pytest.mark.parametrize(("jerks", "kept"), [((0.9, 0.8, 0.7), 3), ((1.2, 0.9, 0.8), 3), ((1.9, 1.7, 0.9), 1), ((1.9, 2.5, 2.2), 3)])
def test_what_jerks_hard_is_left_out_and_a_turn_is_not_given_up_for_a_little(walk, monkeypatch, jerks, kept):
    monkeypatch.setattr(feet_trials, "find_excess", lambda state, captures=(): jerks[3 - len(state.motions)])
    state, left = keep_calm_feet(walk)
    assert len(state.motions) == kept
    assert len(left) == 3 - kept
    assert all("left out: with feet held" in said for said in left)
