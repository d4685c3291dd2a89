"""Hips, spine, chest, neck and head, from where the limbs branch off and what the joints between are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from motionloom.core.joint_words import HIPS_WORDS, is_body_part
from motionloom.core.limb_shapes import SIDES
from motionloom.core.skeleton import Skeleton

NEAR_HIPS = 0.5  # of the thighs' length: a joint that carries legs and back, but lies further away, is a root and no pelvis
Words = Sequence[Sequence[str]]


def find_trunk(skeleton: Skeleton, words: Words, limbs: Mapping[str, int]) -> dict[str, int]:
    """Role -> joint of the trunk, given the roles of the limbs; no joint has two, and none is of a limb."""
    found: dict[str, int] = {}
    legs = [limbs[f"{side}_hip"] for side in SIDES if f"{side}_hip" in limbs]
    arms = [limbs.get(f"{side}_clavicle", limbs.get(f"{side}_shoulder", -1)) for side in SIDES]
    fork = meeting_point(skeleton, *arms) if min(arms) >= 0 else None
    head = _find_head(skeleton, words, fork, arms)
    if len(legs) == 2:
        found["hips"] = _find_hips(skeleton, words, limbs, legs, fork)
    above = path_to_root(skeleton, head)[::-1] if head is not None else []
    chest = None if fork is None else _find_chest(skeleton, words, fork, found.get("hips"), above, arms)
    if chest is not None:
        found["chest"] = chest
    if head is None or head in found.values():
        return found
    found["head"] = head
    if chest is not None and chest in above:
        between = above[above.index(chest) + 1 : -1]
        necks = [joint for joint in between if "neck" in words[joint]] or between
        if necks:
            found["neck"] = necks[0]
        if found.get("hips") in above:
            spine = above[above.index(found["hips"]) + 1 : above.index(chest)]
            found.update({"spine": spine[0]} if spine else {})
    return found


def _find_hips(skeleton: Skeleton, words: Words, limbs: Mapping[str, int], legs: Sequence[int], fork: int | None) -> int:
    """The joint that carries both legs, or the next one above it that is called so; the back's too where that is near."""
    hips = meeting_point(skeleton, legs[0], legs[1])
    named = [joint for joint in path_to_root(skeleton, hips) if set(HIPS_WORDS) & set(words[joint])]
    hips = named[0] if named else hips
    if fork is None or skeleton.is_below(fork, hips):
        return hips
    shared = meeting_point(skeleton, hips, fork)
    places = skeleton.rest_positions
    thigh = float(np.mean([np.linalg.norm(places[limbs[f"{side}_knee"]] - places[limbs[f"{side}_hip"]]) for side in SIDES]))
    near = float(np.linalg.norm(places[shared] - places[list(legs)].mean(axis=0))) < NEAR_HIPS * thigh
    return shared if near else hips


def _find_chest(skeleton: Skeleton, words: Words, fork: int, hips: int | None, above: Sequence[int], arms: Sequence[int]) -> int | None:
    """The joint that carries both arms; below a neck that does, and of a back whose arms hang on the hips the joint nearest to them."""
    chest = fork
    while "neck" in words[chest] and skeleton.parents[chest] >= 0 and skeleton.parents[chest] != hips:
        chest = int(skeleton.parents[chest])
    if chest != hips:
        return chest
    back = [joint for joint in above[:-1] if joint != hips and skeleton.is_below(joint, hips) and "neck" not in words[joint]]
    height = float(skeleton.rest_positions[list(arms), 1].mean())
    return min(back, key=lambda joint: abs(float(skeleton.rest_positions[joint, 1]) - height), default=None)


def _find_head(skeleton: Skeleton, words: Words, fork: int | None, arms: Sequence[int]) -> int | None:
    """The joint that is called head, one above the arms first; else the highest above them, where its face begins."""
    named = [j for j, own in enumerate(words) if "head" in own and is_body_part(own) and not {"top", "left", "right"} & set(own)]
    if fork is None:
        return next(iter(named), None)
    over = [joint for joint in named if joint != fork and skeleton.is_below(joint, fork)]
    if named:
        return (over or named)[0]
    free = [
        j for j in range(len(skeleton)) if j != fork and skeleton.is_below(j, fork) and not any(skeleton.is_below(j, arm) for arm in arms)
    ]
    tip = max(free, key=lambda joint: skeleton.rest_positions[joint, 1], default=None)
    if tip is None:
        return None
    way = [joint for joint in path_to_root(skeleton, tip)[::-1] if joint in free]
    return next((joint for joint in way[1:] if len(skeleton.children(joint)) > 2), tip)  # eyes, jaw and hair hang on a head


def path_to_root(skeleton: Skeleton, joint: int) -> list[int]:
    """The joint, its parent, and so on up to the root."""
    path = []
    while joint >= 0:
        path.append(joint)
        joint = int(skeleton.parents[joint])
    return path


def meeting_point(skeleton: Skeleton, a: int, b: int) -> int:
    """The lowest joint that both hang on, not counting themselves."""
    above = set(path_to_root(skeleton, a)[1:])
    return next((j for j in path_to_root(skeleton, b)[1:] if j in above), 0)
