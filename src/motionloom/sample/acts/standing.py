"""Standing about."""

from __future__ import annotations

from motionloom.sample.registry import behaviour
from motionloom.sample.stage import Performance, Span, Stage, stand


@behaviour("stand", "stand", 5.0, "stands, breathing and swaying a little")
def make_stand(stage: Stage) -> Performance:
    """Both feet planted, breath, sway, a glance to one side."""
    side = stage.rng.choice([-1.0, 1.0]) * stage.vary(0.35, 0.4)
    at = stage.duration * stage.rng.uniform(0.3, 0.55)
    glance = [(at - 0.5, 0.0), (at, side), (at + 0.8, side), (at + 1.5, 0.0)]
    keys = {"head_turn": glance, "neck_turn": [(t, 0.5 * v) for t, v in glance]}
    return Performance(stand(stage, keys), stage.duration, (Span(0, stage.duration, "stand"),))
