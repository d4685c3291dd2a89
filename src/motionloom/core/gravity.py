"""A wrong rate or unit betrays itself in flight: the centre of mass must fall at 9.81 m/s2."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core.body import body_of
from motionloom.core.ground import foot_points, ground_height
from motionloom.core.masks import find_runs
from motionloom.core.mass import centre_of_mass
from motionloom.core.motion import Motion

GRAVITY = 9.81
COMMON_RATES = (24.0, 25.0, 30.0, 48.0, 50.0, 60.0, 90.0, 100.0, 120.0, 180.0, 200.0, 240.0)
CLEAR_OF_GROUND = 0.045  # leg lengths that every point of both feet must be above the floor
MIN_SAMPLES = 6
MIN_SAGITTA = 0.008  # metres: a flatter arc cannot be told from noise
MAX_MISFIT = 0.06  # of the arc's height
SUSPICIOUS = 1.6  # a fall this many times too fast or too slow is not measurement error
ENOUGH_ARC = 0.05  # metres of arc height, over all flights, before a verdict is given


@dataclass(frozen=True)
class Flight:
    """One stretch in the air: frames start:stop, the fall in m/s2 at the stated rate, the arc's height in metres."""

    start: int
    stop: int
    fall: float
    arc: float


@dataclass(frozen=True)
class GravityReport:
    """What the flights of a motion (or of several) say about its rate."""

    fps: float
    flights: tuple[Flight, ...]

    @property
    def fall(self) -> float | None:
        """Median fall in m/s2, weighted by the arcs' heights; None where there was no flight to judge by."""
        if sum(flight.arc for flight in self.flights) < ENOUGH_ARC:
            return None
        order = sorted(self.flights, key=lambda flight: flight.fall)
        arcs = np.cumsum([flight.arc for flight in order])
        return order[int(np.searchsorted(arcs, arcs[-1] / 2))].fall

    @property
    def implied_fps(self) -> float | None:
        """The rate at which the fall would be 9.81 m/s2, moved to the nearest common rate within 12 %."""
        if self.fall is None:
            return None
        exact = self.fps * float(np.sqrt(GRAVITY / self.fall))
        nearest = min(COMMON_RATES, key=lambda rate: abs(np.log(rate / exact)))
        return nearest if abs(np.log(nearest / exact)) < 0.12 else round(exact, 1)

    @property
    def suspicious(self) -> bool:
        """Whether the stated rate (or unit) is almost surely wrong."""
        return self.fall is not None and not 1 / SUSPICIOUS < self.fall / GRAVITY < SUSPICIOUS

    def describe(self) -> str:
        """One line for people."""
        if self.fall is None:
            return "no flight to check the rate by"
        count = f"{len(self.flights)} flight{'s' if len(self.flights) != 1 else ''}"
        if not self.suspicious:
            return f"fall of {self.fall:.1f} m/s2 in {count}: rate and unit agree with gravity"
        return (
            f"the header says {self.fps:g} Hz, the fall says {self.implied_fps:g} ({self.fall:.1f} m/s2 in {count}); "
            f"if so, read it with --fps {self.implied_fps:g}"
        )


def check_gravity(motion: Motion) -> GravityReport:
    """Find the flights of a motion and measure how fast its centre of mass falls in them."""
    body = body_of(motion.skeleton)
    points = np.concatenate([foot_points(motion), motion.points(body.tip_joints, body.tip_offsets)], axis=1)
    clear = points[..., 1].min(axis=1) - ground_height(motion) > CLEAR_OF_GROUND * body.leg_length
    height = centre_of_mass(motion)[:, 1]
    flights = [_measure(height, start, stop, motion.fps) for start, stop in find_runs(clear)]
    return GravityReport(motion.fps, tuple(flight for flight in flights if flight is not None))


def pool(reports: Iterable[GravityReport]) -> list[GravityReport]:
    """One report a stated rate, over the flights of many clips (of one subject, say)."""
    by_rate: dict[float, list[Flight]] = {}
    for report in reports:
        by_rate.setdefault(report.fps, []).extend(report.flights)
    return [GravityReport(fps, tuple(flights)) for fps, flights in by_rate.items()]


def _measure(height: NDArray[np.float64], start: int, stop: int, fps: float) -> Flight | None:
    """A parabola through the heights, or nothing where they do not make one (a climb, a chair, a glitch)."""
    if stop - start < MIN_SAMPLES:
        return None
    time = (np.arange(start, stop) - (start + stop - 1) / 2) / fps
    fit = np.polynomial.polynomial.polyfit(time, height[start:stop], 2)
    fall = -2 * fit[2]
    arc = fall * (time[-1] - time[0]) ** 2 / 8
    if arc < MIN_SAGITTA:
        return None
    misfit = np.sqrt(np.mean((height[start:stop] - np.polynomial.polynomial.polyval(time, fit)) ** 2))
    return Flight(start, stop, float(fall), float(arc)) if misfit < MAX_MISFIT * arc else None
