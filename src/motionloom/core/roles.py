"""Which joint is the left knee? Found by names AND topology, for the common skeletons and many others.

Names say which side and which limb a joint belongs to; the tree says in which order they must come. Neither is enough
alone: `LeftFoot` is the ankle in CMU and Mixamo but the ball of the foot in SMPL, `LeftShoulder` is the clavicle in
CMU and the upper arm in SMPL. Where names say nothing, the rest pose's extremities do (feet lowest, hands widest).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import numpy as np

from motionloom.core.errors import SkeletonError, list_names
from motionloom.core.limb_shapes import SIDES as SIDES, chains_by_shape
from motionloom.core.skeleton import Skeleton

ARM_ROLES = ("clavicle", "shoulder", "elbow", "wrist")
LEG_ROLES = ("hip", "knee", "ankle", "toe")
TRUNK_ROLES = ("hips", "spine", "chest", "neck", "head")
ROLES = (*TRUNK_ROLES, *(f"{side}_{part}" for side in SIDES for part in (*ARM_ROLES, *LEG_ROLES)))
OPTIONAL_ROLES = frozenset({"spine", "neck", *(f"{side}_{part}" for side in SIDES for part in ("clavicle", "toe"))})

# Words of joint names, after splitting, in the order in which they are tried.
LEG_WORDS = {
    "hip": ("upleg", "upperleg", "thigh", "femur", "hip"),
    "knee": ("lowerleg", "lowleg", "shin", "calf", "tibia", "knee", "leg"),
    "ankle": ("ankle", "foot"),
    "toe": ("toe", "toes", "toebase", "ball", "foot"),
}
ARM_WORDS = {
    "clavicle": ("clavicle", "collar", "collarbone", "shoulder"),
    "shoulder": ("upperarm", "uparm", "humerus", "arm", "shoulder"),
    "elbow": ("forearm", "lowerarm", "lowarm", "radius", "elbow"),
    "wrist": ("wrist", "hand", "palm"),
}
JOINED = {("up", "leg"): "upleg", ("upper", "leg"): "upperleg", ("lower", "leg"): "lowerleg", ("low", "leg"): "lowleg"}
JOINED |= {("upper", "arm"): "upperarm", ("up", "arm"): "uparm", ("fore", "arm"): "forearm", ("lower", "arm"): "lowerarm"}
JOINED |= {("toe", "base"): "toebase", ("collar", "bone"): "collarbone", ("low", "arm"): "lowarm", ("hip", "joint"): "hipjoint"}
SIDE_WORDS = {"left": "left", "l": "left", "lft": "left", "lf": "left", "right": "right", "r": "right", "rgt": "right", "rt": "right"}
GLUED_SIDES = re.compile(
    r"^(l|r)(hipjoint|hip|femur|tibia|foot|toes|clavicle|humerus|radius|wrist|hand|thigh|shin|knee|ankle|collar|shldr|forearm|elbow)$"
)
NOT_BODY = frozenset(
    {
        "twist",
        "roll",
        "ik",
        "pole",
        "end",
        "nub",
        "site",
        "thumb",
        "index",
        "middle",
        "ring",
        "pinky",
        "finger",
        "fingers",
        "hipjoint",
        "fingerbase",
    }
)
HIPS_WORDS = ("hips", "pelvis", "hip")


def find_roles(skeleton: Skeleton) -> dict[str, int]:
    """Body role -> joint index: a person's mapping where one was given, else what names and tree say.

    Roles that cannot be found are left out; `require_roles` turns that into an error.
    """
    if skeleton.given_roles is not None:
        return dict(skeleton.given_roles)
    words = [split_name(name) for name in skeleton.names]
    chains = {side: _named_chains(skeleton, words, side) for side in SIDES}
    if not all(chains[side][limb] for side in SIDES for limb in ("leg", "arm")):
        chains = _complete_by_shape(skeleton, words, chains)
    roles: dict[str, int] = {}
    for side in SIDES:
        for limb, names in (("leg", LEG_WORDS), ("arm", ARM_WORDS)):
            for part, joint in _assign(skeleton, words, chains[side][limb], names).items():
                roles[f"{side}_{part}"] = joint
    roles.update(_find_trunk(skeleton, words, roles))
    return {role: roles[role] for role in ROLES if role in roles}


def require_roles(skeleton: Skeleton, wanted: Iterable[str] = ROLES) -> dict[str, int]:
    """`find_roles`, or an error that names the roles it lacks and how to give them."""
    roles = find_roles(skeleton)
    missing = [role for role in wanted if role not in roles and role not in OPTIONAL_ROLES]
    if missing:
        raise SkeletonError(
            f"this skeleton lacks the roles {list_names(missing, 20)}; its joints are {list_names(skeleton.names, 40)}. "
            "Give a mapping with --roles FILE, a JSON of role to joint name"
        )
    return roles


def roles_from_names(skeleton: Skeleton, mapping: Mapping[str, str]) -> dict[str, int]:
    """A person's mapping of role to joint name, checked, as indices; roles it leaves out are found as usual."""
    unknown = sorted(set(mapping) - set(ROLES))
    if unknown:
        raise SkeletonError(f"unknown roles {list_names(unknown)}; the roles are {', '.join(ROLES)}")
    found = find_roles(skeleton)
    found.update({role: skeleton.index(name) for role, name in mapping.items()})
    return {role: found[role] for role in ROLES if role in found}


def split_name(name: str) -> list[str]:
    """The lower-case words of a joint's name: "mixamorig:LeftUpLeg" -> ["left", "upleg"]."""
    bare = name.rsplit(":", 1)[-1].rsplit("|", 1)[-1]
    bare = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", bare)
    bare = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1 \2", bare)
    parts = [part for part in re.split(r"[^a-z0-9]+|(?<=[a-z])(?=[0-9])", bare.lower()) if part]
    parts = [
        part
        for part in parts
        if part not in ("mixamorig", "bip01", "bip001", "bip", "character", "cc", "base", "jnt", "joint", "b", "def")
        or len(parts) == 1
        or part == "joint"
    ]
    words: list[str] = []
    for part in parts:
        glued = GLUED_SIDES.match(part)
        words.extend([SIDE_WORDS[glued[1]], glued[2]] if glued else [SIDE_WORDS.get(part, part)])
    joined: list[str] = []
    for word in words:
        if joined and (joined[-1], word) in JOINED:
            joined[-1] = JOINED[joined[-1], word]
        else:
            joined.append(word)
    return joined


def _named_chains(skeleton: Skeleton, words: list[list[str]], side: str) -> dict[str, list[int]]:
    """For each limb of a side, the joints from its top to its end, or nothing where names do not tell."""
    chains = {}
    for limb, ends in (("leg", ("toebase", "toe", "toes", "ball", "foot", "ankle")), ("arm", ("hand", "wrist", "palm"))):
        allowed = {word for group in (LEG_WORDS if limb == "leg" else ARM_WORDS).values() for word in group}
        mine = [j for j, w in enumerate(words) if side in w and allowed & set(w) and not NOT_BODY & set(w)]
        tips = [j for j in mine if set(ends) & set(words[j])]
        best: list[int] = []
        for tip in tips:
            path = [j for j in path_to_root(skeleton, tip) if j in mine]
            best = path if len(path) > len(best) else best
        chains[limb] = best[::-1] if len(best) >= 3 else []
    return chains


def _complete_by_shape(
    skeleton: Skeleton, words: list[list[str]], named: dict[str, dict[str, list[int]]]
) -> dict[str, dict[str, list[int]]]:
    """Limbs that names do not tell, as the rest pose has them; names that say a side are believed about sides."""
    shaped = chains_by_shape(skeleton)
    if shaped is None:
        return named
    told = {side: [joint for limb in shaped[side].values() for joint in limb] for side in SIDES}
    agree = sum(side in words[joint] for side in SIDES for joint in told[side])
    against = sum(other in words[joint] for side, other in (SIDES, SIDES[::-1]) for joint in told[side])
    if against > agree:
        shaped = {"left": shaped["right"], "right": shaped["left"]}
    if not any(named[side][limb] for side in SIDES for limb in named[side]):
        return shaped
    return {side: {limb: chain or shaped[side][limb] for limb, chain in named[side].items()} for side in SIDES}


def _assign(skeleton: Skeleton, words: list[list[str]], chain: list[int], names: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """Part of a limb -> joint, keeping the order of the chain; by names first, by bone lengths where they say nothing."""
    parts = tuple(names)
    assigned: dict[str, int] = {}
    remaining = list(chain)
    for part in parts:
        rest_of_parts = parts[parts.index(part) + 1 :]
        for word in names[part]:
            match = next((j for j in remaining if word in words[j]), None)
            # `shoulder` and `foot` mean different joints in different skeletons: the first meaning needs a joint left for the second.
            if match is not None and (word not in ("shoulder", "foot") or _has_next(words, remaining, match, part, rest_of_parts, names)):
                assigned[part] = match
                remaining = remaining[remaining.index(match) + 1 :]
                break
    required = [part for part in parts if part not in ("clavicle", "toe")]
    if all(part in assigned for part in required):
        return assigned
    return _assign_by_length(skeleton, chain, parts)


def _has_next(
    words: list[list[str]], remaining: list[int], match: int, part: str, later: tuple[str, ...], names: Mapping[str, tuple[str, ...]]
) -> bool:
    """Whether reading an ambiguous word as `part` still leaves a joint for the next required part."""
    if part in ("ankle", "toe", "shoulder"):
        return True
    below = remaining[remaining.index(match) + 1 :]
    return any(word in words[j] for j in below for word in names[later[0]])


def _assign_by_length(skeleton: Skeleton, chain: list[int], parts: tuple[str, ...]) -> dict[str, int]:
    """The two longest neighbouring bones of a chain are upper and lower limb."""
    if len(chain) < 3:
        return {}
    lengths = np.linalg.norm(skeleton.offsets[chain], axis=1)
    sums = [lengths[i + 1] + lengths[i + 2] for i in range(len(chain) - 2)]
    top = int(np.argmax(sums))
    if parts == ARM_ROLES:
        found = {"shoulder": chain[top], "elbow": chain[top + 1], "wrist": chain[top + 2]}
        return {"clavicle": chain[top - 1], **found} if top > 0 else found
    found = {"hip": chain[top], "knee": chain[top + 1], "ankle": chain[top + 2]}
    return {**found, "toe": chain[top + 3]} if top + 3 < len(chain) else found


def _find_trunk(skeleton: Skeleton, words: list[list[str]], roles: Mapping[str, int]) -> dict[str, int]:
    """Hips, spine, chest, neck and head, from where the limbs branch off."""
    found: dict[str, int] = {}
    legs = [roles[f"{side}_hip"] for side in SIDES if f"{side}_hip" in roles]
    arms = [roles.get(f"{side}_clavicle", roles.get(f"{side}_shoulder", -1)) for side in SIDES]
    if len(legs) == 2:
        hips = meeting_point(skeleton, *legs)
        named = [j for j in path_to_root(skeleton, hips) if set(HIPS_WORDS) & set(words[j])]
        found["hips"] = named[0] if named else hips
    if min(arms) >= 0:
        found["chest"] = meeting_point(skeleton, *arms)
    head = next((j for j, w in enumerate(words) if "head" in w and not (NOT_BODY | {"top"}) & set(w)), None)
    if head is None and "chest" in found:
        head = _highest_tip(skeleton, found["chest"], arms)
    if head is None:
        return found
    found["head"] = head
    above = path_to_root(skeleton, head)[::-1]
    if "chest" in found and found["chest"] in above:
        between = above[above.index(found["chest"]) + 1 : -1]
        necks = [j for j in between if "neck" in words[j]] or between
        if necks:
            found["neck"] = necks[0]
        if found.get("hips") in above:
            spine = above[above.index(found["hips"]) + 1 : above.index(found["chest"])]
            found["spine"] = spine[0] if spine else found["chest"]
    return found


def _highest_tip(skeleton: Skeleton, chest: int, arms: list[int]) -> int | None:
    """The joint above the chest, not of an arm, that stands highest at rest."""
    above = [
        j for j in range(len(skeleton)) if j != chest and skeleton.is_below(j, chest) and not any(skeleton.is_below(j, arm) for arm in arms)
    ]
    return max(above, key=lambda j: skeleton.rest_positions[j, 1], default=None)


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
