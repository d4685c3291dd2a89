"""Walking: at several speeds, round corners, out of a stand and back into one."""

from __future__ import annotations

from motionloom.sample.registry import behaviour
from motionloom.sample.stage import Performance, Span, Stage, travel


def _steady(stage: Stage, natural: float) -> Performance:
    speed = stage.constant(stage.vary(stage.speed(natural), 0.04))
    return Performance(travel(stage, speed)[0], stage.duration, (Span(0, stage.duration, "walk"),))


@behaviour("walk", "walk", 6.0, "walks straight ahead at a natural pace")
def make_walk(stage: Stage) -> Performance:
    """About 1.3 m/s."""
    return _steady(stage, 1.3)


@behaviour("walk_slow", "walk", 6.0, "strolls straight ahead")
def make_walk_slow(stage: Stage) -> Performance:
    """About 0.85 m/s."""
    return _steady(stage, 0.85)


@behaviour("walk_fast", "walk", 5.0, "walks briskly straight ahead")
def make_walk_fast(stage: Stage) -> Performance:
    """About 1.75 m/s."""
    return _steady(stage, 1.75)
