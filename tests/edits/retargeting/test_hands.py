"""Hands of another body: what touched still touches, nothing goes into the floor, and on its own body nothing moves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motionloom.align.retarget import retarget as turn_by_roles
from motionloom.core import Motion, Skeleton, quaternion
from motionloom.core.body import body_of
from motionloom.core.ground import ground_height
from motionloom.edits.retargeting.hands import hands_of, reach_hands
from motionloom.sample import make


@pytest.fixture(scope="module")
def stand() -> Motion:
    return make("ada", "stand").motion[:40]


def with_hands_together(motion: Motion) -> Motion:
    """Both hands brought together before the chest, by and by."""
    from motionloom.align.leg_reach import Leg, reach
    from motionloom.align.retarget import turn_below
    from motionloom.core.kinematics import to_local

    body, turns = body_of(motion.skeleton), motion.world[0].astype(float)
    places = motion.positions().astype(float)
    middle = places[:, body.joint("chest")] + 0.3 * body.facing
    share = np.linspace(0, 1, len(motion))[:, None]
    for side, sign in (("left", 1), ("right", -1)):
        shoulder, elbow, wrist = (body.joint(f"{side}_{part}") for part in ("shoulder", "elbow", "wrist"))
        goal = middle + sign * 0.04 * np.cross([0, 1, 0], body.facing)
        wanted = places[:, wrist] + share * (goal - places[:, wrist])
        across = np.broadcast_to([0.0, 1.0, 0.0], wanted.shape) * sign
        arm = Leg(places[:, shoulder], places[:, elbow], places[:, wrist], wanted, np.full(len(motion), 0.98), across)
        upper, lower = reach(arm)
        turn_below(motion.skeleton, turns, shoulder, elbow, upper)
        turn_below(motion.skeleton, turns, elbow, wrist, lower)
    return motion.with_arrays(quaternion.normalise(to_local(turns, motion.skeleton.parents)), motion.root_positions)


def broad(skeleton: Skeleton, arms: float = 1.4, shoulders: float = 1.8) -> Skeleton:
    """A body with long arms and broad shoulders."""
    body, offsets = body_of(skeleton), skeleton.offsets.copy()
    for side in ("left", "right"):
        offsets[[body.joint(f"{side}_elbow"), body.joint(f"{side}_wrist")]] *= arms
        offsets[body.joint(f"{side}_shoulder")] *= shoulders
    return replace(skeleton, offsets=offsets)


def test_hands_that_touch_still_touch(stand: Motion) -> None:
    together = with_hands_together(stand)
    target = broad(stand.skeleton)
    plain = turn_by_roles(together, target)
    reached = reach_hands(together, plain)
    ratio = body_of(target).height / body_of(stand.skeleton).height
    gaps = [np.linalg.norm(np.diff(hands_of(each).palms[-1], axis=0)) for each in (together, plain, reached)]
    assert gaps[0] < 0.15
    assert abs(gaps[1] - ratio * gaps[0]) > 0.1
    assert abs(gaps[2] - ratio * gaps[0]) < 0.025
    lengths = [
        np.linalg.norm(
            np.diff(each.positions()[:, [body_of(target).joint(f"left_{p}") for p in ("shoulder", "elbow", "wrist")]], axis=1), axis=-1
        )
        for each in (plain, reached)
    ]
    np.testing.assert_allclose(lengths[0], lengths[1], atol=1e-5)


def test_long_arms_stay_out_of_the_floor(stand: Motion) -> None:
    target = broad(stand.skeleton, arms=2.6, shoulders=1.0)
    plain = turn_by_roles(stand, target)
    reached = reach_hands(stand, plain)
    floor = ground_height(reached)
    assert hands_of(plain).tips[..., 1].min() < floor - 0.05
    assert hands_of(reached).tips[..., 1].min() > floor - 0.03


def test_on_its_own_body_nothing_moves(stand: Motion) -> None:
    reached = reach_hands(stand, stand)
    np.testing.assert_allclose(reached.positions(), stand.positions(), atol=1e-4)
