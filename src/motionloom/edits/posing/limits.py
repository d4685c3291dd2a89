"""How far joints turn, as captures show it: soft limits for posing, learned from a library's own clips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, Skeleton, quaternion
from motionloom.core.body import is_body
from motionloom.core.roles import find_roles
from motionloom.edits.posing.twist import bone_axis
from motionloom.library import Library
from motionloom.making.choice import Choice, choose

Floats = NDArray[np.float64]
PERCENT = 0.5  # of all frames at either end are taken for strays
SLACK = 0.1  # radians that a joint may go beyond what was seen
EVERY = 0.1  # seconds between the frames that are looked at
MOST_CLIPS = 200
FREE = ("hips",)  # roles that turn as they like: how a body stands in the world is no limit of a joint


@dataclass(frozen=True)
class Limits:
    """Of body roles, the ranges of swing (three rotation-vector components) and twist, radians: role -> low (4,), high (4,)."""

    ranges: Mapping[str, tuple[tuple[float, ...], tuple[float, ...]]]
    frames: int

    def clamp(self, skeleton: Skeleton, rotations: Floats) -> Floats:
        """The pose (J, 4) with joints that go beyond their limits turned back to them; others keep every bit."""
        clamped = rotations.copy()
        for role, joint in find_roles_once(skeleton).items():
            if role not in self.ranges:
                continue
            low, high = (np.array(side) for side in self.ranges[role])
            values = _measure(skeleton, joint, rotations[None, joint])[0]
            wanted = np.clip(values, low - SLACK, high + SLACK)
            if np.abs(wanted - values).max() > 1e-9:
                clamped[joint] = _compose(skeleton, joint, wanted)
        return clamped


def learn_limits(motions: list[Motion]) -> Limits:
    """The limits that motions show, each joint by its role; what few show is left free."""
    seen = dict[str, list[Floats]]()
    frames = 0
    for motion in motions:
        if not is_body(motion.skeleton):
            continue
        rows = motion.rotations[:: max(1, round(EVERY * motion.fps))].astype(np.float64)
        frames += len(rows)
        for role, joint in find_roles_once(motion.skeleton).items():
            if role not in FREE:
                seen.setdefault(role, []).append(_measure(motion.skeleton, joint, rows[:, joint]))
    ranges = {}
    for role, parts in seen.items():
        low, high = np.percentile(np.concatenate(parts), [PERCENT, 100 - PERCENT], axis=0)
        ranges[role] = (tuple(low.tolist()), tuple(high.tolist()))
    return Limits(ranges, frames)


def library_limits(library: Library) -> Limits:
    """The limits that a library's captures show, found once for what it holds."""
    clips = choose(library, Choice())[:MOST_CLIPS]
    return _limits_of(library, tuple(clip.content for clip in clips), tuple(clip.id for clip in clips))


@lru_cache(maxsize=4)
def _limits_of(library: Library, contents: tuple[str, ...], clips: tuple[str, ...]) -> Limits:
    return learn_limits([library.motion(clip) for clip in clips])


@lru_cache(maxsize=64)
def find_roles_once(skeleton: Skeleton) -> Mapping[str, int]:
    """The joints of a skeleton's roles."""
    return find_roles(skeleton)


def _measure(skeleton: Skeleton, joint: int, rotations: Floats) -> Floats:
    """Swing and twist (F, 4), radians, of rotations (F, 4) from how the joint rests."""
    turned = quaternion.multiply(quaternion.conjugate(skeleton.rest_rotations[joint]), rotations)
    swing, twist = quaternion.split_twist(turned, bone_axis(skeleton, joint))
    about = np.sum(quaternion.log(twist) * bone_axis(skeleton, joint), axis=-1, keepdims=True)
    return np.concatenate([quaternion.log(swing), about], axis=-1)


def _compose(skeleton: Skeleton, joint: int, values: Floats) -> Floats:
    turned = quaternion.multiply(quaternion.exp(values[:3]), quaternion.exp(values[3] * bone_axis(skeleton, joint)))
    return quaternion.multiply(skeleton.rest_rotations[joint], turned)
