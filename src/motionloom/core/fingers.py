"""The fingers of a hand: which joints they are, by names and the tree, from the thumb to the little finger."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from motionloom.core.roles import split_name
from motionloom.core.skeleton import Skeleton

FINGERS = {"thumb": "thumb", "index": "index", "middle": "middle", "ring": "ring", "pinky": "pinky", "little": "pinky"}
NUMBERED = ("thumb", "index", "middle", "ring", "pinky")  # as 3ds Max counts them: Finger0 is the thumb
ENDS = frozenset({"end", "nub", "tip", "site"})
ROOTS = frozenset({"metacarpal", "palm", "base", "carpal"})  # bones within the palm, before the first knuckle


def find_fingers(skeleton: Skeleton, roles: Mapping[str, int], side: str) -> dict[str, list[int]]:
    """The joints of each finger of a hand, from the first knuckle on."""
    wrist = roles[f"{side}_wrist"]
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
