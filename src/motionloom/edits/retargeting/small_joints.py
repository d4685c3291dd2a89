"""Fingers and twist bones of two bodies that do the same: beyond the roles, by side, finger and place in the chain."""

from __future__ import annotations

import re
from collections.abc import Sequence

from motionloom.core.body import SIDES, Body
from motionloom.core.roles import split_name

FINGERS = {"thumb": "thumb", "index": "index", "middle": "middle", "ring": "ring", "pinky": "pinky", "little": "pinky"}
NUMBERED = ("thumb", "index", "middle", "ring", "pinky")  # as 3ds Max counts them: Finger0 is the thumb
ENDS = frozenset({"end", "nub", "tip", "site"})
ROOTS = frozenset({"metacarpal", "palm", "base", "carpal"})  # bones within the palm, before the first knuckle
# limb of a twist bone: the role whose bone it lies along
TWISTED = {"shoulder": "elbow", "elbow": "wrist", "hip": "knee", "knee": "ankle"}


def find_pairs(own: Body, new: Body) -> dict[int, int]:
    """Joint of the new body -> joint of the performer's: fingers and twist bones that both have."""
    pairs: dict[int, int] = {}
    for side in SIDES:
        chains = [_fingers(body, side) for body in (own, new)]
        for finger in chains[0].keys() & chains[1].keys():
            pairs.update(zip(chains[1][finger], chains[0][finger], strict=False))
        for near, far in TWISTED.items():
            twists = [_twists(body, body.joint(f"{side}_{near}"), body.joint(f"{side}_{far}")) for body in (own, new)]
            pairs.update(zip(twists[1], twists[0], strict=False))
    return pairs


def _fingers(body: Body, side: str) -> dict[str, list[int]]:
    """The joints of each finger of a hand, from the first knuckle on."""
    skeleton, wrist = body.skeleton, body.joint(f"{side}_wrist")
    hand = int(skeleton.parents[wrist]) if _is_palm(skeleton.names[wrist]) else wrist  # fingers may hang beside the palm
    found: dict[str, list[int]] = {}
    for joint in range(len(skeleton)):
        words = split_name(skeleton.names[joint])
        if joint == wrist or not skeleton.is_below(joint, hand) or (ENDS | ROOTS) & set(words):
            continue
        finger = _finger_of(words, skeleton.names[joint])
        if finger:
            found.setdefault(finger, []).append(joint)
    return {finger: joints[:3] for finger, joints in found.items()}


def _is_palm(name: str) -> bool:
    return "palm" in split_name(name)


def _finger_of(words: Sequence[str], name: str) -> str:
    for word in words:
        for known, finger in FINGERS.items():
            if word == known or word.endswith(known):
                return finger
    numbered = re.search(r"[Ff]inger[ _]?([0-4])", name)
    return NUMBERED[int(numbered[1])] if numbered else ""


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
