"""Feet that hang on the root are found, and hung on their legs nothing moves."""

from __future__ import annotations

import numpy as np

from motionloom.core import Skeleton
from motionloom.core.detached import find_detached, hang_on
from motionloom.core.roles import find_roles


def without_feet_on_legs(skeleton: Skeleton) -> Skeleton:
    roles = find_roles(skeleton)
    return hang_on(skeleton, {roles["left_ankle"]: 0, roles["right_ankle"]: 0})[0]


def test_feet_on_the_root_are_hung_on_their_legs(skeleton: Skeleton) -> None:
    loose = without_feet_on_legs(skeleton)
    detached = find_detached(loose)
    names = {loose.names[joint]: loose.names[parent] for joint, parent in detached.items()}
    roles = find_roles(skeleton)
    assert names == {skeleton.names[roles[f"{side}_ankle"]]: skeleton.names[roles[f"{side}_knee"]] for side in ("left", "right")}
    hung, order = hang_on(loose, detached)
    np.testing.assert_allclose(hung.rest_positions, loose.rest_positions[order], atol=1e-9)
    assert {role: hung.names[joint] for role, joint in find_roles(hung).items()} == {role: skeleton.names[j] for role, j in roles.items()}


def test_a_body_that_hangs_together_is_left_alone(skeleton: Skeleton) -> None:
    assert find_detached(skeleton) == {}


def test_a_person_may_say_which_joint_is_the_foot(skeleton: Skeleton) -> None:
    loose = without_feet_on_legs(skeleton)
    odd = Skeleton(tuple(f"b{i}" for i in range(len(loose))), loose.parents, loose.offsets, (), loose.rest_rotations, loose.rest_root)
    roles = {loose.names[joint]: joint for joint in range(len(loose))}
    own = find_roles(skeleton)
    given = {role: roles[skeleton.names[own[role]]] for role in ("left_knee", "left_ankle")}
    assert find_detached(odd, given)[given["left_ankle"]] == given["left_knee"]
