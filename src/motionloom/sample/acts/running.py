"""Jogging and running."""

from __future__ import annotations

from motionloom.sample.registry import behaviour
from motionloom.sample.stage import Performance, Span, Stage, travel


def _steady(stage: Stage, natural: float) -> Performance:
    speed = stage.constant(stage.vary(stage.speed(natural), 0.04))
    score, _ = travel(stage, speed, running=stage.constant(1.0))
    return Performance(score, stage.duration, (Span(0, stage.duration, "run"),))


@behaviour("jog", "jog", 4.0, "jogs straight ahead")
def make_jog(stage: Stage) -> Performance:
    """About 2.4 m/s."""
    return _steady(stage, 2.4)


@behaviour("run", "run", 4.0, "runs straight ahead")
def make_run(stage: Stage) -> Performance:
    """About 3.4 m/s."""
    return _steady(stage, 3.4)
