"""Bones named as engines name them: by roles, so that any body gets the names that a program's own mapping looks for.

A joint without a part in the convention keeps its own name. A body whose roles are not known keeps all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from motionloom.core import Motion, Skeleton
from motionloom.core.body import SIDES, body_of, is_body
from motionloom.core.errors import MotionloomError, list_names
from motionloom.core.fingers import find_fingers

Names = Sequence[str]


@dataclass(frozen=True)
class BoneNames:
    """A convention: names of the hips and the head, of limbs by their role without its side, and of chains by how many joints there are.

    back: hips and head left out, from the hips up; neck likewise; fingers: of a finger's joints from the palm outwards. A name of None
    leaves a joint its own. sided: the name of one side's bone.
    """

    hips: str
    head: str
    limbs: Mapping[str, str]
    sided: Callable[[str, str], str]
    back: Callable[[int], Sequence[str | None]]
    neck: Callable[[int], Sequence[str | None]]
    fingers: Callable[[str], Names]


def _counted(base: str, count: int) -> list[str]:
    """Spine, Spine1, Spine2: the first bare."""
    return [base if number == 0 else f"{base}{number}" for number in range(count)]


def _humanoid_back(count: int) -> list[str | None]:
    """A humanoid has up to three bones in its back: the lowest, the highest, and one between; the first is never missing."""
    names: list[str | None] = [None] * count
    if count:
        names[0] = "Spine"
    if count == 2:
        names[1] = "Chest"
    if count > 2:
        names[count // 2], names[-1] = "Chest", "UpperChest"
    return names


def _humanoid_neck(count: int) -> list[str | None]:
    return ["Neck", *[None] * (count - 1)] if count else []


def _humanoid_fingers(thumb: Names) -> Callable[[str], Names]:
    def name(finger: str) -> Names:
        if finger == "thumb":
            return [f"Thumb{part}" for part in thumb]
        base = "Little" if finger == "pinky" else finger.capitalize()
        return [f"{base}{part}" for part in ("Proximal", "Intermediate", "Distal")]

    return name


_HUMANOID_LIMBS = {
    "clavicle": "Shoulder",
    "shoulder": "UpperArm",
    "elbow": "LowerArm",
    "wrist": "Hand",
    "hip": "UpperLeg",
    "knee": "LowerLeg",
    "ankle": "Foot",
    "toe": "Toes",
}
_UNITY = BoneNames(
    "Hips",
    "Head",
    _HUMANOID_LIMBS,
    lambda side, bone: side.capitalize() + bone,
    _humanoid_back,
    _humanoid_neck,
    _humanoid_fingers(("Proximal", "Intermediate", "Distal")),
)
_GODOT = replace(_UNITY, fingers=_humanoid_fingers(("Metacarpal", "Proximal", "Distal")))


def _lower_first(names: Sequence[str | None]) -> list[str | None]:
    return [None if name is None else name[0].lower() + name[1:] for name in names]


_VRM = replace(
    _GODOT,
    hips="hips",
    head="head",
    sided=lambda side, bone: side + bone,
    back=lambda count: _lower_first(_humanoid_back(count)),
    neck=lambda count: _lower_first(_humanoid_neck(count)),
)
_UNREAL = BoneNames(
    "pelvis",
    "head",
    {
        "clavicle": "clavicle",
        "shoulder": "upperarm",
        "elbow": "lowerarm",
        "wrist": "hand",
        "hip": "thigh",
        "knee": "calf",
        "ankle": "foot",
        "toe": "ball",
    },
    lambda side, bone: f"{bone}_{side[0]}",
    lambda count: [f"spine_{number:02}" for number in range(1, count + 1)],
    lambda count: [f"neck_{number:02}" for number in range(1, count + 1)],
    lambda finger: [f"{finger}_{number:02}" for number in (1, 2, 3)],
)
_RIG = "mixamorig:"
_MIXAMO = BoneNames(
    f"{_RIG}Hips",
    f"{_RIG}Head",
    {
        "clavicle": "Shoulder",
        "shoulder": "Arm",
        "elbow": "ForeArm",
        "wrist": "Hand",
        "hip": "UpLeg",
        "knee": "Leg",
        "ankle": "Foot",
        "toe": "ToeBase",
    },
    lambda side, bone: f"{_RIG}{side.capitalize()}{bone}",
    lambda count: _counted(f"{_RIG}Spine", count),
    lambda count: _counted(f"{_RIG}Neck", count),
    lambda finger: [f"Hand{finger.capitalize()}{number}" for number in (1, 2, 3)],
)
CONVENTIONS: Mapping[str, BoneNames] = {"unreal": _UNREAL, "unity": _UNITY, "godot": _GODOT, "vrm": _VRM, "mixamo": _MIXAMO}


def check_convention(name: str) -> None:
    """Refuse a convention that is not known; "" is none."""
    if name and name not in CONVENTIONS:
        raise MotionloomError(f"no bone names {name!r}; there are {list_names(tuple(CONVENTIONS))}")


def name_bones(skeleton: Skeleton, convention: str) -> dict[int, str]:
    """Joint -> its name in a convention, of the joints that have one there; none where the body is not known."""
    check_convention(convention)
    if not is_body(skeleton):
        return {}
    names, body = CONVENTIONS[convention], body_of(skeleton)
    roles, chains = body.roles, body.chains
    back, neck = chains["spine"][1:], chains["head"][:-1]
    found: dict[int, str | None] = {roles["hips"]: names.hips, roles["head"]: names.head}
    found |= dict(zip(back, names.back(len(back)), strict=True))
    found |= dict(zip(neck, names.neck(len(neck)), strict=True))
    for side in SIDES:
        for part, bone in names.limbs.items():
            if f"{side}_{part}" in roles:
                found[roles[f"{side}_{part}"]] = names.sided(side, bone)
        for finger, joints in find_fingers(skeleton, roles, side).items():
            found |= {joint: names.sided(side, name) for joint, name in zip(joints, names.fingers(finger), strict=False)}
    return {joint: name for joint, name in found.items() if name is not None}


def rename_bones(motion: Motion, convention: str) -> Motion:
    """The motion with its joints named by a convention; "" leaves them. Roles go along: they are what the names were found by."""
    if not convention:
        return motion
    skeleton = motion.skeleton
    named = name_bones(skeleton, convention)
    if not named:
        return motion
    taken = set(named.values())
    names = [named.get(joint) or _free(name, taken) for joint, name in enumerate(skeleton.names)]
    return replace(motion, skeleton=replace(skeleton, names=tuple(names), given_roles=dict(body_of(skeleton).roles)))


def _free(name: str, taken: set[str]) -> str:
    free, number = name, 2
    while free in taken:
        free, number = f"{name}_{number}", number + 1
    taken.add(free)
    return free
