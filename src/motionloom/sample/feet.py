"""The paths of feet: exactly still while they are planted, swinging in between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from motionloom.core import quaternion
from motionloom.core.body import body_of
from motionloom.sample.bodies import Performer
from motionloom.sample.curves import Array, smooth_step
from motionloom.sample.stances import Stance, sole_of, stance_heel, stance_pitch, tip_toes
from motionloom.sample.swing import swing_foot

LET_GO = 0.12  # seconds after and before a plant in which a swinging leg is still led by its foot
TAKE_WEIGHT = 0.15  # seconds after contact until a leg may be as straight as in mid stance
# Leg lengths from hip to ankle: planned, drawn in from, drawn in to. A knee this side of straight does not pop.
PLANTED_REACH = np.array([0.9945, 0.9965, 0.9995])
LEAVING_REACH = np.array([0.9945, 0.974, 0.993])
SWING_REACH = np.array([0.9945, 0.93, 0.985])


@dataclass(frozen=True)
class FootPath:
    """Where one foot is: ankles (F, 3) metres, yaw (F,) radians, turns (F, 4) from the T-pose of foot and toes, plants (F, 2) heel, toe.

    reach (F, 3) in leg lengths: how long the leg may be planned, from where on it is drawn in, and where that ends.
    """

    ankles: Array
    yaw: Array
    foot: Array
    toes: Array
    plants: NDArray[np.bool_]
    reach: Array


def foot_path(performer: Performer, side: str, stances: Sequence[Stance], times: Array) -> FootPath:
    """The path of one foot through its stances, which must be in order of time and cover both ends of `times`."""
    sole = sole_of(performer, side)
    count = len(times)
    heel, pitch, yaw, toe_pitch = np.zeros((count, 3)), np.zeros(count), np.zeros(count), np.zeros(count)
    plants, reach = np.zeros((count, 2), dtype=bool), np.tile(PLANTED_REACH, (count, 1))
    for stance in stances:
        now = (times >= stance.on) & (times <= stance.off)
        pitch[now] = stance_pitch(stance, times[now])
        yaw[now] = stance.yaw
        plants[now, 0] = (times[now] >= stance.heel_on) & (times[now] <= stance.heel_off)
        plants[now, 1] = (times[now] >= stance.toe_on) & (times[now] <= stance.toe_off)
        heel[now] = stance_heel(sole, stance, pitch[now], plants[now, 0])
        toe_pitch[now] = np.where(plants[now, 1], 0.0, pitch[now])
        reach[now, 0] = _planned_reach(stance, times[now])
    leg = body_of(performer.skeleton).leg_length
    outward = 1.0 if side == "left" else -1.0
    for before, after in pairwise(stances):
        now = (times > before.off) & (times < after.on)
        if np.any(now):
            reach[now] = _swing_reach(before, after, times[now])
            heel[now], pitch[now], yaw[now], toe_pitch[now] = swing_foot(sole, before, after, times[now], leg, outward)
    turn = quaternion.multiply(quaternion.about_y(yaw), tip_toes(pitch))
    toes = quaternion.multiply(quaternion.about_y(yaw), tip_toes(toe_pitch))
    return FootPath(heel - quaternion.rotate(turn, sole.heel), yaw, turn, toes, plants, reach)


def _landing_reach(stance: Stance) -> float:
    """How straight a leg may be, in leg lengths, when this foot comes down: the harder it lands, the more the knee is bent."""
    return 0.9935 - 1.6e-4 * stance.brake if np.isfinite(stance.on) else float(PLANTED_REACH[0])


def _planned_reach(stance: Stance, times: Array) -> Array:
    """How long the leg may be (F,) in leg lengths while this foot is down: shorter just after it has landed."""
    shorter = PLANTED_REACH[0] - _landing_reach(stance)
    return PLANTED_REACH[0] - shorter * (1 - smooth_step((times - stance.on) / TAKE_WEIGHT))


def _swing_reach(before: Stance, after: Stance, times: Array) -> Array:
    """`FootPath.reach` (F, 3) between two stances: people do not swing with straight knees."""
    ease = smooth_step((times - before.off) / LET_GO) * smooth_step((after.on - times) / LET_GO)
    share = ((times - before.off) / (after.on - before.off))[:, None]
    landing = np.array([PLANTED_REACH[0], _landing_reach(after), min(_landing_reach(after) + 0.006, PLANTED_REACH[2])])
    edge = LEAVING_REACH + share * (landing - LEAVING_REACH)
    return edge + ease[:, None] * (SWING_REACH - edge)
