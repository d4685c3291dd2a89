"""Where a performer wants to go: a speed and a heading over time, cut into bouts of stepping with stands between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from motionloom.sample.bodies import Performer
from motionloom.sample.curves import Array

WALK_RATIO = 0.0034  # step length over steps a minute, in body heights: people keep it (Sekiya and Nagasaki 1998)
CLOCK_RATE = 240.0  # Hz


@dataclass(frozen=True)
class Bout:
    """One stretch of stepping, seconds start to stop; first names the foot that steps first."""

    start: float
    stop: float
    first: str = "left"


@dataclass(frozen=True)
class Route:
    """times (F,) seconds; speed (F,) m/s, backwards negative; heading (F,) radians; running (F,) 0..1; bouts in order."""

    times: Array
    speed: Array
    heading: Array
    running: Array
    bouts: tuple[Bout, ...]

    @property
    def fps(self) -> float:
        """Frames a second."""
        return 1 / float(self.times[1] - self.times[0])

    @cached_property
    def path(self) -> Array:
        """Where the body is meant to be (F, 2) metres x, z, from the origin."""
        velocity = self._velocity
        steps = (velocity[1:] + velocity[:-1]) / 2 / self.fps
        return np.concatenate([np.zeros((1, 2)), np.cumsum(steps, axis=0)])

    @cached_property
    def _velocity(self) -> Array:
        return self.speed[:, None] * np.stack([np.sin(self.heading), np.cos(self.heading)], axis=1)

    def place_at(self, time: float) -> Array:
        """The path's point (2,) at any time: past the ends it runs straight on, so gaits go on outside the clip."""
        inside = float(np.clip(time, self.times[0], self.times[-1]))
        point, velocity = (np.array([np.interp(inside, self.times, v[:, a]) for a in range(2)]) for v in (self.path, self._velocity))
        return point + velocity * (time - inside)

    def at(self, curve: Array, time: float) -> float:
        """The value of one of the route's curves at any time, held past its ends."""
        return float(np.interp(time, self.times, curve))


@dataclass(frozen=True)
class Clock:
    """Counts the steps of a bout: step k lands when the count passes k; `count` steps in all, the last at its stop."""

    steps: Array
    seconds: Array
    count: int

    def when(self, step: float) -> float:
        """The second at which the count is `step`; a little past both ends of the bout too."""
        return float(np.interp(step, self.steps, self.seconds))

    def count_at(self, times: Array) -> Array:
        """The count (F,) at times (F,), held past the bout's ends."""
        return np.clip(np.interp(times, self.seconds, self.steps), 0, self.count)


def cadence_for(performer: Performer, route: Route) -> Array:
    """Steps a second (F,) at a route's speeds, and while turning on the spot."""
    pace = np.maximum(np.abs(route.speed), 0.05)
    length = np.sqrt(WALK_RATIO * 60 * pace * performer.height)
    turn_rate = np.abs(np.gradient(route.heading, route.times))
    walk = np.maximum(pace / length, 1.15 + 0.25 * np.clip(turn_rate, 0, 2))
    run = (2.25 + 0.17 * pace) * np.sqrt(1.7 / performer.height)
    return ((1 - route.running) * walk + route.running * run) * performer.manner.cadence


def clock_for(route: Route, cadence: Array, bout: Bout) -> Clock:
    """The clock of a bout at a cadence (F,) of steps a second, hurried or held a little so that it ends with a whole step."""
    seconds = np.arange(bout.start - 1.0, bout.stop + 1.0, 1 / CLOCK_RATE)
    rate = np.interp(np.clip(seconds, bout.start, bout.stop), route.times, cadence)
    steps = np.concatenate([[0.0], np.cumsum((rate[1:] + rate[:-1]) / 2 / CLOCK_RATE)])
    first, last = np.interp([bout.start, bout.stop], seconds, steps)
    count = max(2, round(float(last - first)))
    return Clock((steps - first) * count / (last - first), seconds, count)
