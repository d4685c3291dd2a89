"""A motion on a body with other joints: roles turn from their rest as they did, legs are as long as they are, feet stay on the floor.

Rest poses are compared bone by bone: a limb that rests in an A-pose points where the performer's pointed, though that one rests in a
T-pose. Trunks may have any number of joints. Steps scale by the length of the legs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.align.leg_reach import Leg, find_drop, reach
from motionloom.core import Motion, Skeleton, quaternion
from motionloom.core.body import Body, body_of
from motionloom.core.ground import foot_points, ground_height
from motionloom.core.heading import headings
from motionloom.core.kinematics import forward_kinematics, to_local
from motionloom.core.roles import SIDES

Floats = NDArray[np.float64]
LOWEST = 0.01  # metres: points of a foot that are within this of each other bear on the floor together
BALL, STIFF = 0.72, 0.9  # of a foot's length from the heel: where its ball is, and beyond which a toe point is the tip
BENDS = 0.15  # of a foot's length, level: a toe joint nearer to its toe point lets the foot bend there
AIR = (0.03, 0.2)  # leg lengths above the floor: up to the first a foot is placed by its sole, from the second on by its ankle
EASED = 0.05  # seconds over which what moves a foot off the floor is averaged: one that flips over in a frame would shake the leg
WIDE, USUAL = 0.3, 0.11  # leg lengths from the middle to a hip: more than the first is no human's (captures: 0.08 to 0.24); theirs mostly
# Bones that point where the performer's did, as backs do; hands go along with the forearm. Feet and heads keep to how they rest: soles
# flat, eyes level.
POINTED = {"shoulder": "elbow", "elbow": "wrist", "hip": "knee", "knee": "ankle"}
FOLLOWING = {"wrist": "elbow"}


@dataclass(frozen=True)
class _Turn:
    """How a joint of the new body turns: as a joint of the performer's, or as a share between two."""

    first: int
    second: int
    share: float


def retarget(motion: Motion, skeleton: Skeleton, pairs: Mapping[int, int] | None = None) -> Motion:
    """The motion on another body, found by roles; an error where either is not a body.

    pairs: joints of the new body beyond its roles (fingers, twist) -> those of the performer that they turn as.
    """
    own, new = body_of(motion.skeleton), body_of(skeleton)
    world = _turn_joints(motion, own, new, pairs or {})
    scale = new.leg_length / own.leg_length
    _pitch_stiff_feet(motion, new, world, scale)
    hips = [new.joint(f"{side}_hip") for side in SIDES]
    middle = scale * _middle(motion.positions().astype(np.float64), own)
    places = forward_kinematics(to_local(world, skeleton.parents), np.zeros((len(world), 3)), skeleton.offsets, skeleton.parents)[1]
    places += (middle - places[:, hips].mean(axis=1))[:, None]
    legs, low = zip(*(_leg(motion, own, new, world, places, side, scale) for side in range(2)), strict=True)
    places[..., 1] -= find_drop(legs, np.stack(low), motion.fps)[:, None]
    for side, leg in zip(SIDES, legs, strict=True):
        hip, knee, ankle = (new.joint(f"{side}_{part}") for part in ("hip", "knee", "ankle"))
        moved = Leg(places[:, hip], places[:, knee], places[:, ankle], leg.wanted, leg.stretched, leg.across)
        upper, lower = reach(moved)
        turn_below(skeleton, world, hip, knee, upper)
        turn_below(skeleton, world, knee, ankle, lower)
    rotations = quaternion.make_continuous(quaternion.normalise(to_local(world, skeleton.parents))).astype(np.float32)
    return Motion(skeleton, rotations, places[:, 0].astype(np.float32), motion.fps, motion.name, motion.recipe)


def _middle(places: Floats, body: Body) -> Floats:
    return np.asarray(places[:, [body.joint(f"{side}_hip") for side in SIDES]].mean(axis=1))


def _turn_joints(motion: Motion, own: Body, new: Body, pairs: Mapping[int, int]) -> Floats:
    """World rotations (F, J, 4) of the new body's joints, legs not fitted yet."""
    skeleton = new.skeleton
    turned = quaternion.multiply(motion.world[0].astype(np.float64), quaternion.conjugate(own.skeleton.rest_world[0]))
    facing = [float(np.arctan2(body.facing[0], body.facing[2])) for body in (own, new)]
    around = quaternion.about_y(facing[0] - facing[1])  # rest poses may face different ways
    resting = quaternion.multiply(around, skeleton.rest_world[0])
    plan, pointing = _plan(own, new, pairs), _point_bones(own, new, around)
    out = np.empty((len(motion), len(skeleton), 4))
    for joint, parent in enumerate(skeleton.parents):
        known = plan.get(joint)
        if known is not None:
            turn = quaternion.slerp(turned[:, known.first], turned[:, known.second], known.share)
            pointed = quaternion.multiply(_inherit(pointing, skeleton, joint), resting[joint])
            out[:, joint] = quaternion.multiply(turn, pointed)
        elif parent < 0:  # a root above the hips only faces where they do
            out[:, joint] = quaternion.multiply(quaternion.about_y(headings(motion) - facing[0]), resting[joint])
        else:
            out[:, joint] = quaternion.multiply(out[:, parent], skeleton.rest_rotations[joint])
    return out


def _plan(own: Body, new: Body, pairs: Mapping[int, int]) -> dict[int, _Turn]:
    """Which joints of the performer each joint of the new body turns by; what is not named hangs on its parent as at rest."""
    plan: dict[int, _Turn] = {joint: _Turn(mine, mine, 0.0) for joint, mine in pairs.items()}
    names = {name: joint for joint, name in enumerate(own.skeleton.names)}
    with_role = set(new.roles.values())
    for joint, name in enumerate(new.skeleton.names):  # fingers and the like of one kind of rig
        if joint not in with_role and name in names and names[name] not in own.roles.values() and _is_below_hips(new, joint):
            plan[joint] = _Turn(names[name], names[name], 0.0)
    stiff = {f"{side}_toe" for number, side in enumerate(SIDES) if stiffness(new, number) > 0}  # what lies before them would flap
    for role, joint in new.roles.items():
        if role in own.roles and role not in stiff:
            plan[joint] = _Turn(own.roles[role], own.roles[role], 0.0)
    for limb in ("spine", "head"):
        chains = [(*((body.joint("chest"),) if limb == "head" else ()), *body.chains[limb]) for body in (own, new)]
        if min(map(len, chains)) > 1:
            plan.update(_share_chain(own.skeleton, chains[0], new.skeleton, chains[1]))
    return plan


def _is_below_hips(body: Body, joint: int) -> bool:
    return body.skeleton.is_below(joint, body.joint("hips"))


def _share_chain(own: Skeleton, mine: tuple[int, ...], new: Skeleton, theirs: tuple[int, ...]) -> dict[int, _Turn]:
    """The joints of a chain by where they lie along it: each turns as the performer's chain does there."""
    places, wanted = _along(own, mine), _along(new, theirs)
    plan = {}
    for joint, at in zip(theirs, wanted, strict=True):
        row = int(np.clip(np.searchsorted(places, at + 1e-6, side="right") - 1, 0, len(mine) - 2))
        share = float(np.clip((at - places[row]) / max(places[row + 1] - places[row], 1e-9), 0.0, 1.0))
        plan[joint] = _Turn(mine[row], mine[row + 1], share)
    return plan


def _along(skeleton: Skeleton, chain: tuple[int, ...]) -> Floats:
    """How far along a chain each of its joints lies, 0 to 1."""
    lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(skeleton.offsets[list(chain[1:])], axis=1))])
    return np.asarray(lengths / max(lengths[-1], 1e-9))


def _point_bones(own: Body, new: Body, around: Floats) -> dict[int, Floats]:
    """Turns (4,) that point resting limbs of the new body where those of the performer point at rest."""
    found: dict[int, Floats] = {new.joint("hips"): quaternion.IDENTITY}
    backs = [_back(body) for body in (own, new)]
    found.update(dict.fromkeys(new.chains["spine"][1:], quaternion.between(quaternion.rotate(around, backs[1]), backs[0])))
    found[new.joint("head")] = quaternion.IDENTITY
    for side in SIDES:
        for near, far in POINTED.items():
            ways = [
                body.skeleton.rest_positions[body.joint(f"{side}_{far}")] - body.skeleton.rest_positions[body.joint(f"{side}_{near}")]
                for body in (own, new)
            ]
            found[new.joint(f"{side}_{near}")] = quaternion.between(quaternion.rotate(around, ways[1]), ways[0])
        for role, leader in FOLLOWING.items():
            found[new.joint(f"{side}_{role}")] = found[new.joint(f"{side}_{leader}")]
        found[new.joint(f"{side}_ankle")] = quaternion.IDENTITY
    return found


def _back(body: Body) -> Floats:
    """The way (3,) from between the hips to between the shoulders at rest."""
    places = body.skeleton.rest_positions
    hips, shoulders = (places[[body.joint(f"{side}_{part}") for side in SIDES]].mean(axis=0) for part in ("hip", "shoulder"))
    return np.asarray(shoulders - hips)


def _inherit(pointing: dict[int, Floats], skeleton: Skeleton, joint: int) -> Floats:
    """What points the nearest joint above that is pointed."""
    while joint >= 0:
        if joint in pointing:
            return pointing[joint]
        joint = int(skeleton.parents[joint])
    return quaternion.IDENTITY


def _leg(motion: Motion, own: Body, new: Body, world: Floats, places: Floats, side: int, scale: float) -> tuple[Leg, NDArray[np.bool_]]:
    """A leg of the new body as its joints turned, where its ankle has to be for the foot to stand as the performer's did, and whether
    (F,) the foot is near the floor."""
    hip, knee, ankle = (new.joint(f"{SIDES[side]}_{part}") for part in ("hip", "knee", "ankle"))
    points = slice(2 * side, 2 * side + 2)
    stood = scale * foot_points(motion)[:, points].astype(np.float64)
    joints = new.foot_joints[points]
    sole = places[:, joints] + quaternion.rotate(world[:, joints], new.foot_offsets[points]) - places[:, ankle][:, None]
    stiff = stiffness(new, side)
    # The ball of a foot is where it was; the ankle of a stiff one, for a long foot that put its ball there would pull the leg back.
    ahead = _ahead(new, side) - scale * _ahead(own, side) if stiff else 0.0
    forward = _level(sole[:, 1] - sole[:, 0])
    angles = headings(motion)
    outward = (1 - 2 * side) * np.column_stack([np.cos(angles), np.zeros(len(angles)), -np.sin(angles)])  # the left is side 0
    wanted = stood[:, 1] - sole[:, 1] + ahead * forward + _beside(new) * outward
    wanted[:, 1] = _lowest(stood[..., 1]) - _lowest(sole[..., 1])  # and the sole as high, whatever the shape of the foot
    mine = motion.positions().astype(np.float64)[:, [own.joint(f"{SIDES[side]}_{part}") for part in ("hip", "knee", "ankle")]]
    # Off the floor the ankle is where the performer's was: a foot that flips over must not shake the knee, nor a long one fold the leg.
    near = _near_floor(stood[..., 1].min(axis=1) - scale * ground_height(motion), new.leg_length)[:, None]
    free = scale * mine[:, 2] + _beside(new) * outward
    free[:, 1] += _ankle_height(new, side) - scale * _ankle_height(own, side)
    moved = near * (wanted - free) + (1 - near) * _eased(wanted - free, motion.fps)
    wanted = free + near * moved
    if stiff:  # but no lower than the long foot needs
        wanted[:, 1] += (1 - near[:, 0]) * np.maximum(moved[:, 1], 0.0)
    bones = np.linalg.norm(np.diff(mine, axis=1), axis=-1).sum(axis=1)
    stretched = np.linalg.norm(mine[:, 2] - mine[:, 0], axis=1) / bones
    across = new.skeleton.rest_positions[new.joint("left_hip")] - new.skeleton.rest_positions[new.joint("right_hip")]
    at_rest = quaternion.rotate(quaternion.conjugate(new.skeleton.rest_world[0][hip]), across / np.linalg.norm(across))
    leg = Leg(places[:, hip], places[:, knee], places[:, ankle], wanted, stretched, quaternion.rotate(world[:, hip], at_rest))
    return leg, near[:, 0] > 0.5


def _beside(body: Body) -> float:
    """Metres by which each foot of a body with hips far wider than a human's stands out, so that it is under its hip.

    Not by how wide the performer's are: capture systems put hip joints where they like, and feet stand where they stand all the same.
    """
    one, other = body.skeleton.rest_positions[[body.joint(f"{side}_hip") for side in SIDES]]
    half = float(np.linalg.norm(one - other)) / 2
    return half - USUAL * body.leg_length if half > WIDE * body.leg_length else 0.0


def _ahead(body: Body, side: int) -> float:
    """Metres along the floor by which the toe point of a foot at rest is before its ankle."""
    turns, places = body.skeleton.rest_world
    (heel_joint, joint), ankle = body.foot_joints[2 * side : 2 * side + 2], body.joint(f"{SIDES[side]}_ankle")
    heel_offset, offset = body.foot_offsets[2 * side : 2 * side + 2]
    toe = places[joint] + quaternion.rotate(turns[joint], offset)
    heel = places[heel_joint] + quaternion.rotate(turns[heel_joint], heel_offset)
    return float((toe - places[ankle]) @ _level((toe - heel)[None])[0])


def _ankle_height(body: Body, side: int) -> float:
    """Metres of an ankle above the sole of a foot at rest."""
    turns, places = body.skeleton.rest_world
    joints, offsets = body.foot_joints[2 * side : 2 * side + 2], body.foot_offsets[2 * side : 2 * side + 2]
    sole = places[joints] + quaternion.rotate(turns[joints], offsets)
    return float(places[body.joint(f"{SIDES[side]}_ankle"), 1] - sole[:, 1].min())


def stiffness(body: Body, side: int) -> float:
    """Metres from the ball to the toe point of a foot that rolls over its tip, since it cannot bend; 0 of one that bends."""
    turns, places = body.skeleton.rest_world
    joints = [*body.foot_joints[2 * side : 2 * side + 2], body.tip_joints[side]]
    offsets = [*body.foot_offsets[2 * side : 2 * side + 2], body.tip_offsets[side]]
    heel, toe, tip = (places[joint] + quaternion.rotate(turns[joint], offset) for joint, offset in zip(joints, offsets, strict=True))
    length = max(float(np.linalg.norm(tip - heel)), 1e-9)
    share = float(np.linalg.norm(toe - heel)) / length
    bends = float(np.linalg.norm((toe - places[joints[1]]) * [1.0, 0.0, 1.0])) < BENDS * length  # its toe joint is where its toe point is
    return (share - BALL) * length if share > STIFF and not bends else 0.0


def _pitch_stiff_feet(motion: Motion, new: Body, world: Floats, scale: float) -> None:
    """Turn feet that cannot bend so that, near the floor, heel and tip are as high as the performer's heel and ball."""
    turns, places = new.skeleton.rest_world
    for number, side in enumerate(SIDES):
        if not stiffness(new, number):
            continue
        points, ankle = slice(2 * number, 2 * number + 2), new.joint(f"{side}_ankle")
        joints = new.foot_joints[points]
        heel, toe = places[joints] + quaternion.rotate(turns[joints], new.foot_offsets[points])
        length = float(np.linalg.norm(toe - heel))
        foot = quaternion.rotate(world[:, ankle], quaternion.rotate(quaternion.conjugate(turns[ankle]), toe - heel))
        heights = scale * foot_points(motion)[:, points, 1].astype(np.float64)
        near = _near_floor(heights.min(axis=1) - scale * ground_height(motion), new.leg_length)
        rise = np.clip(np.stack([heights[:, 1] - heights[:, 0], foot[:, 1]]) / length, -0.95, 0.95)
        pitch = near * (np.arcsin(rise[0]) - np.arcsin(rise[1]))
        turn_below(new.skeleton, world, ankle, -1, quaternion.from_axis_angle(np.cross(_level(foot), [0.0, 1.0, 0.0]), pitch))


def _near_floor(heights: Floats, leg: float) -> Floats:
    """1 for feet on the floor, 0 for those that are well above it, smooth between, of heights (F,) metres."""
    share = np.clip((AIR[1] * leg - heights) / ((AIR[1] - AIR[0]) * leg), 0.0, 1.0)
    return np.asarray(share * share * (3 - 2 * share))


def _level(ways: Floats) -> Floats:
    """Unit ways (F, 3) along the floor."""
    flat = ways * [1.0, 0.0, 1.0]
    return np.asarray(flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-9))


def _lowest(heights: Floats) -> Floats:
    """The lowest (F,) of heights (F, N), without corners where one takes over from another."""
    low = heights.min(axis=1)
    return np.asarray(low - LOWEST * np.log(np.exp((low[:, None] - heights) / LOWEST).sum(axis=1)))


def _eased(moved: Floats, fps: float) -> Floats:
    """Ways (F, 3) that feet are moved by, without jolts."""
    from scipy.ndimage import gaussian_filter1d

    return np.asarray(gaussian_filter1d(moved, EASED * fps, axis=0, mode="nearest"))


def turn_below(skeleton: Skeleton, world: Floats, joint: int, stop: int, turn: Floats) -> None:
    """Turn a joint and all that hangs on it, but for what hangs on `stop`."""
    below = [j for j in range(len(skeleton)) if skeleton.is_below(j, joint) and not skeleton.is_below(j, stop)]
    world[:, below] = quaternion.multiply(turn[:, None], world[:, below])
