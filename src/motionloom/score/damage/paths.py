"""Where the whole body goes: slides over the ground, leans that nothing holds, hovers, a rate it was not performed at."""

from __future__ import annotations

import numpy as np

from motionloom.core import quaternion
from motionloom.core.editing import sample_at
from motionloom.core.ground import foot_points
from motionloom.score.captures import Capture
from motionloom.score.damage.base import Damaged, ramp, register, register_planted

SLIDE_SECONDS, SLIDE_SPEED = (0.5, 1.0), (0.15, 0.6)  # metres a second at its fastest
LEAN_SECONDS, LEAN_DEGREES = (0.8, 1.4), (14.0, 25.0)
HOVER_SECONDS, HOVER_METRES = (0.6, 1.2), (0.04, 0.1)
RATE = (1.6, 2.2)  # times too fast
MOVING = 0.4  # metres a second: slower performances look right at any rate


@register_planted("slide", SLIDE_SECONDS, 0.6)
def slide(capture: Capture, start: int, stop: int, rng: np.random.Generator) -> Damaged:
    """The body glides over the ground while a foot stands: what clean-up is for."""
    motion, frames = capture.motion, len(capture.motion)
    speed = rng.uniform(*SLIDE_SPEED) * ramp(frames, start, stop, (stop - start) / 3)
    angle = rng.uniform(0, 2 * np.pi)
    away = np.cumsum(speed) / motion.fps
    roots = motion.root_positions + away[:, None] * [np.sin(angle), 0.0, np.cos(angle)]
    return Damaged(motion.with_arrays(motion.rotations, roots), capture.plants, speed > 0)


@register_planted("lean", LEAN_SECONDS, 0.8)
def lean(capture: Capture, start: int, stop: int, rng: np.random.Generator) -> Damaged:
    """The body tips about its feet and stays up although nothing holds it."""
    motion, frames = capture.motion, len(capture.motion)
    amount = np.radians(rng.uniform(*LEAN_DEGREES)) * ramp(frames, start, stop, 0.3 * motion.fps)
    towards = rng.uniform(0, 2 * np.pi)
    axis = np.array([np.cos(towards), 0.0, -np.sin(towards)])
    turn = quaternion.from_axis_angle(np.tile(axis, (frames, 1)), amount)
    feet = foot_points(motion).astype(np.float64)
    pivot = feet[start:stop].mean(axis=(0, 1)) * [1.0, 0.0, 1.0] + [0.0, feet[start:stop, :, 1].min(), 0.0]
    rotations = motion.rotations.astype(np.float64)
    rotations[:, 0] = quaternion.multiply(turn, rotations[:, 0])
    roots = quaternion.rotate(turn, motion.root_positions - pivot) + pivot
    return Damaged(motion.with_arrays(rotations, roots), capture.plants, amount > 0)


@register_planted("hover", HOVER_SECONDS, 0.8)
def hover(capture: Capture, start: int, stop: int, rng: np.random.Generator) -> Damaged:
    """The body is lifted by some centimetres and goes on as if it stood."""
    motion, frames = capture.motion, len(capture.motion)
    height = rng.uniform(*HOVER_METRES) * ramp(frames, start, stop, (stop - start) / 3)
    return Damaged(
        motion.with_arrays(motion.rotations, motion.root_positions + height[:, None] * [0.0, 1.0, 0.0]), capture.plants, height > 0
    )


@register("wrong rate")
def play_too_fast(capture: Capture, other: Capture, rng: np.random.Generator) -> Damaged | None:
    """A travelling motion played about twice as fast as it was performed."""
    motion, frames = capture.motion, len(capture.motion)
    path = np.linalg.norm(np.diff(motion.root_positions[:, [0, 2]], axis=0), axis=1).sum()
    if path / motion.duration < MOVING:
        return None
    at = np.arange(0, frames - 1, rng.uniform(*RATE))
    nearest = np.rint(at).astype(np.intp)
    return Damaged(sample_at(motion, at), capture.plants[nearest], np.ones(len(at), dtype=bool))
