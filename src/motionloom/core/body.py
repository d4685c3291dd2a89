"""A skeleton read as a body: roles, limbs, size, and the points of the feet that touch the ground."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.core import quaternion
from motionloom.core.errors import SkeletonError, list_names
from motionloom.core.roles import ARM_ROLES, LEG_ROLES, OPTIONAL_ROLES, ROLES, SIDES, find_roles, path_to_root, require_roles
from motionloom.core.skeleton import Skeleton

HIP_TO_ANKLE = 0.491  # of standing height (Drillis and Contini 1966: hip at 0.530, ankle at 0.039)
ANKLE_HEIGHT = 0.039  # of standing height (the same)
LONGEST_HEAD = 0.2  # of standing height that legs speak for: a joint further above a head is hair or a hat
HEEL_BEHIND_ANKLE = 0.3  # of the distance ankle to ball, on the ground
ROLLS_OVER = 0.95  # of the distance heel to tip: a foot that has no joint near its ball rolls over its tip, which is its toe point then
TIP_BEYOND_BALL = 0.45  # of the distance ankle to ball, where the skeleton does not say
FOOT_POINTS = ("left heel", "left toe", "right heel", "right toe")


@dataclass(frozen=True, eq=False)
class Body:
    """What everything downstream knows of a skeleton; made by `body_of`.

    roles: role -> joint; chains: left_arm, right_arm, left_leg, right_leg, spine, head -> joints from the body outwards;
    height, leg_length (hip to knee to ankle) metres; facing (3,) the way the rest pose looks, level, world;
    foot_joints (4,), foot_offsets (4, 3) metres in those joints' frames: left heel, left toe, right heel, right toe on the sole;
    tip_joints (2,), tip_offsets (2, 3): the ends of the toes, left and right; sole metres: height of the soles at rest.
    """

    skeleton: Skeleton
    roles: dict[str, int]
    chains: dict[str, tuple[int, ...]]
    height: float
    leg_length: float
    facing: NDArray[np.float64]
    foot_joints: NDArray[np.intp]
    foot_offsets: NDArray[np.float64]
    tip_joints: NDArray[np.intp]
    tip_offsets: NDArray[np.float64]
    sole: float

    def __repr__(self) -> str:
        return f"Body({self.height:.2f} m tall, legs {self.leg_length:.2f} m, {len(self.roles)} roles of {len(self.skeleton)} joints)"

    def joint(self, role: str) -> int:
        """The joint of a role."""
        if role not in self.roles:
            raise SkeletonError(f"this skeleton has no {role!r}; it has {list_names(tuple(self.roles), 30)}")
        return self.roles[role]


@lru_cache(maxsize=512)
def body_of(skeleton: Skeleton) -> Body:
    """The body of a skeleton, found once; an error that names what is missing where it is not a body."""
    roles = require_roles(skeleton)
    leg = leg_length(skeleton, roles)
    facing = rest_facing(skeleton, roles)
    feet = [_foot(skeleton, roles, side, facing, leg) for side in SIDES]
    joints = [joint for foot in feet for joint, _ in foot[:2]]
    offsets = [offset for foot in feet for _, offset in foot[:2]]
    sole = min(_sole_height(skeleton, roles, side) for side in SIDES)
    return Body(
        skeleton,
        roles,
        _chains(skeleton, roles),
        standing_height(skeleton, roles),
        leg,
        facing,
        np.array(joints, dtype=np.intp),
        np.array(offsets),
        np.array([foot[2][0] for foot in feet], dtype=np.intp),
        np.array([foot[2][1] for foot in feet]),
        sole,
    )


def is_body(skeleton: Skeleton) -> bool:
    """Whether a skeleton has all the roles of a body."""
    return not set(ROLES) - OPTIONAL_ROLES - set(find_roles(skeleton))


def leg_length(skeleton: Skeleton, roles: dict[str, int]) -> float:
    """Hip to knee to ankle in metres, the mean of both sides."""
    lengths = [
        np.linalg.norm(skeleton.rest_positions[roles[f"{side}_{a}"]] - skeleton.rest_positions[roles[f"{side}_{b}"]])
        for side in SIDES
        for a, b in (("hip", "knee"), ("knee", "ankle"))
    ]
    return float(sum(lengths) / 2)


def stands_at_rest(skeleton: Skeleton, roles: dict[str, int] | None = None) -> bool:
    """Whether the rest pose is a person standing; the zero pose of many BVH files is a heap of bones instead."""
    roles = require_roles(skeleton) if roles is None else roles
    y = skeleton.rest_positions[:, 1]
    leg = leg_length(skeleton, roles)
    drops = [y[roles[f"{side}_hip"]] - y[roles[f"{side}_ankle"]] for side in SIDES]
    torso = np.linalg.norm(skeleton.offsets[_between(skeleton, roles["hips"], roles["head"])], axis=1).sum()
    return bool(min(drops) > 0.7 * leg and y[roles["head"]] - y[roles["hips"]] > 0.7 * torso)


def standing_height(skeleton: Skeleton, roles: dict[str, int]) -> float:
    """Metres from sole to crown: from the legs, or what is above the soles where that is more.

    Joints lie inside the body (CMU's head ends at mid-skull, its soles at the ball joint), so an extent alone comes out short. What a file
    has beyond the head, as joints or as end sites, counts alike; a rest pose that does not stand is measured along its bones, so that a
    skeleton is as tall in one format as in another.
    """
    leg = leg_length(skeleton, roles)
    from_legs = leg / HIP_TO_ANKLE
    head, longest = roles["head"], LONGEST_HEAD * from_legs
    rotations, positions = skeleton.rest_world
    joints = [positions[joint] for joint in range(len(skeleton)) if skeleton.is_below(joint, head)]
    sites = [site for site in skeleton.end_sites if skeleton.is_below(site.parent, head)]
    ends = [positions[site.parent] + quaternion.rotate(rotations[site.parent], np.array(site.offset)) for site in sites]
    if not stands_at_rest(skeleton, roles):
        crown = min(max(float(np.linalg.norm(end - positions[head])) for end in (*joints, *ends)), longest)
        back = np.linalg.norm(skeleton.offsets[_between(skeleton, roles["hips"], head)], axis=1).sum()
        return float(max(from_legs, ANKLE_HEIGHT * from_legs + leg + back + crown))
    top = max((min(max(joint[1] for joint in joints), positions[head, 1] + longest), *(end[1] for end in ends)))
    sole = min(_sole_height(skeleton, roles, side) for side in SIDES)
    return float(max(from_legs, top - sole))


def rest_facing(skeleton: Skeleton, roles: dict[str, int]) -> NDArray[np.float64]:
    """The level unit direction (3,) in which the rest pose looks: left hip to right hip, a quarter turn."""
    positions = skeleton.rest_positions
    across = positions[roles["left_hip"]] - positions[roles["right_hip"]]
    forward = np.cross(across, [0.0, 1.0, 0.0])
    length = np.linalg.norm(forward)
    return forward / length if length > 1e-6 else np.array([0.0, 0.0, 1.0])


def _between(skeleton: Skeleton, above: int, below: int) -> list[int]:
    """Joints from `above` (left out) down to `below` (kept), parent first; empty where they are not in line."""
    path = path_to_root(skeleton, below)
    return path[: path.index(above)][::-1] if above in path else []


def _chains(skeleton: Skeleton, roles: dict[str, int]) -> dict[str, tuple[int, ...]]:
    """The six limbs as joints from the body outwards."""
    chains: dict[str, tuple[int, ...]] = {}
    for side in SIDES:
        for limb, parts in (("arm", ARM_ROLES), ("leg", LEG_ROLES)):
            ends = [roles[f"{side}_{part}"] for part in parts if f"{side}_{part}" in roles]
            chains[f"{side}_{limb}"] = (ends[0], *_between(skeleton, ends[0], ends[-1]))
    chains["spine"] = (roles["hips"], *_between(skeleton, roles["hips"], roles["chest"]))
    chains["head"] = tuple(_between(skeleton, roles["chest"], roles["head"]))
    return chains


def _ends_beyond(skeleton: Skeleton, joint: int) -> list[NDArray[np.float64]]:
    """World rest positions of whatever lies beyond a joint: joints and end sites."""
    rotations, positions = skeleton.rest_world
    below = [j for j in range(len(skeleton)) if j != joint and skeleton.is_below(j, joint)]
    ends = [positions[j] for j in below]
    sites = [s for s in skeleton.end_sites if skeleton.is_below(s.parent, joint)]
    return ends + [positions[s.parent] + quaternion.rotate(rotations[s.parent], np.array(s.offset)) for s in sites]


def _sole_height(skeleton: Skeleton, roles: dict[str, int], side: str) -> float:
    """World height of the sole at rest: that of the lowest joint or end beyond the ankle."""
    ankle = roles[f"{side}_ankle"]
    heights = [float(end[1]) for end in _ends_beyond(skeleton, ankle)]
    if not heights or min(heights) > skeleton.rest_positions[ankle, 1] - 1e-4:
        return float(skeleton.rest_positions[ankle, 1] - 0.08 * leg_length(skeleton, roles))
    return min(heights)


def _told_heel(skeleton: Skeleton, ankle: int, forward: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """Where the skeleton itself says that a heel is (3,), world at rest: an end site of the ankle, behind it."""
    rotations, positions = skeleton.rest_world
    ends = [positions[ankle] + quaternion.rotate(rotations[ankle], np.array(s.offset)) for s in skeleton.end_sites if s.parent == ankle]
    behind = [end for end in ends if float((end - positions[ankle]) @ forward) < 0]
    return min(behind, key=lambda end: float(end @ forward), default=None)


def _foot(
    skeleton: Skeleton, roles: dict[str, int], side: str, facing: NDArray[np.float64], leg: float
) -> tuple[tuple[int, NDArray[np.float64]], ...]:
    """Heel, toe (ball) and tip of one foot, each a joint and an offset (3,) in its frame, all on the sole at rest."""
    rotations, positions = skeleton.rest_world
    ankle = roles[f"{side}_ankle"]
    toe = roles.get(f"{side}_toe", ankle)
    sole = _sole_height(skeleton, roles, side)
    ball = positions[toe] if toe != ankle else positions[ankle] + 0.17 * leg * facing
    forward = (ball - positions[ankle]) * [1.0, 0.0, 1.0]
    length = float(np.linalg.norm(forward))
    if length < 0.05 * leg:  # toes straight below the ankle tell no direction
        forward, length = facing, 0.17 * leg
        ball = positions[ankle] + forward * length
    else:
        forward = forward / length
    ends = _ends_beyond(skeleton, toe)
    reach = max((float(np.dot(end - ball, forward)) for end in ends), default=0.0)
    tip = ball + forward * (reach if reach > 0.1 * length else TIP_BEYOND_BALL * length)
    heel = positions[ankle] - forward * HEEL_BEHIND_ANKLE * length
    told = _told_heel(skeleton, ankle, forward)
    if told is not None:
        heel = positions[ankle] + forward * float((told - positions[ankle]) @ forward)
        far = float((tip - heel) @ forward)
        if not 0.5 * far < float((ball - heel) @ forward) < 0.85 * far:
            ball = heel + ROLLS_OVER * far * forward

    def fix(joint: int, point: NDArray[np.float64]) -> tuple[int, NDArray[np.float64]]:
        on_sole = np.array([point[0], sole, point[2]])
        return joint, quaternion.rotate(quaternion.conjugate(rotations[joint]), on_sole - positions[joint])

    return fix(ankle, heel), fix(toe, ball), fix(toe, tip)


__all__ = ["FOOT_POINTS", "ROLES", "SIDES", "Body", "body_of", "find_roles", "is_body", "require_roles", "stands_at_rest"]
