"""Ways that nobody captured."""

import numpy as np

from motionloom.behaviours.bridging import bridge, join_acts, pass_deeds
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


def test_acts_that_are_done_from_one_rest_follow_each_other():
    stand = make_single("stand", make("ada", "stand").motion, True)
    acts = [make_single(name, make("ada", name).motion, False, "stand") for name in ("jump", "kick")]
    states = [stand, *acts]
    costs = np.full((3, 3), np.inf)
    costs[0, 1:] = costs[1:, 0] = 1.0
    joined, points, forced = join_acts(states, costs, [])
    assert {(each.source, each.target, each.over) for each in forced} == {("jump", "kick", "stand"), ("kick", "jump", "stand")}
    assert len(points) == 2
    # The way over the stand would cost two: at once is the natural way.
    assert joined[1, 2] < 2
    assert joined[2, 1] < 2
    assert "they follow at once" in str(forced[0])


def test_who_asks_for_an_act_gets_that_one_not_another_before_it():
    stand = make_single("stand", make("ada", "stand").motion, True)
    acts = [make_single(name, make("ada", name).motion, False, "stand") for name in ("jump", "kick", "punch")]
    costs = np.full((4, 4), np.inf)
    costs[0, 1:] = 0.5, 3.0, 3.0
    costs[1:, 0] = 1.0
    costs[1, 2] = 0.1  # whoever jumps mostly kicks then
    joined, _, _ = join_acts([stand, *acts], costs, [])
    for a in (0, 3):
        others = [joined[a, k] + joined[k, 2] for k in (1, 3) if k != a]
        assert joined[a, 2] < min(others)


def test_acts_in_a_gait_are_not_joined_behind_its_back():
    walk = make_single("walk", make("ada", "walk").motion, True)
    acts = [make_single(name, make("ada", "turn_left_90").motion, False, "walk") for name in ("a", "b")]
    costs = np.full((3, 3), np.inf)
    costs[0, 1:] = costs[1:, 0] = 1.0
    assert join_acts([walk, *acts], costs, [])[2] == []


def test_what_goes_on_is_joined_before_what_ends_in_it():
    walk, stroll = (make_single(name, make("ada", clip).motion, True) for name, clip in (("walk", "walk"), ("stroll", "walk_slow")))
    halt = make_single("halt", make("ada", "walk_slow").motion, False, "stroll")
    costs = np.full((3, 3), np.inf)
    costs[1, 2] = costs[2, 1] = 1.0  # a halt is done from a stroll, and nobody goes from either to a walk
    _, _, forced = bridge([walk, stroll, halt], costs, [])
    assert {each.source for each in forced} <= {"walk", "stroll"}
    assert {each.target for each in forced} <= {"walk", "stroll"}


def test_only_the_way_that_is_missing_is_forced():
    stand, walk = (make_single(name, make("ada", name).motion, True) for name in ("stand", "walk"))
    start = make_single("start", make("ada", "start").motion, False, "walk")
    costs = np.full((3, 3), np.inf)
    costs[0, 2] = costs[2, 1] = 1.0  # a walk is started from a stand, and nobody stops
    costs, _, forced = bridge([stand, walk, start], costs, [])
    assert [(each.source, each.target) for each in forced] == [("walk", "stand")]
    assert len(keep_connected([stand, walk, start], costs)) == 3


def test_nobody_does_a_deed_on_the_way_that_was_not_asked_for():
    walk, stand = (make_single(name, make("ada", name).motion, True) for name in ("walk", "stand"))
    bow = make_single("bow", make("ada", "stop").motion, False, "stand")  # the one way from a walk to a stand that was captured
    costs = np.full((3, 3), np.inf)
    costs[0, 2], costs[2, 1], costs[1, 0] = 1.0, 1.0, 1.0
    past, points, forced = pass_deeds([walk, stand, bow], costs, [])
    assert [(each.source, each.target) for each in forced] == [("walk", "stand")]
    assert {(point.source, point.target) for point in points} == {("walk", "stand")}
    assert past[0, 1] < 2
    stop = make_single("walk_stop", make("ada", "stop").motion, False, "stand")
    more = np.full((4, 4), np.inf)
    more[:3, :3], more[0, 3], more[3, 1] = costs, 5.0, 5.0
    past, _, forced = pass_deeds([walk, stand, bow, stop], more, [])
    assert not forced  # a stop was captured: it costs more, and is the way all the same
    assert past[0, 3] + past[3, 1] < past[0, 2] + past[2, 1]
    same, _, forced = pass_deeds([walk, stand, stop], np.delete(np.delete(more, 2, 0), 2, 1), [])
    assert not forced
    assert np.array_equal(same, np.delete(np.delete(more, 2, 0), 2, 1))
