"""What people do in a crowd: short starts and stops, tight turns, and single steps from a stand to a stand.

They are not part of the sample library unless asked for."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from motionloom.core.body import SIDES
from motionloom.sample.curves import smooth_step
from motionloom.sample.footsteps import Steps
from motionloom.sample.registry import behaviour
from motionloom.sample.stage import Bout, Performance, Span, Stage, StepStyle, travel

BEGIN = 0.35  # seconds that somebody stands before a step or a start
LASTS = 0.95  # seconds of a step: one foot, and the other beside it


def _short_start(stage: Stage, first: str) -> Performance:
    """A stand, and a natural walk with the first step."""
    pace = stage.vary(stage.speed(1.3), 0.04)
    speed = stage.keyed([(BEGIN - 0.1, 0.0), (BEGIN + 0.45, 0.6 * pace), (BEGIN + 0.95, pace)])
    score, _ = travel(stage, speed, bouts=[Bout(BEGIN, stage.duration + 3.0, first)])
    return Performance(score, stage.duration, (Span(0, BEGIN, "stand"), Span(BEGIN, stage.duration, "walk")))


def _short_stop(stage: Stage, last: str) -> Performance:
    """A natural walk, one step that brakes, feet together."""
    halt = 1.5
    pace = stage.vary(stage.speed(1.3), 0.04)
    speed = stage.keyed([(halt - 0.95, pace), (halt - 0.05, 0.0)])
    score, steps = travel(stage, speed, bouts=[Bout(-3.0, halt, "left")])
    if max(steps.stances, key=lambda side: steps.stances[side][-1].on) != last:
        score, _ = travel(stage, speed, bouts=[Bout(-3.0, halt, "right")])
    return Performance(score, stage.duration, (Span(0, halt, "walk"), Span(halt, stage.duration, "stand")))


def _tight_turn(stage: Stage, degrees: float) -> Performance:
    """A corner within two steps, in the middle of a walk that slows down for it; left is positive."""
    angle, begin, lasts = np.radians(degrees), 1.4, 1.25
    pace = stage.vary(stage.speed(1.2), 0.04)
    speed = stage.keyed([(begin - 0.6, pace), (begin + lasts / 2, 0.75 * pace), (begin + lasts + 0.6, pace)])
    heading = stage.keyed([(begin, 0.0), (begin + lasts, angle)])
    score, _ = travel(stage, speed, heading)
    side = "turn left" if degrees > 0 else "turn right"
    return Performance(score, stage.duration, (Span(0, stage.duration, "walk"), Span(begin, begin + lasts, side)))


def _little_turn(stage: Stage, degrees: float, lasts: float = LASTS) -> Performance:
    """A turn where one stands that takes a few short steps, the foot on the inside first; left is positive."""
    heading = stage.keyed([(BEGIN, 0.0), (BEGIN + lasts - 0.05, np.radians(degrees))])
    score, _ = travel(stage, stage.constant(0.0), heading, bouts=[Bout(BEGIN, BEGIN + lasts, "left" if degrees > 0 else "right")])
    side = "turn left" if degrees > 0 else "turn right"
    return Performance(score, stage.duration, (Span(0, stage.duration, "stand"), Span(BEGIN, BEGIN + lasts, side)))


def _step(stage: Stage, left: float, ahead: float) -> Performance:
    """One step from a stand to a stand, so many leg lengths to the left and ahead: one foot goes, the other comes beside it."""
    offset = stage.leg * np.array([stage.vary(left, 0.05), stage.vary(ahead, 0.05)])
    first = ("left" if left > 0 else "right") if left else SIDES[int(stage.rng.integers(2))]

    def move(steps: Steps) -> Steps:
        moved = {
            side: [held[0], *(replace(s, place=(s.place[0] + offset[0], s.place[1] + offset[1])) for s in held[1:])]
            for side, held in steps.stances.items()
        }
        return replace(steps, stances=moved)

    style = StepStyle(strike=0.05, lift=0.5, flick=0.4, leave=0.5, toes_first=ahead < 0)
    score, _ = travel(stage, stage.constant(0.0), bouts=[Bout(BEGIN, BEGIN + LASTS, first)], style=style, change=move)
    gone = smooth_step((stage.times - BEGIN + 0.05) / (LASTS + 0.05))
    score = replace(score, path=score.path + gone[:, None] * offset)
    return Performance(score, stage.duration, (Span(0, stage.duration, "stand"), Span(BEGIN, BEGIN + LASTS, "step")))


for _side in SIDES:
    behaviour(f"start_short_{_side}", "start", 2.2, f"sets off with the {_side} foot at once", "stand", "walk", extra=True)(
        partial(_short_start, first=_side)
    )
    behaviour(f"stop_short_{_side}", "stop", 2.2, f"stops within a step, the {_side} foot last", "walk", "stand", extra=True)(
        partial(_short_stop, last=_side)
    )
    behaviour(f"turn_tight_{_side}", f"turn_{_side}", 4.2, f"walks round a tight corner to the {_side}", "walk", extra=True)(
        partial(_tight_turn, degrees=100.0 if _side == "left" else -100.0)
    )
    behaviour(f"turn_little_{_side}", f"spin_{_side}", 1.75, f"turns a little to the {_side} on the spot", extra=True)(
        partial(_little_turn, degrees=40.0 if _side == "left" else -40.0)
    )
    behaviour(f"turn_quarter_{_side}", f"spin_{_side}", 1.9, f"turns a quarter round to the {_side} with two quick steps", extra=True)(
        partial(_little_turn, degrees=88.0 if _side == "left" else -88.0, lasts=1.05)
    )
    behaviour(f"turn_half_{_side}", f"spin_{_side}", 2.4, f"turns round to the {_side} with a few quick steps", extra=True)(
        partial(_little_turn, degrees=172.0 if _side == "left" else -172.0, lasts=1.55)
    )
# name, leg lengths to the left, ahead, in words
_STEPS = (
    ("step_ahead", 0.0, 0.55, "takes a step ahead"),
    ("step_back", 0.0, -0.4, "takes a step back"),
    ("step_left", 0.42, 0.0, "takes a step to the left"),
    ("step_right", -0.42, 0.0, "takes a step to the right"),
    ("stride_ahead", 0.0, 0.8, "takes a long step ahead"),
    ("stride_back", 0.0, -0.75, "takes a long step back"),
    ("step_ahead_left", 0.3, 0.45, "takes a step ahead and to the left"),
    ("step_ahead_right", -0.3, 0.45, "takes a step ahead and to the right"),
)
for _name, _left, _ahead, _words in _STEPS:
    behaviour(_name, "step", 1.75, _words, extra=True)(partial(_step, left=_left, ahead=_ahead))
