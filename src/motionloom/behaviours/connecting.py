"""Which of the states that were made and the ways between them are a machine: nothing may be out of reach, or jump."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.states import State, TransitionPoint
from motionloom.behaviours.transition_points import GOOD

SMOOTH = (2.0, 3.0, 5.0, np.inf)  # of the cheapest edge out of a state: dearer ones are left out while every state stays within reach


def keep_smooth(
    states: Sequence[State],
    costs: NDArray[np.float64],
    points: Iterable[TransitionPoint],
    shown: Collection[tuple[str, str]] = frozenset(),
) -> NDArray[np.float64]:
    """Costs (S, S) without the edges that jump: mining counts frames of whole labels, so a start leads to whatever begins in a stand.

    shown: edges that a take itself goes, which stay.
    """
    names = [state.name for state in states]
    apart = np.full(costs.shape, np.inf)
    for point in points:
        at = names.index(point.source), names.index(point.target)
        apart[at] = min(apart[at], point.cost)
    most = len(keep_connected(states, costs))
    taken = np.array([[(a, b) in shown for b in names] for a in names]) & np.isfinite(apart)
    for worse in SMOOTH:
        smooth = np.where((apart <= np.maximum(worse * apart.min(axis=1, keepdims=True), GOOD)) | taken, costs, np.inf)
        if len(keep_connected(states, smooth)) == most:
            return smooth
    return costs


def keep_fitting(states: Sequence[State], costs: NDArray[np.float64], shown: Collection[tuple[str, str]]) -> NDArray[np.float64]:
    """Costs (S, S) without edges into an act from what it does not begin in, or out of one into what it does not end in.

    Frames of a walk are in a walk's stop and in a run's, so mining leads from a stand into either. shown: edges that the takes of acts go.
    """
    cyclic = {state.name for state in states if state.cyclic}
    begins = {b: a for a, b in shown if b not in cyclic and a in cyclic}
    entry = [state.name if state.cyclic else begins.get(state.name, "") for state in states]
    leaves = [state.name if state.cyclic else state.default for state in states]
    fits = np.array([[not into or out == into for into in entry] for out in leaves])
    both = np.outer([state.cyclic for state in states], [state.cyclic for state in states])
    return np.where(fits | both, costs, np.inf)


def keep_connected(states: Sequence[State], costs: NDArray[np.float64]) -> list[State]:
    """The largest set of states that all lead to each other and end in one of their own."""
    from scipy.sparse.csgraph import connected_components

    kept = list(range(len(states)))
    while kept:
        _, parts = connected_components(np.isfinite(costs[np.ix_(kept, kept)]), directed=True, connection="strong")
        largest = [k for k, part in zip(kept, parts, strict=True) if part == np.argmax(np.bincount(parts))]
        names = {states[k].name: k for k in largest}
        good = [k for k in largest if not states[k].default or np.isfinite(costs[k, names.get(states[k].default, k)])]
        if good == kept:
            break
        kept = good
    return [states[k] for k in kept]
