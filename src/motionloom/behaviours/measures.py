"""How good a machine is to drive: how soon it answers, how smoothly it joins, and whether it does what it is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.calibration import play_laps
from motionloom.behaviours.characters import MODES
from motionloom.behaviours.control import Controller
from motionloom.behaviours.footing import Footing
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.states import RATE
from motionloom.behaviours.steering_table import pull_inside
from motionloom.compute import Progress
from motionloom.core import Motion, quaternion
from motionloom.core.kinematics import accelerations

TRANSITION = MODES.index("transition")
INSIDE = 0.8  # of what clips can do together: what is asked of a turn and a speed at once when they are measured


@dataclass(frozen=True)
class Delay:
    """Seconds from a request for `target` in `source` to the first transition towards it, over many moments of asking."""

    source: str
    target: str
    mean: float
    worst: float


@dataclass(frozen=True)
class Joins:
    """How smooth transitions are, from the frame before each begins to the frame after it ends, steered meanwhile or not.

    limit: the captures' own 99.9th percentile of joint accelerations, metres a second squared; joins: beginnings and ends that were looked
    at, of loops too; over: the share of joint accelerations that exceed the limit; worst: the largest. pose_limit, pose_over, pose_worst:
    the same of how fast joints turn, radians a second. A pose that jumps is a joint that turns in no time, a velocity that jumps an
    acceleration. takes_limit, takes_over, takes_pose_limit, takes_pose_over: the same beside the takes as they were captured, whole; None
    where they are not at hand.
    """

    limit: float
    joins: int
    over: float
    worst: float
    pose_limit: float
    pose_over: float
    pose_worst: float
    takes_limit: float | None = None
    takes_over: float | None = None
    takes_pose_limit: float | None = None
    takes_pose_over: float | None = None


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
        controller.go_many(target, np.flatnonzero(when == frame))
        controller.advance()
        leaving = (c.mode == TRANSITION) & (frame >= when) & (ways[c.point, 0] != ways[c.point, 1])
        began[(began < 0) & leaving] = frame
        if np.all(began >= 0):
            break
    return (np.where(began < 0, when + 20 * int(RATE), began) - when) / RATE


def turning(motion: Motion) -> NDArray[np.float64]:
    """How fast each joint turns (F - 1, J) against its parent, radians a second."""
    rotations = motion.rotations.astype(np.float64)
    return np.asarray(quaternion.angle_between(rotations[1:], rotations[:-1]) * motion.fps)


def limit_of(machine: Machine, measure: Callable[[Motion], NDArray[np.float64]] = accelerations) -> float:
    """The 99.9th percentile of a measure of joints, their accelerations if not given, in the captures of a machine's own clips."""
    return usual_in(machine.captures, measure)


def usual(values: NDArray[np.float64]) -> float:
    """The 99.9th percentile, of values that may come again and again: a lap has the same whether it is played once or for ten minutes.

    With fewer than a thousand values that is the largest. Between the two largest, where interpolation puts it, a lap that is played on
    end would be above its own percentile.
    """
    return float(np.percentile(values, 99.9, method="inverted_cdf"))


def usual_in(takes: Sequence[Motion], measure: Callable[[Motion], NDArray[np.float64]] = accelerations) -> float:
    """The 99.9th percentile of a measure of joints in motions."""
    return usual(np.concatenate([measure(motion).ravel() for motion in takes]))


def measure_joins(machine: Machine, seconds: float = 120.0, seed: int = 0, takes: Sequence[Motion] = ()) -> Joins:
    """Transitions of a performance with random requests, beside the clips it plays, and the takes they are of where these are given."""
    motion, modes = wander(machine, seconds, seed)
    within = modes == TRANSITION
    near = within.copy()
    near[1:] |= within[:-1]
    near[:-1] |= within[1:]
    limits, found = [], []
    for measure in (accelerations, turning):
        values = measure(motion)
        limits.append(limit_of(machine, measure))
        found.append(values[near[len(near) - len(values) :]])  # a step is counted with the frame it ends at
    joins = int(np.abs(np.diff(within.astype(int))).sum())
    (speeding, turned), (limit, pose_limit) = found, limits
    whole = [usual_in(takes, measure) for measure in (accelerations, turning)] if takes else [None, None]
    return Joins(
        limit,
        joins,
        float((speeding > limit).mean()) if speeding.size else 0.0,
        float(speeding.max(initial=0.0)),
        pose_limit,
        float((turned > pose_limit).mean()) if turned.size else 0.0,
        float(turned.max(initial=0.0)),
        whole[0],
        _share_above(speeding, whole[0]),
        whole[1],
        _share_above(turned, whole[1]),
    )


def _share_above(values: NDArray[np.float64], limit: float | None) -> float | None:
    return None if limit is None else float((values > limit).mean()) if values.size else 0.0


def wander(
    machine: Machine,
    seconds: float,
    seed: int = 0,
    footing: Footing | None = None,
    after: Callable[[Controller], None] = lambda controller: None,
) -> tuple[Motion, NDArray[np.int64]]:
    """A performance with a random request every second or so, and the mode (F,) in each frame. after: called when a step is done."""
    rng, controller = np.random.default_rng(seed), Controller(machine, footing=footing)
    frames, names = round(seconds * RATE), machine.graph.names
    rotations = np.empty((frames, len(machine.skeleton), 4), dtype=np.float32)
    roots, modes = np.empty((frames, 3), dtype=np.float32), np.empty(frames, dtype=np.int64)
    for f in range(frames):
        if rng.random() < 0.8 / RATE and controller.characters.waiting[0] < 3:
            controller.go(names[rng.integers(len(names))])
        if rng.random() < 0.8 / RATE and controller.characters.waiting[0] < 3:
            controller.queue_steer(rng.uniform(-1, 1))
        made = controller.step()
        rotations[f], roots[f], modes[f] = made[0][0], made[1][0], controller.characters.mode[0]
        after(controller)
    return Motion(machine.skeleton, rotations, roots, RATE, "wander"), modes


@dataclass(frozen=True)
class Steered:
    """What a state did when it was asked for a value, over all windows of 2 s: the mean, and by how much single windows miss it.

    smooth_miss, smooth_worst: the same without the swing of the hips that every lap repeats, by the mean over one lap from each moment on.
    """

    asked: float
    got: float
    miss: float
    worst: float
    smooth_miss: float
    smooth_worst: float


def measure_parameter(machine: Machine, name: str, values: int = 9, seconds: float = 2.0) -> list[Steered]:
    """A state asked for values all along its parameter, each measured over windows of `seconds` in ten, a second after it was asked."""
    state = machine.state(name)
    if state.parameter is None or not state.cyclic or not state.parameter.kind.played:
        return []
    asked = np.linspace(state.parameter.values[0], state.parameter.values[-1], values)
    controller = Controller(machine, values, name)
    controller.steer_many(asked, parameter=state.parameter.name)
    place, at, begun, window = [], [], [], round(seconds * RATE)
    for frame in range(round((11 + seconds) * RATE)):
        controller.advance()
        if frame >= RATE:
            place.append(controller.characters.place.copy())
            at.append(controller.characters.at.copy())
            begun.append(controller.characters.laps.max(axis=1))
    path = np.array(place)
    laps = np.diff(np.array(begun), axis=0) > 0 if state.hops else np.diff(np.array(at), axis=0) < 0
    if state.parameter.name == "turn":
        way = path[:, :, 2]
    else:
        steps = np.linalg.norm(np.diff(path[:, :, :2], axis=0), axis=2)
        way = np.concatenate([np.zeros((1, values)), np.cumsum(steps, axis=0)])
    rows = []
    for n, value in enumerate(asked):
        ends = np.flatnonzero(laps[:, n])
        smooth = _lap_means(way[:, n], float(np.diff(ends).mean()))
        got, even = ((each[window:] - each[:-window]) / seconds for each in (way[:, n], smooth))
        missed, uneven = np.abs(got - value), np.abs(even - value)
        rows.append(Steered(float(value), *(float(x) for x in (got.mean(), missed.mean(), missed.max(), uneven.mean(), uneven.max()))))
    return rows


def _lap_means(way: NDArray[np.float64], lap: float) -> NDArray[np.float64]:
    """The mean of way (F,) over the `lap` frames from each moment on, as far as they last."""
    frames = np.arange(len(way))
    total = np.concatenate([[0.0], np.cumsum((way[1:] + way[:-1]) / 2)])
    first = frames[frames + lap <= frames[-1]]
    return np.asarray((np.interp(first + lap, frames, total) - total[first]) / lap)


def measure_both(machine: Machine, name: str) -> list[tuple[float, float, float, float]]:
    """(asked turn, asked speed, turn got, speed got) over whole laps of a state that takes both, well inside what its clips can do."""
    steering = machine.state(name).steering
    if steering is None:
        return []
    turns, speeds = (low + (high - low) * np.array([0.3, 0.5, 0.7]) for low, high in (steering.turns[[0, -1]], steering.speeds[[0, -1]]))
    possible = play_laps(machine, machine.state(name), steering.asked())
    inner = possible.mean(axis=0) + INSIDE * (possible - possible.mean(axis=0))
    asked = pull_inside(np.array([[turn, speed] for turn in turns for speed in speeds]), inner)
    got = play_laps(machine, machine.state(name), asked)
    return [(float(a[0]), float(a[1]), float(g[0]), float(g[1])) for a, g in zip(asked, got, strict=True)]


def report(machine: Machine, seed: int = 0, progress: Progress | None = None, takes: Sequence[Motion] = ()) -> dict[str, Any]:
    """All of it as plain data; delays are None where there is one state, which is never left. takes: see `measure_joins`."""
    progress = progress or Progress()
    progress.begin("Measuring delays and joins", 2)
    delays = measure_delays(machine, seed=seed)
    progress.advance(note="delays")
    joins = measure_joins(machine, seed=seed, takes=takes)
    progress.advance(note="joins")
    cycles = [each for each in delays if machine.state(each.source).cyclic]
    with_parameter = [state.name for state in machine.states if state.parameter and state.cyclic and state.parameter.kind.played]
    with_both = [state.name for state in machine.states if state.steering is not None]
    steered = {
        name: [vars(row) for row in measure_parameter(machine, name)] for name in progress.each("Measuring steering", with_parameter, str)
    }
    both = {name: measure_both(machine, name) for name in progress.each("Measuring turn and speed at once", with_both, str)}
    return {
        "delays": [vars(each) for each in delays],
        "mean_delay": float(np.mean([each.mean for each in delays])) if delays else None,
        "mean_delay_from_cycles": float(np.mean([each.mean for each in cycles])) if cycles else None,
        "worst_delay_from_cycles": max((each.worst for each in cycles), default=None),
        "joins": vars(joins),
        "steering": steered,
        "both": both,
    }
