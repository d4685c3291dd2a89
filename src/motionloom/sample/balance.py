"""Where the centre of mass goes, so that the performer could stand up: gravity in flight, support on the ground.

Height first: as near as can be to what the behaviour prefers, with the least jerk, and falling freely while no foot is down. Then the
level part: the inverted pendulum whose centre of pressure rolls over the planted feet, solved over the whole clip at once, so that starts
lean before they step, stops brake, and flights are straight lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from motionloom.sample.curves import Array, smooth_step
from motionloom.sample.stances import Stance

GRAVITY = 9.81
LONGEST_SHIFT = 0.45  # seconds a standing performer takes to shift weight from foot to foot
SHORTEST_SHIFT = 0.05
SMOOTHING = 0.045  # seconds
FALL_WEIGHT = 30.0
CEILING_WEIGHT, PLANNING_ROUNDS = 300.0, 9
STANDING_PRESSURE = 0.5  # of the way from ankle to ball


def plan_height(preferred: Array, ceiling: Array, flight: NDArray[np.bool_], fps: float, smoothing: float = SMOOTHING) -> Array:
    """Height (F,) metres near `preferred` (F,), with least jerk, below ceiling (F,), in free fall where flight (F,) is true.

    smoothing is the time in seconds over which jerk is traded for nearness. The ceiling is kept by pressing down where it is broken
    until it no longer is, to a few millimetres. The ground can push but not pull: where the plan would need it to, it falls freely.
    """
    from scipy.linalg import solveh_banded

    falling, pressed = flight.copy(), np.zeros(len(preferred))
    for _ in range(PLANNING_ROUNDS):
        bands, target = _least_jerk(preferred, falling, fps, smoothing)
        bands[3] += pressed
        height: Array = solveh_banded(bands, target + pressed * np.where(pressed > 0, ceiling, 0.0))
        broken = (height > ceiling) & (pressed == 0)
        pulled = np.zeros(len(height), dtype=bool)
        pulled[1:-1] = (np.diff(height, 2) * fps**2 < -GRAVITY - 0.2) & ~falling[1:-1]
        if not np.any(broken | pulled):
            break
        pressed[broken] = CEILING_WEIGHT
        falling |= pulled
    return height


def _least_jerk(preferred: Array, flight: NDArray[np.bool_], fps: float, smoothing: float) -> tuple[Array, Array]:
    """The banded normal equations (4, F) upper form, and their right side (F,), of nearness, jerk and free fall."""
    count, dt = len(preferred), 1 / fps
    jerk = np.array([-1.0, 3.0, -3.0, 1.0]) / dt**3 * smoothing**3
    fall = np.array([1.0, -2.0, 1.0]) / dt**2 * FALL_WEIGHT
    bands = np.zeros((4, count))
    bands[3] = 1.0
    target = preferred.astype(np.float64).copy()
    rows = np.arange(count - 3)
    for a in range(4):
        for b in range(a, 4):
            np.add.at(bands[3 - (b - a)], rows + b, jerk[a] * jerk[b])
    rows = np.flatnonzero(flight[1:-1])
    for a in range(3):
        np.add.at(target, rows + a, -FALL_WEIGHT * GRAVITY * fall[a])
        for b in range(a, 3):
            np.add.at(bands[3 - (b - a)], rows + b, fall[a] * fall[b])
    return bands, target


def plan_level(height: Array, pressure: Array, path: Array, fps: float) -> Array:
    """Level place (F, 2) metres of a centre of mass at height (F,) that is held up at pressure (F, 2); path (F, 2) gives the ends."""
    from scipy.linalg import solve_banded

    push = np.full(len(height), GRAVITY)
    push[1:-1] = np.maximum(np.diff(height, 2) * fps**2 + GRAVITY, 0.0)
    bands = np.zeros((3, len(height)))
    bands[0, 1:], bands[2, :-1] = height[:-1] * fps**2, height[1:] * fps**2
    bands[1] = -2 * height * fps**2 - push
    right = -push[:, None] * pressure
    for end, neighbour in ((0, (0, 1)), (-1, (2, -2))):
        bands[1, end], bands[neighbour] = 1.0, 0.0
        right[end] = path[end]
    return solve_banded((1, 1), bands, right)


def loads(stances: Mapping[str, Sequence[Stance]], times: Array) -> dict[str, list[Array]]:
    """Weight (F,) 0..1 on every stance of each side: taken over while both feet are down, quickly where only one is."""
    result: dict[str, list[Array]] = {}
    for side, mine in stances.items():
        other = [s for name, theirs in stances.items() if name != side for s in theirs]
        result[side] = []
        for stance in mine:
            rise = max((s.off - stance.on for s in other if s.on <= stance.on < s.off), default=0.0)
            fall = max((stance.off - s.on for s in other if s.on < stance.off <= s.off), default=0.0)
            rise, fall = (min(max(t, SHORTEST_SHIFT), LONGEST_SHIFT) for t in (rise, fall))
            weight = smooth_step((times - stance.on) / rise) if np.isfinite(stance.on) else np.ones(len(times))
            if np.isfinite(stance.off):
                weight = weight * (1 - smooth_step((times - stance.off + fall) / fall))
            result[side].append(weight)
    return result


def plan_pressure(stances: Mapping[str, Sequence[Stance]], times: Array, foot_length: float) -> Array:
    """Centre of pressure (F, 2) metres x, z: it rolls from heel to ball of each foot and passes from foot to foot.

    foot_length is the distance from ankle to ball; in flight the value is meaningless and merely runs on.
    """
    weights = loads(stances, times)
    total, moment = np.full(len(times), 1e-9), np.zeros((len(times), 2))
    moment += 1e-9 * np.array(next(iter(stances.values()))[0].place)
    for side, mine in stances.items():
        for stance, weight in zip(mine, weights[side], strict=True):
            ahead = np.array([np.sin(stance.yaw), np.cos(stance.yaw)])
            roll = _roll(stance, times) * foot_length
            total += weight
            moment += weight[:, None] * (np.array(stance.place) + roll[:, None] * ahead)
    return moment / total[:, None]


def _roll(stance: Stance, times: Array) -> Array:
    """How far the pressure is ahead of the ankle (F,), in distances from ankle to ball: heel, middle, ball."""
    middle = STANDING_PRESSURE + 0.3 * stance.swing.running
    share = np.full(len(times), middle)
    span = min(stance.off - stance.on, 0.9)
    if np.isfinite(stance.on):
        first = 0.9 if stance.toe_on < stance.heel_on else -0.1 + 0.6 * stance.swing.running
        share = first + (middle - first) * smooth_step((times - stance.on) / (0.5 * span))
    if np.isfinite(stance.off):
        share = share + (1.35 - middle) * smooth_step((times - stance.off + 0.7 * span) / (0.7 * span))
    return share
