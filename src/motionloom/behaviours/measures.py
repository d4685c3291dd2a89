"""How good a machine is to drive: how soon it answers, how smoothly it joins, and whether it does what it is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.calibration import play_laps
from motionloom.behaviours.control import MODES, Controller
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.states import RATE
from motionloom.core import Motion

TRANSITION = MODES.index("transition")


@dataclass(frozen=True)
class Delay:
    """Seconds from a request for `target` in `source` to the first transition towards it, over many moments of asking."""

    source: str
    target: str
    mean: float
    worst: float


@dataclass(frozen=True)
class Joins:
    """How smooth the joins are: accelerations of joints at the frames around each start and end of a transition.

    limit: the captures' own 99.9th percentile; joins: how many were looked at; over: the share of joint accelerations there that
    exceed the limit; worst: the largest of them. All in metres a second squared.
    """

    limit: float
    joins: int
    over: float
    worst: float


def measure_delays(machine: Machine, asked: int = 60, seed: int = 0) -> list[Delay]:
    """Delays between every two states, each over `asked` requests at random moments of the first lap or the clip."""
    rng = np.random.default_rng(seed)
    rows = []
    for source in machine.graph.names:
        for target in machine.graph.names:
            if source != target:
                seconds = _wait(machine, source, target, asked, rng)
                rows.append(Delay(source, target, float(seconds.mean()), float(seconds.max())))
    return rows


def _wait(machine: Machine, source: str, target: str, asked: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Seconds (asked,) each character waited: all play the same state and ask at different moments."""
    controller = Controller(machine, asked, source)
    c, state = controller.characters, machine.state(source)
    length = len(state.frames) if state.loop is None else state.loop.start
    when = rng.integers(0, max(int(0.6 * length if state.loop is None else 3 * length), 1), asked)
    began = np.full(asked, -1)
    ways = controller.tables.ways
    for frame in range(int(when.max()) + 20 * int(RATE)):
        for n in np.flatnonzero(when == frame):
            controller.go(target, int(n))
        controller.step()
        leaving = (c.mode == TRANSITION) & (frame >= when) & (ways[c.point, 0] != ways[c.point, 1])
        began[(began < 0) & leaving] = frame
        if np.all(began >= 0):
            break
    return (np.where(began < 0, when + 20 * int(RATE), began) - when) / RATE


def accelerations(motion: Motion) -> NDArray[np.float64]:
    """Of each joint (F - 2, J), metres a second squared."""
    return np.linalg.norm(np.diff(motion.positions().astype(np.float64), 2, axis=0), axis=2) * motion.fps**2


def measure_joins(machine: Machine, seconds: float = 120.0, seed: int = 0) -> Joins:
    """Accelerations at the joins of a performance with random requests, beside those of the captures it is made of."""
    own = np.concatenate([accelerations(motion).ravel() for state in machine.states for motion in state.motions])
    limit = float(np.percentile(own, 99.9))
    motion, modes = wander(machine, seconds, seed)
    found = accelerations(motion)
    changes = np.flatnonzero(np.diff((modes == TRANSITION).astype(int)))
    around = np.unique(np.clip(changes[:, None] + np.arange(-1, 2), 0, len(found) - 1))
    at = found[around]
    return Joins(limit, len(changes), float((at > limit).mean()), float(at.max()))


def wander(machine: Machine, seconds: float, seed: int = 0) -> tuple[Motion, NDArray[np.int64]]:
    """A performance with a random request every second or so, and the mode (F,) in each frame."""
    rng, controller = np.random.default_rng(seed), Controller(machine)
    frames, names = round(seconds * RATE), machine.graph.names
    rotations = np.empty((frames, len(machine.skeleton), 4), dtype=np.float32)
    roots, modes = np.empty((frames, 3), dtype=np.float32), np.empty(frames, dtype=np.int64)
    for f in range(frames):
        if rng.random() < 0.8 / RATE and controller.characters.waiting[0] < 3:
            controller.go(names[rng.integers(len(names))])
        if rng.random() < 0.8 / RATE and controller.characters.waiting[0] < 3:
            controller.steer(rng.uniform(-1, 1))
        made = controller.step()
        rotations[f], roots[f], modes[f] = made[0][0], made[1][0], controller.characters.mode[0]
    return Motion(machine.skeleton, rotations, roots, RATE, "wander", {"made_by": "machine", "seed": seed}), modes


def measure_parameter(machine: Machine, name: str, values: int = 9, seconds: float = 2.0) -> list[tuple[float, float, float, float]]:
    """(asked, mean got, mean miss, largest miss) over windows of `seconds` while a state plays on, a second after it was asked."""
    state = machine.state(name)
    if state.parameter is None or not state.cyclic:
        return []
    asked = np.linspace(state.parameter.values[0], state.parameter.values[-1], values)
    controller = Controller(machine, values, name)
    for n, value in enumerate(asked):
        controller.steer(float(value), n, parameter=state.parameter.name)
    place, window = [], round(seconds * RATE)
    for frame in range(round((11 + seconds) * RATE)):
        controller.step()
        if frame >= RATE:
            place.append(controller.characters.place.copy())
    path = np.array(place)
    if state.parameter.name == "turn":
        got = (path[window:, :, 2] - path[:-window, :, 2]) / seconds
    else:
        steps = np.linalg.norm(np.diff(path[:, :, :2], axis=0), axis=2)
        total = np.concatenate([np.zeros((1, values)), np.cumsum(steps, axis=0)])
        got = (total[window:] - total[:-window]) / seconds
    missed = np.abs(got - asked)
    return [(float(a), float(g.mean()), float(m.mean()), float(m.max())) for a, g, m in zip(asked, got.T, missed.T, strict=True)]


def measure_both(machine: Machine, name: str) -> list[tuple[float, float, float, float]]:
    """(asked turn, asked speed, turn got, speed got) over whole laps of a state that takes both, well inside what its clips can do."""
    plane = machine.state(name).plane
    if plane is None:
        return []
    turns, speeds = (low + (high - low) * np.array([0.3, 0.5, 0.7]) for low, high in (plane.turns[[0, -1]], plane.speeds[[0, -1]]))
    asked = np.array([[turn, speed] for turn in turns for speed in speeds])
    got = play_laps(machine, machine.state(name), asked)
    return [(float(a[0]), float(a[1]), float(g[0]), float(g[1])) for a, g in zip(asked, got, strict=True)]


def report(machine: Machine, seed: int = 0) -> dict[str, Any]:
    """All of it as plain data."""
    delays = measure_delays(machine, seed=seed)
    cycles = [each for each in delays if machine.state(each.source).cyclic]
    steered = {
        state.name: measure_parameter(machine, state.name) for state in machine.states if state.parameter is not None and state.cyclic
    }
    return {
        "delays": [vars(each) for each in delays],
        "mean_delay": float(np.mean([each.mean for each in delays])),
        "mean_delay_from_cycles": float(np.mean([each.mean for each in cycles])),
        "worst_delay_from_cycles": float(max(each.worst for each in cycles)),
        "joins": vars(measure_joins(machine, seed=seed)),
        "steering": steered,
        "both": {state.name: measure_both(machine, state.name) for state in machine.states if state.plane is not None},
    }
