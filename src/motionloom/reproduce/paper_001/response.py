"""Paper 001, figures 6.2 and 6.4, equation 6.6: the steering model, told a new direction; its answer is critically damped."""

from __future__ import annotations

import math

import numpy as np

from motionloom.behaviours.states import RATE
from motionloom.navigation.heading_filter import filter_deviation
from motionloom.navigation.repertoire import make_repertoire
from motionloom.navigation.step_response import StepResponse, draw_steps, measure_step
from motionloom.reproduce.paper_001.walkers import find_walkers, say_data
from motionloom.reproduce.result import Given, Number, Outcome, Result, register

JUMPS = (45, -45, 90, -90)  # degrees


def run(given: Given) -> Outcome:
    """Let walkers go straight on, then tell them another direction; and the filter alone a step of one."""
    walkers, shown = find_walkers(given), list[StepResponse]()
    numbers = [Number("overshoot of the filter alone", 100 * _filter_overshoot(), "0", "%", 0.1)]
    for walker in walkers:
        repertoire = given.once(f"repertoire {walker.name}", lambda walker=walker: make_repertoire(walker.machine))  # type: ignore[misc]
        found = [measure_step(repertoire, math.radians(jump)) for jump in (JUMPS[:1] if given.quick else JUMPS)]
        for jump, each in zip(JUMPS, found, strict=False):
            numbers.append(Number(f"overshoot, {jump} degrees, {walker.name}", 100 * each.overshoot, "0", "%", 1.0))
            numbers.append(Number(f"settled after, {jump} degrees, {walker.name}", each.settled, "", "s", 0.5))
        shown = shown or found
    picture = given.picture("001-6.4.png")
    draw_steps(shown, picture)
    return Outcome(say_data(walkers), tuple(numbers), DIFFERS, (picture.name,))


def _filter_overshoot() -> float:
    """How far beyond a step of 1 radian the filtered deviation goes."""
    value, rate, most = np.zeros(1), np.zeros(1), 0.0
    for _ in range(round(3 * RATE)):
        value, rate = filter_deviation(value, rate, np.ones(1), 1 / RATE)
        most = max(most, float(value[0]))
    return max(most - 1.0, 0.0)


DIFFERS = (
    "The paper shows the parts of the model and calls its filter critically damped, without a number; here the filter is solved in "
    "closed form and the whole walk is measured, its heading averaged over a lap because hips swing."
)
register(
    Result(
        "001",
        "6.4",
        "The steering model's answer to a new direction (6.2, 6.4, equation 6.6)",
        "A heading becomes a deviation, a critically damped PD controller filters it, and a network turns it into weights.",
        run,
        also=("001-6.2",),
    )
)
