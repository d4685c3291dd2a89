"""Hands that reach where they should on another body: what touched still touches, and no hand goes into the floor.

A hand near the other hand, the head, the trunk, a thigh, a shin or the other arm keeps its place beside it, in proportion to the body; the
nearer it is, the more that counts, so that nothing jumps when a touch begins. All frames at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.align.leg_reach import Leg, reach
from motionloom.align.retarget import turn_below
from motionloom.core import Motion, quaternion
from motionloom.core.body import SIDES, Body, body_of
from motionloom.core.ground import ground_height
from motionloom.core.kinematics import to_local

Floats = NDArray[np.float64]
TOGETHER = (0.06, 0.2)  # of standing height, between palms: nearer than the first they touch, beyond the second they do not care
PALM = 0.5  # of the way from the wrist to the fingertips
HAND = 0.1  # of standing height, wrist to fingertips, where the skeleton does not say
CLEAR = 0.012  # of standing height: what is left between a hand and the floor
ROUNDS = 2  # the second mends what the first did to arms that others hold
EASED = 0.04  # seconds over which corrections are smoothed
STRAIGHT = 0.985  # of an arm's length: as far as it reaches before it gives way
# Bones that a hand may lie on: from role to role ("other" for the other side), and how far from them, of standing height, a hand that
# touches is and one that does not care.
BONES = (
    ("hips", "chest", (0.1, 0.2)),
    ("chest", "head", (0.08, 0.17)),
    ("left_hip", "left_knee", (0.07, 0.13)),
    ("right_hip", "right_knee", (0.07, 0.13)),
    ("left_knee", "left_ankle", (0.06, 0.11)),
    ("right_knee", "right_ankle", (0.06, 0.11)),
    ("other_shoulder", "other_elbow", (0.05, 0.11)),
    ("other_elbow", "other_wrist", (0.05, 0.11)),
)


@dataclass(frozen=True, eq=False)
class Hands:
    """Both hands of a motion: palms and tips (F, 2, 3) metres, world, and the joints' positions (F, J, 3)."""

    body: Body
    palms: Floats
    tips: Floats
    places: Floats


def hands_of(motion: Motion) -> Hands:
    """Where a motion's hands are."""
    body = body_of(motion.skeleton)
    turns, places = (array.astype(np.float64) for array in motion.world)
    wrists = [body.joint(f"{side}_wrist") for side in SIDES]
    reach_of = np.stack([_hand(body, side) for side in SIDES])
    tips = places[:, wrists] + quaternion.rotate(turns[:, wrists], reach_of)
    return Hands(body, places[:, wrists] + PALM * (tips - places[:, wrists]), tips, places)


def reach_hands(source: Motion, worn: Motion) -> Motion:
    """The motion `worn`, which is `source` put on another body, with its hands where they should be."""
    for _ in range(ROUNDS):
        worn = _reach_once(source, worn)
    return worn


def _reach_once(source: Motion, worn: Motion) -> Motion:
    own, new = hands_of(source), hands_of(worn)
    wanted = _find_corrections(own, new, ground_height(source), ground_height(worn))
    wanted = _smooth(wanted, worn.fps)
    wanted[..., 1] += _find_lift(own, new, wanted, ground_height(source), ground_height(worn))
    moved = np.linalg.norm(wanted, axis=2).max(axis=0) > 1e-4 * new.body.height
    if not moved.any():
        return worn
    turns, skeleton = worn.world[0].astype(np.float64), worn.skeleton
    for number, side in enumerate(SIDES):
        if moved[number]:
            shoulder, elbow, wrist = (new.body.joint(f"{side}_{part}") for part in ("shoulder", "elbow", "wrist"))
            arm = _arm(new, turns, (shoulder, elbow, wrist), wanted[:, number])
            rows = np.linalg.norm(wanted[:, number], axis=1) > 1e-6
            upper, lower = (np.where(rows[:, None], turn, quaternion.IDENTITY) for turn in reach(arm))
            turn_below(skeleton, turns, shoulder, elbow, upper)
            turn_below(skeleton, turns, elbow, wrist, lower)
    rotations = quaternion.make_continuous(quaternion.normalise(to_local(turns, skeleton.parents))).astype(np.float32)
    return worn.with_arrays(rotations, worn.root_positions)


def _hand(body: Body, side: str) -> Floats:
    """From a wrist to the fingertips (3,) metres, in the wrist's frame."""
    turns, places = body.skeleton.rest_world
    elbow, wrist = body.joint(f"{side}_elbow"), body.joint(f"{side}_wrist")
    along = places[wrist] - places[elbow]
    along = along / max(float(np.linalg.norm(along)), 1e-9)
    below = [joint for joint in range(len(body.skeleton)) if joint != wrist and body.skeleton.is_below(joint, wrist)]
    ends = [places[joint] for joint in below]
    sites = [site for site in body.skeleton.end_sites if site.parent == wrist or site.parent in below]
    ends += [places[site.parent] + quaternion.rotate(turns[site.parent], np.array(site.offset)) for site in sites]
    furthest = max(ends, key=lambda end: float((end - places[wrist]) @ along), default=places[wrist])
    length = float((furthest - places[wrist]) @ along)
    tip = furthest - places[wrist] if length > 0.3 * HAND * body.height else HAND * body.height * along
    return quaternion.rotate(quaternion.conjugate(turns[wrist]), tip)


def _ramp(distance: Floats, near: float, far: float) -> Floats:
    """1 up to near, 0 from far on, smooth between."""
    share = np.clip((far - distance) / (far - near), 0.0, 1.0)
    return np.asarray(share * share * (3 - 2 * share))


def _find_corrections(own: Hands, new: Hands, own_floor: float, new_floor: float) -> Floats:
    """How far (F, 2, 3) metres the palms should be elsewhere, for all that they touch; the more a touch weighs, the more it is kept."""
    total, weights = np.zeros_like(new.palms), np.zeros(new.palms.shape[:2])
    ratio, tall = new.body.height / own.body.height, own.body.height
    apart = own.palms[:, 0] - own.palms[:, 1]
    together = _ramp(np.linalg.norm(apart, axis=1), *(share * tall for share in TOGETHER))
    short = ratio * apart - (new.palms[:, 0] - new.palms[:, 1])
    for number, sign in enumerate((0.5, -0.5)):  # each goes half the way
        total[:, number] += together[:, None] * sign * short
        weights[:, number] += together
    for number, other in enumerate(SIDES[::-1]):
        for near, far, bounds in BONES:
            ends = [role.replace("other", other) for role in (near, far)]
            way, distance, share = beside(own, own.palms[:, number], ends)
            weight = _ramp(distance, *(bound * tall for bound in bounds))
            weight = weight * (1 - together) if near.startswith("other") else weight
            place = _on_bone(new, ends, share) + proportion(own.body, new.body, near) * way
            total[:, number] += weight[:, None] * (place - new.palms[:, number])
            weights[:, number] += weight
        low = own.tips[:, number, 1] - own_floor
        weight = _ramp(low, 0.02 * tall, 0.1 * tall)
        total[:, number, 1] += weight * (new_floor + ratio * low - new.tips[:, number, 1])
        weights[:, number] += weight
    return np.asarray(total / np.maximum(weights, 1.0)[..., None])


def proportion(own: Body, new: Body, near: str) -> float:
    """How much thicker one body is than another about a bone that begins at a role: a trunk as it is broad, all else as it is tall."""
    return _width(new) / _width(own) if near == "hips" else new.height / own.height


def _width(body: Body) -> float:
    """Metres between the shoulders."""
    return float(np.linalg.norm(np.diff(body.skeleton.rest_positions[[body.joint(f"{side}_shoulder") for side in SIDES]], axis=0)))


def beside(hands: Hands, points: Floats, ends: list[str]) -> tuple[Floats, Floats, Floats]:
    """From a bone to points: the way (F, 3), its length (F,), and where along the bone (F,), 0 to 1."""
    start, stop = (hands.places[:, hands.body.joint(role)] for role in ends)
    bone = stop - start
    share = np.clip(np.sum((points - start) * bone, axis=1) / np.maximum(np.sum(bone * bone, axis=1), 1e-12), 0.0, 1.0)
    way = points - (start + share[:, None] * bone)
    return way, np.linalg.norm(way, axis=1), share


def _on_bone(hands: Hands, ends: list[str], share: Floats) -> Floats:
    start, stop = (hands.places[:, hands.body.joint(role)] for role in ends)
    return np.asarray(start + share[:, None] * (stop - start))


def _find_lift(own: Hands, new: Hands, wanted: Floats, own_floor: float, new_floor: float) -> Floats:
    """How far (F, 2) hands must come up so as not to be in the floor, no higher than the performer's were in proportion."""
    clear, soft = CLEAR * new.body.height, 0.02 * new.body.height
    over = np.minimum(new.tips[..., 1], new.palms[..., 1]) + wanted[..., 1] - new_floor
    low = np.minimum(own.tips[..., 1] - own_floor, 0.0) * new.body.height / own.body.height
    short = (clear + low) - over
    return np.asarray(np.where(short > -soft, np.where(short > soft, short, (short + soft) ** 2 / (4 * soft)), 0.0))


def _smooth(wanted: Floats, fps: float) -> Floats:
    from scipy.ndimage import gaussian_filter1d

    return np.asarray(gaussian_filter1d(wanted, EASED * fps, axis=0, mode="nearest"))


def _arm(new: Hands, turns: Floats, joints: tuple[int, int, int], by: Floats) -> Leg:
    """An arm whose wrist should be elsewhere; its elbow stays in its plane, that of a straight arm bends forwards."""
    shoulder, elbow, wrist = (new.places[:, joint] for joint in joints)
    rest = new.body.skeleton.rest_positions
    bend = np.cross(rest[joints[1]] - rest[joints[0]], new.body.facing)
    bend = bend / max(float(np.linalg.norm(bend)), 1e-9)
    forwards = quaternion.rotate(
        turns[:, joints[0]], quaternion.rotate(quaternion.conjugate(new.body.skeleton.rest_world[0][joints[0]]), bend)
    )
    length = float(np.linalg.norm(rest[joints[1]] - rest[joints[0]]) + np.linalg.norm(rest[joints[2]] - rest[joints[1]]))
    axis = np.cross(wrist - shoulder, elbow - shoulder) / length**2
    axis = axis - 0.02 * forwards
    across = -axis / np.maximum(np.linalg.norm(axis, axis=1, keepdims=True), 1e-9)
    return Leg(shoulder, elbow, wrist, wrist + by, np.full(len(by), STRAIGHT), across)
