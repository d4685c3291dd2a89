"""Limbs by the rest pose alone, whichever way it faces."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motionloom.core import Skeleton, quaternion
from motionloom.core.body import body_of
from motionloom.core.limb_shapes import chains_by_shape
from motionloom.core.roles import find_roles


def nameless(skeleton: Skeleton, turn: float) -> Skeleton:
    rest = skeleton.rest_rotations.copy()
    rest[0] = quaternion.multiply(quaternion.about_y(turn), rest[0])
    return replace(skeleton, names=tuple(f"Joint{i}" for i in range(len(skeleton))), rest_rotations=rest)


@pytest.mark.parametrize("turn", [0.0, np.pi / 2, np.pi, -np.pi / 2])
def test_a_nameless_body_is_found_facing_any_way(skeleton: Skeleton, turn: float) -> None:
    known, found = find_roles(skeleton), find_roles(nameless(skeleton, turn))
    needed = [f"{side}_{part}" for side in ("left", "right") for part in ("shoulder", "elbow", "wrist", "hip", "knee", "ankle")]
    assert {role: found.get(role) for role in needed} == {role: known[role] for role in needed}
    assert body_of(nameless(skeleton, turn)).leg_length == pytest.approx(body_of(skeleton).leg_length)


def test_what_is_not_mirrored_is_no_body(rng: np.random.Generator) -> None:
    parents = np.array([-1, 0, 0, 0, 0, 0, 1, 2, 3, 4])
    assert chains_by_shape(Skeleton(tuple("abcdefghij"), parents, rng.normal(size=(10, 3)) ** 3)) is None
    assert chains_by_shape(Skeleton(tuple("abcdefghij"), parents, np.zeros((10, 3)))) is None
