"""A foot on the ground: where and when it stands, and the sole it stands on.

A foot is a sole with two hinges: while only the heel is down it turns about the heel, while only the toes are down about the ball
(the toes stay flat), while both are down it does not move.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motionloom.core import quaternion
from motionloom.core.body import body_of
from motionloom.sample.bodies import Performer
from motionloom.sample.curves import Array, quintic

State = tuple[ArrayLike, ArrayLike, ArrayLike]  # value, velocity, acceleration


@dataclass(frozen=True)
class Swing:
    """How a foot travels to its next plant.

    running 0..1 mixes the walking and the running table; lift scales the tables' height, arc adds a hill of metres;
    flick scales how far the foot's pitch follows the table;
    keys: (share of the swing, metres forward, up, outward, pitch in radians) added to the path, for kicks and high steps.
    """

    running: float = 0.0
    lift: float = 1.0
    arc: float = 0.0
    flick: float = 1.0
    keys: tuple[tuple[float, float, float, float, float], ...] = ()


@dataclass(frozen=True)
class Stance:
    """One stay of a foot on the ground; times in seconds, `inf` where it stays for good.

    place (2,) metres x, z under the ankle; yaw radians. Contact: strike is the foot's pitch then (toes up positive) and strike_rate its
    speed in radians per second; the same for leaving, where leave_slows is the acceleration.
    brake is how hard, in m/s2, the ground stops a heel that comes forward. swing says how the foot came here.
    """

    side: str
    place: tuple[float, float]
    yaw: float
    heel_on: float
    toe_on: float
    heel_off: float
    toe_off: float
    strike: float = 0.0
    strike_rate: float = 0.0
    leave: float = 0.0
    leave_rate: float = 0.0
    leave_slows: float = 0.0
    brake: float = 0.0
    swing: Swing = Swing()

    @property
    def on(self) -> float:
        """When the foot comes down."""
        return min(self.heel_on, self.toe_on)

    @property
    def off(self) -> float:
        """When the foot is gone."""
        return max(self.heel_off, self.toe_off)


@dataclass(frozen=True)
class Sole:
    """A foot in its T-pose, seen from the ankle: heel (3,), ball joint (3,), and from the ball: its sole point (3,), the toe tip (3,)."""

    heel: Array
    ball: Array
    ball_sole: Array
    tip: Array


def sole_of(performer: Performer, side: str) -> Sole:
    """The sole of a performer's foot."""
    body = body_of(performer.skeleton)
    rotations, positions = performer.skeleton.rest_world
    row = 0 if side == "left" else 2
    ankle, toe = body.foot_joints[row : row + 2]
    heel = quaternion.rotate(rotations[ankle], body.foot_offsets[row])
    ball_sole = quaternion.rotate(rotations[toe], body.foot_offsets[row + 1])
    tip = quaternion.rotate(rotations[toe], body.tip_offsets[row // 2])
    return Sole(heel, positions[toe] - positions[ankle], ball_sole, tip)


def tip_toes(pitch: Array) -> Array:
    """Rotation (..., 4) that lifts the toes by pitch (...) radians."""
    return quaternion.from_axis_angle(np.array([1.0, 0.0, 0.0]), -pitch)


def stance_pitch(stance: Stance, times: Array) -> Array:
    """The foot's pitch (F,) while it is on the ground."""
    pitch = np.zeros(len(times))
    down, up = max(stance.heel_on, stance.toe_on), min(stance.heel_off, stance.toe_off)
    landing, leaving = times < down, times > up
    if np.any(landing):
        x = (times[landing] - stance.on) / (down - stance.on)
        pitch[landing] = quintic(x, down - stance.on, (stance.strike, stance.strike_rate, 0.0), (0.0, 0.0, 0.0))
    if np.any(leaving):
        x = (times[leaving] - up) / (stance.off - up)
        pitch[leaving] = quintic(x, stance.off - up, (0.0, 0.0, 0.0), (stance.leave, stance.leave_rate, stance.leave_slows))
    return pitch


def flat_heel(sole: Sole, stance: Stance) -> Array:
    """The heel's place (3,) when the foot stands flat."""
    under_ankle = np.array([stance.place[0], -sole.heel[1], stance.place[1]])
    return under_ankle + quaternion.rotate(quaternion.about_y(stance.yaw), sole.heel)


def flat_ball(sole: Sole, stance: Stance) -> Array:
    """The ball joint's place (3,) when the foot stands flat."""
    under_ankle = np.array([stance.place[0], -sole.heel[1], stance.place[1]])
    return under_ankle + quaternion.rotate(quaternion.about_y(stance.yaw), sole.ball)


def stance_heel(sole: Sole, stance: Stance, pitch: Array, heel_down: NDArray[np.bool_]) -> Array:
    """The heel (F, 3) of a standing foot: fixed while planted, else swung about the ball."""
    turn = quaternion.multiply(quaternion.about_y(np.full(len(pitch), stance.yaw)), tip_toes(pitch))
    about_ball = flat_ball(sole, stance) + quaternion.rotate(turn, sole.heel - sole.ball)
    return np.where(heel_down[:, None], flat_heel(sole, stance), about_ball)


def edge_state(sole: Sole, stance: Stance, landing: bool) -> tuple[tuple[Array, Array, Array], tuple[float, float, float]]:
    """Heel and pitch, each (value, velocity, acceleration), at the moment a foot lands or leaves."""
    tilt = (stance.strike, stance.strike_rate, 0.0) if landing else (stance.leave, stance.leave_rate, stance.leave_slows)
    pitch, rate, slows = tilt
    heel_holds = stance.heel_on <= stance.toe_on if landing else stance.heel_off >= stance.toe_off
    if heel_holds:
        shock = np.array([0.0, 0.1, -1.0]) * (stance.brake if landing else 0.0)
        brake = quaternion.rotate(quaternion.about_y(stance.yaw), shock)
        return (flat_heel(sole, stance), np.zeros(3), brake), tilt
    turn = quaternion.multiply(quaternion.about_y(stance.yaw), tip_toes(np.array(pitch)))
    arm = quaternion.rotate(turn, sole.heel - sole.ball)
    hinge = quaternion.rotate(quaternion.about_y(stance.yaw), np.array([-1.0, 0.0, 0.0]))
    velocity = np.cross(hinge * rate, arm)
    acceleration = np.cross(hinge * rate, velocity) + np.cross(hinge * slows, arm)
    return (flat_ball(sole, stance) + arm, velocity, acceleration), tilt
