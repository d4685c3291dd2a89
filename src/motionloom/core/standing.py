"""A rest pose for skeletons whose zero pose is a heap of bones: made from how they stand in the motion.

Rigs with joint axes along the bones (Maya's habit; Bandai Namco's files) have no usable pose at all-zero angles. Bones are
pointed where a T-pose has them, the twist about them is the motion's mean, and the feet are taken while they stand. Whoever
walks with a bent back stands upright at rest; hands are in line with their forearms as they mostly were.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from motionloom.core import quaternion
from motionloom.core.body import is_body, stands_at_rest
from motionloom.core.kinematics import forward_kinematics, to_local
from motionloom.core.motion import Motion
from motionloom.core.roles import SIDES, require_roles
from motionloom.core.skeleton import Skeleton

STILL_SHARE = 10.0  # percent of frames in which a foot moves least: there it stands flat
DOWN, UP = np.array([0.0, -1.0, 0.0]), np.array([0.0, 1.0, 0.0])


def is_heap_of_bones(skeleton: Skeleton) -> bool:
    """Whether this is a body whose rest pose does not stand."""
    return is_body(skeleton) and not stands_at_rest(skeleton)


def with_standing_rest(motion: Motion) -> Motion:
    """The same motion on a skeleton that rests standing, arms out, facing +z, soles at height 0."""
    skeleton = motion.skeleton
    roles = require_roles(skeleton)
    level = _without_heading(motion, roles)
    world = quaternion.mean(level, np.ones(1, dtype=level.dtype), axis=0)
    for side in SIDES:
        foot = [roles[f"{side}_{part}"] for part in ("ankle", "toe") if f"{side}_{part}" in roles]
        still = _still_frames(motion, foot)
        world[foot] = quaternion.mean(level[still][:, foot], np.ones(1, dtype=level.dtype), axis=0)
    _straighten_trunk(world, skeleton, roles)
    for near, far, direction in _bones(roles):
        _point(world, skeleton, near, far, direction)
    _carry_extras(world, motion, {joint for role, joint in roles.items() if not role.endswith("_wrist")})
    local = to_local(quaternion.normalise(world), skeleton.parents)
    standing = replace(skeleton, rest_rotations=local, rest_root=np.zeros(3))
    lowest = min(standing.rest_positions[roles[f"{side}_toe" if f"{side}_toe" in roles else f"{side}_ankle"], 1] for side in SIDES)
    return replace(motion, skeleton=replace(standing, rest_root=np.array([0.0, -lowest, 0.0])))


def _without_heading(motion: Motion, roles: dict[str, int]) -> NDArray[np.float64]:
    """World rotations (F, J, 4) seen from the body's own facing, taken from where the hips' two sides are."""
    rotations, positions = motion.world
    across = positions[:, roles["left_hip"]] - positions[:, roles["right_hip"]]
    facing = np.cross(across, UP)
    yaw = np.arctan2(facing[:, 0], facing[:, 2])
    return quaternion.multiply(quaternion.about_y(-yaw)[:, None], rotations.astype(np.float64))


def _still_frames(motion: Motion, joints: list[int]) -> NDArray[np.intp]:
    """The frames in which these joints move least."""
    moves = np.linalg.norm(np.diff(motion.positions()[:, joints], axis=0), axis=-1).sum(axis=1)
    if len(moves) == 0:
        return np.zeros(1, dtype=np.intp)
    return np.flatnonzero(moves <= np.percentile(moves, STILL_SHARE))


def _straighten_trunk(world: NDArray[np.float64], skeleton: Skeleton, roles: dict[str, int]) -> None:
    """Turn the back, head apart, so that the shoulders are over where it begins."""
    local = to_local(quaternion.normalise(world), skeleton.parents)
    places = forward_kinematics(local, np.zeros(3), skeleton.offsets, skeleton.parents)[1]
    shoulders = places[[roles[f"{side}_shoulder"] for side in SIDES]].mean(axis=0)
    above = int(roles.get("spine", roles["chest"]))
    head = int(roles.get("neck", roles["head"]))
    back = [joint for joint in range(len(skeleton)) if skeleton.is_below(joint, above) and not skeleton.is_below(joint, head)]
    if above != roles["hips"]:
        world[back] = quaternion.multiply(quaternion.between(shoulders - places[above], UP), world[back])


def _bones(roles: dict[str, int]) -> list[tuple[int, int, NDArray[np.float64]]]:
    """(near joint, far joint, where the bone points in a T-pose)."""
    bones = []
    for side, sign in zip(SIDES, (1.0, -1.0), strict=True):
        out = np.array([sign, 0.0, 0.0])
        bones += [(roles[f"{side}_{a}"], roles[f"{side}_{b}"], DOWN) for a, b in (("hip", "knee"), ("knee", "ankle"))]
        bones += [(roles[f"{side}_{a}"], roles[f"{side}_{b}"], out) for a, b in (("shoulder", "elbow"), ("elbow", "wrist"))]
    return bones


def _point(world: NDArray[np.float64], skeleton: Skeleton, near: int, far: int, direction: NDArray[np.float64]) -> None:
    """Turn the joints from `near` to above `far` the shortest way so that the bone between them points along `direction`."""
    chain = []
    joint = far
    while joint != near:
        chain.append(joint)
        joint = int(skeleton.parents[joint])
    bone = sum((quaternion.rotate(world[skeleton.parents[j]], skeleton.offsets[j]) for j in chain), np.zeros(3))
    turn = quaternion.between(bone, direction)
    for j in {near, *(int(skeleton.parents[j]) for j in chain)}:
        world[j] = quaternion.multiply(turn, world[j])


def _carry_extras(world: NDArray[np.float64], motion: Motion, with_role: set[int]) -> None:
    """Hands and joints without a role (fingers, twist bones) follow their parent by their mean turn."""
    local = quaternion.mean(motion.rotations.astype(np.float64), np.ones(1), axis=0)
    held = set(with_role)
    for joint in range(1, len(motion.skeleton)):
        parent = int(motion.skeleton.parents[joint])
        if joint not in with_role and parent in held:
            world[joint] = quaternion.multiply(world[parent], local[joint])
            held.add(joint)
