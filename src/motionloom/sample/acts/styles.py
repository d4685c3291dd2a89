"""Walks with a manner of their own: march, sneak, limp, carry, backwards."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from motionloom.core.body import SIDES
from motionloom.sample import posture
from motionloom.sample.footsteps import Steps
from motionloom.sample.registry import behaviour
from motionloom.sample.stage import Performance, Span, Stage, StepStyle, travel


def _spans(stage: Stage, *names: str) -> tuple[Span, ...]:
    return tuple(Span(0, stage.duration, name) for name in names)


def _swing_wave(steps: Steps, side: str) -> np.ndarray:
    """A wave (F,) -1..1 that is highest when this side's arm is foremost."""
    return -np.cos(2 * np.pi * (steps.phase + (0.0 if side == "left" else 0.5)))


@behaviour("march", "march", 5.0, "marches, knees and arms high", begins="march")
def make_march(stage: Stage) -> Performance:
    """Upright, flat feet, straight arms to the horizontal."""
    style = StepStyle(cadence=1.04, strike=0.05, lift=0.25, flick=0.3, keys=((0.50, 0.06, 0.42 * stage.leg, 0.0, -0.15),), leave=0.6)
    score, steps = travel(stage, stage.constant(stage.vary(stage.speed(1.1), 0.04)), style=style)
    more = {"chest_lean": stage.constant(-0.03), "hips_lean": stage.constant(-0.02), "head_lean": stage.constant(-0.03)}
    channels = posture.add(score.channels, more)
    for side in SIDES:
        wave = _swing_wave(steps, side)
        channels |= {f"{side}_flexion": 0.28 + 0.78 * wave, f"{side}_elbow": stage.constant(0.12), f"{side}_curl": stage.constant(1.2)}
    return Performance(replace(score, channels=channels), stage.duration, _spans(stage, "walk", "march"))


@behaviour("sneak", "sneak", 6.0, "sneaks along, low and toes first", begins="sneak")
def make_sneak(stage: Stage) -> Performance:
    """Hips low, trunk forward, slow high steps put down toes first."""
    style = StepStyle(cadence=0.80, strike=0.30, toes_first=True, lift=0.4, flick=0.3, arc=0.10, leave=0.7, width=1.1)
    score, steps = travel(stage, stage.constant(stage.vary(stage.speed(0.6), 0.05)), style=style, lower=0.13 * stage.leg)
    bent = {
        "hips_lean": stage.constant(0.18),
        "chest_lean": stage.constant(0.38),
        "neck_lean": stage.constant(0.12),
        "head_lean": stage.constant(-0.02),
    }
    channels = posture.add(score.channels, bent)
    look = 0.25 * np.sin(2 * np.pi * stage.times / stage.vary(3.1, 0.2))
    channels = posture.add(channels, {"head_turn": look, "neck_turn": 0.5 * look})
    for side in SIDES:
        wave = _swing_wave(steps, side)
        held = {"flexion": 0.55 + 0.22 * wave, "elbow": 1.35 + 0.15 * wave, "abduction": stage.constant(0.28), "wrist": stage.constant(0.5)}
        channels |= {f"{side}_{name}": curve for name, curve in held.items()}
    return Performance(replace(score, channels=channels), stage.duration, _spans(stage, "walk", "sneak"))


@behaviour("limp", "limp", 6.0, "limps on a bad leg", begins="limp")
def make_limp(stage: Stage) -> Performance:
    """Short stance on the right, the trunk thrown over it, the good leg hurried."""
    style = StepStyle(cadence=0.92, duty=(0.045, -0.055), early=(0.12, 0.0), leave=0.75, lift=0.85)
    score, steps = travel(stage, stage.constant(stage.vary(stage.speed(0.8), 0.05)), style=style, lower=0.012)
    over_bad = np.exp(2.0 * (np.cos(2 * np.pi * (steps.phase - 0.66)) - 1))  # 1 in the middle of the right foot's stance
    more = {
        "chest_roll": 0.13 * over_bad,
        "hips_roll": -0.06 * over_bad,
        "chest_lean": 0.05 + 0.07 * over_bad,
        "head_lean": 0.04 * over_bad,
    }
    more |= {"right_flexion": 0.15 * over_bad, "left_abduction": 0.20 * over_bad, "right_elbow": stage.constant(0.2)}
    lower = score.drop + 0.022 * over_bad * stage.leg
    return Performance(
        replace(score, channels=posture.add(score.channels, more), drop=lower), stage.duration, _spans(stage, "walk", "limp")
    )


@behaviour("carry", "carry", 5.0, "walks with a box in both arms", begins="carry")
def make_carry(stage: Stage) -> Performance:
    """Arms still before the belly, trunk leaning back against the load."""
    score, steps = travel(stage, stage.constant(stage.vary(stage.speed(1.05), 0.05)), style=StepStyle(width=1.1))
    channels = posture.add(score.channels, {"chest_lean": stage.constant(-0.07), "hips_lean": stage.constant(-0.02)})
    bob = 0.02 * np.sin(4 * np.pi * steps.phase)
    for side in SIDES:
        held = {"flexion": 0.20 + bob, "elbow": 1.45 - bob, "abduction": stage.constant(0.14), "twist": stage.constant(0.22)}
        held |= {"pronation": stage.constant(-1.0), "curl": stage.constant(0.5), "advance": stage.constant(0.06)}
        channels |= {f"{side}_{name}": curve for name, curve in held.items()}
    return Performance(replace(score, channels=channels), stage.duration, _spans(stage, "walk", "carry"))


@behaviour("walk_back", "walk_back", 5.0, "walks backwards", begins="walk_back")
def make_walk_back(stage: Stage) -> Performance:
    """Toes come down first, small steps, a look over the shoulder."""
    style = StepStyle(toes_first=True, strike=0.22, leave=0.35, lift=0.0, arc=0.07, flick=0.1, width=1.2)
    score, _ = travel(stage, stage.constant(-stage.vary(stage.speed(0.75), 0.05)), style=style, lower=0.02 * stage.leg)
    at = stage.vary(1.8, 0.2)
    look = stage.keyed([(at, 0.0), (at + 0.5, 0.75), (at + 1.2, 0.75), (at + 1.8, 0.0)])
    more = {"head_turn": look, "neck_turn": 0.6 * look, "chest_turn": 0.25 * look}
    score = replace(score, channels=posture.add(score.channels, more))
    return Performance(score, stage.duration, _spans(stage, "walk", "backwards"))
