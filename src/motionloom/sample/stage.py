"""What a behaviour is written with: a performer, a clock and dice, and the scores of standing and travelling."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from motionloom.core.body import SIDES, body_of
from motionloom.sample import posture, tables
from motionloom.sample.bodies import Performer
from motionloom.sample.curves import Array, keyed, smooth_step, wander
from motionloom.sample.footsteps import ANKLE_BEHIND, PLAIN, Steps, StepStyle, plan_steps
from motionloom.sample.perform import Score
from motionloom.sample.posture import Channels, Keys
from motionloom.sample.route import Bout, Route
from motionloom.sample.stances import Stance

PAD = 1.5  # seconds performed before and after the clip, so that it begins and ends in mid motion
NATURAL_SPEED = 1.3  # m/s at 1.7 m


@dataclass(frozen=True)
class Span:
    """Something named that happens from start to stop, in seconds of the clip."""

    start: float
    stop: float
    name: str


@dataclass(frozen=True)
class Performance:
    """What a behaviour makes: a score, the clip's duration in seconds, and what happens when."""

    score: Score
    duration: float
    spans: tuple[Span, ...]


@dataclass(frozen=True)
class Stage:
    """A performer about to act for `duration` seconds; rng is everything that differs from take to take."""

    performer: Performer
    duration: float
    rng: np.random.Generator

    @cached_property
    def times(self) -> Array:
        """Seconds (F,) at the performer's rate, from before the clip's start to after its end; 0 is the clip's first frame."""
        fps = self.performer.fps
        before, frames = round(PAD * fps), round((self.duration + 2 * PAD) * fps)
        return (np.arange(frames) - before) / fps

    @property
    def leg(self) -> float:
        """Leg length in metres."""
        return body_of(self.performer.skeleton).leg_length

    @property
    def loose(self) -> float:
        """How much this performer varies."""
        return self.performer.manner.looseness

    def speed(self, natural: float) -> float:
        """A speed in m/s scaled to this body: natural is that of somebody 1.7 m tall (equal Froude numbers)."""
        return float(natural * np.sqrt(self.performer.height / 1.7))

    def vary(self, value: float, share: float) -> float:
        """The value, a little different in every take."""
        return float(value * (1 + share * self.loose * self.rng.uniform(-1, 1)))

    def keyed(self, keys: Keys) -> Array:
        """A curve (F,) through (second, value) keys."""
        return keyed(self.times, keys)

    def constant(self, value: float) -> Array:
        """A curve (F,) that stays."""
        return np.full(len(self.times), float(value))


def sway(stage: Stage, amount: float = 1.0) -> Array:
    """The wandering (F, 2) metres of a standing person's centre of pressure."""
    size = 0.004 * amount * stage.loose * stage.performer.height / 1.7
    return np.stack([wander(stage.rng, stage.times, size, 9, 1.5), wander(stage.rng, stage.times, 0.8 * size, 7, 1.2)], axis=1)


def stand(
    stage: Stage, keys: Mapping[str, Keys] | None = None, drop: Keys = ((0.0, 0.0),), stance: float = 1.25, staggered: float = 0.0
) -> Score:
    """The score of standing with both feet planted: keys replace posture channels, drop lowers the hips in metres.

    stance scales the distance between the feet; staggered metres puts the left foot ahead of the right.
    """
    performer, times = stage.performer, stage.times
    manner, still = performer.manner, stage.constant(0.0)
    channels = posture.breathe(posture.standing(manner, times), times, stage.rng)
    channels = posture.loosen(channels, times, stage.rng, 0.8 * stage.loose)
    channels = posture.overlay(channels, keys or {}, times)
    apart = manner.step_width * performer.height * stance
    stances: dict[str, list[Stance]] = {}
    for side, sign in zip(SIDES, (1.0, -1.0), strict=True):
        ahead = sign * staggered / 2 - ANKLE_BEHIND * performer.height
        yaw = sign * manner.toe_out * 1.2
        stances[side] = [Stance(side, (sign * apart, ahead), yaw, -np.inf, -np.inf, np.inf, np.inf)]
    lower = stage.keyed(drop) + 0.002 + wander(stage.rng, times, 0.0008 * stage.loose, 6, 2)
    path = np.stack([still, still], axis=1)
    return Score(times, still, path, channels, stances, lower, sway(stage), {side: stage.constant(0.06) for side in SIDES})


def travel(
    stage: Stage,
    speed: Array,
    heading: Array | None = None,
    running: Array | None = None,
    bouts: Sequence[Bout] | None = None,
    style: StepStyle = PLAIN,
    lower: Array | float = 0.0,
    change: Callable[[Steps], Steps] = lambda steps: steps,
) -> tuple[Score, Steps]:
    """The score of walking and running along a route, and its steps; without bouts the gait goes on past both ends of the clip.

    speed (F,) m/s, heading (F,) radians, running (F,) 0..1; lower metres brings the hips down (crouched gaits);
    change may move the steps before anything else follows from them.
    """
    times, performer, rng = stage.times, stage.performer, stage.rng
    if bouts is None:
        bouts = (Bout(float(times[0]) - 1.0, float(times[-1]) + 1.0, SIDES[int(rng.integers(2))]),)
    heading = stage.constant(0.0) if heading is None else heading
    running = stage.constant(0.0) if running is None else running
    speed = speed * (1 + wander(rng, times, 0.015 * stage.loose, 6, 2))
    way = Route(times, speed, heading, running, tuple(bouts))
    steps = change(plan_steps(performer, way, style, rng))
    swings = {side: 1 + wander(rng, times, 0.06 * stage.loose, 5, 1.2) for side in SIDES}
    channels = posture.gait(performer.manner, times, steps.phase, steps.amount, running, np.abs(speed), swings)
    channels = posture.lean_into_turns(channels, heading, speed, performer.fps)
    channels = posture.breathe(channels, times, rng, 0.7, 3.0)
    channels = posture.loosen(channels, times, rng, stage.loose)
    brisk = np.clip(np.abs(speed) / stage.speed(NATURAL_SPEED), 0, 1.35)
    drop = tables.hips_drop(2 * steps.phase, brisk, running) * stage.leg * steps.amount + 0.002 + lower
    still = sway(stage) * (1 - np.clip(steps.amount, 0, 1))[:, None]
    knees = {side: stage.constant(0.05) for side in SIDES}
    return Score(times, heading, way.path, channels, steps.stances, drop, still, knees), steps


def act_over(stage: Stage, score: Score, keys: Mapping[str, Keys], start: float, stop: float, ease: float = 0.35) -> Score:
    """The score with keyed posture channels laid over it between two seconds, eased in and out."""
    hold = smooth_step((stage.times - start) / ease) * smooth_step((stop - stage.times) / ease)
    return replace(score, channels=posture.overlay(score.channels, keys, stage.times, hold))


__all__ = ["PAD", "Bout", "Channels", "Performance", "Span", "Stage", "StepStyle", "act_over", "stand", "sway", "travel"]
