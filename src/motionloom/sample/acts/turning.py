"""Turning: while walking, while running, and on the spot."""

from __future__ import annotations

from functools import partial

import numpy as np

from motionloom.sample.registry import behaviour
from motionloom.sample.stage import Bout, Performance, Span, Stage, travel


def _corner(stage: Stage, degrees: float, natural: float, lasts: float, running: bool) -> Performance:
    """A corner in the middle of a straight gait; left is positive."""
    angle = np.radians(stage.vary(degrees, 0.05))
    lasts = stage.vary(lasts, 0.08)
    begin = (stage.duration - lasts) / 2 + 0.15 * stage.rng.uniform(-1, 1)
    pace = stage.vary(stage.speed(natural), 0.04)
    slow = pace * (1 - 0.12 * abs(degrees) / 90)
    speed = stage.keyed([(begin - 0.5, pace), (begin + lasts / 2, slow), (begin + lasts + 0.5, pace)])
    heading = stage.keyed([(begin, 0.0), (begin + lasts, angle)])
    score, _ = travel(stage, speed, heading, stage.constant(float(running)))
    gait, side = "run" if running else "walk", "turn left" if degrees > 0 else "turn right"
    return Performance(score, stage.duration, (Span(0, stage.duration, gait), Span(begin, begin + lasts, side)))


# name, label, seconds, gait, degrees (left is positive), metres a second, seconds that the corner takes, in words
_CORNERS = (
    ("turn_left_45", "turn_left", 4.5, "walk", 45, 1.25, 1.5, "walks and veers 45 degrees to the left"),
    ("turn_right_45", "turn_right", 4.5, "walk", -45, 1.25, 1.5, "walks and veers 45 degrees to the right"),
    ("turn_left_90", "turn_left", 5.0, "walk", 90, 1.2, 1.9, "walks round a corner to the left"),
    ("turn_right_90", "turn_right", 5.0, "walk", -90, 1.2, 1.9, "walks round a corner to the right"),
    ("run_turn_left", "run_turn_left", 4.0, "run", 60, 2.7, 1.5, "runs round a bend to the left"),
    ("run_turn_right", "run_turn_right", 4.0, "run", -60, 2.7, 1.5, "runs round a bend to the right"),
)
for _name, _label, _seconds, _gait, _degrees, _speed, _lasts, _words in _CORNERS:
    _make = partial(_corner, degrees=_degrees, natural=_speed, lasts=_lasts, running=_gait == "run")
    behaviour(_name, _label, _seconds, _words, begins=_gait)(_make)


def _on_the_spot(stage: Stage, degrees: float) -> Performance:
    """A turn where the performer stands, the foot on the inside first."""
    angle = np.radians(stage.vary(degrees, 0.05))
    lasts = stage.vary(1.0 + abs(degrees) / 120, 0.06)
    begin = stage.vary(1.1, 0.15)
    heading = stage.keyed([(begin, 0.0), (begin + lasts, angle)])
    inside = "left" if degrees > 0 else "right"
    score, _ = travel(stage, stage.constant(0.0), heading, bouts=[Bout(begin, begin + lasts + 0.1, inside)])
    side = "turn left" if degrees > 0 else "turn right"
    return Performance(score, stage.duration, (Span(0, stage.duration, "stand"), Span(begin, begin + lasts, side)))


# name, label, seconds, degrees, in words
_SPINS = (
    ("spin_left", "spin_left", 4.0, 90, "turns a quarter to the left on the spot"),
    ("spin_right", "spin_right", 4.0, -90, "turns a quarter to the right on the spot"),
    ("turn_around", "spin_left", 4.5, 180, "turns right round on the spot"),
)
for _name, _label, _seconds, _degrees, _words in _SPINS:
    behaviour(_name, _label, _seconds, _words)(partial(_on_the_spot, degrees=_degrees))
