"""The states of a machine that steering uses: what walks, what stands, what stops, and what goes from a stand to a stand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from motionloom.behaviours.machine import Machine
from motionloom.behaviours.states import RATE, State
from motionloom.behaviours.tables import Tables
from motionloom.core.errors import MotionError, list_names

STANDS = 0.1  # metres a second: what moves less stands
SPIN, SPOT = 0.4, 0.5  # radians that a turn on the spot turns by at least, and metres that it goes at most
STEP, STEPS = 0.12, 1.0  # metres that a step from a stand to a stand goes at least and at most


@dataclass(frozen=True)
class Gait:
    """A state that walks and is steered by turn, one that stands, those that turn on the spot, single steps from a stand to a stand, and
    those that lead from the walk to the stand (none: by whatever way the machine has)."""

    walk: str
    stand: str
    spins: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    stops: tuple[str, ...] = ()

    @property
    def acts(self) -> tuple[str, ...]:
        """All that goes from a stand to a stand."""
        return self.spins + self.steps


def find_gait(machine: Machine, tables: Tables, walk: str = "", stand: str = "") -> Gait:
    """The gait of a machine: its slowest cycle that goes somewhere and is steered by turn, the cycle that stands, spins, steps, stops."""
    gone, turned = _measure(machine, tables)
    speeds = {state.name: gone[state.name] / len(state.frames) * RATE for state in machine.states}
    steered = [s for s in machine.states if s.cyclic and s.parameter is not None and s.parameter.name == "turn" and speeds[s.name] > STANDS]
    still = [state for state in machine.states if state.cyclic and speeds[state.name] <= STANDS]
    if walk:
        steered = [machine.state(walk)]
    if stand:
        still = [machine.state(stand)]
    if not steered or not still:
        what = "a cycle that walks and is steered by turn" if not steered else "a cycle that stands"
        raise MotionError(f"steering needs {what}; this machine has {list_names(list(machine.graph.names))}")
    base, goes = still[0].name, min(steered, key=lambda state: speeds[state.name]).name
    acts = [state for state in machine.states if not state.cyclic and state.default == base]
    spins, steps = list[str](), list[str]()
    for state in acts:
        if _leads(machine, base, state):
            if abs(turned[state.name]) > SPIN and gone[state.name] < SPOT:
                spins.append(state.name)
            elif abs(turned[state.name]) < SPIN and STEP < gone[state.name] < STEPS and state.parameter is None:
                steps.append(state.name)
    stops = tuple(state.name for state in acts if _leads(machine, goes, state))
    return Gait(goes, base, tuple(spins), tuple(steps), stops if len(stops) > 1 else ())


def _leads(machine: Machine, source: str, state: State) -> bool:
    """Whether a state leads into another at once."""
    return bool(np.isfinite(machine.graph.costs[machine.graph.index(source), machine.graph.index(state.name)]))


def _measure(machine: Machine, tables: Tables) -> tuple[dict[str, float], dict[str, float]]:
    """Metres from the first to the last frame of each state's reference, and how far it turns."""
    gone, turned = dict[str, float](), dict[str, float]()
    for number, state in enumerate(machine.states):
        path = tables.paths[tables.clips[number, 0] : tables.clips[number, 1]]
        gone[state.name] = float(np.hypot(*(path[-1, :2] - path[0, :2])))
        turned[state.name] = float(path[-1, 2] - path[0, 2])
    return gone, turned
