"""A motion as the terms of naturalness see it: points of one size of body at one rate, so that scale, rate and skeleton do not matter.

Lengths are those of a body with legs of 0.85 m, and gravity is that of the earth: a body twice as large that moves alike is as natural.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.body import SIDES, body_of
from motionloom.core.gravity import GRAVITY
from motionloom.core.masks import find_runs
from motionloom.core.skeleton import Skeleton
from motionloom.score.filters import differences, least_over, mean_over, second_differences, smooth_below
from motionloom.score.floor import floor_under
from motionloom.score.segments import TABLE, segment_weights

RATE = 60.0  # Hz: a knee that pops for 30 ms is seen, and the noise of captures does not drown it
LEG = 0.85  # metres
BODY_CUTOFF = 6.0  # Hz: what a body of that mass can do; steps and landings are slower
LIMB_CUTOFF = 4.0  # Hz: people hardly move faster than this
SHORTEST_FLIGHT = 0.12  # seconds: shorter gaps between plants are the labels' doubt, not flight
SHARES = TABLE / TABLE.sum()  # of body mass, of each segment
CARRY = 0.05  # seconds: how long before and after its plant a foot may carry


@dataclass(frozen=True, eq=False)
class Tracks:
    """A body with legs of 0.85 m at 60 Hz.

    joints (F, R, 3) metres: those with roles; feet (F, 4, 3): heels and toes; tips (F, 2, 3): of the toes; across (F, 2, 3): each thigh's
    axis of bending; segments (F, S, 3): their centres; floor (F, 4): the height at which each point of the feet stands; plants (F, 4):
    where they stand; targets (F, 4, 3) metres: the places where they should, where those are known.
    """

    skeleton: Skeleton
    joints: NDArray[np.float64]
    feet: NDArray[np.float64]
    tips: NDArray[np.float64]
    across: NDArray[np.float64]
    segments: NDArray[np.float64]
    floor: NDArray[np.float64]
    plants: NDArray[np.bool_]
    targets: NDArray[np.float64] | None = None

    def __len__(self) -> int:
        return len(self.joints)

    @cached_property
    def roles(self) -> dict[str, int]:
        """Which of the joints has which role."""
        return {role: n for n, role in enumerate(body_of(self.skeleton).roles)}

    def place(self, role: str) -> NDArray[np.float64]:
        """The path (F, 3) of one role."""
        return self.joints[:, self.roles[role]]

    @cached_property
    def heights(self) -> NDArray[np.float64]:
        """Metres (F, 4) of each point of the feet above where it stands."""
        return np.asarray(self.feet[..., 1] - self.floor)

    @cached_property
    def centre(self) -> NDArray[np.float64]:
        """The centre of mass (F, 3)."""
        return np.asarray((self.segments * SHARES[:, None]).sum(axis=1))

    @cached_property
    def push(self) -> NDArray[np.float64]:
        """How the centre of mass accelerates (F, 3), m/s2, below 6 Hz."""
        return second_differences(smooth_below(self.centre, BODY_CUTOFF, RATE), RATE)

    @cached_property
    def load(self) -> NDArray[np.float64]:
        """What the ground bears (F,), over body weight; 0 in free fall."""
        return np.asarray(1 + self.push[:, 1] / GRAVITY)

    @cached_property
    def seen(self) -> NDArray[np.float64]:
        """The joints (F, R, 3) as seen from the hips."""
        return np.asarray(self.joints - self.place("hips")[:, None])

    @cached_property
    def paths(self) -> NDArray[np.float64]:
        """The same (F, R, 3) below 4 Hz."""
        return smooth_below(self.seen, LIMB_CUTOFF, RATE)

    @cached_property
    def liveliness(self) -> NDArray[np.float64]:
        """How fast (F,) m/s the joints go through space on average, over the second about a frame."""
        velocity = differences(self.joints, RATE)
        return mean_over(np.sqrt(np.einsum("frc,frc->fr", velocity, velocity)).mean(axis=1), round(RATE))

    @cached_property
    def carrying(self) -> NDArray[np.bool_]:
        """Which points (F, 4) of the feet may bear weight: those planted, and those that will be or were within 0.05 s."""
        return np.asarray(least_over(~self.plants, round(CARRY * RATE)) == 0)

    @cached_property
    def flights(self) -> list[tuple[int, int]]:
        """Half-open ranges in which no foot is planted, long enough to be meant."""
        return [(a, b) for a, b in find_runs(np.asarray(~self.plants.any(axis=1))) if b - a >= SHORTEST_FLIGHT * RATE]


def tracks_of(motion: Motion, plants: NDArray[np.bool_], targets: NDArray[np.float64] | None = None, level: float | None = None) -> Tracks:
    """The tracks of a motion whose feet stand as plants (F, 4) say; level: the floor's height in metres, found where it is not known."""
    from motionloom.score._term_kernels import carry_points

    points, size = _points_of(motion.skeleton), LEG / body_of(motion.skeleton).leg_length
    carried = np.empty((len(motion), len(points.joints), 3))
    carry_points(*motion.world, points.joints, points.offsets, points.free, size, carried)
    sampled = _sampling(len(motion), motion.fps)(carried)
    joints, feet, tips, across = (np.ascontiguousarray(part) for part in np.split(sampled, points.stops, axis=1))
    segments = np.matmul(points.segments, joints)
    nearest = np.minimum(np.rint(np.arange(len(sampled)) * motion.fps / RATE).astype(np.intp), len(motion) - 1)
    stood = plants[nearest]
    floor = floor_under(feet, stood, RATE, None if level is None else level * size)
    places = None if targets is None else targets[nearest] * size
    return Tracks(motion.skeleton, joints, feet, tips, across, segments, floor, stood, places)


@dataclass(frozen=True, eq=False)
class _Points:
    """The points that are tracked: joints (P,) they are fixed to, offsets (P, 3) metres, free (P,): directions without a place.

    stops (3,): where joints with roles end, then heels and toes, then tips; segments (S, R): centres as weighted means of the first.
    """

    joints: NDArray[np.intp]
    offsets: NDArray[np.float64]
    free: NDArray[np.bool_]
    stops: NDArray[np.intp]
    segments: NDArray[np.float64]


@lru_cache(maxsize=512)
def _points_of(skeleton: Skeleton) -> _Points:
    body = body_of(skeleton)
    roles = np.array(list(body.roles.values()), dtype=np.intp)
    hips = np.array([body.roles[f"{side}_hip"] for side in SIDES], dtype=np.intp)
    joints = np.concatenate([roles, body.foot_joints, body.tip_joints, hips])
    offsets = np.concatenate([np.zeros((len(roles), 3)), body.foot_offsets, body.tip_offsets, _thigh_axes(skeleton)])
    free = np.arange(len(joints)) >= len(joints) - 2
    stops = len(roles) + np.array([0, len(body.foot_joints), len(body.foot_joints) + len(body.tip_joints)])
    return _Points(joints, offsets, free, stops, np.ascontiguousarray(segment_weights(skeleton)[:, roles]))


class _Sampling:
    """How values (F, ...) at one rate become values at another: every n-th, or a cubic spline."""

    def __init__(self, frames: int, fps: float) -> None:
        self.stride = round(fps / RATE) if abs(fps / RATE - round(fps / RATE)) < 1e-6 else 0
        self.times = np.arange(frames) / fps
        self.at = np.arange(int(self.times[-1] * RATE + 1e-6) + 1) / RATE

    def __call__(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        if self.stride:
            return values[:: self.stride].copy()
        from scipy.interpolate import make_interp_spline  # here: loading it takes longer than all the rest

        degree = min(3, len(values) - 1)
        return np.asarray(make_interp_spline(self.times, values, degree)(self.at)) if degree else values.copy()


@lru_cache(maxsize=64)
def _sampling(frames: int, fps: float) -> _Sampling:
    return _Sampling(frames, fps)


def _thigh_axes(skeleton: Skeleton) -> NDArray[np.float64]:
    """The axis (2, 3) about which each knee bends, in its thigh's frame: from hip to hip at rest."""
    roles = body_of(skeleton).roles
    across = skeleton.rest_positions[roles["left_hip"]] - skeleton.rest_positions[roles["right_hip"]]
    across = across / np.linalg.norm(across)
    joints = np.array([roles[f"{side}_hip"] for side in SIDES])
    return np.asarray(quaternion.rotate(quaternion.conjugate(skeleton.rest_world[0][joints]), np.tile(across, (2, 1))))
