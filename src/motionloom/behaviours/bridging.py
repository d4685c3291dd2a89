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
from motionloom.behaviours.segment_track import is_passage
from motionloom.behaviours.states import State, TransitionPoint
from motionloom.behaviours.transition_points import find_transition_points

BLENDS = (0.5, 0.3)  # seconds: a change of pace that nobody showed takes longer than others, where there is time for it
NATURAL = 0.2  # metres: of two acts that end and begin in the same rest, one follows the other at once where they are no farther apart
RESTS = 0.1  # metres a second: slower is a rest
ROUNDS = 8  # in which ways that are made cheaper are looked at again
SHORTER = 0.95  # of what the way over the rest costs: what it costs then
CALM = 1.5  # times as far: an act is rather entered from a rest and left into one than from a gait that happens to pass by
DEARER, TINY = 0.1, 1e-6  # -log p by which a way past a deed is cheaper, and that any way costs
DEAR = 2.0  # -log p more than the dearest way that was captured: a forced way is the last resort


@dataclass(frozen=True)
class Forced:
    """A way that was forced: from which state to which, and how far apart in metres they are where it blends.

    over: the rest that both acts share; without this way one would go through it.
    """

    source: str
    target: str
    apart: float
    over: str = ""

    def __str__(self) -> str:
        if self.over:
            near = f"{100 * self.apart:.0f} cm apart"
            return f"{self.source} -> {self.target}: nobody goes this way; both are done from {self.over}, {near}: they follow at once"
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


def join_acts(
    states: Sequence[State], costs: NDArray[np.float64], points: Sequence[TransitionPoint], given: Sequence[Forced] = ()
) -> tuple[NDArray[np.float64], list[TransitionPoint], list[Forced]]:
    """Costs (S, S) and transitions with ways from act to act added where both are done from one rest and a blend is natural: whoever
    has struck may strike again without coming to rest first (figure 7.4).

    given: ways that were forced already. Where the way over what goes on has such a one, which is farther apart, acts follow too.
    """
    far = {(each.source, each.target): each.apart for each in given}
    costs, found, forced = costs.copy(), list(points), list[Forced]()
    names = {state.name: k for k, state in enumerate(states)}
    for a, source in enumerate(states):
        rest = names.get(source.default, -1)
        if source.cyclic or rest < 0 or not np.isfinite(costs[a, rest]):
            continue
        rests = _rests(states[rest])
        for b, target in enumerate(states):
            if target.cyclic or a == b or not np.isfinite(costs[rest, b]) or np.isfinite(costs[a, b]):
                continue
            over = states[rest].name
            around = max(far.get((source.name, over), 0.0), far.get((over, target.name), 0.0))
            most = NATURAL if rests else min(NATURAL, around)
            ways = find_transition_points(source, target, BLENDS[0]) if most else []
            if ways and ways[0].cost <= most:
                costs[a, b] = SHORTER * (costs[a, rest] + costs[rest, b])
                found += ways
                forced.append(Forced(source.name, target.name, ways[0].cost, over))
    return _straight_on(states, costs) if forced else costs, found, forced


def pass_deeds(
    states: Sequence[State], costs: NDArray[np.float64], points: Sequence[TransitionPoint]
) -> tuple[NDArray[np.float64], list[TransitionPoint], list[Forced]]:
    """Costs (S, S) and transitions with which nobody does a deed that was not asked for: who walks and is asked to stand does not pick
    something up on the way because that is the one stop that was captured.

    A way that passes a deed becomes dearer than the next best, or a blend is forced past it.
    """
    costs, found, forced = costs.copy(), list(points), list[Forced]()
    deeds = [k for k, state in enumerate(states) if not state.cyclic and not is_passage(state.name)]
    goes_on, stuck = [k for k, state in enumerate(states) if state.cyclic], set[tuple[int, int]]()
    for _ in range(ROUNDS * len(states)):
        lengths, before = _shortest(costs)
        plain = costs.copy()
        plain[:, deeds] = np.inf
        without, changed = _shortest(plain)[0], False
        for a, b in ((a, b) for a in goes_on for b in goes_on if a != b and (a, b) not in stuck):
            deed = next((k for k in _between(before, a, b) if k in deeds), None)
            if deed is None:
                continue
            changed, last = True, int(before[a, deed])
            if np.isfinite(without[a, b]):
                costs[last, deed] += without[a, b] - lengths[a, b] + DEARER
            elif ways := next((ways for blend in BLENDS if (ways := find_transition_points(states[a], states[b], blend))), []):
                costs[a, b] = SHORTER * lengths[a, b]
                found += ways
                forced.append(Forced(states[a].name, states[b].name, min(point.cost for point in ways)))
            else:
                stuck.add((a, b))
            break  # all lengths may be others now
        if not changed:
            break
    return costs, found, forced


def _shortest(costs: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Lengths (S, S) of shortest ways, and the state (S, S) before the last of each."""
    from scipy.sparse.csgraph import shortest_path

    lengths, before = shortest_path(np.where(np.isfinite(costs), np.maximum(costs, TINY), 0.0), return_predecessors=True)
    return np.asarray(lengths), np.asarray(before)


def _between(before: NDArray[np.intp], a: int, b: int) -> list[int]:
    """The states that the shortest way from one to another passes."""
    passed, at = list[int](), int(before[a, b])
    while at >= 0 and at != a:
        passed.append(at)
        at = int(before[a, at])
    return passed


def _straight_on(states: Sequence[State], costs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Costs with which whoever asks for an act, at rest or after another, gets that one where it can follow: no way to it leads through a
    third act for being cheaper. Two that are often done on end make such a way: who asks for the second would get both.
    """
    acts = [k for k, state in enumerate(states) if not state.cyclic]
    ways = [(a, b) for a, source in enumerate(states) if not source.cyclic or _rests(source) for b in acts if np.isfinite(costs[a, b])]
    for _ in range(ROUNDS):
        through = np.min([costs[:, act, None] + costs[None, act, :] for act in acts], axis=0)
        dear = [(a, b) for a, b in ways if costs[a, b] >= through[a, b]]
        for a, b in dear:
            costs[a, b] = SHORTER * through[a, b]
        if not dear:
            break
    return costs


def _rests(state: State) -> bool:
    """Whether a state that goes on goes nowhere meanwhile."""
    path = state.motions[0].root_positions[:, [0, 2]]
    return state.cyclic and float(np.linalg.norm(path[-1] - path[0])) < RESTS * state.motions[0].duration


def _cheapest(
    states: Sequence[State], costs: NDArray[np.float64], tried: dict[tuple[int, int], list[TransitionPoint]]
) -> list[tuple[int, int]] | None:
    """The ways that make one more state part of the machine by the least distance in all; None where none can.

    What goes on for ever comes first: with a run the machine has the stop that a run ends in, and need not force it upon a walk.
    """
    inside = [states.index(state) for state in keep_connected(states, costs)]
    outside = [k for k in range(len(states)) if k not in inside]
    for some in ([k for k in outside if states[k].cyclic], [k for k in outside if not states[k].cyclic]):
        found = _cheapest_of(some, inside, states, costs, tried)
        if found is not None:
            return found
    return None


def _cheapest_of(
    some: Sequence[int],
    inside: Sequence[int],
    states: Sequence[State],
    costs: NDArray[np.float64],
    tried: dict[tuple[int, int], list[TransitionPoint]],
) -> list[tuple[int, int]] | None:
    best, least = None, np.inf
    for s in some:
        for hub in (k for k in inside if states[k].cyclic):
            missing = [(a, b) for a, b in ((hub, s), (s, hub)) if not np.isfinite(costs[a, b])]
            for a, b in missing:
                if (a, b) not in tried:
                    tried[a, b] = next((found for blend in BLENDS if (found := find_transition_points(states[a], states[b], blend))), [])
            # One of the two is enough where the way back is there already, over other states.
            for needed in (*([pair] for pair in missing), missing):
                price = sum(min((point.cost for point in tried[pair]), default=np.inf) for pair in needed)
                price *= CALM if not states[s].cyclic and not _rests(states[hub]) else 1.0
                if needed and price < least and _joins(states, costs, needed, s):
                    best, least = needed, price
    return best


def _joins(states: Sequence[State], costs: NDArray[np.float64], needed: Sequence[tuple[int, int]], s: int) -> bool:
    """Whether a state would be part of the machine with these ways."""
    more = costs.copy()
    for a, b in needed:
        more[a, b] = 1.0
    return states[s] in keep_connected(states, more)
