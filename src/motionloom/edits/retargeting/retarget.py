"""A motion on another body: by roles, with fingers and twist bones, hands that reach, and feet that stand."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motionloom.align.retarget import retarget as turn_by_roles
from motionloom.core import Motion, Skeleton
from motionloom.core.body import body_of
from motionloom.core.errors import SkeletonError
from motionloom.edits.retargeting.hands import reach_hands
from motionloom.edits.retargeting.small_joints import find_pairs
from motionloom.feet.cleanup import CleanUpOptions, clean
from motionloom.feet.plants import Plants
from motionloom.formats.character_file import CharacterFile, has_skin, read_character

Target = Motion | Skeleton | CharacterFile | str | PathLike[str]


@dataclass(frozen=True)
class RetargetOptions:
    """hands: bring hands back to what they touched; feet: hold planted feet still on the new body."""

    hands: bool = True
    feet: bool = True


def skeleton_of(target: Target) -> Skeleton:
    """The skeleton that a motion is to be put on; an error that names the roles it lacks."""
    if isinstance(target, str | PathLike):
        from motionloom import formats

        path = Path(target)
        target = read_character(path) if has_skin(path) else formats.load(path)
    if isinstance(target, CharacterFile):
        require_body(target)
    return target.skeleton if isinstance(target, Motion | CharacterFile) else target


def require_body(character: CharacterFile, command: str = "motionloom character map LIBRARY CHARACTER") -> None:
    """An error of one line where a character lacks roles, with the command that maps them."""
    if character.missing:
        first = character.missing[0]
        lacks = ", ".join(character.missing)
        raise SkeletonError(f"{character.name}: these roles were not found: {lacks}; map them with `{command} --role {first}=JOINT`")


def retarget(motion: Motion, target: Target, plants: NDArray[np.bool_] | None = None, options: RetargetOptions | None = None) -> Motion:
    """The motion on the body of a character, a skeleton or another motion.

    plants (F, 4): when heels and toes stand, found by the oracle where not given. Rest poses may differ in everything; steps scale by
    the length of the legs; hands keep to what they touch; joints that the performer does not have stay as they rest.
    """
    chosen, skeleton = options or RetargetOptions(), skeleton_of(target)
    if motion.skeleton.hash == skeleton.hash:
        return motion
    worn = turn_by_roles(motion, skeleton, find_pairs(body_of(motion.skeleton), body_of(skeleton)))
    if chosen.hands:
        worn = reach_hands(motion, worn)
    if chosen.feet:
        worn = _hold_feet(motion, worn, plants)
    return worn


def _hold_feet(motion: Motion, worn: Motion, plants: NDArray[np.bool_] | None) -> Motion:
    if plants is None:
        from motionloom.feet.oracle import default_oracle

        plants = default_oracle().label(motion).bits
    scale = body_of(worn.skeleton).height / body_of(motion.skeleton).height
    usual = CleanUpOptions()
    sized = CleanUpOptions(limit=usual.limit * scale, root_limit=usual.root_limit * scale, sink=usual.sink * scale)
    return clean(worn, Plants(plants, worn.fps, source="retarget"), sized).motion
