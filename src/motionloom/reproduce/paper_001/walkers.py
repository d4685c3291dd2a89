"""Machines that walk through the scenes of paper 001: CMU 16's where the captures are given, and the sample's ada, a synthetic stand-in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from motionloom.behaviours.machine import Machine
from motionloom.behaviours.maker import Run, perform_run
from motionloom.core.motion import Motion
from motionloom.navigation.plan import Plan, plan_scene
from motionloom.navigation.planner import Planner, PlanOptions
from motionloom.navigation.scene import Scene
from motionloom.reproduce.examples import build_example
from motionloom.reproduce.result import Given

CMU_16 = "data/cmu/016"
SAMPLE, CAPTURED = "sample's ada", "CMU 16"


@dataclass(frozen=True, eq=False)
class Walker:
    """A machine, whose it is, and the states that it plans with."""

    name: str
    machine: Machine
    states: tuple[str, ...]

    def plan(self, given: Given, scene: Scene, samples: int = 15, end_to_end: bool = False) -> list[Plan]:
        """Plans of a scene, by a planner that has its loops: sampling and compiling are in no figure."""
        options = PlanOptions(samples=samples, states=self.states, end_to_end=end_to_end)
        name = f"planner {self.name} {samples} {end_to_end}"
        return plan_scene(self.machine, scene, planner=given.once(name, lambda: Planner(self.machine, options)))


def find_walkers(given: Given) -> list[Walker]:
    """CMU 16's where it is there, then the sample's."""
    from motionloom.bench.steer import make_sample_machine

    sample = given.once(SAMPLE, make_sample_machine)
    walkers = [Walker(SAMPLE, sample, ("stand", "start", "walk", "stop_left", "stop_right"))]
    captures = given.find(CMU_16)
    if captures is not None:
        machine = given.once(CAPTURED, lambda: build_example("cmu-16-machine", captures))
        walkers.insert(0, Walker(CAPTURED, machine, ("stand", "walk")))
    return walkers


def say_data(walkers: Sequence[Walker]) -> str:
    """Which data a result ran on."""
    return " and ".join("the sample's ada, a synthetic stand-in" if walker.name == SAMPLE else walker.name for walker in walkers)


def perform(walker: Walker, runs: Sequence[Run]) -> list[Motion]:
    """Motions of runs, planted feet held."""
    from motionloom.behaviours.footing import find_footing
    from motionloom.behaviours.tables import make_tables

    footing, tables = find_footing(walker.machine), make_tables(walker.machine)
    return [perform_run(walker.machine, run, tables, footing).motion for run in runs]


def measure_playback(walker: Walker, plan: Plan) -> tuple[float, float]:
    """Centimetres and degrees by which a plan, performed with feet held, ends off where the search said."""
    from motionloom.core.heading import headings

    (motion,) = perform(walker, [plan.run])
    off = float(np.hypot(*(motion.root_positions[-1, [0, 2]] - plan.said[:2])))
    begun = float(headings(motion)[0]) - plan.way[0, 2]  # what is called a heading there and here differs by a constant
    turned = np.degrees(np.angle(np.exp(1j * (float(headings(motion)[-1]) - begun - plan.said[2]))))
    return 100 * off, abs(float(turned))
