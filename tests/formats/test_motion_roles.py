"""A body without names whose rest pose is a heap: found by how it stands in its motion."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from motionloom.core import Skeleton, quaternion
from motionloom.core.kinematics import forward_kinematics
from motionloom.core.roles import find_roles
from motionloom.formats.motion_roles import with_roles_of_motion
from motionloom.formats.registry import RawClip


def heap(skeleton: Skeleton, rng: np.random.Generator, frames: int = 40) -> RawClip:
    """The skeleton with every joint's axes turned anyhow and no names; in the motion it stands."""
    turns = quaternion.normalise(rng.normal(size=(len(skeleton), 4)))
    above = np.concatenate([quaternion.IDENTITY[None], turns[skeleton.parents[1:]]])
    offsets = quaternion.rotate(quaternion.conjugate(above), skeleton.offsets)
    local = quaternion.multiply(quaternion.conjugate(above), turns)
    names = tuple(f"j{number}" for number in range(len(skeleton)))
    odd = Skeleton(names, skeleton.parents, offsets)
    return RawClip(odd, np.tile(local, (frames, 1, 1)), np.tile(skeleton.rest_root, (frames, 1)), 30.0)


def test_roles_are_found(skeleton: Skeleton, rng: np.random.Generator) -> None:
    raw = heap(skeleton, rng)
    places = forward_kinematics(raw.rotations[:1], raw.root_positions[:1], raw.skeleton.offsets, raw.skeleton.parents)[1][0]
    np.testing.assert_allclose(places, skeleton.rest_positions, atol=1e-9)
    found = find_roles(with_roles_of_motion(raw).skeleton)
    needed = [f"{side}_{part}" for side in ("left", "right") for part in ("shoulder", "elbow", "wrist", "hip", "knee", "ankle")]
    assert {role: found.get(role) for role in needed} == {role: find_roles(skeleton)[role] for role in needed}


def test_what_is_known_stays(skeleton: Skeleton, rng: np.random.Generator) -> None:
    raw = heap(skeleton, rng)
    named = replace(raw, skeleton=replace(raw.skeleton, names=skeleton.names))
    assert with_roles_of_motion(named) is named
