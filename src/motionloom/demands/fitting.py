"""Performers on the pool's body: hands and feet where they were, and soles that were flat on the floor flat again.

Rotations alone do where performers are built alike. Where one is much smaller, arms go into the body and the feet leave the balance
(CMU's 141 on 69: limbs inside the body are ten times as rare as captured), so hands and feet are put where they were, by roles. Capture
systems place the ankle and the toe each in its own way, too, so that one performer's standing sole tilts by up to 17 degrees on the bones
of another, and a heel or the toes dig into the floor. Each body's own standing tells by how much.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.align.put_on import put_on
from motionloom.align.retarget import retarget
from motionloom.core import Motion, Skeleton, quaternion
from motionloom.core.body import body_of
from motionloom.core.ground import foot_points
from motionloom.core.heading import with_heading_in_root
from motionloom.core.roles import SIDES

ENOUGH = 60  # soles seen flat, or nothing is known of a body's feet
LEAST, MOST = np.radians(2.0), np.radians(40.0)  # a smaller tilt is not worth the change; a larger one is no habit of a capture system


ALIKE = 0.08  # share by which the legs of two performers may differ for rotations alone to do


@dataclass(frozen=True)
class Fit:
    """How a performer's motion is put on the pool's body: by roles (`align.retarget`) or by the bones, and radians that the feet are
    turned by, toes up."""

    by_roles: bool = False
    turn: float = 0.0


AS_IT_IS = Fit()


def fit(motion: Motion, skeleton: Skeleton, how: Fit) -> Motion:
    """The motion on another body."""
    placed = retarget(motion, skeleton) if how.by_roles else put_on(motion, skeleton)
    return turn_feet(with_heading_in_root(placed), how.turn)


def choose_fit(own: Skeleton, skeleton: Skeleton) -> Fit:
    """By roles where the bodies are not alike; nothing is known of the feet yet."""
    return Fit(abs(body_of(own).leg_length / body_of(skeleton).leg_length - 1) > ALIKE)


def sole_tilts(motion: Motion, plants: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How far (n,) radians each sole is tilted, toes up, while it stands on heel and toe as plants (F, 4) say."""
    points = foot_points(motion)
    found = []
    for heel, toe in ((0, 1), (2, 3)):
        flat = plants[:, heel] & plants[:, toe]
        way = (points[flat, toe] - points[flat, heel]).astype(np.float64)
        found.append(np.arctan2(way[:, 1], np.hypot(way[:, 0], way[:, 2])))
    return np.concatenate(found)


def find_turns(tilts: Mapping[str, Sequence[NDArray[np.float64]]], base: str) -> dict[str, float]:
    """By how many radians the feet of each body are to be turned, toes up, to stand as those of the body `base` do.

    tilts: of each body's clips, on the base's bones (`sole_tilts`).
    """
    known = {body: np.concatenate(parts) for body, parts in tilts.items() if sum(map(len, parts)) >= ENOUGH}
    if base not in known:
        return {}
    turns = {body: float(np.median(known[base]) - np.median(rows)) for body, rows in known.items()}
    return {body: round(turn, 5) for body, turn in turns.items() if LEAST < abs(turn) < MOST}


def turn_feet(motion: Motion, turn: float) -> Motion:
    """The motion with both feet turned in the ankle, toes up by so many radians."""
    if turn == 0.0:
        return motion
    body = body_of(motion.skeleton)
    turned, places = body.skeleton.rest_world
    soles = places[body.foot_joints] + quaternion.rotate(turned[body.foot_joints], body.foot_offsets)
    rotations = motion.rotations.copy()
    for side, heel, toe in zip(SIDES, (0, 2), (1, 3), strict=True):
        ankle = body.joint(f"{side}_ankle")
        ahead = (soles[toe] - soles[heel]) * [1.0, 0.0, 1.0]
        axis = np.cross(ahead / max(float(np.linalg.norm(ahead)), 1e-9), [0.0, 1.0, 0.0])
        local = quaternion.rotate(quaternion.conjugate(turned[ankle]), axis)
        rotations[:, ankle] = quaternion.multiply(rotations[:, ankle], quaternion.from_axis_angle(local, turn).astype(np.float32))
    return motion.with_arrays(rotations, motion.root_positions)
