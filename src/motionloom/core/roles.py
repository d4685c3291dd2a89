"""Which joint is the left knee? Found by names AND topology, for the common skeletons and many others.

Names say which side and which limb a joint belongs to; the tree says in which order they must come. Neither is enough
alone: `LeftFoot` is the ankle in CMU and Mixamo but the ball of the foot in SMPL, `LeftShoulder` is the clavicle in
CMU and the upper arm in SMPL. Where names say nothing, the rest pose's extremities do (feet lowest, hands widest).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import numpy as np

from motionloom.core.errors import SkeletonError, list_names
from motionloom.core.joint_words import ARM_WORDS, FINGER_WORDS, LEG_WORDS, is_body_part, split_name as split_name, words_of
from motionloom.core.limb_shapes import SIDES as SIDES, chains_by_shape, stands_on_hands
from motionloom.core.markers import REASON, is_markers, marker_joints
from motionloom.core.skeleton import Skeleton
from motionloom.core.trunk_roles import find_trunk, meeting_point as meeting_point, path_to_root as path_to_root

ARM_ROLES = ("clavicle", "shoulder", "elbow", "wrist")
LEG_ROLES = ("hip", "knee", "ankle", "toe")
TRUNK_ROLES = ("hips", "spine", "chest", "neck", "head")
ROLES = (*TRUNK_ROLES, *(f"{side}_{part}" for side in SIDES for part in (*ARM_ROLES, *LEG_ROLES)))
OPTIONAL_ROLES = frozenset({"spine", "neck", *(f"{side}_{part}" for side in SIDES for part in ("clavicle", "toe"))})


def find_roles(skeleton: Skeleton) -> dict[str, int]:
    """Body role -> joint index, no joint twice: a person's mapping where one was given, else what names, tree and rest pose say.

    Roles that cannot be found are left out, all of them where the body is no human's; `require_roles` turns that into an error.
    """
    return dict(_find(skeleton)[0]) if skeleton.given_roles is None else dict(skeleton.given_roles)


def why_not_human(skeleton: Skeleton) -> str:
    """Why a skeleton is not a human's, in a few words ("no legs"), or "" where nothing speaks against it."""
    if skeleton.given_roles is not None:
        return ""
    roles, reason = _find(skeleton)
    if reason:
        return reason
    limbs = {"legs": ("hip", "knee", "ankle"), "arms": ("shoulder", "elbow", "wrist")}
    lost = [limb for limb, parts in limbs.items() if not any(f"{side}_{part}" in roles for side in SIDES for part in parts)]
    return f"no {' and no '.join(lost)}" if lost else ""


@lru_cache(maxsize=512)
def _find(skeleton: Skeleton) -> tuple[Mapping[str, int], str]:
    """The roles of a skeleton, and why it is no human's where it has limbs and still is none."""
    if is_markers(skeleton):
        return {}, REASON
    words = words_of(skeleton.names)
    chains = {side: _named_chains(skeleton, words, side) for side in SIDES}
    if not all(chains[side][limb] for side in SIDES for limb in ("leg", "arm")):
        chains = _complete_by_shape(skeleton, words, chains)
    roles: dict[str, int] = {}
    for side in SIDES:
        for limb, names in (("leg", LEG_WORDS), ("arm", ARM_WORDS)):
            for part, joint in _assign(skeleton, words, chains[side][limb], names).items():
                roles[f"{side}_{part}"] = joint
    if stands_on_hands(skeleton, roles):
        return {}, "it stands on four legs"
    roles.update(find_trunk(skeleton, words, roles))
    return {role: roles[role] for role in ROLES if role in roles}, ""


def require_roles(skeleton: Skeleton, wanted: Iterable[str] = ROLES) -> dict[str, int]:
    """`find_roles`, or an error that names the roles it lacks and how to give them."""
    roles = find_roles(skeleton)
    missing = [role for role in wanted if role not in roles and role not in OPTIONAL_ROLES]
    if missing and is_markers(skeleton):
        raise SkeletonError(f"{REASON}: this needs a body; solve one for the {len(marker_joints(skeleton))} markers in another program")
    if missing:
        reason = why_not_human(skeleton)
        raise SkeletonError(
            f"{f'not a human: {reason}; it' if reason else 'this skeleton'} lacks the roles {list_names(missing, 20)}; "
            f"its joints are {list_names(skeleton.names, 40)}. Give a mapping with --roles FILE, a JSON of role to joint name"
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


def _named_chains(skeleton: Skeleton, words: list[list[str]], side: str) -> dict[str, list[int]]:
    """For each limb of a side, the joints from its top to its end, or nothing where names do not tell."""
    chains = {}
    for limb, ends in (("leg", ("toebase", "toe", "toes", "ball", "foot", "ankle")), ("arm", ARM_WORDS["wrist"])):
        allowed = {word for group in (LEG_WORDS if limb == "leg" else ARM_WORDS).values() for word in group}
        mine = [j for j, w in enumerate(words) if side in w and allowed & set(w) and is_body_part(w)]
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
    taken = {joint for limbs in named.values() for chain in limbs.values() for joint in chain}
    free = {side: {limb: [] if taken & set(chain) else chain for limb, chain in limbs.items()} for side, limbs in shaped.items()}
    return {side: {limb: chain or free[side][limb] for limb, chain in named[side].items()} for side in SIDES}


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
    if not all(part in assigned for part in required):
        assigned = _assign_by_length(skeleton, chain, parts)
    toe = _find_toe(skeleton, words, assigned["ankle"]) if "ankle" in assigned and "toe" not in assigned else None
    return assigned if toe is None else {**assigned, "toe": toe}


def _find_toe(skeleton: Skeleton, words: list[list[str]], ankle: int) -> int | None:
    """The only joint below an ankle, whatever it is called (`LeftFootThumb1`), unless it is a control, a twist bone or an end."""
    below = [joint for joint in skeleton.children(ankle) if is_body_part([word for word in words[joint] if word not in FINGER_WORDS])]
    return below[0] if len(below) == 1 else None


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
    if len(chain) < 3:  # an arm that ends in its elbow is still an arm
        return dict(zip(("shoulder", "elbow"), chain, strict=False)) if parts == ARM_ROLES else {}
    lengths = np.linalg.norm(skeleton.offsets[chain], axis=1)
    sums = [lengths[i + 1] + lengths[i + 2] for i in range(len(chain) - 2)]
    top = int(np.argmax(sums))
    if parts == ARM_ROLES:
        found = {"shoulder": chain[top], "elbow": chain[top + 1], "wrist": chain[top + 2]}
        return {"clavicle": chain[top - 1], **found} if top > 0 else found
    found = {"hip": chain[top], "knee": chain[top + 1], "ankle": chain[top + 2]}
    return {**found, "toe": chain[top + 3]} if top + 3 < len(chain) else found
