"""Ways that nobody captured, forced where a machine would fall apart without them (paper 001 section 4.1).

A run that is never entered from anything else is no part of a machine. Where such a state and what goes on elsewhere are alike enough for a
blend, the blend stands in for the take that is missing, and that take is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.connecting import keep_connected
from motionloom.behaviours.states import State, TransitionPoint
from motionloom.behaviours.transition_points import find_transition_points

BLEND = 0.5  # seconds: a change of pace that nobody showed takes longer than others
DEAR = 2.0  # -log p more than the dearest way that was captured: a forced way is the last resort


@dataclass(frozen=True)
class Forced:
    """A way that was forced: from which state to which, and how far apart in metres they are where it blends."""

    source: str
    target: str
    apart: float

    def __str__(self) -> str:
        take = f"capture one take that goes from {self.source} straight into {self.target}"
        return (
            f"{self.source} -> {self.target}: nobody goes this way; it is forced where the two are {100 * self.apart:.0f} cm apart; {take}"
        )


def bridge(
    states: Sequence[State], costs: NDArray[np.float64], points: Sequence[TransitionPoint]
) -> tuple[NDArray[np.float64], list[TransitionPoint], list[Forced]]:
    """Costs (S, S) and transitions with ways added until every state that can be is part of the machine, and what was added."""
    costs, found, forced = costs.copy(), list(points), list[Forced]()
    dear = float(costs[np.isfinite(costs)].max(initial=1.0)) + DEAR
    tried: dict[tuple[int, int], list[TransitionPoint]] = {}
    while True:
        joined = _cheapest(states, costs, tried)
        if joined is None:
            return costs, found, forced
        for a, b in joined:
            costs[a, b] = dear
            found += tried[a, b]
            forced.append(Forced(states[a].name, states[b].name, min(point.cost for point in tried[a, b])))


def _cheapest(
    states: Sequence[State], costs: NDArray[np.float64], tried: dict[tuple[int, int], list[TransitionPoint]]
) -> list[tuple[int, int]] | None:
    """The ways that make one more state part of the machine by the least distance in all; None where none can."""
    inside = [states.index(state) for state in keep_connected(states, costs)]
    best, least = None, np.inf
    for s in (k for k in range(len(states)) if k not in inside):
        for hub in (k for k in inside if states[k].cyclic):
            needed = [(a, b) for a, b in ((hub, s), (s, hub)) if not np.isfinite(costs[a, b])]
            for a, b in needed:
                if (a, b) not in tried:
                    tried[a, b] = find_transition_points(states[a], states[b], BLEND)
            if not needed or not all(tried[pair] for pair in needed) or not _joins(states, costs, needed, s):
                continue
            price = sum(min(point.cost for point in tried[pair]) for pair in needed)
            if price < least:
                best, least = needed, price
    return best


def _joins(states: Sequence[State], costs: NDArray[np.float64], needed: Sequence[tuple[int, int]], s: int) -> bool:
    """Whether a state would be part of the machine with these ways."""
    more = costs.copy()
    for a, b in needed:
        more[a, b] = 1.0
    return states[s] in keep_connected(states, more)
