"""Punches and kicks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from motionloom.core.body import SIDES
from motionloom.sample.acts.gestures import between_stands, scaled
from motionloom.sample.posture import Keys
from motionloom.sample.registry import behaviour
from motionloom.sample.stage import Performance, Stage, stand
from motionloom.sample.stances import Stance, Swing


def _punch_keys(stage: Stage, start: float, stop: float, blows: list[tuple[float, str]]) -> dict[str, Keys]:
    """A guard held between two seconds, with straight blows at times by sides."""
    # channel: at rest, on guard, at the end of a blow
    arm = {
        "flexion": (0.02, 0.62, 1.50),
        "abduction": (stage.performer.manner.arm_out, 0.20, 0.05),
        "twist": (0.15, 0.45, 0.35),
        "elbow": (0.26, 2.15, 0.12),
        "pronation": (0.25, 0.30, 1.10),
        "curl": (0.35, 1.30, 1.30),
        "shrug": (-0.03, 0.05, 0.12),
        "advance": (0.02, 0.08, 0.28),
    }
    keys: dict[str, Keys] = {}
    for side in SIDES:
        for name, (rest, guard, struck) in arm.items():
            rows = [(start, rest), (start + 0.5, guard)]
            for at in (at for at, who in blows if who == side):
                rows += [(at - 0.22, guard), (at, struck), (at + 0.06, struck), (at + 0.34, guard)]
            keys[f"{side}_{name}"] = [*rows, (stop - 0.5, guard), (stop, rest)]
    turns = [(start, 0.0), (start + 0.5, -0.28)]
    for at, who in blows:
        turns += [(at - 0.2, -0.30 if who == "right" else -0.2), (at + 0.02, 0.45 if who == "right" else -0.55), (at + 0.4, -0.28)]
    turns += [(stop - 0.5, -0.28), (stop, 0.0)]
    return keys | {"chest_turn": turns, "hips_turn": scaled(turns, 0.6), "neck_turn": scaled(turns, 0.2)}


@behaviour("punch", "punch", 4.0, "punches twice from a guard")
def make_punch(stage: Stage) -> Performance:
    """A jab with the left, a cross with the right."""
    first = stage.vary(1.35, 0.05)
    second = first + stage.vary(0.62, 0.08)
    keys = _punch_keys(stage, 0.4, 3.6, [(first, "left"), (second, "right")])
    drop = [(0.4, 0.0), (0.9, 0.05 * stage.leg), (3.1, 0.05 * stage.leg), (3.6, 0.0)]
    score = stand(stage, keys, drop, stance=1.7, staggered=0.34)
    return Performance(score, stage.duration, between_stands(stage, first - 0.25, second + 0.35, "punch"))


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
    return Performance(score, stage.duration, between_stands(stage, leaves - 0.2, lands + 0.2, "kick"))
