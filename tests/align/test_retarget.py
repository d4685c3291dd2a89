"""A motion on a body with other joints: limbs point alike, feet stand on the floor where they stood, and back again is as before."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motionloom.align.retarget import POINTED, retarget
from motionloom.core import Motion, Skeleton, quaternion
from motionloom.core.body import SIDES, body_of
from motionloom.core.errors import SkeletonError
from motionloom.core.ground import foot_points
from motionloom.core.heading import headings
from motionloom.sample import make, performers
from tests.conftest import make_motion, make_skeleton
from tests.core.test_rest_poses import random_axes, with_other_axes, with_root


@pytest.fixture(scope="module")
def walk() -> Motion:
    return make(next(iter(performers())), "walk", 0).motion[:240]


def renamed(motion: Motion) -> Motion:
    """The same motion under names that say roles otherwise, so that only roles can tell."""
    names = tuple(name.replace("Left", "l_").replace("Right", "r_") for name in motion.skeleton.names)
    given = dict(body_of(motion.skeleton).roles)
    return replace(motion, skeleton=replace(motion.skeleton, names=names, given_roles=given))


def limbs(motion: Motion) -> np.ndarray:
    body, places = body_of(motion.skeleton), motion.positions().astype(float)
    ways = [
        places[:, body.joint(f"{side}_{far}")] - places[:, body.joint(f"{side}_{near}")] for side in SIDES for near, far in POINTED.items()
    ]
    return np.stack([way / np.linalg.norm(way, axis=1, keepdims=True) for way in ways], axis=1)


def apart(one: Motion, other: Motion) -> np.ndarray:
    """Degrees (F, limbs) between limbs."""
    return np.degrees(np.arccos(np.clip(np.sum(limbs(one) * limbs(other), axis=-1), -1, 1)))


def test_on_its_own_body_nothing_moves(walk: Motion) -> None:
    np.testing.assert_allclose(retarget(walk, walk.skeleton).positions(), walk.positions(), atol=2e-4)


def test_other_axes_and_names_move_nothing(walk: Motion, rng: np.random.Generator) -> None:
    other = renamed(with_other_axes(walk, random_axes(walk.skeleton, rng)))
    roles = sorted(body_of(walk.skeleton).roles.values())
    np.testing.assert_allclose(retarget(other, walk.skeleton).positions()[:, roles], walk.positions()[:, roles], atol=1e-3)


def test_a_rest_pose_that_faces_elsewhere_or_hangs_its_arms_changes_nothing(walk: Motion) -> None:
    skeleton = walk.skeleton
    rest, body = skeleton.rest_rotations.copy(), body_of(skeleton)
    rest[0] = quaternion.multiply(quaternion.about_y(1.3), rest[0])
    for side, sign in (("left", -1), ("right", 1)):
        joint = body.joint(f"{side}_shoulder")
        rest[joint] = quaternion.multiply(quaternion.from_axis_angle([0.0, 0, 1], sign * 0.8), rest[joint])
    hanging = replace(skeleton, rest_rotations=rest)
    worn = retarget(walk, hanging)
    assert apart(walk, worn).max() < 0.5
    np.testing.assert_allclose(headings(worn) - headings(walk), (headings(worn) - headings(walk))[0], atol=1e-3)


def test_feet_of_another_body_stand_where_they_stood_in_proportion(walk: Motion) -> None:
    for skeleton in (make_skeleton(), with_root(make_skeleton(), 0.9)):
        worn = retarget(walk, skeleton)
        scale = body_of(skeleton).leg_length / body_of(walk.skeleton).leg_length
        before, after = (foot_points(each).astype(float) for each in (walk, worn))
        np.testing.assert_allclose(after[..., 1].min(axis=1), scale * before[..., 1].min(axis=1), atol=0.003)
        still = np.linalg.norm(np.diff(before[:, [1, 3]], axis=0), axis=-1) * walk.fps < 0.02
        slid = np.linalg.norm(np.diff(after[:, [1, 3]], axis=0), axis=-1) * walk.fps
        assert still.sum() > 100
        assert np.percentile(slid[still], 95) < 0.05
        assert apart(walk, worn)[:, [0, 1, 4, 5]].max() < 0.1
        np.testing.assert_allclose(np.diff(headings(worn)), np.diff(headings(walk)), atol=2e-3)


def hips_apart(skeleton: Skeleton, times: float) -> Skeleton:
    """The skeleton with its hip joints so many times as far apart."""
    body, offsets = body_of(skeleton), skeleton.offsets.copy()
    for side in SIDES:
        offsets[body.joint(f"{side}_hip"), 0] *= times
    return replace(skeleton, offsets=offsets)


def test_feet_stand_where_they_stood_wherever_a_capture_system_puts_its_hips(walk: Motion) -> None:
    """CMU's 141 has hip joints twice as far apart as others: feet that were drawn in by that went through each other."""
    for times in (2.2, 1.0):
        performed = replace(walk, skeleton=hips_apart(walk.skeleton, times))
        worn = retarget(performed, make_skeleton())
        scale = body_of(worn.skeleton).leg_length / body_of(performed.skeleton).leg_length
        toes = [
            np.linalg.norm(np.subtract(*np.moveaxis(foot_points(each)[:, [1, 3]].astype(float), 1, 0)), axis=-1)
            for each in (performed, worn)
        ]
        assert np.median(np.abs(toes[1] - scale * toes[0])) < 0.02


def test_feet_stand_under_hips_that_no_human_has(walk: Motion) -> None:
    robot = hips_apart(make_skeleton(), 5.0)
    worn, plain = retarget(walk, robot), retarget(walk, make_skeleton())
    apart_by = [np.median(np.linalg.norm(foot_points(each)[:, 1] - foot_points(each)[:, 3], axis=-1)) for each in (worn, plain)]
    assert apart_by[0] > apart_by[1] + 0.2


def test_there_and_back_again_is_as_before(walk: Motion) -> None:
    back = retarget(retarget(walk, make_skeleton()), walk.skeleton)
    roles = sorted(body_of(walk.skeleton).roles.values())
    off = np.linalg.norm((back.positions() - walk.positions())[:, roles].astype(float), axis=-1)
    assert np.median(off) < 0.01
    assert off.max() < 0.06


def test_backs_of_other_counts_of_joints_bend_as_much(skeleton: Skeleton) -> None:
    """Three joints between hips and chest instead of one: the chest turns as it did."""
    at = skeleton.index("Spine")
    names = list(skeleton.names)
    offsets, parents = skeleton.offsets.copy(), skeleton.parents.copy()
    offsets[at + 1] /= 3
    extra = [offsets[at + 1].copy()] * 2
    order = [*range(at + 1), *range(at + 1, len(names))]
    new_names = [*names[: at + 1], "SpineA", "SpineB", *names[at + 1 :]]
    new_offsets = np.concatenate([offsets[: at + 1], extra, offsets[at + 1 :]])
    moved = {old: old if old <= at else old + 2 for old in order}
    new_parents = [*(int(p) for p in parents[: at + 1]), at, at + 1, at + 2, *(moved[int(p)] for p in parents[at + 2 :])]
    sites = tuple(replace(site, parent=moved[site.parent]) for site in skeleton.end_sites)
    longer = Skeleton(tuple(new_names), np.array(new_parents), new_offsets, sites)
    motion = make_motion(skeleton, swing=0.3)
    worn = retarget(motion, longer)
    chests = [quaternion.conjugate(each.world[0][:, each.skeleton.index("Hips")]) for each in (motion, worn)]
    turns = [
        quaternion.multiply(inverse, each.world[0][:, each.skeleton.index("Spine1")])
        for inverse, each in zip(chests, (motion, worn), strict=True)
    ]
    assert quaternion.angle_between(turns[0].astype(float), turns[1].astype(float)).max() < 1e-3


def test_what_is_no_body_is_refused(walk: Motion) -> None:
    chain = Skeleton(("a", "b"), np.array([-1, 0]), np.array([[0.0, 0, 0], [0, 1, 0]]))
    with pytest.raises(SkeletonError, match="lacks the roles"):
        retarget(walk, chain)


@pytest.mark.data
def test_cmu_and_the_sample_wear_each_others_motion(walk: Motion, shared_data) -> None:
    from motionloom import formats

    captured = formats.load(shared_data / "cmu" / "016" / "16_15.bvh")
    for motion, skeleton in ((captured, walk.skeleton), (walk, captured.skeleton)):
        worn = retarget(motion, skeleton)
        scale = body_of(skeleton).leg_length / body_of(motion.skeleton).leg_length
        low = [foot_points(each)[..., 1].min(axis=1).astype(float) for each in (motion, worn)]
        assert np.percentile(np.abs(low[1] - scale * low[0]), 99) < 0.003
        assert np.percentile(apart(motion, worn), 95) < 8


def test_a_foot_that_flips_over_in_the_air_does_not_shake_the_knee(walk: Motion) -> None:
    """As in CMU 138_01, whose feet turn round within two frames at the top of each step."""
    body, raised = body_of(walk.skeleton), walk.root_positions.copy()
    raised[60:180, 1] += 0.6 * np.sin(np.linspace(0, np.pi, 120)) ** 2
    jump = replace(walk, root_positions=raised)
    turned = jump.rotations.copy()
    ankle = body.joint("left_ankle")
    turned[118:124, ankle] = quaternion.multiply(turned[118:124, ankle], quaternion.about_y(np.pi))
    flipped = replace(jump, rotations=turned)
    for skeleton in (make("boris", "stand", 0).motion.skeleton, make_skeleton()):
        knee = body_of(skeleton).joint("left_knee")
        steady, shaken = (retarget(motion, skeleton).positions()[:, knee] for motion in (jump, flipped))
        assert np.abs(shaken - steady).max() < 1e-3
