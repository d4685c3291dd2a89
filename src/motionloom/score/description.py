"""Motion as the learnt scorers see it: the same joints of every body, in leg lengths, at one rate."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import ROLES, body_of
from motionloom.core.editing import resample
from motionloom.core.ground import ground_height
from motionloom.core.heading import headings, to_heading_frame
from motionloom.core.kinematics import differentiate

RATE = 30.0  # Hz
STAND_INS = {"spine": "chest", "neck": "head", "toe": "ankle", "clavicle": "shoulder"}  # for optional roles that a body lacks
LIMBS: dict[str, tuple[str, ...]] = {
    "trunk": ("hips", "spine", "chest", "neck", "head"),
    **{f"{side} arm": tuple(f"{side}_{part}" for part in ("clavicle", "shoulder", "elbow", "wrist")) for side in ("left", "right")},
    **{f"{side} leg": tuple(f"{side}_{part}" for part in ("hip", "knee", "ankle", "toe")) for side in ("left", "right")},
}


@dataclass(frozen=True, eq=False)
class Description:
    """Joints in the order of `ROLES`, lengths in leg lengths, at `RATE`.

    world (F, R, 3): positions, heights above the floor; facing (F,) radians; roots (F, 3): the hips on the ground.
    """

    world: NDArray[np.float64]
    facing: NDArray[np.float64]
    roots: NDArray[np.float64]

    def seen_from_hips(self) -> NDArray[np.float64]:
        """Positions, velocities and accelerations (F, R, 9) in each frame's own heading frame."""
        moving = [self.world, differentiate(self.world, RATE), differentiate(self.world, RATE, order=2)]
        origins = [self.roots, np.zeros_like(self.roots), np.zeros_like(self.roots)]
        turned = [to_heading_frame(points, origin, self.facing) for points, origin in zip(moving, origins, strict=True)]
        return np.concatenate([turned[0], turned[1], turned[2] / RATE], axis=-1)

    def windows(self, seconds: float) -> NDArray[np.float64]:
        """Positions (F, D) over +- `seconds` about each frame, seen from the hips at that frame; ends repeat."""
        reach = round(seconds * RATE)
        frames = np.clip(np.arange(len(self.world))[:, None] + np.arange(-reach, reach + 1, 3), 0, len(self.world) - 1)
        points = self.world[frames].reshape(len(frames), -1, 3)
        return to_heading_frame(points, self.roots, self.facing).reshape(len(frames), -1)


def describe(motion: Motion) -> Description:
    """What the learnt scorers see of a motion."""
    body = body_of(motion.skeleton)
    slow = motion if motion.fps == RATE else resample(motion, RATE)
    joints = [body.roles[role] if role in body.roles else body.joint(_stand_in(role)) for role in ROLES]
    positions = (slow.positions()[:, joints].astype(np.float64) - [0.0, ground_height(motion), 0.0]) / body.leg_length
    hips = positions[:, ROLES.index("hips")]
    return Description(positions, headings(slow), hips * [1.0, 0.0, 1.0])


def to_frames(trace: NDArray[np.float64], motion: Motion) -> NDArray[np.float64]:
    """A trace at `RATE` at every frame (F,) of the motion it is about."""
    return np.interp(np.arange(len(motion)) / motion.fps * RATE, np.arange(len(trace)), trace)


def _stand_in(role: str) -> str:
    side, _, part = role.rpartition("_")
    return f"{side}_{STAND_INS[part]}" if side else STAND_INS[part]
