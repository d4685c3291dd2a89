"""One body under several rest poses and joint axes is one skeleton, and nothing moves when its motion is rewritten."""

from dataclasses import replace

import numpy as np
import pytest

from motionloom.core import Motion, Skeleton, quaternion
from motionloom.core.kinematics import to_local
from motionloom.core.rest_poses import UNMOVED, find_axis_changes, has_same_bones, with_skeleton
from motionloom.core.standing import with_standing_rest
from tests.conftest import make_motion


def with_other_axes(motion: Motion, axes: np.ndarray, rest: np.ndarray | None = None) -> Motion:
    """The same performance with each joint's axes turned by axes (J, 4), resting in `rest` (J, 4), in the same pose if not given."""
    s = motion.skeleton
    offsets = s.offsets.copy()
    offsets[1:] = quaternion.rotate(quaternion.conjugate(axes[s.parents[1:]]), s.offsets[1:])
    sites = tuple(
        replace(e, offset=tuple(quaternion.rotate(quaternion.conjugate(axes[e.parent]), np.array(e.offset)))) for e in s.end_sites
    )
    resting = to_local(quaternion.multiply(s.rest_world[0], axes), s.parents) if rest is None else rest
    other = Skeleton(s.names, s.parents, offsets, sites, resting, s.rest_root)
    world = quaternion.multiply(motion.world[0].astype(float), axes)
    return replace(motion, skeleton=other, rotations=to_local(world, s.parents).astype(np.float32))


def random_axes(skeleton, rng):
    return quaternion.normalise(rng.normal(size=(len(skeleton), 4)))


def test_another_rest_pose_changes_no_frame(skeleton, rng):
    motion = make_motion(skeleton)
    other = replace(skeleton, rest_rotations=random_axes(skeleton, rng))
    assert other.hash != skeleton.hash
    moved = with_skeleton(motion, other)
    assert moved.skeleton is other
    np.testing.assert_array_equal(moved.rotations, motion.rotations)
    np.testing.assert_array_equal(moved.root_positions, motion.root_positions)


def test_other_joint_axes_move_nothing_and_come_back(skeleton, rng):
    motion = make_motion(skeleton)
    turned = with_other_axes(motion, random_axes(skeleton, rng))
    assert not turned.skeleton.fits(skeleton)
    back = with_skeleton(turned, skeleton)
    np.testing.assert_allclose(back.positions(), motion.positions(), atol=UNMOVED)
    assert quaternion.angle_between(back.rotations.astype(float), motion.rotations.astype(float)).max() < 1e-4


def test_axes_that_rest_says_nothing_of_still_move_nothing(skeleton, rng):
    turned = with_standing_rest(
        with_other_axes(make_motion(skeleton, 120), random_axes(skeleton, rng), np.tile(quaternion.IDENTITY, (21, 1)))
    )
    moved = with_skeleton(turned, skeleton)
    np.testing.assert_allclose(moved.positions(), turned.positions(), atol=UNMOVED)


def test_a_rest_pose_that_faces_elsewhere_keeps_the_twists(skeleton, rng):
    motion = make_motion(skeleton)
    rest = skeleton.rest_rotations.copy()
    rest[0] = quaternion.about_y(2.0)
    turned = with_other_axes(replace(motion, skeleton=replace(skeleton, rest_rotations=rest)), random_axes(skeleton, rng))
    back = with_skeleton(turned, skeleton)
    assert quaternion.angle_between(back.rotations.astype(float), motion.rotations.astype(float)).max() < 1e-4


def with_root(skeleton: Skeleton, height: float) -> Skeleton:
    """The body under a root joint of its own, on the floor."""
    offsets = np.concatenate([np.zeros((1, 3)), skeleton.offsets])
    offsets[1] = [0.0, height, 0.0]
    sites = tuple(replace(site, parent=site.parent + 1) for site in skeleton.end_sites)
    rest = np.concatenate([quaternion.IDENTITY[None], skeleton.rest_rotations])
    return Skeleton(("joint_Root", *skeleton.names), np.array([-1, 0, *(skeleton.parents[1:] + 1)]), offsets, sites, rest, np.zeros(3))


def test_how_high_hips_hang_over_a_root_of_its_own_is_no_bone(skeleton):
    low, high = with_root(skeleton, 0.9), with_root(skeleton, 0.91)
    motion = make_motion(low)
    moved = with_skeleton(motion, high)
    np.testing.assert_allclose(moved.positions()[:, 1:], motion.positions()[:, 1:], atol=UNMOVED)
    np.testing.assert_array_equal(moved.rotations, motion.rotations)


def test_other_bones_are_another_body(skeleton):
    offsets = skeleton.offsets.copy()
    offsets[2] *= 1.01
    longer = replace(skeleton, offsets=offsets)
    assert not has_same_bones(longer, skeleton)
    assert with_skeleton(make_motion(skeleton), longer) is None
    assert not has_same_bones(replace(skeleton, names=(*skeleton.names[:-1], "Paw")), skeleton)
    assert not has_same_bones(replace(skeleton, given_roles={"hips": 0}), skeleton)
    longer = tuple(replace(site, offset=(0.0, 0.0, 0.3)) for site in skeleton.end_sites)
    assert not has_same_bones(replace(skeleton, end_sites=longer), skeleton)


def test_ends_that_a_file_says_nothing_of_are_no_bones(skeleton, rng):
    bare = replace(skeleton, end_sites=())
    flat = replace(skeleton, end_sites=tuple(replace(site, offset=(0.0, 0.0, 0.0)) for site in skeleton.end_sites))
    assert has_same_bones(bare, skeleton)
    assert has_same_bones(skeleton, flat)
    turned = with_other_axes(make_motion(flat), random_axes(flat, rng))
    np.testing.assert_allclose(with_skeleton(turned, skeleton).positions(), turned.positions(), atol=UNMOVED)


def test_bones_in_another_order_are_not_bent_into_place(skeleton):
    offsets = skeleton.offsets.copy()
    offsets[[1, 5]] = offsets[[5, 1]]  # as long, and mirrored: no turn takes one to the other
    offsets[9] *= [1, -1, 1]
    assert has_same_bones(replace(skeleton, offsets=offsets), skeleton)
    assert with_skeleton(make_motion(skeleton), replace(skeleton, offsets=offsets)) is None


def test_axis_changes_of_one_rig_are_none(skeleton, rng):
    other = replace(skeleton, rest_rotations=random_axes(skeleton, rng))
    np.testing.assert_array_equal(find_axis_changes(skeleton, other), np.tile(quaternion.IDENTITY, (len(skeleton), 1)))


@pytest.mark.data
def test_cmu_under_twelve_rest_poses_stays_where_it_is(shared_data, rng):
    from motionloom import formats

    motion = formats.load(shared_data / "cmu" / "016" / "16_15.bvh")
    for _ in range(12):
        other = with_other_axes(motion, random_axes(motion.skeleton, rng))
        back = with_skeleton(other, motion.skeleton)
        np.testing.assert_allclose(back.positions(), other.positions(), atol=UNMOVED)
