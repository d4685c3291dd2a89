"""Turning: while walking, while running, and on the spot."""

from __future__ import annotations

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


@behaviour("turn_left_45", "turn_left", 4.5, "walks and veers 45 degrees to the left", begins="walk")
def make_turn_left_45(stage: Stage) -> Performance:
    """A gentle corner."""
    return _corner(stage, 45, 1.25, 1.5, False)


@behaviour("turn_right_45", "turn_right", 4.5, "walks and veers 45 degrees to the right", begins="walk")
def make_turn_right_45(stage: Stage) -> Performance:
    """A gentle corner."""
    return _corner(stage, -45, 1.25, 1.5, False)


@behaviour("turn_left_90", "turn_left", 5.0, "walks round a corner to the left", begins="walk")
def make_turn_left_90(stage: Stage) -> Performance:
    """A right angle."""
    return _corner(stage, 90, 1.2, 1.9, False)


@behaviour("turn_right_90", "turn_right", 5.0, "walks round a corner to the right", begins="walk")
def make_turn_right_90(stage: Stage) -> Performance:
    """A right angle."""
    return _corner(stage, -90, 1.2, 1.9, False)


@behaviour("run_turn_left", "run_turn_left", 4.0, "runs round a bend to the left", begins="run")
def make_run_turn_left(stage: Stage) -> Performance:
    """Sixty degrees at a jog."""
    return _corner(stage, 60, 2.7, 1.5, True)


@behaviour("run_turn_right", "run_turn_right", 4.0, "runs round a bend to the right", begins="run")
def make_run_turn_right(stage: Stage) -> Performance:
    """Sixty degrees at a jog."""
    return _corner(stage, -60, 2.7, 1.5, True)


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


@behaviour("spin_left", "spin_left", 4.0, "turns a quarter to the left on the spot")
def make_spin_left(stage: Stage) -> Performance:
    """Ninety degrees in a few steps."""
    return _on_the_spot(stage, 90)


@behaviour("spin_right", "spin_right", 4.0, "turns a quarter to the right on the spot")
def make_spin_right(stage: Stage) -> Performance:
    """Ninety degrees in a few steps."""
    return _on_the_spot(stage, -90)


@behaviour("turn_around", "spin_left", 4.5, "turns right round on the spot")
def make_turn_around(stage: Stage) -> Performance:
    """A hundred and eighty degrees to the left."""
    return _on_the_spot(stage, 180)
