"""What goes wrong with transplanted limbs, put into captures on purpose: the synthetic stand-in for people's judgements.

Beside three kinds of `score.damage` these are wrong by construction: arms out of step with the legs, at another pace, elbows bent
backwards, trunks that nothing holds up, trembling. None is registered there: the scorers' own comparisons stay as they are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.body import SIDES, body_of
from motionloom.core.editing import sample_at
from motionloom.core.heading import headings
from motionloom.core.parts import find_cuts
from motionloom.score.captures import Capture
from motionloom.score.damage.base import Damage, Damaged, choose_span, find_kind, ramp

EASE = 0.15  # seconds in which the damage comes and goes
SPAN = 0.8  # of the stretch that is touched
SWING = 0.08  # leg lengths: legs and arms that swing less have no step to be out of
PACES = ((0.4, 0.6), (1.7, 2.4))
BACKWARDS = (30.0, 70.0)  # degrees
LEAN = (25.0, 45.0)  # degrees
TREMBLE_RATE, TREMBLE_DEGREES = (6.0, 11.0), (3.0, 8.0)


def out_of_step(capture: Capture, other: Capture, rng: np.random.Generator) -> Damaged | None:
    """Arms that are half a stride late: they swing with the leg of their own side."""
    motion = capture.motion
    period = _stride(motion)
    if period is None or not _swings(motion, "wrist"):
        return None
    late = np.arange(len(motion)) - period / 2
    late = np.where(late < 0, late + period, late)
    return _with_arms(capture, sample_at(motion, np.clip(late, 0, len(motion) - 1), motion.fps), rng)


def other_pace(capture: Capture, other: Capture, rng: np.random.Generator) -> Damaged | None:
    """Arms that move half as fast, or twice."""
    motion = capture.motion
    pace = rng.uniform(*PACES[int(rng.integers(2))])
    middle = len(motion) / 2
    at = middle + (np.arange(len(motion)) - middle) * pace
    folded = np.abs((at % (2 * len(motion) - 2)) - (len(motion) - 1))  # there and back, where it would run out
    played = sample_at(motion, len(motion) - 1 - folded, motion.fps)
    arms = find_cuts(motion.skeleton)["shoulders_and_arms"].joints
    if quaternion.angle_between(played.rotations[:, arms], motion.rotations[:, arms]).mean() < 0.1:
        return None
    return _with_arms(capture, played, rng)


def bend_backwards(capture: Capture, other: Capture, rng: np.random.Generator) -> Damaged:
    """An elbow that bends the wrong way."""
    motion, body = capture.motion, body_of(capture.motion.skeleton)
    side = str(rng.choice(SIDES))
    elbow, shoulder, wrist = (body.joint(f"{side}_{part}") for part in ("elbow", "shoulder", "wrist"))
    places, rest = motion.skeleton.rest_positions, motion.skeleton.rest_world[0]
    upper = places[elbow] - places[shoulder]
    axis = np.cross(body.facing, upper)  # turning about it takes the forearm back
    axis = axis / np.linalg.norm(axis)
    start, stop = choose_span(len(motion), round(SPAN * len(motion)), rng)
    share = ramp(len(motion), start, stop, EASE * motion.fps)
    turn = quaternion.from_axis_angle(np.tile(axis, (len(motion), 1)), np.radians(rng.uniform(*BACKWARDS)) * np.ones(len(motion)))
    straight = places[wrist] - places[elbow]
    straight_turn = quaternion.between(straight, upper)  # the elbow stretched, then over
    above = rest[motion.skeleton.parents[elbow]]
    at_rest = quaternion.multiply(quaternion.multiply(turn, straight_turn), rest[elbow])
    local = quaternion.multiply(quaternion.conjugate(above), at_rest)
    rotations = motion.rotations.astype(np.float64)
    rotations[:, elbow] = quaternion.slerp(rotations[:, elbow], local, share)
    return Damaged(motion.with_arrays(rotations, motion.root_positions), capture.plants, share > 0.5)


def lean_over(capture: Capture, other: Capture, rng: np.random.Generator) -> Damaged:
    """A trunk that leans further than anything holds it, to a side or back."""
    motion, body = capture.motion, body_of(capture.motion.skeleton)
    spine = body.chains["spine"][1:]
    way = rng.uniform(-np.pi, 0)  # to the sides and back: people bend forwards
    axis = np.array([np.sin(way), 0.0, np.cos(way)])
    angle = np.radians(rng.uniform(*LEAN))
    start, stop = choose_span(len(motion), round(SPAN * len(motion)), rng)
    share = ramp(len(motion), start, stop, EASE * 2 * motion.fps)
    facing = headings(motion)
    axes = quaternion.rotate(quaternion.about_y(facing), np.tile(axis, (len(motion), 1)))
    world, first = motion.world[0].astype(np.float64), spine[0]
    turned = quaternion.multiply(quaternion.from_axis_angle(axes, angle * share), world[:, first])
    rotations = motion.rotations.astype(np.float64)
    rotations[:, first] = quaternion.multiply(quaternion.conjugate(world[:, motion.skeleton.parents[first]]), turned)
    return Damaged(motion.with_arrays(rotations, motion.root_positions), capture.plants, share > 0.5)


def tremble(capture: Capture, other: Capture, rng: np.random.Generator) -> Damaged:
    """An arm that trembles, as where two clips alternate."""
    motion, body = capture.motion, body_of(capture.motion.skeleton)
    joint = body.joint(f"{rng.choice(SIDES)}_{rng.choice(['shoulder', 'elbow'])}")
    start, stop = choose_span(len(motion), round(SPAN * len(motion)), rng)
    wave = np.sin(2 * np.pi * rng.uniform(*TREMBLE_RATE) * np.arange(len(motion)) / motion.fps)
    share = ramp(len(motion), start, stop, EASE * motion.fps)
    axis = rng.normal(size=3)
    angles = np.radians(rng.uniform(*TREMBLE_DEGREES)) * wave * share
    turn = quaternion.from_axis_angle(np.tile(axis / np.linalg.norm(axis), (len(motion), 1)), angles)
    rotations = motion.rotations.astype(np.float64)
    rotations[:, joint] = quaternion.multiply(rotations[:, joint], turn)
    return Damaged(motion.with_arrays(rotations, motion.root_positions), capture.plants, share > 0.5)


KINDS: dict[str, Damage] = {
    "limb swap": find_kind("limb swap"),
    "twitch": find_kind("twitch"),
    "interpenetration": find_kind("interpenetration"),
    "arms out of step": out_of_step,
    "arms at another pace": other_pace,
    "elbow backwards": bend_backwards,
    "trunk off balance": lean_over,
    "trembling arm": tremble,
}


def _with_arms(capture: Capture, played: Motion, rng: np.random.Generator) -> Damaged:
    """The capture with both arms, shoulders too, as they are in another motion of it, eased in and out."""
    motion = capture.motion
    arms = find_cuts(motion.skeleton)["shoulders_and_arms"].joints
    start, stop = choose_span(len(motion), round(SPAN * len(motion)), rng)
    share = ramp(len(motion), start, stop, EASE * motion.fps)
    rotations = motion.rotations.copy()
    rotations[:, arms] = quaternion.slerp(motion.rotations[:, arms], played.rotations[:, arms], share[:, None])
    return Damaged(motion.with_arrays(rotations, motion.root_positions), capture.plants, share > 0.5)


def _swing(motion: Motion, part: str) -> NDArray[np.float64]:
    """How far (F,) the left one is ahead of the right one, in leg lengths."""
    body, positions = body_of(motion.skeleton), motion.positions().astype(np.float64)
    apart = positions[:, body.joint(f"left_{part}")] - positions[:, body.joint(f"right_{part}")]
    facing = headings(motion)
    return np.asarray((apart[:, 0] * np.sin(facing) + apart[:, 2] * np.cos(facing)) / body.leg_length)


def _swings(motion: Motion, part: str) -> bool:
    return bool(np.std(_swing(motion, part)) > SWING)


def _stride(motion: Motion) -> float | None:
    """Frames of one stride: the first peak of the legs' agreement with themselves; None where they do not swing evenly."""
    swing = _swing(motion, "ankle")
    if np.std(swing) < SWING:
        return None
    centred = swing - swing.mean()
    shifts = np.arange(round(0.45 * motion.fps), min(round(1.6 * motion.fps), len(swing) * 2 // 3))
    agreement = np.array([np.corrcoef(centred[shift:], centred[: len(centred) - shift])[0, 1] for shift in shifts])
    if len(agreement) < 3 or agreement.max() < 0.7:
        return None
    return float(shifts[int(np.argmax(agreement))])
