"""A machine's continuous behaviours as a few things that can be done next (paper 001 section 6.2): states and how they are steered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.control import Controller
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.tables import Tables
from motionloom.core.errors import MotionError, list_names
from motionloom.navigation.lean import measure_leans

COUNT = 15  # samples of a state that is steered, as in the paper
TRIAL = 2.0  # seconds for which a sample is played to know its speed
LOOKS = (0.4, 0.7, 1.4)  # metres that whoever follows a route looks ahead: the less, the nearer they keep to it


@dataclass(frozen=True, eq=False)
class Samples:
    """What can be done: state (K,) by number and turn (K,) it is steered by, NaN where it is not; follows (S, S): which states may follow.

    looks (K,): metres ahead on the route to which it is steered all the time instead (`pursuit.py`), NaN where it is not; speeds (K,):
    metres a second each goes. leans (S, F): radians by which hips face left of where a state goes, at each of its frames (`lean.py`).
    """

    states: NDArray[np.int64]
    turns: NDArray[np.float64]
    looks: NDArray[np.float64]
    follows: NDArray[np.bool_]
    speeds: NDArray[np.float64]
    leans: NDArray[np.float64]

    @property
    def fastest(self) -> float:
        """Metres a second that any of them goes."""
        return max(float(self.speeds.max()), 0.1)


def make_samples(
    machine: Machine,
    tables: Tables,
    counts: int | Mapping[str, int] = COUNT,
    states: Sequence[str] = (),
    rng: np.random.Generator | None = None,
) -> Samples:
    """Samples of a machine's states, or of the named ones. counts: of states that are steered by turn, for all or by state.

    Evenly spaced over what a state can turn, with straight on among them; rng: at random, as in the paper. A state that can turn both ways
    also follows the route, looking a little and farther ahead.
    """
    names = machine.graph.names
    for name in (*states, *(counts if isinstance(counts, Mapping) else ())):
        machine.graph.index(name)
    rows = list[tuple[int, float, float]]()
    for number, state in enumerate(machine.states):
        if states and state.name not in states:
            continue
        count = counts.get(state.name, COUNT) if isinstance(counts, Mapping) else counts
        if count < 1:
            raise MotionError(f"a state needs one sample or more, found {count} for {state.name}")
        parameter = state.parameter
        if parameter is None or parameter.name != "turn":
            rows.append((number, np.nan, np.nan))
        else:
            low, high = float(parameter.values[0]), float(parameter.values[-1])
            rows += [(number, turn, np.nan) for turn in _spread(low, high, count, rng)]
            rows += [(number, np.nan, look) for look in LOOKS if state.cyclic and low < 0 < high]
    if not rows:
        raise MotionError(f"there is nothing to plan with; this machine has the states {list_names(list(names))}")
    numbers, turns, looks = (np.array(column) for column in zip(*rows, strict=True))
    follows = np.isfinite(machine.graph.costs)
    np.fill_diagonal(follows, [state.cyclic for state in machine.states])
    leans = measure_leans(machine, tables, sorted(set(numbers[np.isfinite(looks)].tolist())))
    return Samples(numbers, turns, looks, follows, _measure_speeds(machine, tables, numbers, turns), leans)


def _spread(low: float, high: float, count: int, rng: np.random.Generator | None) -> list[float]:
    """Values from low to high, 0 among them where it lies between."""
    if rng is not None:
        return sorted(rng.uniform(low, high, count).tolist())
    if not low < 0 < high or count < 3:
        return np.linspace(low, high, count).tolist() if count > 1 else [min(max(0.0, low), high)]
    left = (count - 1) // 2
    return [*np.linspace(low, 0.0, left + 1)[:-1].tolist(), *np.linspace(0.0, high, count - left).tolist()]


def _measure_speeds(machine: Machine, tables: Tables, states: NDArray[np.int64], turns: NDArray[np.float64]) -> NDArray[np.float64]:
    """Metres a second (K,) that samples go, over whole trials."""
    controller = Controller(machine, len(states), tables=tables)
    for k, (state, turn) in enumerate(zip(states, turns, strict=True)):
        controller.place(
            machine.graph.names[state], characters=k, asked={} if np.isnan(turn) else {"turn": float(turn)}, at=(0.0, 0.0, 0.0)
        )
    steps, went = round(TRIAL * 60), np.zeros(len(states))
    before = controller.characters.place[:, :2].copy()
    for _ in range(steps):
        controller.advance()
        went += np.hypot(*(controller.characters.place[:, :2] - before).T)
        before = controller.characters.place[:, :2].copy()
    return went / TRIAL
