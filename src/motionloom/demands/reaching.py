"""Ways that meet their places: the small change that is needed is spread over the whole way, most where the body moves most.

Turns and steps get a smooth correction whose size at each moment is a share of how much is going on there, so that who stands is not
pushed about. That prior is a Gaussian process; the places are its observations, and a few linear solves give the most probable change.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.demands.demand import RATE
from motionloom.demands.weaving import Course

SMOOTH = 0.5  # seconds: how quickly corrections change
TURN_RATE = 0.35  # radians a second: a usual correction of the turn of a body that goes 1 m/s or turns
STRETCH = 0.12  # share of a step: a usual change of its length
SLANT = 0.06  # share of a step: a usual step aside
STILL = 0.02  # of the same: what a body that stands gives way by
ROUNDS = 12
CLOSE = 1e-5  # metres and radians at which it is done


@dataclass(frozen=True, eq=False)
class Target:
    """At frame `frame` be at x, z metres and face `heading` (None: any way), within `slack` metres (0: exactly)."""

    frame: int
    x: float | None = None
    z: float | None = None
    heading: float | None = None
    slack: float = 0.0


@dataclass(frozen=True, eq=False)
class Reached:
    """places (F, 3) of the changed way; bent: largest change of the turn, rad/s; stretched: largest change of a step, as a share."""

    places: NDArray[np.float64]
    bent: float
    stretched: float


def reach(course: Course, pose: NDArray[np.float64], targets: list[Target]) -> Reached:
    """The course from a pose on, changed as little as it takes to meet the targets."""
    count = len(course.steps)
    speed = np.hypot(course.steps[:, 0], course.steps[:, 1]) * RATE
    lively = _smooth(np.minimum(1.0, speed + np.abs(course.steps[:, 2]) * RATE), round(SMOOTH * RATE)) + STILL
    scales = np.stack([TURN_RATE / RATE * lively, STRETCH * lively, SLANT * lively])
    change = np.zeros((3, count))  # turn, stretch, slant
    rows = _observations(targets)
    for _ in range(ROUNDS if rows else 0):
        places = _changed(course, change).places(pose)
        left, design, noise = _linearise(course, change, places, rows)
        if np.abs(left[noise == 0]).max(initial=0.0) < CLOSE and not np.any(noise > 0):
            break
        change = change + _solve(design, left, noise, change, scales)
    final = _changed(course, change)
    stretched = float(np.abs(change[1:]).max()) if count else 0.0
    return Reached(final.places(pose), float(np.abs(change[0]).max() * RATE), stretched)


def _changed(course: Course, change: NDArray[np.float64]) -> Course:
    aside, ahead, turn = course.steps.T
    grow = 1 + np.clip(change[1], -0.9, 3.0)
    return Course(np.column_stack([aside * grow + ahead * change[2], ahead * grow - aside * change[2], turn + change[0]]))


def _observations(targets: list[Target]) -> list[tuple[int, int, float, float]]:
    """(frame, axis, value, slack) of all that is asked."""
    return [
        (target.frame, axis, value, target.slack if axis < 2 else 0.0)
        for target in targets
        for axis, value in enumerate((target.x, target.z, target.heading))
        if value is not None and target.frame > 0
    ]


def _linearise(
    course: Course, change: NDArray[np.float64], places: NDArray[np.float64], rows: list[tuple[int, int, float, float]]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """What is left (n,) of each observation, its derivative (n, 3, F) by the change, and its noise (n,), squared."""
    count = len(places)
    half = places[:, 2] + (course.steps[:, 2] + change[0]) / 2
    cosine, sine = np.cos(half), np.sin(half)
    aside, ahead = course.steps[:, 0], course.steps[:, 1]
    stretch = np.stack([cosine * aside + sine * ahead, cosine * ahead - sine * aside])  # world movement of a step
    slant = np.stack([cosine * ahead - sine * aside, -cosine * aside - sine * ahead])
    left, design, noise = np.zeros(len(rows)), np.zeros((len(rows), 3, count)), np.zeros(len(rows))
    for n, (frame, axis, value, slack) in enumerate(rows):
        before = slice(0, frame)
        away = value - places[frame, axis]
        left[n] = (away + np.pi) % (2 * np.pi) - np.pi if axis == 2 else away
        noise[n] = slack**2
        if axis == 2:
            design[n, 0, before] = 1.0
            continue
        beyond = places[frame, :2] - places[:frame, :2]
        design[n, 0, before] = beyond[:, 1] if axis == 0 else -beyond[:, 0]
        design[n, 1, before], design[n, 2, before] = stretch[axis, before], slant[axis, before]
    return left, design, noise


def _solve(
    design: NDArray[np.float64],
    left: NDArray[np.float64],
    noise: NDArray[np.float64],
    change: NDArray[np.float64],
    scales: NDArray[np.float64],
) -> NDArray[np.float64]:
    """The step (3, F) towards the most probable change that explains what is left, given the change so far."""
    wanted = left + np.einsum("ncf,cf->n", design, change)
    width = round(SMOOTH * RATE)
    spread = np.stack([[scales[c] * _smooth(scales[c] * design[n, c], width, fair=False) for c in range(3)] for n in range(len(design))])
    matrix = np.einsum("ncf,mcf->nm", design, spread)
    matrix[np.diag_indices(len(matrix))] += noise + 1e-10 + 1e-9 * np.trace(matrix) / len(matrix)
    weights = np.linalg.lstsq(matrix, wanted, rcond=1e-12)[0]
    return np.asarray(np.einsum("n,ncf->cf", weights, spread) - change)


def _smooth(values: NDArray[np.float64], width: int, fair: bool = True) -> NDArray[np.float64]:
    """Values (F,) averaged over a tapered window; fair: at the ends over what there is of it."""
    taper = np.hanning(2 * width + 3)[1:-1]
    taper = taper / taper.sum()
    long = np.convolve(values, taper, mode="full")[width : width + len(values)]
    if not fair:
        return long
    return np.asarray(long / np.convolve(np.ones(len(values)), taper, mode="full")[width : width + len(values)])
