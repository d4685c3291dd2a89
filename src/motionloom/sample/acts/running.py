"""Jogging and running, into them and out of them."""

from __future__ import annotations

from functools import partial

from motionloom.core.body import SIDES
from motionloom.sample.registry import behaviour
from motionloom.sample.stage import Bout, Performance, Span, Stage, travel


def _steady(stage: Stage, natural: float) -> Performance:
    speed = stage.constant(stage.vary(stage.speed(natural), 0.04))
    score, _ = travel(stage, speed, running=stage.constant(1.0))
    return Performance(score, stage.duration, (Span(0, stage.duration, "run"),))


# name, label, seconds, metres a second, in words
_STEADY = (
    ("jog", "jog", 4.0, 2.4, "jogs straight ahead"),
    ("run", "run", 4.0, 3.4, "runs straight ahead"),
    ("sprint", "run", 3.0, 4.8, "runs fast straight ahead"),
)
for _name, _label, _seconds, _speed, _words in _STEADY:
    behaviour(_name, _label, _seconds, _words, begins="run")(partial(_steady, natural=_speed))


def _change(stage: Stage, before: float, after: float) -> Performance:
    """A walk that becomes a run, or a run that becomes a walk; speeds in m/s for somebody 1.7 m tall."""
    first, last = (stage.vary(stage.speed(pace), 0.04) for pace in (before, after))
    middle = stage.vary(stage.duration / 2, 0.06)
    speed = stage.keyed([(middle - 0.6, first), (middle + 0.7, last)])
    up = after > before
    running = stage.keyed([(middle - 0.25, float(not up)), (middle + 0.25, float(up))])
    score, _ = travel(stage, speed, running=running)
    names = ("walk", "run") if up else ("run", "walk")
    return Performance(score, stage.duration, (Span(0, middle, names[0]), Span(middle, stage.duration, names[1])))


@behaviour("speed_up", "speed_up", 4.5, "walks, then breaks into a run", begins="walk", ends="run")
def make_speed_up(stage: Stage) -> Performance:
    """From a brisk walk to a jog."""
    return _change(stage, 1.5, 2.6)


@behaviour("slow_down", "slow_down", 4.5, "runs, then falls into a walk", begins="run", ends="walk")
def make_slow_down(stage: Stage) -> Performance:
    """From a jog to a brisk walk."""
    return _change(stage, 2.6, 1.5)


@behaviour("run_start", "run_start", 4.0, "stands, then runs off", begins="stand", ends="run")
def make_run_start(stage: Stage) -> Performance:
    """Two walking steps, then a run."""
    go = stage.vary(1.0, 0.15)
    pace = stage.vary(stage.speed(3.0), 0.04)
    speed = stage.keyed([(go - 0.1, 0.0), (go + 0.9, 0.42 * pace), (go + 2.0, pace)])
    running = stage.keyed([(go + 0.6, 0.0), (go + 1.0, 1.0)])
    score, _ = travel(stage, speed, running=running, bouts=[Bout(go, stage.duration + 3.0, SIDES[int(stage.rng.integers(2))])])
    return Performance(score, stage.duration, (Span(0, go, "stand"), Span(go, stage.duration, "run")))


@behaviour("run_stop", "run_stop", 4.5, "runs, then comes to a stand", begins="run", ends="stand")
def make_run_stop(stage: Stage) -> Performance:
    """A run, a few braking steps, feet together."""
    halt = stage.vary(3.1, 0.06)
    pace = stage.vary(stage.speed(2.8), 0.04)
    speed = stage.keyed([(halt - 2.0, pace), (halt - 1.0, 0.5 * pace), (halt - 0.1, 0.0)])
    running = stage.keyed([(halt - 1.6, 1.0), (halt - 1.2, 0.0)])
    score, _ = travel(stage, speed, running=running, bouts=[Bout(-3.0, halt, SIDES[int(stage.rng.integers(2))])])
    return Performance(score, stage.duration, (Span(0, halt, "run"), Span(halt, stage.duration, "stand")))
