"""What the checks look at: a motion's joints in space and what follows from them, each worked out once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import Body, body_of
from motionloom.core.errors import SkeletonError
from motionloom.core.gravity import GravityReport, check_gravity
from motionloom.core.ground import foot_points, ground_height
from motionloom.core.roles import split_name
from motionloom.core.steadiness import Steadiness, check_steadiness, choose_verdict

LEG = 0.85  # metres, of a body whose legs are not known


@dataclass(frozen=True, eq=False)
class Tracks:
    """A motion as the checks see it; lengths of thresholds are for a leg of `LEG` and scale with the body (`scale`)."""

    motion: Motion

    def __len__(self) -> int:
        return len(self.motion)

    @property
    def fps(self) -> float:
        """Frames a second."""
        return self.motion.fps

    @cached_property
    def body(self) -> Body | None:
        """The body, None where its roles are not known."""
        try:
            return body_of(self.motion.skeleton)
        except SkeletonError:
            return None

    @cached_property
    def scale(self) -> float:
        """How large the body is, 1 for an adult."""
        return 1.0 if self.body is None else self.body.leg_length / LEG

    @cached_property
    def positions(self) -> NDArray[np.float64]:
        """World positions (F, J, 3) metres."""
        return self.motion.positions().astype(np.float64)

    @cached_property
    def steps(self) -> NDArray[np.float64]:
        """How each joint goes from each frame to the next (F - 1, J, 3) metres."""
        return np.diff(self.positions, axis=0)

    @cached_property
    def lengths(self) -> NDArray[np.float64]:
        """How far that is (F - 1, J) metres."""
        return np.sqrt(np.einsum("fjc,fjc->fj", self.steps, self.steps))

    @cached_property
    def turns(self) -> NDArray[np.float64]:
        """How far each joint turns in its parent from each frame to the next (F - 1, J) radians."""
        q = self.motion.rotations.astype(np.float64)
        # From the chord between the two quaternions: the arc cosine of their product is worth nothing for small angles.
        apart = np.minimum(_norm(q[1:] - q[:-1]), _norm(q[1:] + q[:-1]))
        return np.asarray(4 * np.arcsin(np.minimum(apart / 2, 1.0)))

    @cached_property
    def feet(self) -> NDArray[np.float64] | None:
        """How high above the floor (F, 4) metres left heel, left toe, right heel and right toe are; None where there are no feet."""
        if self.body is None:
            return None
        return np.asarray(foot_points(self.motion)[..., 1].astype(np.float64) - ground_height(self.motion))

    @cached_property
    def falls(self) -> GravityReport:
        """What its flights say about the rate; an error where there is no body."""
        return check_gravity(self.motion)

    @cached_property
    def walking(self) -> Steadiness:
        """What its steps say about the rate; an error where there is no body."""
        return check_steadiness(self.motion)

    @cached_property
    def rate_verdict(self) -> GravityReport | Steadiness:
        """Whose word on the rate counts, and what it is; an error where there is no body."""
        return choose_verdict(self.falls, self.walking)

    def frames_in(self, seconds: float) -> int:
        """How many frames a time lasts, at least one."""
        return max(1, round(seconds * self.fps))

    def say_joint(self, joint: int) -> str:
        """A joint in words for people: "left wrist" where its role is known, the words of its name where not."""
        roles = {} if self.body is None else {index: role for role, index in self.body.roles.items()}
        return roles[joint].replace("_", " ") if joint in roles else " ".join(split_name(self.motion.skeleton.names[joint]))


def say_length(metres: float) -> str:
    """A length in words for people."""
    return f"{metres:.2f} m" if metres >= 1 else f"{100 * metres:.0f} cm" if metres >= 0.02 else f"{1000 * metres:.0f} mm"


def _norm(quaternions: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.sqrt(np.einsum("fjc,fjc->fj", quaternions, quaternions)))
