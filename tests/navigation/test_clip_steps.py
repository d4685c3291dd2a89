import numpy as np

from motionloom.navigation.plan import plan_agent, report_plan
from motionloom.navigation.planner import Planner, PlanOptions
from motionloom.navigation.scene import Agent, Goal, Scene

SCENE = Scene("turn", agents=(Agent("ada", (0.0, 0.0), goals=(Goal((5.0, 9.0)),)),))


def test_clips_end_to_end_end_elsewhere_and_real_transitions_where_they_said(planner):
    naive = Planner(planner.machine, PlanOptions(samples=7, states=planner.options.states, budget=60.0, end_to_end=True), planner.tables)
    said, real = (plan_agent(each, SCENE, SCENE.agents[0]) for each in (naive, planner))
    assert said.whole
    assert report_plan(real, SCENE)["misses_by"] < 1e-9
    assert report_plan(said, SCENE)["misses_by"] > 0.1


def test_a_clip_is_put_where_the_one_before_ended(planner):
    naive = Planner(planner.machine, PlanOptions(samples=3, states=("walk",), end_to_end=True), planner.tables)
    first = naive.clips.clips.after.pick([0])
    first.place[0] = 2.0, -1.0, np.pi / 2  # looks along +x
    rolled = naive.clips.play(first, np.array([1]))
    went = naive.clips.clips.places[-1, 1]
    assert np.allclose(rolled.places[-1, 0], [2.0 + went[1], -1.0 - went[0], np.pi / 2 + went[2]])
