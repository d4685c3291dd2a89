"""Somebody who is driven through a scene is watched: goals in order, touches once each, metres off a line, pits only on the ground."""

from types import SimpleNamespace

import numpy as np
import pytest

from motionloom.navigation.course import CourseWatch
from motionloom.navigation.scene import Scene, SceneError
from motionloom.navigation.scene_file import scene_from_json

SCENE = {
    "obstacles": [{"circle": [0, 2], "radius": 0.5, "name": "cone"}, {"box": [3, 5, 5, 6], "name": "pit", "over": ["jump"]}],
    "agents": [{"start": [4, 0], "radius": 0.2, "goals": [{"at": [4, 4], "behaviour": "walk"}, {"at": [4, 9], "along": [[4, 7], [4, 9]]}]}],
}


def somebody(machine, x, z, state="walk", frame=0.0):
    """Characters of whom the first is somewhere, in a frame of a state."""
    return SimpleNamespace(place=np.array([[x, z, 0.0]]), state=np.array([machine.graph.index(state)]), at=np.array([frame]))


@pytest.fixture
def watch(sample_machine):
    return CourseWatch(sample_machine, scene_from_json(SCENE))


def test_goals_count_in_their_order_and_in_their_behaviour(watch, sample_machine):
    watch.see(somebody(sample_machine, 4, 9))
    watch.see(somebody(sample_machine, 4, 4, "stand"))
    assert watch.reached == 0
    watch.see(somebody(sample_machine, 4, 4))
    assert watch.reached == 1
    watch.see(somebody(sample_machine, 4, 9))
    assert watch.reached == 2
    assert watch.goal is None


def test_a_touch_counts_once_for_as_long_as_it_lasts(watch, sample_machine):
    for x in (1.0, 0.6, 0.5, 0.6, 1.0, 0.6):
        watch.see(somebody(sample_machine, x, 2))
    assert watch.touched == ["cone", "cone"]


def test_a_pit_is_passed_in_the_air_only(watch, sample_machine):
    air, ground = 5, 9
    watch.flights[sample_machine.graph.index("jump"), ground] = False
    watch.see(somebody(sample_machine, 4, 5.5, "jump", air))
    watch.see(somebody(sample_machine, 4, 4.85))  # leans over its edge
    assert watch.touched == []
    watch.see(somebody(sample_machine, 4, 5.5, "jump", ground))
    assert watch.touched == ["pit"]


def test_off_the_line_is_measured_while_it_is_to_be_followed(watch, sample_machine):
    watch.see(somebody(sample_machine, 4.3, 8))
    assert watch.off_line is None
    watch.see(somebody(sample_machine, 4, 4))
    for x in (4.1, 3.9):
        watch.see(somebody(sample_machine, x, 8))
    assert watch.off_now == pytest.approx(0.1)
    assert watch.off_line == pytest.approx(0.1)


def test_a_scene_without_goals_is_refused(sample_machine):
    with pytest.raises(SceneError, match="nobody with a goal"):
        CourseWatch(sample_machine, Scene("empty"))
