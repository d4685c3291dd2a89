"""Ways that nobody captured."""

import numpy as np

from motionloom.behaviours.bridging import bridge
from motionloom.behaviours.connecting import keep_connected
from motionloom.behaviours.states import make_single
from motionloom.sample import make


def test_a_state_that_nothing_leads_to_is_joined_by_the_best_blend_and_that_is_said():
    states = [make_single(name, make("ada", clip).motion, True) for name, clip in (("walk", "walk"), ("stroll", "walk_slow"))]
    nowhere = np.full((2, 2), np.inf)
    costs, points, forced = bridge(states, nowhere, [])
    assert len(keep_connected(states, costs)) == 2
    assert {(each.source, each.target) for each in forced} == {("walk", "stroll"), ("stroll", "walk")}
    assert {(point.source, point.target) for point in points} == {("walk", "stroll"), ("stroll", "walk")}
    assert "capture one take that goes from" in str(forced[0])


def test_a_machine_that_is_whole_is_left_alone():
    states = [make_single(name, make("ada", "walk").motion, True) for name in ("a", "b")]
    costs = np.array([[np.inf, 1.0], [1.0, np.inf]])
    again, points, forced = bridge(states, costs, [])
    assert (again == costs).all()
    assert not points
    assert not forced
