"""What goes wrong in a moment: a knee that pops, a body that stops as if it had no mass."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.body import SIDES, body_of
from motionloom.core.editing import sample_at
from motionloom.core.kinematics import differentiate
from motionloom.score.captures import Capture
from motionloom.score.damage.base import Damaged, register

POP_DEGREES, POP_SECONDS = 12.0, 0.03  # by how much a knee straightens, and for how long (full width at half height)
BENT = 15.0  # degrees that a knee must be bent by, to have room to straighten
TRAVELLING = 0.8  # metres a second: a body at rest has no momentum to lose
STOP_SECONDS = 0.1
MARGIN = 0.35  # seconds at either end that stay as they are


@register("knee pop")
def pop_knee(capture: Capture, other: Capture, rng: np.random.Generator) -> Damaged | None:
    """A knee that straightens by 12 degrees and is back within 30 ms, as where a leg was put to its place frame by frame."""
    motion, side = capture.motion, str(rng.choice(SIDES))
    at = _choose(motion, _knee_bends(motion, side) > np.radians(BENT), rng)
    if at is None:
        return None
    bump = np.exp(-0.5 * ((np.arange(len(motion)) - at) / (POP_SECONDS * motion.fps / 2.355)) ** 2)
    roles, (world, _) = body_of(motion.skeleton).roles, motion.world
    knee, axis = roles[f"{side}_knee"], _thigh_axis(motion, side)
    turned = quaternion.multiply(quaternion.from_axis_angle(axis, -np.radians(POP_DEGREES) * bump), world[:, knee].astype(np.float64))
    parent = world[:, motion.skeleton.parents[knee]].astype(np.float64)
    rotations = motion.rotations.astype(np.float64)
    rotations[:, knee] = quaternion.normalise(quaternion.multiply(quaternion.conjugate(parent), turned))
    return Damaged(motion.with_arrays(rotations, motion.root_positions), capture.plants, bump > 0.01)


@register("momentum")
def stop_dead(capture: Capture, other: Capture, rng: np.random.Generator) -> Damaged | None:
    """A body on its way that comes to rest within 0.1 s and stays so."""
    motion = capture.motion
    speed = np.linalg.norm(differentiate(motion.root_positions[:, [0, 2]].astype(np.float64), motion.fps), axis=1)
    at = _choose(motion, speed > TRAVELLING, rng)
    if at is None:
        return None
    span, frames = STOP_SECONDS * motion.fps, np.arange(len(motion), dtype=np.float64)
    since = np.clip((frames - at) / span, 0.0, 1.0)
    played = np.where(frames < at, frames, at + span * (since - since**2 / 2))
    plants = capture.plants[np.rint(played).astype(np.intp)]
    return Damaged(sample_at(motion, played), plants, np.abs(frames - at - span / 2) <= span)


def _choose(motion: Motion, where: NDArray[np.bool_], rng: np.random.Generator) -> int | None:
    """A random frame of those where (F,), clear of both ends; None where there is none."""
    margin = round(MARGIN * motion.fps)
    inside = where.copy()
    inside[:margin] = inside[len(inside) - margin :] = False
    places = np.flatnonzero(inside)
    return int(rng.choice(places)) if len(places) else None


def _thigh_axis(motion: Motion, side: str) -> NDArray[np.float64]:
    """The axis (F, 3) about which a knee bends: from hip to hip at rest, carried by the thigh."""
    roles, skeleton = body_of(motion.skeleton).roles, motion.skeleton
    across = skeleton.rest_positions[roles["left_hip"]] - skeleton.rest_positions[roles["right_hip"]]
    hip = roles[f"{side}_hip"]
    local = quaternion.rotate(quaternion.conjugate(skeleton.rest_world[0][hip]), across / np.linalg.norm(across))
    return np.asarray(quaternion.rotate(motion.world[0][:, hip].astype(np.float64), local))


def _knee_bends(motion: Motion, side: str) -> NDArray[np.float64]:
    """How far (F,) a knee is bent, radians."""
    roles, positions = body_of(motion.skeleton).roles, motion.positions().astype(np.float64)
    hip, knee, ankle = (positions[:, roles[f"{side}_{part}"]] for part in ("hip", "knee", "ankle"))
    thigh, shin = knee - hip, ankle - knee
    turn = np.einsum("fc,fc->f", np.cross(thigh, shin), _thigh_axis(motion, side))
    return np.asarray(np.arctan2(turn, np.einsum("fc,fc->f", thigh, shin)))
