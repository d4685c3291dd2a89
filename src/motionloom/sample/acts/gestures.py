"""What people do where they stand: wave, reach, crouch, pick up, catch, punch, kick."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from motionloom.core.body import SIDES
from motionloom.sample.feet import Stance, Swing
from motionloom.sample.posture import Keys
from motionloom.sample.registry import behaviour
from motionloom.sample.stage import Performance, Span, Stage, stand


def _with_stand(stage: Stage, start: float, stop: float, name: str) -> tuple[Span, ...]:
    """The spans of an act between two stands."""
    return Span(0, stage.duration, "stand"), Span(start, stop, name)


def _hold(rest: float, value: float, start: float, there: float, leave: float, stop: float) -> Keys:
    """Keys that go from rest to a value and back."""
    return [(start, rest), (there, value), (leave, value), (stop, rest)]


def _scaled(keys: Keys, factor: float) -> Keys:
    return [(time, value * factor) for time, value in keys]


def wave_keys(stage: Stage, start: float, stop: float, side: str = "right") -> dict[str, Keys]:
    """Posture keys of a raised, waving hand between two seconds."""
    up, down = start + 0.55, stop - 0.55
    beat = stage.vary(0.23, 0.1)
    count = max(2, int((down - up) / beat))
    swings = [(up + k * (down - up) / count, 1.55 + (0.34 if k % 2 else -0.34)) for k in range(count + 1)]
    manner = stage.performer.manner
    return {
        f"{side}_flexion": _hold(0.02, 0.35, start, up, down, stop),
        f"{side}_abduction": _hold(manner.arm_out, 1.15, start, up, down, stop),
        f"{side}_twist": _hold(0.15, -1.35, start, up, down, stop),
        f"{side}_elbow": [(start, 0.26 + manner.elbow), *swings, (stop, 0.26 + manner.elbow)],
        f"{side}_pronation": _hold(0.25, 0.35, start, up, down, stop),
        f"{side}_wrist": [(start, 0.12), *((t + 0.05, -0.5 * (v - 1.55)) for t, v in swings), (stop + 0.06, 0.12)],
        f"{side}_curl": _hold(0.35, 0.08, start, up, down, stop),
        f"{side}_shrug": _hold(-0.03, 0.10, start, up, down, stop),
        "chest_roll": _hold(0.0, 0.04 if side == "right" else -0.04, start, up, down, stop),
    }


@behaviour("wave", "wave", 4.0, "waves a hand")
def make_wave(stage: Stage) -> Performance:
    """The right hand, three or four times."""
    start, stop = stage.vary(0.5, 0.2), stage.vary(3.4, 0.04)
    keys = wave_keys(stage, start, stop, "right" if stage.rng.random() < 0.75 else "left")
    return Performance(stand(stage, keys), stage.duration, _with_stand(stage, start, stop, "wave"))


@behaviour("reach", "reach", 3.6, "reaches up to a shelf and back")
def make_reach(stage: Stage) -> Performance:
    """One arm high ahead, trunk and shoulder following."""
    start, there, leave, stop = 0.5, stage.vary(1.35, 0.05), stage.vary(1.95, 0.05), stage.vary(2.9, 0.04)
    side, sign = ("right", 1.0) if stage.rng.random() < 0.6 else ("left", -1.0)
    high = stage.vary(2.35, 0.08)
    keys = {
        f"{side}_flexion": _hold(0.02, high, start, there, leave, stop),
        f"{side}_abduction": _hold(0.14, 0.10, start, there, leave, stop),
        f"{side}_elbow": [(start, 0.26), ((start + there) / 2, 1.0), (there, 0.12), (leave, 0.12), ((leave + stop) / 2, 0.8), (stop, 0.26)],
        f"{side}_shrug": _hold(-0.03, 0.26, start, there, leave, stop),
        f"{side}_advance": _hold(0.02, 0.16, start, there, leave, stop),
        f"{side}_curl": _hold(0.35, 0.15, start, there, leave, stop),
        "chest_turn": _hold(0.0, 0.20 * sign, start, there, leave, stop),
        "chest_roll": _hold(0.0, -0.10 * sign, start, there, leave, stop),
        "hips_roll": _hold(0.0, -0.04 * sign, start, there, leave, stop),
        "chest_lean": _hold(0.01, 0.06, start, there, leave, stop),
        "neck_lean": _hold(0.12, -0.12, start, there, leave, stop),
        "head_lean": _hold(0.02, -0.38, start, there, leave, stop),
    }
    return Performance(stand(stage, keys), stage.duration, _with_stand(stage, start, stop, "reach"))


@behaviour("crouch", "crouch", 4.0, "crouches down and stands up again")
def make_crouch(stage: Stage) -> Performance:
    """Hips low, trunk forward, arms out for balance."""
    start, there, leave, stop = 0.5, stage.vary(1.4, 0.05), stage.vary(2.3, 0.06), stage.vary(3.4, 0.03)
    bend = _hold(0.03, 0.55, start, there, leave, stop)
    keys = {"hips_lean": bend, "chest_lean": _scaled(bend, 1.2), "neck_lean": _scaled(bend, 0.6), "head_lean": _scaled(bend, 0.2)}
    for side in SIDES:
        keys |= {
            f"{side}_flexion": _hold(0.02, 0.95, start, there, leave, stop),
            f"{side}_elbow": _hold(0.26, 0.75, start, there, leave, stop),
        }
    drop = _hold(0.0, stage.vary(0.42, 0.1) * stage.leg, start, there, leave, stop)
    return Performance(stand(stage, keys, drop, stance=1.5), stage.duration, _with_stand(stage, start, stop, "crouch"))


@behaviour("pick_up", "pick_up", 4.4, "bends down, picks something up and straightens")
def make_pick_up(stage: Stage) -> Performance:
    """Knees and back bend; one hand goes to the ground before the feet."""
    start, there, leave, stop = 0.5, stage.vary(1.7, 0.04), stage.vary(2.15, 0.05), stage.vary(3.6, 0.03)
    bend = _hold(0.03, 0.80, start, there, leave, stop)
    side, other, sign = ("right", "left", 1.0) if stage.rng.random() < 0.6 else ("left", "right", -1.0)
    keys = {"hips_lean": bend, "chest_lean": _scaled(bend, 1.55), "neck_lean": _scaled(bend, 1.25), "head_lean": _scaled(bend, 0.9)}
    keys |= {
        f"{side}_flexion": _hold(0.02, 1.15, start, there, leave, stop),
        f"{side}_elbow": [(start, 0.26), (there, 0.15), (leave, 0.15), (stop - 0.3, 1.5), (stop + 0.3, 0.9)],
        f"{side}_curl": [(start, 0.35), (there, 0.1), (leave, 1.0), (stop, 1.0)],
        f"{side}_advance": _hold(0.02, 0.15, start, there, leave, stop),
        f"{other}_flexion": _hold(0.02, 0.55, start, there, leave, stop),
        f"{other}_elbow": _hold(0.26, 0.9, start, there, leave, stop),
        "chest_turn": _hold(0.0, 0.25 * sign, start, there, leave, stop),
    }
    drop = _hold(0.0, 0.48 * stage.leg, start, there, leave, stop)
    spans = (*_with_stand(stage, start, stop, "pick up"), Span(start, leave, "reach"), Span(there - 0.4, leave + 0.4, "crouch"))
    return Performance(stand(stage, keys, drop, stance=1.5, staggered=0.10 * sign), stage.duration, spans)


@behaviour("catch", "catch", 3.0, "catches something with both hands")
def make_catch(stage: Stage) -> Performance:
    """Hands come up, give with the catch, and are lowered to the belly."""
    start, there = 0.5, stage.vary(1.05, 0.06)
    give, stop = there + 0.22, stage.vary(2.5, 0.03)
    keys: dict[str, Keys] = {
        "hips_lean": [(start, 0.03), (there, 0.02), (give, 0.12), (stop, 0.03)],
        "chest_lean": [(start, 0.01), (there, 0.02), (give, 0.14), (stop, 0.01)],
    }
    for side in SIDES:
        keys |= {
            f"{side}_flexion": [(start, 0.02), (there, 1.25), (give, 0.75), (stop - 0.3, 0.45), (stop + 0.3, 0.4)],
            f"{side}_elbow": [(start, 0.26), (there, 0.75), (give, 1.6), (stop + 0.3, 1.5)],
            f"{side}_twist": [(start, 0.15), (there, 0.3), (give, 0.45), (stop + 0.3, 0.4)],
            f"{side}_curl": [(start, 0.35), (there - 0.1, 0.1), (there + 0.12, 0.7), (stop, 0.7)],
            f"{side}_pronation": [(start, 0.25), (there, -0.5), (stop, -0.4)],
        }
    drop = [(start, 0.0), (there, 0.01), (give, 0.06 * stage.leg), (stop, 0.0)]
    return Performance(stand(stage, keys, drop, staggered=0.16), stage.duration, _with_stand(stage, start, stop, "catch"))


def _punch_keys(stage: Stage, start: float, stop: float, blows: list[tuple[float, str]]) -> dict[str, Keys]:
    """A guard held between two seconds, with straight blows at times by sides."""
    guard = {
        "flexion": 0.62,
        "abduction": 0.20,
        "twist": 0.55,
        "elbow": 2.15,
        "pronation": 0.3,
        "curl": 1.3,
        "shrug": 0.05,
        "advance": 0.08,
    }
    struck = {
        "flexion": 1.50,
        "abduction": 0.05,
        "twist": 0.35,
        "elbow": 0.12,
        "pronation": 1.1,
        "curl": 1.3,
        "shrug": 0.12,
        "advance": 0.28,
    }
    rest = {"flexion": 0.02, "abduction": stage.performer.manner.arm_out, "twist": 0.15, "elbow": 0.26, "pronation": 0.25, "curl": 0.35}
    rest |= {"shrug": -0.03, "advance": 0.02}
    keys: dict[str, Keys] = {}
    for side in SIDES:
        for name in guard:
            rows = [(start, rest[name]), (start + 0.5, guard[name])]
            for at, who in blows:
                if who == side:
                    rows += [(at - 0.22, guard[name]), (at, struck[name]), (at + 0.06, struck[name]), (at + 0.34, guard[name])]
            keys[f"{side}_{name}"] = [*rows, (stop - 0.5, guard[name]), (stop, rest[name])]
    turns = [(start, 0.0), (start + 0.5, -0.28)]
    for at, who in blows:
        turns += [(at - 0.2, -0.30 if who == "right" else -0.2), (at + 0.02, 0.45 if who == "right" else -0.55), (at + 0.4, -0.28)]
    turns += [(stop - 0.5, -0.28), (stop, 0.0)]
    return keys | {"chest_turn": turns, "hips_turn": _scaled(turns, 0.6), "neck_turn": _scaled(turns, 0.2)}


@behaviour("punch", "punch", 4.0, "punches twice from a guard")
def make_punch(stage: Stage) -> Performance:
    """A jab with the left, a cross with the right."""
    first = stage.vary(1.35, 0.05)
    second = first + stage.vary(0.62, 0.08)
    keys = _punch_keys(stage, 0.4, 3.6, [(first, "left"), (second, "right")])
    drop = [(0.4, 0.0), (0.9, 0.05 * stage.leg), (3.1, 0.05 * stage.leg), (3.6, 0.0)]
    score = stand(stage, keys, drop, stance=1.7, staggered=0.34)
    return Performance(score, stage.duration, _with_stand(stage, first - 0.25, second + 0.35, "punch"))


@behaviour("kick", "kick", 3.6, "kicks forward with one leg")
def make_kick(stage: Stage) -> Performance:
    """Weight on one leg, the other chambered, shot out and drawn back."""
    leaves, lands = stage.vary(1.05, 0.06), stage.vary(2.15, 0.04)
    side, other, sign = ("right", "left", 1.0) if stage.rng.random() < 0.6 else ("left", "right", -1.0)
    middle = (leaves + lands) / 2
    keys: dict[str, Keys] = {
        "hips_lean": [(leaves - 0.3, 0.03), (middle, -0.22), (lands + 0.2, 0.03)],
        "chest_lean": [(leaves - 0.3, 0.02), (middle, -0.05), (lands + 0.2, 0.02)],
        "hips_turn": [(leaves - 0.3, 0.0), (leaves, -0.1 * sign), (middle, 0.3 * sign), (lands + 0.2, 0.0)],
        "chest_turn": [(leaves - 0.3, 0.0), (leaves, 0.1 * sign), (middle, -0.25 * sign), (lands + 0.2, 0.0)],
        f"{side}_flexion": [(leaves - 0.4, 0.02), (middle, -0.7), (lands + 0.3, 0.02)],
        f"{other}_flexion": [(leaves - 0.4, 0.02), (middle, 0.8), (lands + 0.3, 0.02)],
        f"{other}_elbow": [(leaves - 0.4, 0.26), (middle, 1.2), (lands + 0.3, 0.26)],
    }
    score = stand(stage, keys, [(leaves - 0.4, 0.0), (leaves, 0.03), (lands, 0.03), (lands + 0.4, 0.0)])
    leg = stage.leg
    path = (
        (0.28, -0.05 * leg, 0.42 * leg, 0.0, -0.7),
        (0.46, 0.95 * leg, 0.95 * leg, -0.04, 0.15),
        (0.66, 0.08 * leg, 0.42 * leg, 0.0, -0.5),
    )
    here = score.stances[side][0]
    up = replace(here, heel_off=leaves - 0.18, toe_off=leaves, leave=-0.5, leave_rate=-4.0, leave_slows=30.0)
    swing = Swing(lift=0.0, flick=0.0, keys=path)
    down = Stance(side, here.place, here.yaw, lands + 0.1, lands, np.inf, np.inf, -0.25, 1.5, swing=swing)
    score = replace(score, stances={**score.stances, side: [up, down]})
    return Performance(score, stage.duration, _with_stand(stage, leaves - 0.2, lands + 0.2, "kick"))
