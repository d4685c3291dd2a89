"""A wrong rate betrays itself on the ground too: whoever walks pushes against the floor where the feet are.

At twice the true rate accelerations are four times too large, and the point where the floor would have to push lies far from the
feet, step after step. Where nobody jumps, gravity has nothing to go by, and this has.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from motionloom.core.body import body_of
from motionloom.core.gravity import COMMON_RATES, GRAVITY, GravityReport
from motionloom.core.ground import foot_points, ground_height
from motionloom.core.mass import centre_of_mass
from motionloom.core.motion import Motion

NEAR_GROUND = 0.08  # leg lengths above the floor within which a foot's point can bear weight
UNDER_FOOT = 0.12  # leg lengths from the feet within which the floor's push counts as under them
CUTOFF = 4.0  # Hz: what is faster in a captured centre of mass is mostly noise
LEAST_LOAD = 0.15  # of body weight: below it the point runs off to infinity
EDGE_SECONDS = 0.03  # at either end, where accelerations are guesses
ENOUGH_SECONDS = 1.0  # of weight on the feet, at the stated rate, before a verdict is given
GAIN = 0.3  # share of the frames that must come into balance at half the rate. See docs/decisions.md for how clearly it parts them
BALANCED = 0.6  # share of the frames in balance at half the rate


@dataclass(frozen=True)
class Steadiness:
    """How often a travelling body's weight is over its feet: shares of `frames` at the stated rate and at half of it."""

    fps: float
    frames: int = 0
    stated: float = 0.0
    halved: float = 0.0

    @property
    def implied_fps(self) -> float | None:
        """Half the stated rate where that, and not the stated rate, lets the body keep its balance; None otherwise."""
        enough = self.frames >= ENOUGH_SECONDS * self.fps and self.fps / 2 >= min(COMMON_RATES)
        return self.fps / 2 if enough and self.halved >= BALANCED and self.halved - self.stated > GAIN else None

    @property
    def suspicious(self) -> bool:
        """Whether the stated rate is almost surely twice the true one."""
        return self.implied_fps is not None

    def describe(self) -> str:
        """One line for people."""
        if not self.frames:
            return "no steps to check the rate by"
        if self.implied_fps is None:
            return f"the weight is over the feet {self.stated:.0%} of the time: nothing speaks against {self.fps:g} Hz"
        return (
            f"the header says {self.fps:g} Hz, the steps say {self.implied_fps:g} (the weight is over the feet "
            f"{self.stated:.0%} of the time, at {self.implied_fps:g} Hz {self.halved:.0%}); if so, read it with --fps {self.implied_fps:g}"
        )


def check_steadiness(motion: Motion) -> Steadiness:
    """Hold a motion's balance against its rate; a body that does not go further than its own height is not judged."""
    body = body_of(motion.skeleton)
    mass = centre_of_mass(motion)
    if np.linalg.norm(np.ptp(mass[:, [0, 2]], axis=0)) <= body.height:
        return Steadiness(motion.fps)
    ground, feet = ground_height(motion), foot_points(motion).astype(np.float64)
    bearing = feet[..., 1] - ground < NEAR_GROUND * body.leg_length
    judged: NDArray[np.bool_] = np.any(bearing, axis=1)
    edge = 1 + round(EDGE_SECONDS * motion.fps)
    judged[:edge] = judged[-edge:] = False
    if not judged.any():
        return Steadiness(motion.fps)
    shares = []
    for fps in (motion.fps, motion.fps / 2):
        pushes = _push_points(mass - [0.0, ground, 0.0], fps)
        distances = _distance_to_feet(pushes[judged], feet[judged][..., [0, 2]], bearing[judged])
        shares.append(float(np.mean(distances < UNDER_FOOT * body.leg_length)))
    return Steadiness(motion.fps, int(judged.sum()), *shares)


def choose_verdict(fall: GravityReport, steps: Steadiness) -> GravityReport | Steadiness:
    """Whose word on the rate counts: gravity's where there was a flight, that of the steps where there were only steps."""
    return steps if fall.fall is None and steps.frames else fall


def pool_steadiness(reports: Iterable[Steadiness]) -> list[Steadiness]:
    """One report a stated rate, over many clips (of one subject, say), each clip by its frames."""
    by_rate: dict[float, list[Steadiness]] = {}
    for report in reports:
        if report.frames:
            by_rate.setdefault(report.fps, []).append(report)
    pooled = []
    for fps, same in by_rate.items():
        frames = sum(report.frames for report in same)
        stated = sum(report.stated * report.frames for report in same) / frames
        halved = sum(report.halved * report.frames for report in same) / frames
        pooled.append(Steadiness(fps, frames, stated, halved))
    return pooled


def _push_points(mass: NDArray[np.float64], fps: float) -> NDArray[np.float64]:
    """Where on the floor (F, 2) metres it must push for the centre of mass (F, 3), measured from the floor, to move as it does."""
    smooth, acceleration = _accelerations(mass, fps)
    load = np.maximum(acceleration[:, 1] + GRAVITY, LEAST_LOAD * GRAVITY)
    return smooth[:, [0, 2]] - acceleration[:, [0, 2]] * (smooth[:, 1] / load)[:, None]


def _accelerations(values: NDArray[np.float64], fps: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Values (F, C) without what is above CUTOFF Hz, and their second derivatives: one transform, no loop, no filter to design."""
    padding = min(len(values) - 1, round(fps))
    before, after = 2 * values[0] - values[padding:0:-1], 2 * values[-1] - values[-2 : -padding - 2 : -1]
    longer = np.concatenate([before, values, after])
    line = longer[0] + (longer[-1] - longer[0]) * np.linspace(0, 1, len(longer))[:, None]
    frequency = np.fft.rfftfreq(len(longer), 1 / fps)[:, None]
    spectrum = np.fft.rfft(longer - line, axis=0) / (1 + (frequency / CUTOFF) ** 4)
    inner = slice(padding, padding + len(values))
    smooth = np.fft.irfft(spectrum, len(longer), axis=0) + line
    return smooth[inner], np.fft.irfft(-((2 * np.pi * frequency) ** 2) * spectrum, len(longer), axis=0)[inner]


def _distance_to_feet(points: NDArray[np.float64], feet: NDArray[np.float64], bearing: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Metres (F,) from points (F, 2) to the nearest line between two points of the feet (F, 4, 2) that bear weight (F, 4)."""
    nearest = np.full(len(points), np.inf)
    for one, other in combinations_with_replacement(range(feet.shape[1]), 2):
        along = feet[:, other] - feet[:, one]
        way = np.sum((points - feet[:, one]) * along, axis=1) / np.maximum(np.sum(along**2, axis=1), 1e-9)
        distance = np.linalg.norm(points - feet[:, one] - np.clip(way, 0, 1)[:, None] * along, axis=1)
        nearest = np.where(bearing[:, one] & bearing[:, other], np.minimum(nearest, distance), nearest)
    return nearest
