"""Bodies that neither names nor the rest pose tell: how they move does.

A rig without names whose zero pose is a heap of bones stands, mirrored, in some frame of its motion. `core.limb_shapes` sees it there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from motionloom.core.body import is_body
from motionloom.core.markers import is_markers
from motionloom.core.roles import find_roles, why_not_human
from motionloom.formats.registry import RawClip

FRAMES = 12  # that are looked at
SHARE = 0.5  # of those that show a body must agree on every joint
FEWEST = 3
SMALLEST_BODY = 14  # joints: hips, chest, head and four limbs, less one


def with_roles_of_motion(raw: RawClip) -> RawClip:
    """The clip with the roles that its frames agree on, where its skeleton alone shows no body; as it is where they do not agree."""
    skeleton = raw.skeleton
    if skeleton.given_roles is not None or is_markers(skeleton) or is_body(skeleton) or len(skeleton) < SMALLEST_BODY:
        return raw
    if why_not_human(skeleton).startswith("it "):
        return raw
    seen: Counter[tuple[tuple[str, int], ...]] = Counter()
    for frame in np.unique(np.linspace(0, len(raw.rotations) - 1, FRAMES).astype(int)):
        pose = replace(skeleton, rest_rotations=raw.rotations[frame], rest_root=raw.root_positions[frame])
        if is_body(pose):
            seen[tuple(sorted(find_roles(pose).items()))] += 1
    if not seen:
        return raw
    roles, count = seen.most_common(1)[0]
    if count < FEWEST or count < SHARE * seen.total():
        return raw
    note = "body roles: neither names nor the rest pose tell them; found by how the body stands in the motion (import --roles sets them)"
    return replace(raw, skeleton=replace(skeleton, given_roles=dict(roles)), notes=(*raw.notes, note))
