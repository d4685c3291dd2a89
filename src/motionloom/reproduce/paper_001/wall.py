"""Paper 001, figure 7.6 and section 7.2: a plan round a wall, with 6, 15 and 30 samples of each state."""

from __future__ import annotations

import numpy as np

from motionloom.navigation.guide import make_guide
from motionloom.navigation.plan import Plan, report_plan
from motionloom.navigation.scene import Scene
from motionloom.navigation.surroundings import surround
from motionloom.reproduce.examples import read_example_scene
from motionloom.reproduce.paper_001.showing import draw_from_above, show_runs
from motionloom.reproduce.paper_001.walkers import find_walkers, measure_playback, say_data
from motionloom.reproduce.result import Given, Number, Outcome, Result, register

SAMPLES = (6, 15, 30)
PAPER = {6: "2.4 s", 15: "5.96 s"}
MOTION = {15: "12 s"}


def run(given: Given) -> Outcome:
    """Plan with each walker and each number of samples; play the plans of 15 samples."""
    scene, walkers = read_example_scene("scenes/wall.json"), find_walkers(given)
    numbers, pictures = list[Number](), list[str]()
    for walker in walkers:
        for samples in SAMPLES:
            plan = walker.plan(given, scene, samples)[0]
            report, of = report_plan(plan, scene), f"{walker.name}, {samples} samples"
            numbers += [
                Number(f"planned in, {of}", report["planned_in"], PAPER.get(samples, ""), "s"),
                Number(f"motion, {of}", report["seconds"], MOTION.get(samples, ""), "s", 0.6),
                Number(f"length over the shortest way, {of}", measure_length(plan, scene), "", "", 0.06),
                Number(f"goal reached, {of}", float(plan.whole), "yes" if samples in PAPER else "", "", 0.0),
                Number(f"room left to the wall, {of}", 100 * report["clearance"], "", "cm", 30.0),
            ]
            if samples == 15:
                off, turned = measure_playback(walker, plan)
                numbers.append(Number(f"played with feet held, ends off its plan by, {walker.name}", off, "", "cm", 0.1))
                numbers.append(Number(f"and faces off by, {walker.name}", turned, "", "degrees", 0.1))
                if walker is walkers[0]:
                    pictures += [draw_from_above(given, scene, [plan], "001-7.6")]
                    pictures += show_runs(given, walker, scene, [plan.run], "001-7.6", plan.states)
    return Outcome(say_data(walkers), tuple(numbers), DIFFERS, tuple(pictures))


def measure_length(plan: Plan, scene: Scene) -> float:
    """Metres that are gone over those of the shortest way round what stands for a body of the same radius, to the goal's edge."""
    goal, start = plan.agent.goals[0], plan.agent.start
    guide = make_guide(scene, surround(scene, plan.agent.radius), goal.at, [start])
    return plan.length / (float(guide.distance(np.array([start]))[0]) - goal.within)


DIFFERS = (
    "Plans take about a twentieth of the paper's time, on a machine of 2026 and with all samples of six nodes played at once as arrays; "
    "more samples make the way hardly shorter here, because places on the shortest way are steered for besides (see navigation), and "
    "samples lie evenly instead of at random."
)
register(
    Result(
        "001",
        "7.6",
        "A plan round a wall",
        "A* over sampled behaviours leads round a wall to a goal behind it: 12 s of motion, planned in 5.96 s with 15 samples a state, "
        "in 2.4 s with 6, which takes a more indirect way.",
        run,
    )
)
