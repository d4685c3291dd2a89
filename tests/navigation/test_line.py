import numpy as np
import pytest

from motionloom.navigation.line import Line
from motionloom.navigation.plan import plan_agent, report_plan
from motionloom.navigation.scene import Agent, Goal, Scene, SceneError

BENT = ((0.0, 0.0), (0.0, 10.0), (4.0, 10.0))


def test_what_is_left_what_is_ahead_and_how_far_off():
    line, places = Line(BENT), np.array([[1.0, 4.0], [2.0, 10.0]])
    assert np.allclose(line.distance(places), [11.0, 2.0])
    assert np.allclose(line.look_ahead(places, np.array([7.0, 9.0])), [[1.0, 10.0], [4.0, 10.0]])
    assert np.allclose(line.stray(places), [1.0, 0.0])


def test_a_line_on_the_floor_is_followed(planner):
    corners = tuple((1.2 * np.sin(z / 3), z) for z in np.linspace(0, 16, 40))
    scene = Scene("line", agents=(Agent("ada", (0.0, 0.0), state="walk", goals=(Goal(corners[-1], along=corners),)),))
    plan = plan_agent(planner, scene, scene.agents[0])
    report = report_plan(plan, scene)
    assert plan.whole
    assert report["off_line"] < 0.2
    free = Scene("free", agents=(Agent("ada", (0.0, 0.0), state="walk", goals=(Goal(corners[-1]),)),))
    straight = plan_agent(planner, free, free.agents[0])
    assert Line(corners).stray(straight.way[:, :2]).max() > 2 * Line(corners).stray(plan.way[:, :2]).max()


def test_a_line_ends_at_its_goal():
    with pytest.raises(SceneError, match="ends at its goal"):
        Goal((5.0, 5.0), along=BENT)
