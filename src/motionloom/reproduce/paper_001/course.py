"""Paper 001, figure 7.3 and section 7.1.1: the obstacle course, a maze, a pit to leap, a line to follow, cones, by fourteen behaviours."""

from __future__ import annotations

import math
from dataclasses import replace

from motionloom.behaviours import read_graph
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.state_recipes import read_plan
from motionloom.navigation.plan import Plan, plan_scene, report_plan
from motionloom.navigation.planner import Planner, PlanOptions
from motionloom.navigation.scene import Goal, Scene
from motionloom.reproduce.examples import build_of_sample, find_example, read_example_scene
from motionloom.reproduce.paper_001.showing import draw_from_above, show_runs
from motionloom.reproduce.paper_001.walkers import Walker
from motionloom.reproduce.result import Given, Number, Outcome, Result, register


def build() -> Machine:
    """The machine of fourteen behaviours of the example."""
    folder = find_example("obstacle-course")
    return build_of_sample(read_plan(folder / "recipe.json"), read_graph(folder / "graph.json"))


def run(given: Given) -> Outcome:
    """Plan the course by effort and perform it; in the quick form only the leap and the line."""
    course, machine = read_example_scene("obstacle-course/course.json"), given.once("course", build)
    planner = given.once("course planner", lambda: Planner(machine, PlanOptions(cost="effort", budget=10.0)))
    scenes = {"over the pit": over_the_pit(course), "along the line": along_the_line(course)} if given.quick else {"the course": course}
    numbers, pictures, walker = list[Number](), list[str](), Walker("the sample's ada", machine, ())
    for name, scene in scenes.items():
        (plan,) = plan_scene(machine, scene, planner=planner)
        numbers += _measure(plan, scene, name)
        picture = f"001-7.3-{name.rpartition(' ')[2]}" if given.quick else "001-7.3"
        pictures.append(draw_from_above(given, scene, [plan], picture))
        if not given.quick:
            pictures += show_runs(given, walker, scene, [plan.run], "001-7.3", plan.states)
    return Outcome("the sample's ada, a synthetic stand-in", tuple(numbers), DIFFERS, tuple(pictures))


def _measure(plan: Plan, scene: Scene, name: str) -> list[Number]:
    report = report_plan(plan, scene)
    found = [
        Number(f"goals reached, {name}", report["reached"], f"{report['goals']}, by hand" if name == "the course" else "", "", 0.0),
        Number(f"states used, {name}", len(report["states"]), "14 in the machine" if name == "the course" else "", "", 2.0),
        Number(f"motion, {name}", report["seconds"], "", "s", 2.0),
        Number(f"room left, {name}", 100 * report["clearance"], "", "cm", 10.0),
        Number(f"planned in, {name}", report["planned_in"], "", "s"),
    ]
    if report["off_line"] is not None:
        found.append(Number(f"off the line, root mean square, {name}", 100 * report["off_line"], "", "cm", 3.0))
    return found


def over_the_pit(course: Scene) -> Scene:
    """The part of the course with the pit: somebody runs towards it."""
    goals = (Goal((0.0, 17.0), 1.5, behaviour="run"), Goal((0.0, 28.5), 1.2))
    ada = replace(course.agents[0], start=(0.0, 12.25), heading=0.0, state="run", goals=goals)
    return replace(course, agents=(ada,))


def along_the_line(course: Scene) -> Scene:
    """The part of the course with the line: somebody walks to where it begins."""
    (line,) = (goal for goal in course.agents[0].goals if goal.along)
    ada = replace(course.agents[0], start=(8.9, 30.0), heading=math.pi, state="walk", goals=(line,))
    return replace(course, agents=(ada,))


DIFFERS = (
    "The paper's course was driven by hand in real time; here the planner runs it, and in the studio a person drives it by keys (panel "
    "Plan, *Drive*); the paper gives no number for how well the line is followed."
)
register(
    Result(
        "001",
        "7.3",
        "The obstacle course",
        "With the locomotion machine a character is driven through a short maze, over a pitfall, along a trajectory on the ground and "
        "round the cones of an agility drill.",
        run,
    )
)
