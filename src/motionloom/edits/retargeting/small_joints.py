"""Fingers and twist bones of two bodies that do the same: beyond the roles, by side, finger and place in the chain."""

from __future__ import annotations

from motionloom.core.body import SIDES, Body
from motionloom.core.fingers import find_fingers
from motionloom.core.roles import split_name

# limb of a twist bone: the role whose bone it lies along
TWISTED = {"shoulder": "elbow", "elbow": "wrist", "hip": "knee", "knee": "ankle"}


def find_pairs(own: Body, new: Body) -> dict[int, int]:
    """Joint of the new body -> joint of the performer's: fingers and twist bones that both have."""
    pairs: dict[int, int] = {}
    for side in SIDES:
        chains = [find_fingers(body.skeleton, body.roles, side) for body in (own, new)]
        for finger in chains[0].keys() & chains[1].keys():
            pairs.update(zip(chains[1][finger], chains[0][finger], strict=False))
        for near, far in TWISTED.items():
            twists = [_twists(body, body.joint(f"{side}_{near}"), body.joint(f"{side}_{far}")) for body in (own, new)]
            pairs.update(zip(twists[1], twists[0], strict=False))
    return pairs


def _twists(body: Body, near: int, far: int) -> list[int]:
    """Joints that hang along a bone and only twist with it, as they come."""
    skeleton = body.skeleton
    return [
        joint
        for joint in range(len(skeleton))
        if joint not in (near, far)
        and skeleton.is_below(joint, near)
        and not skeleton.is_below(joint, far)
        and {"twist", "roll"} & set(split_name(skeleton.names[joint]))
    ]
