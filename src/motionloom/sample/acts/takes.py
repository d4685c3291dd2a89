"""Long mixed takes, as a capture day would have them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from motionloom.sample import posture
from motionloom.sample.acts.gestures import wave_keys
from motionloom.sample.registry import behaviour
from motionloom.sample.stage import Bout, Performance, Span, Stage, travel


@behaviour("take_errand", "take", 14.0, "stands, walks off, turns left, runs, slows down, stops")
def make_errand(stage: Stage) -> Performance:
    """Everything from a stand to a run and back in one take."""
    walk, run = stage.vary(stage.speed(1.3), 0.04), stage.vary(stage.speed(2.9), 0.04)
    turn = np.radians(stage.vary(85.0, 0.1))
    speed = stage.keyed(
        [(1.0, 0.0), (2.0, 0.62 * walk), (2.8, walk), (6.0, walk), (7.2, run), (9.6, run), (10.8, walk), (11.6, walk), (12.7, 0.0)]
    )
    heading = stage.keyed([(3.4, 0.0), (5.2, turn)])
    running = stage.keyed([(6.4, 0.0), (6.8, 1.0), (10.0, 1.0), (10.4, 0.0)])
    score, _ = travel(stage, speed, heading, running, [Bout(1.1, 12.8, "left")])
    spans = (Span(0, 1.1, "stand"), Span(1.1, 6.6, "walk"), Span(3.4, 5.2, "turn left"), Span(6.6, 10.2, "run"))
    return Performance(score, stage.duration, (*spans, Span(10.2, 12.8, "walk"), Span(12.8, stage.duration, "stand")))


@behaviour("take_greeting", "take", 14.0, "walks up, stops, waves, turns on the spot and walks away", begins="walk")
def make_greeting(stage: Stage) -> Performance:
    """Two walks with a stand, a wave and a turn between them."""
    walk = stage.vary(stage.speed(1.25), 0.04)
    speed = stage.keyed([(2.3, walk), (3.5, 0.0), (9.7, 0.0), (10.7, 0.62 * walk), (11.5, walk)])
    turn = -np.radians(stage.vary(115.0, 0.06))
    heading = stage.keyed([(7.4, 0.0), (9.1, turn)])
    bouts = [Bout(-3.0, 3.6, "left"), Bout(7.4, 9.2, "right"), Bout(9.8, stage.duration + 3.0, "left")]
    score, _ = travel(stage, speed, heading, bouts=bouts)
    hold = stage.keyed([(3.9, 0.0), (4.3, 1.0), (6.8, 1.0), (7.2, 0.0)])
    channels = posture.overlay(score.channels, wave_keys(stage, 4.0, 7.1), stage.times, hold)
    spans = (Span(0, 3.6, "walk"), Span(3.6, 9.8, "stand"), Span(4.0, 7.1, "wave"), Span(7.4, 9.1, "turn right"))
    return Performance(replace(score, channels=channels), stage.duration, (*spans, Span(9.8, stage.duration, "walk")))


@behaviour("take_patrol", "take", 12.0, "walks, turns right, turns left, strolls and stops", begins="walk", ends="stand")
def make_patrol(stage: Stage) -> Performance:
    """A winding walk that loses speed."""
    walk, stroll = stage.vary(stage.speed(1.4), 0.04), stage.vary(stage.speed(0.85), 0.04)
    right, left = -np.radians(stage.vary(70.0, 0.1)), np.radians(stage.vary(50.0, 0.2))
    speed = stage.keyed([(6.0, walk), (7.6, stroll), (9.4, stroll), (10.6, 0.0)])
    heading = stage.keyed([(1.0, 0.0), (2.7, right), (3.6, right), (5.6, left)])
    score, _ = travel(stage, speed, heading, bouts=[Bout(-3.0, 10.7, "right")])
    spans = (Span(0, 10.7, "walk"), Span(1.0, 2.7, "turn right"), Span(3.6, 5.6, "turn left"))
    return Performance(score, stage.duration, (*spans, Span(10.7, stage.duration, "stand")))
