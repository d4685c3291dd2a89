"""The obstacle course of paper 001, section 7.1.1, as it lies in the examples: its files fit each other."""

import json
from pathlib import Path

from motionloom.navigation.scene_doors import read_scene

FOLDER = Path(__file__).parents[2] / "examples" / "obstacle-course"


def test_the_course_asks_only_for_what_its_machine_has():
    scene = read_scene(FOLDER / "course.json")
    recipe, graph = (json.loads((FOLDER / name).read_text()) for name in ("recipe.json", "graph.json"))
    states = [state["name"] for state in recipe["states"]]
    assert len(states) == 14
    assert states == graph["states"]
    asked = {goal.behaviour for agent in scene.agents for goal in agent.goals if goal.behaviour}
    asked |= {region.behaviour for region in scene.regions} | {name for each in scene.obstacles for name in each.over}
    assert asked <= set(states)
    assert any(goal.along for goal in scene.agents[0].goals)
    assert sum(each.name == "cone" for each in scene.obstacles) == 5
    assert any("leap" in each.over for each in scene.obstacles)
