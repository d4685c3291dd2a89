"""Leaving the ground on purpose: jumps on the spot and a leap out of a run."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from motionloom.core.body import SIDES
from motionloom.sample.balance import GRAVITY
from motionloom.sample.curves import Array, smooth_step
from motionloom.sample.footsteps import Steps
from motionloom.sample.perform import Score
from motionloom.sample.registry import behaviour
from motionloom.sample.stage import Performance, Span, Stage, stand, travel
from motionloom.sample.stances import Stance, Swing

# What the legs do in a leap beside their swing: share of it, metres forward, up, outward, radians of pitch.
LEADING = ((0.62, 0.22, 0.20, 0.0, 0.15),)
TRAILING = ((0.40, 0.0, 0.16, 0.0, -0.25),)


def _hop_stances(score: Score, leaves: float, lands: float, ahead: float) -> dict[str, list[Stance]]:
    """Both feet off the ground together and down again, toes last and toes first."""
    flight = lands - leaves
    swing = Swing(lift=0.0, flick=0.0, arc=GRAVITY * flight**2 / 8 + 0.06)
    stances = {}
    for side in SIDES:
        here = score.stances[side][0]
        there = (here.place[0], here.place[1] + ahead)
        up = replace(here, heel_off=leaves - 0.17, toe_off=leaves, leave=-1.0, leave_rate=-8.0, leave_slows=80.0)
        down = Stance(side, there, here.yaw, lands + 0.08, lands, np.inf, np.inf, -0.55, 5.0, swing=swing)
        stances[side] = [up, down]
    return stances


def _jump(stage: Stage, height: float, ahead: float) -> Performance:
    """A jump from both feet: height metres of the centre of mass, ahead metres forward."""
    flight = float(np.sqrt(8 * height / GRAVITY))
    leaves = stage.vary(1.75, 0.06)
    lands = leaves + flight
    deep = 0.30 * stage.leg * (0.7 + height)
    drop = [(leaves - 0.95, 0.0), (leaves - 0.33, deep), (leaves, -0.07), (lands, -0.02), (lands + 0.22, 0.75 * deep), (lands + 1.0, 0.0)]
    bend = [(leaves - 0.95, 0.03), (leaves - 0.33, 0.42), (leaves + 0.05, -0.02), (lands, 0.1), (lands + 0.22, 0.36), (lands + 1.0, 0.03)]
    arm = [
        (leaves - 1.0, 0.02),
        (leaves - 0.42, -0.85),
        (leaves + 0.02, 2.2),
        (lands - 0.05, 1.0),
        (lands + 0.25, 0.35),
        (lands + 1.1, 0.02),
    ]
    elbow = [(leaves - 1.0, 0.26), (leaves - 0.4, 0.35), (leaves, 0.5), (lands, 0.7), (lands + 1.1, 0.26)]
    keys = {"hips_lean": bend, "chest_lean": [(t, 1.25 * v) for t, v in bend]}
    keys |= {f"{side}_flexion": arm for side in SIDES} | {f"{side}_elbow": elbow for side in SIDES}
    score = stand(stage, keys, drop, stance=1.4)
    stances = _hop_stances(score, leaves, lands, ahead)
    path = score.path + np.outer(ahead * smooth_step((stage.times - leaves + 0.2) / (flight + 0.4)), [0.0, 1.0])
    score = replace(score, stances=stances, path=path)
    spans = (Span(0, leaves - 0.95, "stand"), Span(leaves - 0.95, lands + 0.5, "jump"), Span(lands + 0.5, stage.duration, "stand"))
    return Performance(score, stage.duration, spans)


@behaviour("jump", "jump", 4.5, "jumps on the spot")
def make_jump(stage: Stage) -> Performance:
    """About a quarter of a metre high."""
    return _jump(stage, stage.vary(0.26, 0.1), 0.0)


@behaviour("jump_forward", "jump", 4.5, "jumps forward with both feet")
def make_jump_forward(stage: Stage) -> Performance:
    """A standing long jump of a modest kind."""
    return _jump(stage, stage.vary(0.22, 0.1), stage.vary(0.75, 0.08))


def lengthen_flight(steps: Steps, times: Array, near: float, extra: float, velocity: Array) -> Steps:
    """The steps with the flight that begins next after `near` made `extra` seconds longer.

    Everything later happens that much later and farther along velocity (2,) m/s; the legs part in the air.
    """
    leaves = flight_after(steps, near)
    split = iter((LEADING, TRAILING))

    def later(stance: Stance) -> Stance:
        moved = (stance.place[0] + extra * velocity[0], stance.place[1] + extra * velocity[1])
        shifted = {name: getattr(stance, name) + extra for name in ("heel_on", "toe_on", "heel_off", "toe_off")}
        return replace(stance, place=moved, **shifted)

    stances = {side: [s if s.on < leaves else later(s) for s in mine] for side, mine in steps.stances.items()}
    landings = sorted((next(s for s in mine if s.on > leaves) for mine in stances.values()), key=lambda s: s.on)
    for landing, keys in zip(landings, split, strict=True):
        mine = stances[landing.side]
        mine[mine.index(landing)] = replace(landing, swing=replace(landing.swing, keys=keys))
    held = times - extra * smooth_step((times - leaves) / (extra + 0.12))
    return Steps(stances, np.interp(held, times, steps.phase), steps.amount)


def flight_after(steps: Steps, near: float) -> float:
    """When the next flight after a second begins."""
    every = [stance for mine in steps.stances.values() for stance in mine]
    return min(s.off for s in every if s.off > near and not any(o.on < s.off < o.off for o in every))


@behaviour("leap", "leap", 4.0, "leaps out of a run and runs on", begins="run")
def make_leap(stage: Stage) -> Performance:
    """One long flight between two strides."""
    pace = stage.vary(stage.speed(3.3), 0.04)
    near, extra = stage.vary(1.6, 0.1), stage.vary(0.33, 0.06)

    def stretch(steps: Steps) -> Steps:
        return lengthen_flight(steps, stage.times, near, extra, np.array([0.0, pace]))

    score, steps = travel(stage, stage.constant(pace), running=stage.constant(1.0), change=stretch)
    leaves = flight_after(steps, near)
    spans = (Span(0, stage.duration, "run"), Span(leaves - 0.2, leaves + extra + 0.3, "jump"))
    return Performance(score, stage.duration, spans)
