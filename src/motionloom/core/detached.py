"""Feet and hands that hang on the root instead of on their limb, as rigs for inverse kinematics have them: hung on the limb again.

RobotExpressive's `Foot.L` is a child of the root, so no rotation of the leg moves it. A body needs it below the shin; whoever writes the
motion back to the file's own tree gives the foot a translation there (`formats.character_file`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from motionloom.core import quaternion
from motionloom.core.joint_words import ARM_WORDS, LEG_WORDS, is_body_part, words_of
from motionloom.core.roles import SIDES, find_roles
from motionloom.core.skeleton import Skeleton

# limb: the joint it ends in, the joint that should carry it, and the words that name the two
_LIMBS = {
    "ankle": ("knee", ("foot", "ankle"), LEG_WORDS["knee"]),
    "wrist": ("elbow", ("hand", "wrist", "palm"), ARM_WORDS["elbow"]),
}


def find_detached(skeleton: Skeleton, given: Mapping[str, int] | None = None) -> dict[int, int]:
    """Joint -> the joint it should hang on, for ends of limbs that hang elsewhere; given: roles that a person said."""
    known = {**find_roles(replace(skeleton, given_roles=None)), **(given or {})}
    words = words_of(skeleton.names)
    found: dict[int, int] = {}
    for side in SIDES:
        for end, (carrier, end_words, carrier_words) in _LIMBS.items():
            tip = known.get(f"{side}_{end}", _named(words, side, end_words))
            above = known.get(f"{side}_{carrier}", _named(words, side, carrier_words))
            if tip is None or above is None or skeleton.is_below(tip, above) or skeleton.is_below(above, tip):
                continue
            if skeleton.rest_positions[tip, 1] < skeleton.rest_positions[above, 1] or end == "wrist":
                found[tip] = above
    return found


def _named(words: Sequence[Sequence[str]], side: str, wanted: Sequence[str]) -> int | None:
    """The first joint of a side that one of the words names, the better word first."""
    for word in wanted:
        for joint, own in enumerate(words):
            if side in own and word in own and is_body_part(own):
                return joint
    return None


def hang_on(skeleton: Skeleton, parents: Mapping[int, int]) -> tuple[Skeleton, list[int]]:
    """The skeleton with some joints hung on others, resting where it rested, and for each of its joints which one of the old it is."""
    wanted = [parents.get(joint, int(parent)) for joint, parent in enumerate(skeleton.parents)]
    order: list[int] = []
    while len(order) < len(skeleton):
        order += [joint for joint in range(len(skeleton)) if joint not in order and (wanted[joint] < 0 or wanted[joint] in order)]
    place = {old: new for new, old in enumerate(order)}
    turns, places = skeleton.rest_world
    rest, offsets = skeleton.rest_rotations[order].copy(), skeleton.offsets[order].copy()
    for joint, parent in parents.items():
        back = quaternion.conjugate(turns[parent])
        rest[place[joint]] = quaternion.multiply(back, turns[joint])
        offsets[place[joint]] = quaternion.rotate(back, places[joint] - places[parent])
    hung = Skeleton(
        tuple(skeleton.names[joint] for joint in order),
        np.array([-1 if wanted[joint] < 0 else place[wanted[joint]] for joint in order]),
        offsets,
        tuple(replace(site, parent=place[site.parent]) for site in skeleton.end_sites),
        rest,
        skeleton.rest_root,
        None if skeleton.given_roles is None else {role: place[joint] for role, joint in skeleton.given_roles.items()},
    )
    return hung, order
