"""Parts of a body: the six chains of paper 003, the seven cuts of paper 004, masks over joints.

Found by roles and topology for any mapped skeleton, so that joints without a role (fingers, twist bones, a second neck) go with the limb
that they hang on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.core.body import body_of
from motionloom.core.errors import SkeletonError, list_names
from motionloom.core.roles import SIDES, path_to_root
from motionloom.core.skeleton import Skeleton

# The chains of paper 003 section 5, each with the joint above it left out: together they are every joint once.
CHAINS = ("torso", "head", "left_arm", "right_arm", "left_leg", "right_leg")
UPPER_BODY = "upper_body"
# The six cuts of paper 004 section 3.1 for its rules 2 and 3, and the whole upper body for its rule 1; words for people.
CUTS = {
    "right_arm": "right arm",
    "left_arm": "left arm",
    "shoulders_and_arms": "shoulders and arms",
    "left_arm_and_torso": "left arm, shoulder and torso",
    "right_arm_and_torso": "right arm, shoulder and torso",
    "upper_carriage": "torso, shoulders and arms",
    UPPER_BODY: "whole upper body",
}
LIMB_CUTS = tuple(cut for cut in CUTS if cut != UPPER_BODY)


@dataclass(frozen=True, eq=False)
class JointMask:
    """Which joints of a skeleton belong to a part: joints (J,). Joined by |, shared by &, all others by ~."""

    name: str
    joints: NDArray[np.bool_]

    def __or__(self, other: JointMask) -> JointMask:
        return JointMask(f"{self.name} | {other.name}", self.joints | other.joints)

    def __and__(self, other: JointMask) -> JointMask:
        return JointMask(f"{self.name} & {other.name}", self.joints & other.joints)

    def __invert__(self) -> JointMask:
        return JointMask(f"~{self.name}", ~self.joints)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, JointMask) and np.array_equal(self.joints, other.joints)

    def __hash__(self) -> int:
        return hash(self.joints.tobytes())

    def __len__(self) -> int:
        return int(self.joints.sum())

    @property
    def indices(self) -> NDArray[np.intp]:
        """The joints (n,), parents before children."""
        return np.flatnonzero(self.joints)


@lru_cache(maxsize=512)
def find_chains(skeleton: Skeleton) -> dict[str, JointMask]:
    """The six chains of a body, every joint in exactly one: the root, the hips and the spine up to the chest are the torso."""
    owner = np.array(["torso"] * len(skeleton), dtype=object)
    tops = {joint: limb for limb, joint in _limb_tops(skeleton).items()}
    for joint in range(len(skeleton)):
        parent = int(skeleton.parents[joint])
        owner[joint] = tops.get(joint) or (owner[parent] if parent >= 0 else "torso")
    return {chain: _mask(chain, owner == chain) for chain in CHAINS}


@lru_cache(maxsize=512)
def find_cuts(skeleton: Skeleton) -> dict[str, JointMask]:
    """The seven cuts of paper 004, by their names in `CUTS`.

    An arm alone is severed at the shoulder joint; with its shoulder it has the clavicle too. Torso is the top joint of the torso (the
    chest) in the one-sided cuts, the whole spine above the hips in the upper carriage. Only the whole upper body takes the head.
    """
    body, chains = body_of(skeleton), find_chains(skeleton)
    hips, chest = body.joint("hips"), body.joint("chest")
    below_hips = np.array([joint != hips and skeleton.is_below(joint, hips) for joint in range(len(skeleton))])
    spine = chains["torso"].joints & below_hips
    top = np.zeros(len(skeleton), dtype=bool)
    top[chest] = chest != hips
    arms = {side: chains[f"{side}_arm"].joints for side in SIDES}
    both = arms["left"] | arms["right"]
    found = {f"{side}_arm": _arm_below_shoulder(skeleton, side) for side in SIDES}
    found |= {"shoulders_and_arms": both, "upper_carriage": spine | both}
    found |= {f"{side}_arm_and_torso": arms[side] | top for side in SIDES}
    found[UPPER_BODY] = spine | both | chains["head"].joints
    return {cut: _mask(cut, found[cut]) for cut in CUTS}


def find_part(skeleton: Skeleton, name: str) -> JointMask:
    """A chain or a cut by its name; an arm is the cut of paper 004 (`find_chains` has the one with the clavicle)."""
    known = find_chains(skeleton) | find_cuts(skeleton)
    if name not in known:
        raise SkeletonError(f"no part of a body is called {name!r}; there are {list_names(tuple(known), 20)}")
    return known[name]


def lower_body(skeleton: Skeleton) -> JointMask:
    """What a cut of the whole upper body leaves: root, hips and legs."""
    return _mask("lower_body", ~find_cuts(skeleton)[UPPER_BODY].joints)


def severed_joints(skeleton: Skeleton, mask: JointMask) -> list[int]:
    """The joints of a mask whose parents are not in it: where it is cut off."""
    return [int(joint) for joint in mask.indices if skeleton.parents[joint] < 0 or not mask.joints[skeleton.parents[joint]]]


def _limb_tops(skeleton: Skeleton) -> dict[str, int]:
    """The joint at which each limb's chain begins: the first one below the torso on the way to it."""
    body = body_of(skeleton)
    roles, chest, hips = body.roles, body.joint("chest"), body.joint("hips")
    trunk = {*path_to_root(skeleton, chest), *path_to_root(skeleton, hips)}
    ends = {f"{side}_{limb}": roles[f"{side}_{near}"] for side in SIDES for limb, near in (("arm", "shoulder"), ("leg", "hip"))}
    ends["head"] = roles["neck"] if "neck" in roles else body.joint("head")
    return {limb: next(joint for joint in reversed(path_to_root(skeleton, end)) if joint not in trunk) for limb, end in ends.items()}


def _arm_below_shoulder(skeleton: Skeleton, side: str) -> NDArray[np.bool_]:
    shoulder = body_of(skeleton).joint(f"{side}_shoulder")
    return np.array([skeleton.is_below(joint, shoulder) for joint in range(len(skeleton))])


def _mask(name: str, joints: NDArray[np.bool_]) -> JointMask:
    joints = np.asarray(joints, dtype=bool)
    joints.setflags(write=False)
    return JointMask(name, joints)
