"""Walking: at several speeds, out of a stand and back into one, backwards."""

from __future__ import annotations

from functools import partial

from motionloom.core.body import SIDES
from motionloom.sample.registry import behaviour
from motionloom.sample.stage import Bout, Performance, Span, Stage, travel


def _steady(stage: Stage, natural: float) -> Performance:
    speed = stage.constant(stage.vary(stage.speed(natural), 0.04))
    return Performance(travel(stage, speed)[0], stage.duration, (Span(0, stage.duration, "walk"),))


# name, label, seconds, metres a second, in words
_STEADY = (
    ("walk", "walk", 6.0, 1.3, "walks straight ahead at a natural pace"),
    ("walk_slow", "walk", 6.0, 0.85, "strolls straight ahead"),
    ("walk_fast", "walk", 5.0, 1.75, "walks briskly straight ahead"),
)
for _name, _label, _seconds, _speed, _words in _STEADY:
    behaviour(_name, _label, _seconds, _words, begins="walk")(partial(_steady, natural=_speed))


@behaviour("start", "start", 4.0, "stands, then sets off walking", begins="stand", ends="walk")
def make_start(stage: Stage) -> Performance:
    """A stand, and a natural walk by the second step."""
    go = stage.vary(1.2, 0.15)
    pace = stage.vary(stage.speed(1.3), 0.04)
    speed = stage.keyed([(go - 0.1, 0.0), (go + 0.9, 0.62 * pace), (go + 1.7, pace)])
    first = SIDES[int(stage.rng.integers(2))]
    score, _ = travel(stage, speed, bouts=[Bout(go, stage.duration + 3.0, first)])
    return Performance(score, stage.duration, (Span(0, go, "stand"), Span(go, stage.duration, "walk")))


@behaviour("stop", "stop", 4.0, "walks, then comes to a stand", begins="walk", ends="stand")
def make_stop(stage: Stage) -> Performance:
    """A natural walk, a last shorter step, feet together."""
    halt = stage.vary(2.6, 0.08)
    pace = stage.vary(stage.speed(1.3), 0.04)
    speed = stage.keyed([(halt - 1.2, pace), (halt - 0.1, 0.0)])
    first = SIDES[int(stage.rng.integers(2))]
    score, _ = travel(stage, speed, bouts=[Bout(-3.0, halt, first)])
    return Performance(score, stage.duration, (Span(0, halt, "walk"), Span(halt, stage.duration, "stand")))
