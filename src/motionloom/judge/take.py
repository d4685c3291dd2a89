"""A motion made ready to be measured: what several measures need is worked out once, in double precision."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import Body, body_of
from motionloom.core.errors import MotionError
from motionloom.core.masks import find_runs
from motionloom.core.mass import mass_weights
from motionloom.judge.bends import bend_angles
from motionloom.judge.differences import STEP, acceleration, length, stride_of, velocity
from motionloom.judge.floor import estimate_floor
from motionloom.judge.lowpass import centre_acceleration

LOW = 0.015  # leg lengths above where it stands: 12 mm on a leg of 0.8 m
CLEAR = 0.015  # leg lengths above where they stand that all points are in flight: 12 mm on a leg of 0.8 m
RAISED, RESTING = 0.08, 0.4  # leg lengths, and a second: a point so low and so slow stands, on a floor that is not where we think
SHORTEST_FLIGHT, LONGEST_FLIGHT = 0.06, 1.2  # seconds: shorter cannot be told from noise, longer is no jump: somebody sits or hangs
OTHER_SUPPORT = ("head", "left_wrist", "right_wrist", "left_knee", "right_knee", "hips")
NEAR_FLOOR = 0.2  # leg lengths above the floor at which hands, knees, hips or head may carry the body


@dataclass(frozen=True, eq=False)
class Take:
    """A motion, the step of time in seconds over which differences are taken, and what is said about it.

    joins: frames at which pieces were joined. labels: what it is said to do. asked: the frame at which it was asked to.
    """

    motion: Motion
    step: float = STEP
    joins: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()
    asked: int | None = None

    def __post_init__(self) -> None:
        if self.motion.fps * self.step < 0.74:
            raise MotionError(
                f"{self.motion.name!r} has {self.motion.fps:g} frames a second, too few for steps of 1/{1 / self.step:.0f} s; "
                f"judge it with --step {1 / self.motion.fps:.4f}, against captures measured so"
            )

    def __len__(self) -> int:
        return len(self.motion)

    @property
    def fps(self) -> float:
        """Frames a second."""
        return self.motion.fps

    @cached_property
    def stride(self) -> int:
        """Frames in a step."""
        return stride_of(self.fps, self.step)

    def frames_in(self, seconds: float) -> int:
        """The frames in so many seconds, at least one."""
        return max(1, round(seconds * self.fps))

    @cached_property
    def body(self) -> Body:
        """Roles and proportions."""
        return body_of(self.motion.skeleton)

    @property
    def leg(self) -> float:
        """Leg length in metres."""
        return self.body.leg_length

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """The roles this body has, in the order of `positions`."""
        return tuple(self.body.roles)

    @cached_property
    def positions(self) -> NDArray[np.float64]:
        """World positions (F, R, 3) metres of the joints with roles."""
        return np.ascontiguousarray(self.motion.positions()[:, list(self.body.roles.values())], dtype=np.float64)

    def place(self, role: str) -> NDArray[np.float64]:
        """World positions (F, 3) metres of one role."""
        return self.positions[:, self.roles.index(role)]

    @cached_property
    def accelerations(self) -> NDArray[np.float64]:
        """How hard (F, R) each joint with a role accelerates, m/s2."""
        return length(acceleration(self.positions, self.fps, self.stride))

    @cached_property
    def feet(self) -> NDArray[np.float64]:
        """World positions (F, 4, 3) metres of left heel, left toe, right heel, right toe."""
        return self.motion.points(self.body.foot_joints, self.body.foot_offsets).astype(np.float64)

    @cached_property
    def floor(self) -> NDArray[np.float64]:
        """The height (F, 4) metres at which each point of the feet stands."""
        return estimate_floor(self.feet, self.place("hips")[:, 1], self.fps, self.leg)

    @cached_property
    def foot_heights(self) -> NDArray[np.float64]:
        """Metres (F, 4) of each point of the feet above where it stands."""
        return self.feet[..., 1] - self.floor

    @cached_property
    def foot_velocities(self) -> NDArray[np.float64]:
        """Metres a second (F, 4, 3) of each point of the feet."""
        return velocity(self.feet, self.fps, self.stride)

    @cached_property
    def low(self) -> NDArray[np.bool_]:
        """Which points (F, 4) are on the floor or within 12 mm of it (0.015 leg lengths), all over the step about the frame."""
        heights, reach = self.foot_heights, (self.stride + 1) // 2
        if len(heights) <= 2 * reach:
            return np.zeros(heights.shape, bool)
        out = np.zeros(heights.shape, bool)
        near = heights < LOW * self.leg
        out[reach : len(heights) - reach] = near[2 * reach :] & near[: -2 * reach] & near[reach:-reach]
        return out

    @cached_property
    def flight(self) -> NDArray[np.bool_]:
        """The frames (F,) in which nothing carries the body."""
        slow = np.nan_to_num(length(self.foot_velocities), nan=np.inf) < RESTING * self.leg
        carries = (self.foot_heights < CLEAR * self.leg) | (slow & (self.foot_heights < RAISED * self.leg))
        clear = np.asarray(~carries.any(axis=1))
        ground = self.floor.min(axis=1) + NEAR_FLOOR * self.leg
        for role in OTHER_SUPPORT:
            clear &= self.place(role)[:, 1] > ground
        out = np.zeros(len(self), bool)
        for start, stop in find_runs(clear):
            out[start:stop] = SHORTEST_FLIGHT <= (stop - start) / self.fps <= LONGEST_FLIGHT
        return out

    @cached_property
    def centre(self) -> NDArray[np.float64]:
        """World position (F, 3) metres of the centre of mass."""
        weights = mass_weights(self.motion.skeleton)[list(self.body.roles.values())]
        return np.einsum("r,frc->fc", weights, self.positions)

    @cached_property
    def push(self) -> NDArray[np.float64]:
        """How the centre of mass accelerates (F, 3), m/s2, low-passed; see `centre_acceleration`."""
        return centre_acceleration(self)

    @cached_property
    def bends(self) -> NDArray[np.float64]:
        """How far knees and ankles are bent (F, 4), radians; see `bend_angles`."""
        return bend_angles(self)
