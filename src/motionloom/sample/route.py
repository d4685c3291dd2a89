"""From where a performer wants to go to where and when the feet come down.

A route is a speed and a heading over time, cut into bouts of stepping with stands between them. Inside a bout the steps are counted by a
phase that grows with the cadence for that speed (a constant walk ratio, as people keep it); step k lands when the phase passes k
and is set down where the body will be in the middle of its stance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from motionloom.core.body import SIDES
from motionloom.sample.bodies import Performer
from motionloom.sample.curves import Array, smooth_step, wander
from motionloom.sample.feet import Stance, Swing

WALK_RATIO = 0.0034  # step length over steps a minute, in body heights: 0.40 at 1.3 m/s (Sekiya and Nagasaki 1998)
ANKLE_BEHIND = 0.024  # body heights that the ankle is set behind the body's middle
LEAVE_SLOWS = 0.14  # seconds in which a foot's tipping would come to a stop after it has left


@dataclass(frozen=True)
class Bout:
    """One stretch of stepping, seconds start to stop; first names the foot that steps first."""

    start: float
    stop: float
    first: str = "left"


@dataclass(frozen=True)
class StepStyle:
    """What a behaviour changes about every step; see `Stance` and `Swing`. Pairs are left and right."""

    cadence: float = 1.0
    width: float = 1.0
    lift: float = 1.0
    arc: float = 0.0
    flick: float = 1.0
    strike: float | None = None  # radians; None: as the speed has it
    leave: float = 1.0
    toes_first: bool = False
    duty: tuple[float, float] = (0.0, 0.0)  # added to the share of the stride a foot is down
    early: tuple[float, float] = (0.0, 0.0)  # steps by which a foot lands early: a limp
    keys: tuple[tuple[float, float, float, float, float], ...] = ()


@dataclass(frozen=True)
class Route:
    """times (F,) seconds; speed (F,) m/s; heading (F,) radians; running (F,) 0..1; bouts in order."""

    times: Array
    speed: Array
    heading: Array
    bouts: tuple[Bout, ...]
    running: Array = field(default=None)  # type: ignore[arg-type]
    style: StepStyle = StepStyle()

    def __post_init__(self) -> None:
        if self.running is None:
            object.__setattr__(self, "running", np.zeros(len(self.times)))

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


@dataclass(frozen=True)
class Steps:
    """The feet's timetable: stances by side, phase (F,) in cycles of the left foot, amount (F,) of gait 0..1."""

    stances: dict[str, list[Stance]]
    phase: Array
    amount: Array


def cadence_for(performer: Performer, speed: Array, turn_rate: Array, running: Array) -> Array:
    """Steps a second (F,) at speed (F,) m/s while turning at turn_rate (F,) radians a second."""
    pace = np.maximum(np.abs(speed), 0.05)
    length = np.sqrt(WALK_RATIO * 60 * pace * performer.height)
    walk = np.maximum(pace / length, 1.15 + 0.25 * np.clip(np.abs(turn_rate), 0, 2))
    run = 2.25 + 0.17 * pace
    return ((1 - running) * walk + running * run) * performer.manner.cadence * (1.7 / performer.height) ** (0.5 * running)


def walk_steps(performer: Performer, route: Route, rng: np.random.Generator) -> Steps:
    """Stances, phase and gait amount of a route."""
    turn_rate = np.gradient(route.heading, route.times)
    cadence = cadence_for(performer, route.speed, turn_rate, route.running) * route.style.cadence
    cadence = cadence * (1 + wander(rng, route.times, 0.012 * performer.manner.looseness, 5, 1.5))
    stances = {side: [_first_stand(performer, route, side)] for side in SIDES}
    phase, amount = np.zeros(len(route.times)), np.zeros(len(route.times))
    for bout in route.bouts:
        count = _count_steps(route, cadence, bout)
        clock = _clock(route, cadence, bout, count)
        _step_through(performer, route, bout, count, clock, stances, rng)
        _fill_phase(route, bout, count, clock, phase, amount)
    return Steps(stances, phase, amount)


def _first_stand(performer: Performer, route: Route, side: str) -> Stance:
    begin = route.bouts[0].start if route.bouts else 0.0
    place, yaw = _place(performer, route, side, min(begin, float(route.times[0])), 1.0)
    return Stance(side, place, yaw, -np.inf, -np.inf, np.inf, np.inf)


def _place(performer: Performer, route: Route, side: str, time: float, width: float) -> tuple[tuple[float, float], float]:
    """Where (x, z) and how (yaw) a foot stands when the body passes at `time`."""
    manner = performer.manner
    heading = float(np.interp(time, route.times, route.heading))
    running = float(np.interp(time, route.times, route.running))
    outward = 1.0 if side == "left" else -1.0
    apart = manner.step_width * (1 - 0.62 * running) * performer.height * width * route.style.width
    left, ahead = np.array([np.cos(heading), -np.sin(heading)]), np.array([np.sin(heading), np.cos(heading)])
    middle = route.place_at(time)
    moving = float(np.clip(np.interp(time, route.times, route.speed), 0, 1))
    spot = middle + outward * left * apart - ahead * ANKLE_BEHIND * performer.height * (1 - moving)
    return (float(spot[0]), float(spot[1])), heading + outward * manner.toe_out * (1 - 0.5 * running)


def _count_steps(route: Route, cadence: Array, bout: Bout) -> int:
    seconds = np.arange(bout.start, bout.stop, 1 / 240)
    return max(2, round(float(np.interp(seconds, route.times, cadence).mean()) * (bout.stop - bout.start)))


def _clock(route: Route, cadence: Array, bout: Bout, count: int) -> tuple[Array, Array]:
    """(phase in steps, seconds) to read either from the other, a little past both ends of a bout."""
    before, after = bout.start - 1.0, bout.stop + 1.0
    seconds = np.arange(before, after, 1 / 240)
    rate = np.interp(np.clip(seconds, bout.start, bout.stop), route.times, cadence)
    steps = np.concatenate([[0.0], np.cumsum((rate[1:] + rate[:-1]) / 480)])
    first, last = np.interp([bout.start, bout.stop], seconds, steps)
    return (steps - first) * count / (last - first), seconds


def _step_through(
    performer: Performer,
    route: Route,
    bout: Bout,
    count: int,
    clock: tuple[Array, Array],
    stances: dict[str, list[Stance]],
    rng: np.random.Generator,
) -> None:
    """Add a bout's stances: the two that stand at its start are given their end, the last two have none."""
    order = (bout.first, SIDES[1 - SIDES.index(bout.first)])
    loose = performer.manner.looseness

    def side_of(step: int) -> str:
        return order[(step - 1) % 2]

    for step in range(-1, count + 1):
        side = side_of(step)
        lands = float(np.interp(step - (route.style.early[SIDES.index(side)] if step > 0 else 0.0), *clock))
        speed = abs(float(np.interp(lands, route.times, route.speed)))
        running = round(float(np.interp(lands + 0.1, route.times, route.running)), 3)
        duty = (0.597 - 0.036 * speed) * (1 - running) + (0.468 - 0.042 * speed) * running
        duty = max(duty + route.style.duty[SIDES.index(side)], 0.22)
        if step > 0:
            passes = duty * (0.68 * (1 - running) + 0.95 * running)
            middle = float(np.interp(step + passes, *clock)) if step <= count - 2 else bout.stop
            place, yaw = _place(performer, route, side, middle, 1 + 0.08 * loose * rng.standard_normal() * (step <= count - 2))
            stances[side].append(_landing(route, side, place, yaw, step, duty, clock, speed, running))
        if step <= count - 2:
            stances[side][-1] = _leaving(route, stances[side][-1], step, duty, clock, speed, running)


def _landing(
    route: Route,
    side: str,
    place: tuple[float, float],
    yaw: float,
    step: int,
    duty: float,
    clock: tuple[Array, Array],
    speed: float,
    running: float,
) -> Stance:
    """A stance that has just begun and has no end yet."""
    style = route.style
    early = style.early[SIDES.index(side)]
    on = float(np.interp(step - early, *clock))
    rolls = 0.13 * (1 - running) + 0.12 * running  # of the stance
    flat = float(np.interp(step - early + 2 * duty * rolls, *clock))
    brisk = min(1.25, speed / 1.3)
    strike = np.radians(21.0 * brisk**0.8 * (1 - running) + 7.0 * running) if style.strike is None else style.strike
    lift = style.lift * (0.88 * (1 - running) + running * (0.85 + 0.1 * (speed - 3.0)))
    swing = Swing(running=running, lift=lift, arc=style.arc, flick=style.flick, keys=style.keys)
    brake = 30.0 * brisk * (1 - running) + 35.0 * speed * running
    if style.toes_first:
        return Stance(side, place, yaw, flat, on, np.inf, np.inf, -abs(strike), 0.4 * abs(strike) / (flat - on), swing=swing)
    return Stance(side, place, yaw, on, flat, np.inf, np.inf, strike, -0.4 * strike / (flat - on), brake=brake, swing=swing)


def _leaving(route: Route, stance: Stance, step: int, duty: float, clock: tuple[Array, Array], speed: float, running: float) -> Stance:
    """The stance with its end: the heel comes up, then the foot is gone."""
    lifts = 0.66 * (1 - running) + 0.5 * running  # of the stance
    if step <= 0:
        lifts = 0.72
    up, off = (float(np.interp(step + 2 * duty * share, *clock)) for share in (lifts, 1.0))
    after = abs(float(np.interp(off + 0.15, route.times, route.speed)))
    brisk = min(1.2, max(speed, after) / 1.3)
    leave = -np.radians((18.0 + 24.0 * brisk) * (1 - running) + (40.0 + 5.5 * speed) * running) * route.style.leave
    up = max(up, max(stance.heel_on, stance.toe_on) + 0.02) if np.isfinite(stance.on) else up
    rate = (1.66 - 0.3 * running) * leave / (off - up)
    return replace(stance, heel_off=up, toe_off=off, leave=leave, leave_rate=rate, leave_slows=-rate / LEAVE_SLOWS)


def _fill_phase(route: Route, bout: Bout, count: int, clock: tuple[Array, Array], phase: Array, amount: Array) -> None:
    """Write a bout's phase (running on to the end) and its gait amount into the route's arrays."""
    late = route.times >= bout.start
    steps = np.interp(route.times, clock[1], clock[0])
    # Step 1 is the first foot's: left contact must be a whole cycle.
    lag = -0.5 if bout.first == "left" else 0.0
    began = phase[late][0] if bout.start > route.times[0] else 0.0
    counted = np.clip(steps, 0, count) / 2 + lag
    phase[late] = counted[late] + np.round(began - counted[late][0])
    rise, fall = float(np.interp(0.9, *clock)), float(np.interp(count - 0.9, *clock))
    inside = smooth_step((route.times - bout.start + 0.1) / (rise - bout.start)) * (
        1 - smooth_step((route.times - fall) / (bout.stop - fall + 0.15))
    )
    amount += inside


def bouts_from(keys: Sequence[tuple[float, float]], first: str = "left") -> tuple[Bout, ...]:
    """Bouts from (start, stop) pairs, alternating nothing: each begins with the same foot."""
    return tuple(Bout(start, stop, first) for start, stop in keys)
