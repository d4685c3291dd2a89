"""What a plan is to be short in: seconds, metres, or effort. One function each of how fast a body goes; adding one is one line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.states import RATE
from motionloom.core.errors import MotionError

Floats = NDArray[np.float64]
# Watts a kilogram to stand, and for the square of the speed: what people spend on walking (Whittle; used by Guy et al. 2010 for crowds).
STANDING, WALKING = 2.23, 1.26


@dataclass(frozen=True)
class Cost:
    """Of a step in which a body moves at speeds (...,) m/s; least: what a metre costs at the least, for bodies that go at most so fast."""

    name: str
    of: Callable[[Floats], Floats]
    least: Callable[[float], float]
    unit: str


COSTS = {
    cost.name: cost
    for cost in (
        Cost("time", lambda speeds: np.full(np.shape(speeds), 1 / RATE), lambda fastest: 1 / fastest, "s"),
        Cost("length", lambda speeds: speeds / RATE, lambda fastest: 1.0, "m"),
        Cost(
            "effort",
            lambda speeds: (STANDING + WALKING * speeds**2) / RATE,
            lambda fastest: 2 * float(np.sqrt(STANDING * WALKING)),
            "J/kg",
        ),
    )
}


def find_cost(name: str) -> Cost:
    """A cost by name, or an error that says which there are."""
    if name not in COSTS:
        raise MotionError(f"a plan can be short in {', '.join(COSTS)}, not in {name!r}")
    return COSTS[name]
