"""What a body does, frame by frame, free of its size, place and rate: the ground that words are learnt on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.editing import resample
from motionloom.core.heading import headings
from motionloom.feet.floor import find_floor

RATE = 30.0  # Hz: nothing that a word names is quicker
SIDES = ("left", "right")
ROLES = (
    *("hips", "chest", "head"),
    *(f"{side}_{part}" for part in ("shoulder", "elbow", "wrist", "hip", "knee", "ankle") for side in SIDES),
)

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class BodySignals:
    """A motion at `RATE`, in leg lengths, above its floor.

    places (F, R, 3): the joints of `ROLES` in the world; feet (F, 2): height of each foot's lower point; heading (F,) radians.
    """

    places: Floats
    feet: Floats
    heading: Floats

    def __len__(self) -> int:
        return len(self.places)

    def joint(self, role: str) -> Floats:
        """Where a joint is (F, 3), leg lengths, world."""
        return self.places[:, ROLES.index(role)]

    def mirrored(self) -> BodySignals:
        """The same performance with left and right exchanged."""
        order = [ROLES.index(role.replace("left", "right") if "left" in role else role.replace("right", "left")) for role in ROLES]
        return BodySignals(self.places[:, order] * np.array([-1.0, 1.0, 1.0]), self.feet[:, ::-1], -self.heading)

    def seen_from_body(self) -> Floats:
        """The places (F, R, 3) from above the middle of the hips, facing forward: x to the left, y up, z ahead."""
        level = self.places - self.joint("hips")[:, None] * np.array([1.0, 0.0, 1.0])
        return turn_back(level, self.heading)


def turn_back(points: Floats, heading: Floats) -> Floats:
    """Points (F, R, 3) turned about the vertical so that `heading` (F,) comes to face ahead."""
    sine, cosine = np.sin(heading)[:, None], np.cos(heading)[:, None]
    x, z = points[..., 0], points[..., 2]
    return np.stack([cosine * x - sine * z, points[..., 1], sine * x + cosine * z], axis=-1)


def read_signals(motion: Motion) -> BodySignals:
    """The signals of any body with roles, at any rate."""
    body = body_of(motion.skeleton)
    at_rate = resample(motion, RATE)
    soles = at_rate.points(body.foot_joints, body.foot_offsets).astype(np.float64)
    leg = body.leg_length
    speeds = np.linalg.norm(rate_of_change(soles), axis=-1) / leg
    floor = find_floor(soles, speeds, leg)
    joints = at_rate.positions()[:, [body.joint(role) for role in ROLES]].astype(np.float64)
    joints[..., 1] -= floor.under(joints)
    lower = (soles[..., 1] - floor.under(soles)).reshape(len(soles), 2, 2).min(axis=2)
    return BodySignals(joints / leg, lower / leg, headings(at_rate))


def rate_of_change(values: Floats, rate: float = RATE) -> Floats:
    """By central differences (F, ...) a second; zeros for a single frame."""
    return np.gradient(values, axis=0) * rate if len(values) > 1 else np.zeros_like(values)


def box_mean(values: Floats, seconds: float) -> Floats:
    """The mean of values (F, ...) over a window of `seconds` about each frame; the ends go on as they are."""
    from scipy.ndimage import uniform_filter1d

    return uniform_filter1d(values, max(1, 2 * round(seconds * RATE / 2) + 1), axis=0, mode="nearest")
