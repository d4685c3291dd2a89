"""Legs that follow foot controls: two bones, exact wherever the leg is long enough."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.align.leg_reach import Leg, reach
from motionloom.core import quaternion
from motionloom.core.kinematics import forward_kinematics
from motionloom.keyframes.foot_control import FootCurves, place_ankle
from motionloom.keyframes.rig import Floats, FootRig, Rig

FARTHEST = 0.996  # of a leg's length: a foot whose roll nobody has keyed lifts its heel rather than stretch the leg further
ROLLED = 1.1  # radians: as far as a heel is lifted for that
EASED = 0.12  # seconds over which it comes


@dataclass(frozen=True, eq=False)
class Posed:
    """Local rotations (F, J, 4), root (F, 3) metres, and the world rotations and positions of the joints."""

    rotations: Floats
    root: Floats
    world: Floats
    places: Floats


def pose(rig: Rig, rotations: Floats, root: Floats) -> Posed:
    """Frames with their forward kinematics."""
    return Posed(rotations, root, *forward_kinematics(rotations, root, rig.skeleton.offsets, rig.skeleton.parents))


def leg_length(rig: Rig, foot: FootRig) -> float:
    """Thigh and shin together, metres."""
    hip, knee, ankle, _ = (rig.skeleton.rest_positions[joint] for joint in foot.joints)
    return float(np.linalg.norm(knee - hip) + np.linalg.norm(ankle - knee))


def lift_heel(rig: Rig, foot: FootRig, curves: FootCurves, hip: Floats, fps: float) -> FootCurves:
    """The foot control with more roll, smoothly, where the leg would be too short to reach a flat foot."""
    from scipy.ndimage import gaussian_filter1d, maximum_filter1d

    longest = FARTHEST * leg_length(rig, foot)

    def over(roll: Floats) -> NDArray[np.bool_]:
        rolled = FootCurves(curves.point, curves.turn, roll, curves.bank)
        return np.asarray(np.linalg.norm(place_ankle(rig, foot, rolled)[0] - hip, axis=1) > longest)

    short = over(curves.roll)
    if not short.any():
        return curves
    low, high = curves.roll.copy(), np.maximum(curves.roll, ROLLED)
    for _ in range(14):
        middle = (low + high) / 2
        beyond = over(middle)
        low, high = np.where(beyond, middle, low), np.where(beyond, high, middle)
    extra = np.where(short, high - curves.roll, 0.0)
    width = max(round(EASED * fps), 1)
    eased = gaussian_filter1d(maximum_filter1d(extra, 2 * width + 1), width / 2, mode="nearest", truncate=2.0)
    return FootCurves(curves.point, curves.turn, np.minimum(curves.roll + eased, np.maximum(curves.roll, ROLLED)), curves.bank)


def follow_foot(rig: Rig, foot: FootRig, posed: Posed, curves: FootCurves, flat_toe: Floats) -> tuple[Floats, Floats]:
    """Local rotations (F, J, 4) with the leg on its foot control, and how far (F,) metres the ankle stays from where it should be.

    The knee keeps to the plane in which it is. flat_toe (F,): how much the toes lie on the ground while the heel is up, 0 to 1.
    """
    hip, knee, ankle, toe = foot.joints
    skeleton, world, places = rig.skeleton, posed.world, posed.places
    wanted, turned = place_ankle(rig, foot, curves)
    across = quaternion.rotate(
        quaternion.multiply(world[:, hip], quaternion.conjugate(skeleton.rest_world[0][hip])), np.broadcast_to(rig.basis[0], wanted.shape)
    )
    thigh, shin = reach(Leg(places[:, hip], places[:, knee], places[:, ankle], wanted, np.ones(len(wanted)), across))
    rotations = posed.rotations.copy()
    above = {joint: world[:, skeleton.parents[joint]] for joint in (hip, knee, ankle, toe)}
    new_hip = quaternion.multiply(thigh, world[:, hip])
    rotations[:, hip] = quaternion.multiply(quaternion.conjugate(above[hip]), new_hip)
    new_knee = quaternion.multiply(shin, world[:, knee])
    rotations[:, knee] = quaternion.multiply(quaternion.conjugate(quaternion.multiply(thigh, above[knee])), new_knee)
    new_ankle = quaternion.multiply(turned, skeleton.rest_world[0][ankle])
    rotations[:, ankle] = quaternion.multiply(quaternion.conjugate(quaternion.multiply(shin, above[ankle])), new_ankle)
    if toe != ankle:
        level = quaternion.multiply(quaternion.about_y(curves.turn - rig.heading), skeleton.rest_world[0][toe])
        flat = quaternion.multiply(quaternion.conjugate(new_ankle), level)
        share = flat_toe * np.clip(curves.roll / 0.05, 0.0, 1.0)
        rotations[:, toe] = quaternion.slerp(rotations[:, toe], flat, share)
    bones = [quaternion.rotate(new, skeleton.offsets[joint]) for new, joint in ((new_hip, knee), (new_knee, ankle))]
    reached = places[:, hip] + bones[0] + bones[1] if skeleton.parents[knee] == hip and skeleton.parents[ankle] == knee else wanted
    return rotations, np.asarray(np.linalg.norm(wanted - reached, axis=1))
