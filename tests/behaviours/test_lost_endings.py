from dataclasses import replace

import pytest

from motionloom.behaviours.lost_endings import end_elsewhere


@pytest.fixture
def states(sample_machine):
    return {state.name: state for state in sample_machine.states}


def test_an_act_whose_ending_could_not_be_made_ends_in_what_is_nearest(states):
    jump = replace(states["jump"], default="walk_side_left")
    kept, left_out = end_elsewhere([states["stand"], states["walk"], jump], ["stand", "walk", "walk_side_left"])
    assert [(state.name, state.default) for state in kept] == [("stand", ""), ("walk", ""), ("jump", "stand")]
    assert left_out == []


@pytest.mark.parametrize("name", ["crawl_start", "crawl_stop", "crawl_turn_left", "crawl_to_walk", "walk_to_crawl"])
def test_parts_of_a_gait_that_could_not_be_made_are_left_out_and_said(states, name):
    part = replace(states["jump"], name=name, default="stand")
    kept, left_out = end_elsewhere([states["stand"], part], ["stand", "crawl"])
    assert [state.name for state in kept] == ["stand"]
    assert left_out == [(name, "it is part of crawl, which is not in the machine")]


def test_where_all_was_made_nothing_changes(sample_machine):
    planned = [state.name for state in sample_machine.states if state.cyclic]
    assert end_elsewhere(sample_machine.states, planned) == (list(sample_machine.states), [])
