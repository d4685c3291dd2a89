"""Where a walk goes is not where its hips face: they swing with every step. How much, frame by frame, so that steering need not follow."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.characters import MODES, Characters
from motionloom.behaviours.control import Controller
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.tables import Tables

Floats = NDArray[np.float64]
SETTLE, LASTS = 2.0, 8.0  # seconds that a state is played first, and for which its hips are looked at


def measure_leans(machine: Machine, tables: Tables, states: Sequence[int]) -> Floats:
    """Radians (S, F) by which hips face left of where they go, for each frame of these states, straight on; 0 for all other states."""
    leans = np.zeros((len(machine.states), max(len(state.frames) for state in machine.states) + 1))
    if not states:
        return leans
    controller = Controller(machine, len(states), tables=tables)
    for k, state in enumerate(states):
        controller.place(machine.graph.names[state], characters=k, asked={"turn": 0.0}, at=(0.0, 0.0, 0.0))
    places, frames = list[Floats](), list[Floats]()
    for _ in range(round((SETTLE + LASTS) * 60)):
        controller.advance()
        places.append(controller.characters.place.copy())
        frames.append(controller.characters.at.copy())
    for k, state in enumerate(states):
        leans[state] = _lean(np.array(places)[:, k], np.array(frames)[:, k], leans.shape[1])
    return leans


def _lean(places: Floats, frames: Floats, count: int) -> Floats:
    """The lean (count,) at each frame of a walk through places (T, 3) at frames (T,), about a straight line or a wide arc."""
    times, settled = np.arange(len(places)), round(SETTLE * 60)
    headings = np.unwrap(places[:, 2])
    drift = np.polyfit(times[settled:], headings[settled:], 1)
    middle = (len(places) + settled) // 2
    way = places[-1, :2] - places[settled, :2]
    if np.hypot(*way) < 0.5:
        return np.zeros(count)
    # The chord of an arc has the direction of its middle; whole cycles would be exact, eight seconds are near enough.
    facing = np.remainder(np.polyval(drift, middle) - np.arctan2(*way) + np.pi, 2 * np.pi) - np.pi
    off = headings - np.polyval(drift, times) + facing
    # A lap's first frames are played once, at the beginning: later its loop blends into what comes after them.
    used = (times >= settled) | (frames < frames[settled:].min())
    off, frames = off[used], frames[used]
    order = np.argsort(frames, kind="stable")
    return np.asarray(np.interp(np.arange(count), frames[order], off[order]))


def lean_now(leans: Floats, characters: Characters) -> Floats:
    """Radians (N,) by which the hips of characters (N) face left of where they go now; 0 for whoever passes from state to state."""
    frames = np.clip(np.rint(characters.at).astype(np.int64), 0, leans.shape[1] - 1)
    return np.where(characters.mode == MODES.index("playback"), leans[characters.state, frames], 0.0)
