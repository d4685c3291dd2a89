import math

import numpy as np
import pytest

from motionloom.behaviours.maker import perform_run
from motionloom.core.heading import headings
from motionloom.navigation.plan import plan_agent, plan_scene, report_plan
from motionloom.navigation.planner import Planner, PlanOptions
from motionloom.navigation.scene import Agent, Goal, Obstacle, Region, Scene, SceneError, box, circle

# This machine walks three metres before it can turn, and three while it stops.
GOAL = Goal((0.0, 10.0))
WALL = Obstacle(box((-1.5, 6.0), (1.5, 6.3)), name="wall")


def scene_of(*obstacles, goals=(GOAL,), **named):
    return Scene("test", obstacles, (Agent("ada", (0.0, 0.0), goals=goals),), **named)


def test_a_plan_goes_round_a_wall_and_ends_where_it_says_when_it_is_played(planner):
    scene = scene_of(WALL)
    plan = plan_agent(planner, scene, scene.agents[0])
    report = report_plan(plan, scene)
    assert plan.whole
    assert report["clearance"] > -0.005
    assert report["off_goal"] <= GOAL.within
    assert 9.7 < report["metres"] < 13.0
    played = perform_run(planner.machine, plan.run).motion
    assert len(played) == len(plan.way)
    assert np.allclose(played.root_positions[:, [0, 2]], plan.way[:, :2], atol=1e-4)
    off = [math.remainder(a - b, 2 * math.pi) for a, b in zip(headings(played)[-1:], plan.way[-1:, 2], strict=True)]
    assert abs(off[0]) < math.radians(40)  # hips swing about the heading of the way


def test_it_waits_for_or_goes_round_what_moves(planner):
    gate = Obstacle(box((-4.0, -0.3), (4.0, 0.3)), np.array([[0.0, 0.0, 4.5], [6.0, 0.0, 4.5], [6.5, 20.0, 4.5]]), "gate")
    scene = scene_of(gate, bounds=(-3.0, -2.0, 3.0, 12.0))
    plan = plan_agent(planner, scene, scene.agents[0])
    assert plan.whole
    assert plan.seconds > 6
    assert report_plan(plan, scene)["clearance"] > -0.005


def test_goals_are_reached_one_after_the_other_and_in_the_behaviour_asked_for(planner):
    goals = (Goal((0.5, 5.0)), Goal((0.0, 12.0), within=0.5, behaviour="stand"))
    scene = scene_of(goals=goals)
    plan = plan_agent(planner, scene, scene.agents[0])
    assert plan.reached == goals
    assert plan.states[-1] == "stand"
    assert np.hypot(plan.way[:, 0] - 0.5, plan.way[:, 1] - 5.0).min() <= 0.3
    assert math.dist(plan.way[-1, :2], (0.0, 12.0)) <= 0.5


def test_two_who_meet_pass_each_other(planner):
    agents = Agent("ada", (0.0, 0.0), goals=(Goal((0.0, 12.0)),)), Agent("bo", (0.0, 12.0), math.pi, goals=(Goal((0.0, 0.0)),))
    scene = Scene("meeting", agents=agents)
    plans = plan_scene(planner.machine, scene, planner.options)
    assert all(plan.whole for plan in plans)
    times = range(min(len(plan.way) for plan in plans))
    assert min(math.dist(plans[0].way[k, :2], plans[1].way[k, :2]) for k in times) > 0.58


def test_no_way_says_what_blocks_it(planner):
    inside = scene_of(Obstacle(circle(GOAL.at, 1.0)))
    assert "in an obstacle" in plan_agent(planner, inside, inside.agents[0]).blocked
    outside = scene_of(bounds=(-3.0, -3.0, 3.0, 8.0))
    assert "out of bounds" in plan_agent(planner, outside, outside.agents[0]).blocked
    closed = scene_of(Obstacle(box((-3.0, 2.0), (3.0, 2.4)), name="gate"), bounds=(-3.0, -3.0, 3.0, 12.0))
    plan = plan_agent(planner, closed, closed.agents[0])
    assert plan.blocked == "gate around 0, 2.2 closes the way"
    assert (plan.whole, plan.reached) == (False, ())


def test_out_of_time_gives_the_best_so_far(sample_machine):
    hasty = Planner(sample_machine, PlanOptions(samples=3, budget=1e-9))
    scene = scene_of(WALL)
    plan = plan_agent(hasty, scene, scene.agents[0])
    assert not plan.whole
    assert "out of time" in plan.blocked


def test_loops_that_are_compiled_first_take_nothing_from_a_plans_budget(sample_machine, monkeypatch):
    """On a busy machine a plan was out of time after one node: its ten seconds had gone to the compiler."""
    spent, expand, fresh = [0.0], Planner._expand, Planner(sample_machine, PlanOptions(samples=3, budget=10.0))

    def compile_first(self, *given):
        spent[0] += 0.0 if self.loaded else 100.0
        return expand(self, *given)

    monkeypatch.setattr(Planner, "_expand", compile_first)
    monkeypatch.setattr("motionloom.navigation.planner.time.thread_time", lambda: spent[0])
    scene = scene_of(WALL)
    assert plan_agent(fresh, scene, scene.agents[0]).whole
    assert spent[0] == 100.0


def test_the_same_scene_gives_the_same_plan(planner):
    scene = scene_of(WALL)
    one, two = (plan_agent(planner, scene, scene.agents[0]) for _ in range(2))
    assert one.run == two.run


def test_who_has_no_goal_is_told(planner):
    scene = Scene(agents=(Agent("ada", (0.0, 0.0)),))
    with pytest.raises(SceneError, match="has no goal"):
        plan_agent(planner, scene, scene.agents[0])


def test_a_region_is_passed_in_the_behaviour_it_asks_for_or_not_at_all(planner):
    across = Region(box((-20.0, 5.0), (20.0, 5.5)), "walk", "gate")
    scene = scene_of(regions=(across,))
    plan = plan_agent(planner, scene, scene.agents[0])
    assert plan.whole
    touching = [state for state, (_, z, _) in zip(plan.states, plan.way, strict=True) if 4.75 < z < 5.75]
    assert set(touching) == {"walk"}
    unknown = scene_of(regions=(Region(box((-2.0, 5.0), (2.0, 5.5)), "swim", "gate"),))
    with pytest.raises(SceneError, match="'gate' asks for 'swim', which this machine has not"):
        plan_agent(planner, unknown, unknown.agents[0])
