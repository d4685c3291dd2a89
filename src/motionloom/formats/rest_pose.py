"""Rest poses: is frame 0 a T-pose that some program put before the motion (as in all of CMU's BVH files), and where does it stand?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Skeleton, quaternion
from motionloom.core.body import find_roles
from motionloom.core.kinematics import forward_kinematics

_STILL = np.radians(0.05)  # a joint turned by less stands in the file's zero pose
_ZERO_SHARE = 0.6  # of the joints, in a pose that was put there and not captured
_LONGEST_LEAD = 0.1  # seconds; two CMU clips have a few empty frames after the T-pose
_ORDINARY = 0.5  # seconds of motion that say how fast the joints turn here
_JUMP = 8.0  # times faster than ordinary
_SMALLEST_JUMP = np.radians(0.5)
_JUMP_SHARE = 0.5  # of the joints that move at all
_LEVEL, _STRAIGHT = np.sin(np.radians(20.0)), np.cos(np.radians(25.0))


def count_rest_frames(skeleton: Skeleton, rotations: NDArray[np.floating], fps: float) -> int:
    """How many frames at the start were put there and not captured: a T-pose, and empty frames after it. Mostly 0 or 1.

    rotations (F, J, 4) xyzw, y up. The first frames must hold a pose nobody strikes (most joints at exactly zero, or arms level
    and straight with legs down) and the motion must then begin with a leap that no motion near it equals: a clip that merely
    starts standing, in a T-pose or from the zero pose, goes on smoothly and keeps all its frames.
    """
    longest = max(1, round(_LONGEST_LEAD * fps))
    if len(rotations) < 2:
        return 0
    start = rotations[: longest + 1 + max(2, round(_ORDINARY * fps))].astype(np.float64)
    turned = 2 * np.arccos(np.clip(np.abs(start[..., 3]), 0, 1))
    zero_share = np.mean(turned < _STILL, axis=1)
    lead = int(np.argmin(zero_share >= _ZERO_SHARE)) if np.any(zero_share < _ZERO_SHARE) else len(start)
    if 0 < lead <= min(longest, len(start) - 1):
        return lead if _leaps(start, lead) else 0
    if lead == 0 and is_t_pose(skeleton, start[0]) and _leaps(start, 1):
        return 1
    return 0


def _leaps(rotations: NDArray[np.float64], at: int) -> bool:
    """Whether most joints turn into frame `at` far faster than they turn after it."""
    steps = quaternion.angle_between(rotations[at - 1 : -1], rotations[at:])
    leap, after = steps[0], steps[1:]
    # A median, for thumbs flip and arms glitch in the captures' first frames.
    ordinary = np.median(after, axis=0) if len(after) else np.zeros(len(leap))
    moving = np.maximum(leap, ordinary) > _STILL
    leaping = leap > np.maximum(_JUMP * ordinary, _SMALLEST_JUMP)
    return bool(moving.any() and leaping[moving].mean() >= _JUMP_SHARE)


def is_t_pose(skeleton: Skeleton, rotations: NDArray[np.floating]) -> bool:
    """Whether a pose (J, 4) is a person with level, straight arms and legs straight down."""
    roles = find_roles(skeleton)
    needed = [f"{side}_{part}" for side in ("left", "right") for part in ("shoulder", "elbow", "wrist", "hip", "knee", "ankle")]
    if not all(role in roles for role in needed):
        return False
    pose = np.asarray(rotations, dtype=np.float64)[None]
    places = forward_kinematics(pose, np.zeros((1, 3)), skeleton.offsets, skeleton.parents)[1][0]

    def direction(start: str, end: str) -> NDArray[np.float64]:
        bone = places[roles[end]] - places[roles[start]]
        return np.asarray(bone / max(float(np.linalg.norm(bone)), 1e-12), dtype=np.float64)

    sides = []
    for side in ("left", "right"):
        upper, lower = direction(f"{side}_shoulder", f"{side}_elbow"), direction(f"{side}_elbow", f"{side}_wrist")
        thigh, shin = direction(f"{side}_hip", f"{side}_knee"), direction(f"{side}_knee", f"{side}_ankle")
        level = max(abs(upper[1]), abs(lower[1])) < _LEVEL and float(upper @ lower) > _STRAIGHT
        sides.append((upper, level and max(thigh[1], shin[1]) < -_STRAIGHT))
    return bool(sides[0][1] and sides[1][1] and float(sides[0][0] @ sides[1][0]) < -_STRAIGHT)


def stand_on_ground(skeleton: Skeleton) -> Skeleton:
    """The skeleton with its rest pose over the origin and the lowest point of its feet (or of all it has) at height 0.

    A file tells where a T-pose stood in the room, not where a character rests; clips of one performer then share one skeleton.
    """
    still = replace(skeleton, rest_root=np.zeros(3))
    rotations, positions = still.rest_world
    roles = find_roles(skeleton)
    ankles = [roles[role] for role in ("left_ankle", "right_ankle") if role in roles]
    feet = [joint for joint in range(len(skeleton)) if not ankles or any(skeleton.is_below(joint, ankle) for ankle in ankles)]
    sites = [(site.parent, np.array(site.offset)) for site in skeleton.end_sites if site.parent in feet]
    ends = [positions[parent] + quaternion.rotate(rotations[parent], offset) for parent, offset in sites]
    lowest = min(float(point[1]) for point in [*positions[feet], *ends])
    return replace(skeleton, rest_root=np.array([0.0, -lowest, 0.0]))
