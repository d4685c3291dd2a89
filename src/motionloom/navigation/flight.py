"""Who leaps is over what lies below only while in the air: which frames of a state are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.machine import Machine
from motionloom.behaviours.states import RATE

LEAP = 0.25  # seconds in the air from which on a state leaps; the strides of a run are shorter


def find_flights(machine: Machine) -> NDArray[np.bool_]:
    """Which frames (S, F) of each state may be over something: the longest flight of a state that leaps, every frame of all others."""
    over = np.ones((len(machine.states), max(len(state.frames) for state in machine.states) + 1), dtype=bool)
    for number, state in enumerate(machine.states):
        if state.plants is None:
            continue
        air = np.concatenate([[False], ~np.any(state.plants[0], axis=1), [False]])
        begins, ends = np.flatnonzero(~air[:-1] & air[1:]), np.flatnonzero(air[:-1] & ~air[1:])
        longest = int(np.argmax(ends - begins)) if len(begins) else -1
        if longest >= 0 and ends[longest] - begins[longest] >= LEAP * RATE:
            over[number] = False
            over[number, begins[longest] : ends[longest]] = True
    return over
