"""Captures damaged on purpose, by means of the tests' own: what each measure must tell from the capture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from motionloom.core import Motion, quaternion
from motionloom.core.body import body_of
from motionloom.judge.take import Take


def pop_knee(motion: Motion, at: float, side: str = "left", degrees: float = 12.0, seconds: float = 0.03) -> Motion:
    """A knee that straightens by some degrees and is back within 30 ms."""
    frames = np.arange(len(motion)) / motion.fps - at
    bump = np.exp(-0.5 * (frames / (seconds / 2.355)) ** 2)
    knee = body_of(motion.skeleton).roles[f"{side}_knee"]
    return _turn_about_thigh(motion, knee, side, -np.radians(degrees) * bump)


def _turn_about_thigh(motion, knee, side, angles):
    roles = body_of(motion.skeleton).roles
    rest = motion.skeleton.rest_positions
    across = rest[roles["left_hip"]] - rest[roles["right_hip"]]
    hip = roles[f"{side}_hip"]
    local = quaternion.rotate(quaternion.conjugate(motion.skeleton.rest_world[0][hip]), across / np.linalg.norm(across))
    axis = quaternion.rotate(motion.world[0][:, hip].astype(float), local)
    world = quaternion.multiply(quaternion.exp(axis * angles[:, None]), motion.world[0][:, knee].astype(float))
    parent = motion.world[0][:, motion.skeleton.parents[knee]].astype(float)
    rotations = motion.rotations.copy()
    rotations[:, knee] = quaternion.multiply(quaternion.conjugate(parent), world)
    return motion.with_arrays(rotations, motion.root_positions)


def slide_foot(motion: Motion, at: float, metres: float = 0.2, seconds: float = 0.2, direction: float = 0.3) -> Motion:
    """The whole body carried 20 cm over the floor within 0.2 s while it stands on a foot."""
    path = metres * _ease((np.arange(len(motion)) / motion.fps - at) / seconds)
    offset = path[:, None] * np.array([np.sin(direction), 0.0, np.cos(direction)])
    return motion.with_arrays(motion.rotations, motion.root_positions + offset)


def kill_momentum(motion: Motion, at: float, seconds: float = 0.1) -> Motion:
    """Everything comes to rest within 0.1 s and stays so."""
    time = np.arange(len(motion)) / motion.fps
    since = np.clip((time - at) / seconds, 0.0, 1.0)
    eased = np.where(time < at, time, at + seconds * (since - since**2 / 2))
    return _retime(motion, eased)


def freeze(motion: Motion, at: float, seconds: float = 0.2) -> Motion:
    """The pose held for 0.2 s, after which the motion goes on from there."""
    time = np.arange(len(motion)) / motion.fps
    return _retime(motion, np.where(time < at, time, np.maximum(at, time - seconds)))


def put_arm_through_body(motion: Motion, at: float, side: str = "left", seconds: float = 0.6) -> Motion:
    """An arm turned at the shoulder so that its hand lies in the middle of the trunk, and back."""
    roles = body_of(motion.skeleton).roles
    positions, world = motion.positions().astype(float), motion.world[0].astype(float)
    shoulder, wrist = roles[f"{side}_shoulder"], roles[f"{side}_wrist"]
    middle = (positions[:, roles["hips"]] + positions[:, roles["chest"]]) / 2
    turn = quaternion.between(positions[:, wrist] - positions[:, shoulder], middle - positions[:, shoulder])
    turn = np.where(turn[:, 3:] < 0, -turn, turn)
    bump = np.exp(-0.5 * ((np.arange(len(motion)) / motion.fps - at) / (seconds / 2.355)) ** 2)
    part = quaternion.normalise((1 - bump)[:, None] * quaternion.IDENTITY + bump[:, None] * turn)
    rotations = motion.rotations.copy()
    parent = world[:, motion.skeleton.parents[shoulder]]
    rotations[:, shoulder] = quaternion.multiply(quaternion.conjugate(parent), quaternion.multiply(part, world[:, shoulder]))
    return motion.with_arrays(rotations, motion.root_positions)


def _retime(motion: Motion, seconds: np.ndarray) -> Motion:
    """The poses at these seconds (F,), between frames where they lie there."""
    place = np.clip(seconds * motion.fps, 0, len(motion) - 1)
    first = np.minimum(place.astype(int), len(motion) - 2) if len(motion) > 1 else np.zeros(len(place), int)
    share = (place - first)[:, None]
    a, b = motion.rotations[first].astype(float), motion.rotations[first + 1].astype(float)
    b = np.where(np.einsum("fjc,fjc->fj", a, b)[..., None] < 0, -b, b)
    rotations = quaternion.normalise(a + share[..., None] * (b - a))
    roots = motion.root_positions[first] + share * (motion.root_positions[first + 1] - motion.root_positions[first])
    return motion.with_arrays(rotations, roots)


def _ease(share: np.ndarray) -> np.ndarray:
    s = np.clip(share, 0.0, 1.0)
    return s * s * (3 - 2 * s)


@dataclass(frozen=True)
class Kind:
    """A kind of damage: how it is done at a second, where, and the statistic that must tell it from the capture."""

    make: Callable[[Motion, float], Motion]
    where: Callable[[Take], np.ndarray]
    measure: str
    statistic: str


def anywhere(take: Take) -> np.ndarray:
    """Frames (F,) in which it can be done: all but the first and last third of a second."""
    time = np.arange(len(take)) / take.fps
    return (time > 0.35) & (time < time[-1] - 0.35)


def with_bent_knee(take: Take) -> np.ndarray:
    """Where the left knee has room to straighten."""
    return anywhere(take) & (take.bends[:, 0] > np.radians(15.0))


def with_foot_down(take: Take) -> np.ndarray:
    """Where a point of a foot stands and goes on standing for a quarter of a second."""
    slow = np.linalg.norm(np.nan_to_num(take.foot_velocities), axis=-1) < 0.25
    stands, span = take.low & slow, round(0.25 * take.fps)
    stays = np.array([stands[first : first + span].all(axis=0).any() for first in range(len(take))])
    return anywhere(take) & stays


def on_the_way(take: Take) -> np.ndarray:
    """Where the hips travel at a walk or faster."""
    hips = take.place("hips")[:, [0, 2]]
    return anywhere(take) & (np.linalg.norm(np.gradient(hips, 1 / take.fps, axis=0), axis=-1) > 0.8)


def in_motion(take: Take) -> np.ndarray:
    """Where some joint moves at 0.5 m/s or faster."""
    speeds = np.linalg.norm(np.gradient(take.positions, 1 / take.fps, axis=0), axis=-1)
    return anywhere(take) & (speeds.max(axis=1) > 0.5)


KINDS = {
    "knee pop, 30 ms": Kind(pop_knee, with_bent_knee, "pop", "max"),
    "foot slid 20 cm while low": Kind(slide_foot, with_foot_down, "drag", "max"),
    "momentum killed in 0.1 s": Kind(kill_momentum, on_the_way, "momentum", "max"),
    "arm through the body": Kind(put_arm_through_body, anywhere, "penetration", "max"),
    "freeze, 0.2 s": Kind(freeze, in_motion, "freeze", "max"),
}
