"""What a motion knows and the standards have no place for, carried in a file's own extras so that a round trip loses nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np

from motionloom.core import Motion, Skeleton, SkeletonError, quaternion
from motionloom.formats.marks import Marks
from motionloom.formats.registry import RawClip

KEY = "motionloom"


def carry(motion: Motion, marks: Marks | None = None) -> dict[str, Any]:
    """Plain JSON data: name, fps, recipe, marks and the skeleton to the last digit."""
    data = {"name": motion.name, "fps": motion.fps, "recipe": dict(motion.recipe), "skeleton": exact_skeleton(motion.skeleton)}
    return data | ({"marks": marks.to_json(len(motion))} if marks else {})


def exact_skeleton(skeleton: Skeleton) -> dict[str, Any]:
    """Plain JSON data of a skeleton to the last digit."""
    exact = {
        "offsets": skeleton.offsets.tolist(),
        "rest_rotations": skeleton.rest_rotations.tolist(),
        "rest_root": skeleton.rest_root.tolist(),
        "end_sites": [[site.parent, *map(float, site.offset)] for site in skeleton.end_sites],
    }
    return skeleton.to_json() | exact


def carry_skeleton(motion: Motion) -> dict[str, Any]:
    """What all motions of a file share: the skeleton to the last digit. Each animation then carries what is its own."""
    return {"skeleton": carry(motion)["skeleton"]}


def carried_fps(data: Any) -> float | None:
    """The frame rate a file carries, or None."""
    fps = data.get("fps") if isinstance(data, dict) else None
    return float(fps) if isinstance(fps, int | float) and not isinstance(fps, bool) and 0 < fps < 1e6 else None


def restore(clip: RawClip, data: Any) -> RawClip:
    """The clip with what its file carries; where another program changed the skeleton since, only what still fits."""
    if not isinstance(data, dict):
        return clip
    name, recipe = data.get("name"), data.get("recipe")
    return replace(
        clip,
        skeleton=_restore_skeleton(clip.skeleton, data.get("skeleton")),
        name=name if isinstance(name, str) and name else clip.name,
        recipe=recipe if isinstance(recipe, dict) else {},
        marks=data.get("marks"),
    )


def parse(text: Any) -> Any:
    """The data of a JSON text, or None where it is none."""
    try:
        return json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        return None


def _restore_skeleton(found: Skeleton, data: Any) -> Skeleton:
    """The carried skeleton where it is the one found, to rounding; else the found one with the carried roles, by joint names."""
    try:
        carried = Skeleton.from_json(data)
    except (SkeletonError, AttributeError):
        return found
    roles = {role: joint for role, joint in (carried.given_roles or {}).items() if 0 <= joint < len(carried)}
    carried = replace(carried, given_roles=roles or None)
    if found.names == carried.names and np.array_equal(found.parents, carried.parents):
        size = float(np.abs(found.offsets).max())
        places = ((found.offsets[1:], carried.offsets[1:]), (found.rest_root, carried.rest_root))
        turned = quaternion.angle_between(found.rest_rotations, carried.rest_rotations)
        if all(np.allclose(a, b, rtol=0, atol=1e-5 * size) for a, b in places) and np.all(turned < 1e-3):
            return carried
    index = {name: joint for joint, name in enumerate(found.names)}
    kept = {role: index[carried.names[joint]] for role, joint in roles.items() if carried.names[joint] in index}
    return replace(found, given_roles=kept or None)
