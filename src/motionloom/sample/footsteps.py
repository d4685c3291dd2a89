"""Where and when the feet come down along a route: each step is set down where the body will be in the middle of its stance."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from motionloom.core.body import SIDES
from motionloom.sample.bodies import Performer
from motionloom.sample.curves import Array, smooth_step, wander
from motionloom.sample.route import Bout, Clock, Route, cadence_for, clock_for
from motionloom.sample.stances import Stance, Swing

ANKLE_BEHIND = 0.024  # body heights that the ankle of somebody who stands is behind the body's middle
LEAVE_SLOWS = 0.14  # seconds in which a foot's tipping would come to a stop after it has left
NATURAL = 1.3  # m/s


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


PLAIN = StepStyle()


@dataclass(frozen=True)
class Steps:
    """The feet's timetable: stances by side, phase (F,) in cycles of the left foot, amount (F,) of gait 0..1."""

    stances: dict[str, list[Stance]]
    phase: Array
    amount: Array


@dataclass(frozen=True)
class Step:
    """One step as it is planned: its number in the bout, its foot, and the gait at that moment.

    duty is the share of the stride (two steps) that the ball or heel of the foot is down.
    """

    number: int
    side: str
    speed: float
    running: float
    duty: float
    early: float

    def mix(self, walking: float, running: float) -> float:
        """Between a walking and a running value."""
        return walking * (1 - self.running) + running * self.running


def plan_steps(performer: Performer, route: Route, style: StepStyle, rng: np.random.Generator) -> Steps:
    """Stances, phase and gait amount of a route."""
    cadence = cadence_for(performer, route) * style.cadence
    cadence = cadence * (1 + wander(rng, route.times, 0.012 * performer.manner.looseness, 5, 1.5))
    stances = {side: [_first_stand(performer, route, style, side)] for side in SIDES}
    phase, amount = np.zeros(len(route.times)), np.zeros(len(route.times))
    for bout in route.bouts:
        clock = clock_for(route, cadence, bout)
        _step_through(performer, route, style, bout, clock, stances, rng)
        phase = _phase_after(route, bout, clock, phase)
        amount = amount + _amount(route, bout, clock)
    return Steps(stances, phase, amount)


def _first_stand(performer: Performer, route: Route, style: StepStyle, side: str) -> Stance:
    """Where a foot stands before its first step."""
    begin = route.bouts[0].start if route.bouts else 0.0
    place, yaw = _place(performer, route, side, min(begin, float(route.times[0])), style.width)
    return Stance(side, place, yaw, -np.inf, -np.inf, np.inf, np.inf)


def _place(performer: Performer, route: Route, side: str, time: float, width: float) -> tuple[tuple[float, float], float]:
    """Where (x, z) and how (yaw) a foot stands when the body passes at `time`."""
    manner = performer.manner
    heading, running = route.at(route.heading, time), route.at(route.running, time)
    outward = 1.0 if side == "left" else -1.0
    apart = manner.step_width * (1 - 0.62 * running) * performer.height * width
    left, ahead = np.array([np.cos(heading), -np.sin(heading)]), np.array([np.sin(heading), np.cos(heading)])
    moving = float(np.clip(route.at(route.speed, time), 0, 1))
    spot = route.place_at(time) + outward * left * apart - ahead * ANKLE_BEHIND * performer.height * (1 - moving)
    return (float(spot[0]), float(spot[1])), heading + outward * manner.toe_out * (1 - 0.5 * running)


def _step_through(
    performer: Performer,
    route: Route,
    style: StepStyle,
    bout: Bout,
    clock: Clock,
    stances: dict[str, list[Stance]],
    rng: np.random.Generator,
) -> None:
    """Add a bout's stances: the two that stand at its start (steps -1 and 0) are given their end, the last two have none."""
    order = (bout.first, SIDES[1 - SIDES.index(bout.first)])
    for number in range(-1, clock.count + 1):
        step = _step(route, style, clock, number, order[(number - 1) % 2])
        goes_on = number <= clock.count - 2
        mine = stances[step.side]
        if number > 0:
            # The body passes over the ankle before the middle of a walking stance, near the middle of a running one.
            passes = clock.when(number + step.duty * step.mix(0.68, 0.95)) if goes_on else bout.stop
            width = style.width * (1 + 0.08 * performer.manner.looseness * rng.standard_normal() * goes_on)
            place, yaw = _place(performer, route, step.side, passes, width)
            mine.append(_land(style, clock, step, place, yaw))
        if goes_on:
            mine[-1] = _leave(route, style, clock, step, mine[-1])


def _step(route: Route, style: StepStyle, clock: Clock, number: int, side: str) -> Step:
    """One step of a bout, with the gait it lands in."""
    which = SIDES.index(side)
    early = style.early[which] if number > 0 else 0.0
    lands = clock.when(number - early)
    speed, running = abs(route.at(route.speed, lands)), round(route.at(route.running, lands + 0.1), 3)
    duty = (0.597 - 0.036 * speed) * (1 - running) + (0.468 - 0.042 * speed) * running
    return Step(number, side, speed, running, max(duty + style.duty[which], 0.22), early)


def _land(style: StepStyle, clock: Clock, step: Step, place: tuple[float, float], yaw: float) -> Stance:
    """A stance that has just begun and has no end yet."""
    on = clock.when(step.number - step.early)
    flat = clock.when(step.number - step.early + 2 * step.duty * step.mix(0.13, 0.12))
    brisk = min(1.25, step.speed / NATURAL)
    strike = np.radians(step.mix(21.0 * brisk**0.8, 7.0)) if style.strike is None else style.strike
    lift = style.lift * step.mix(0.88, 0.85 + 0.1 * (step.speed - 3.0))
    swing = Swing(running=step.running, lift=lift, arc=style.arc, flick=style.flick, keys=style.keys)
    rate = 0.4 * strike / (flat - on)
    if style.toes_first:
        return Stance(step.side, place, yaw, flat, on, np.inf, np.inf, strike=-strike, strike_rate=rate, swing=swing)
    brake = step.mix(30.0 * brisk, 35.0 * step.speed)
    return Stance(step.side, place, yaw, on, flat, np.inf, np.inf, strike=strike, strike_rate=-rate, brake=brake, swing=swing)


def _leave(route: Route, style: StepStyle, clock: Clock, step: Step, stance: Stance) -> Stance:
    """The stance with its end: the heel comes up, then the foot is gone."""
    lifts = step.mix(0.66, 0.5) if step.number > 0 else 0.72  # of the stance
    up, off = (clock.when(step.number + 2 * step.duty * share) for share in (lifts, 1.0))
    fastest = max(step.speed, abs(route.at(route.speed, off + 0.15)))
    leave = -np.radians(step.mix(18.0 + 24.0 * min(1.2, fastest / NATURAL), 40.0 + 5.5 * step.speed)) * style.leave
    up = max(up, max(stance.heel_on, stance.toe_on) + 0.02) if np.isfinite(stance.on) else up
    rate = step.mix(1.66, 1.36) * leave / (off - up)
    return replace(stance, heel_off=up, toe_off=off, leave=leave, leave_rate=rate, leave_slows=-rate / LEAVE_SLOWS)


def _phase_after(route: Route, bout: Bout, clock: Clock, phase: Array) -> Array:
    """The phase (F,) with a bout's steps from its start on: whole where the left foot lands."""
    late = route.times >= bout.start
    counted = clock.count_at(route.times) / 2 - (0.5 if bout.first == "left" else 0.0)
    began = phase[late][0] if bout.start > route.times[0] else 0.0
    return np.where(late, counted + np.round(began - counted[late][0]), phase)


def _amount(route: Route, bout: Bout, clock: Clock) -> Array:
    """How far (F,) 0..1 a bout is under way: it takes its first step to begin and its last to end."""
    begun, ending = clock.when(0.9), clock.when(clock.count - 0.9)
    rise = smooth_step((route.times - bout.start + 0.1) / (begun - bout.start))
    return rise * (1 - smooth_step((route.times - ending) / (bout.stop - ending + 0.15)))
