"""A rest pose made from the motion for skeletons whose zero pose is a heap of bones."""

from dataclasses import replace

import numpy as np
import pytest

from motionloom.core import Skeleton, quaternion
from motionloom.core.body import body_of, stands_at_rest
from motionloom.core.kinematics import to_local
from motionloom.core.standing import with_standing_rest
from tests.conftest import make_motion


def heap(motion, rng):
    """The same performance on a skeleton with random joint axes and no rest pose."""
    s = motion.skeleton
    axes = quaternion.normalise(rng.normal(size=(len(s), 4)))
    world = quaternion.multiply(motion.world[0].astype(float), axes)
    offsets = s.offsets.copy()
    offsets[1:] = quaternion.rotate(quaternion.conjugate(axes[s.parents[1:]]), s.offsets[1:])
    sites = tuple(
        replace(e, offset=tuple(quaternion.rotate(quaternion.conjugate(axes[e.parent]), np.array(e.offset)))) for e in s.end_sites
    )
    bare = Skeleton(s.names, s.parents, offsets, sites)
    return replace(motion, skeleton=bare, rotations=to_local(world, s.parents))


def test_a_heap_of_bones_learns_to_stand(skeleton, rng):
    honest = make_motion(skeleton, frames=120, swing=0.15)
    lost = heap(honest, rng)
    np.testing.assert_allclose(lost.positions(), honest.positions(), atol=1e-5)
    assert not stands_at_rest(lost.skeleton)
    found = with_standing_rest(lost)
    assert stands_at_rest(found.skeleton)
    np.testing.assert_array_equal(found.positions(), lost.positions())
    body = body_of(found.skeleton)
    assert body.height == pytest.approx(body_of(skeleton).height, rel=0.05)
    np.testing.assert_allclose(body.facing, [0, 0, 1], atol=0.15)
    rest = found.skeleton.rest_positions
    arm = rest[body.joint("left_wrist")] - rest[body.joint("left_shoulder")]
    assert arm[0] / np.linalg.norm(arm) > 0.99


@pytest.mark.data
def test_bandai_stands(shared_data):
    from motionloom import formats

    for file in sorted((shared_data / "bandai").glob("*.bvh")):
        skeleton = formats.load(file).skeleton
        body = body_of(skeleton)
        assert stands_at_rest(skeleton), file.name
        assert abs(skeleton.rest_positions[body.joint("left_toe"), 1]) < 0.06
        toes = skeleton.rest_positions[body.joint("left_toe")] - skeleton.rest_positions[body.joint("left_ankle")]
        assert toes[2] > 0.05, file.name


def test_whoever_walks_bent_rests_upright_with_hands_in_line(skeleton, rng):
    """A back that leans all the time is no rest pose, nor are hands that hang where the arms never point."""
    bent = make_motion(skeleton, frames=120, swing=0.05)
    rotations = bent.rotations.astype(float)
    rotations[:, skeleton.index("Spine")] = quaternion.multiply(
        quaternion.from_axis_angle([1.0, 0, 0], 0.6), rotations[:, skeleton.index("Spine")]
    )
    for side, sign in (("Left", -1), ("Right", 1)):
        arm = skeleton.index(f"{side}Arm")
        rotations[:, arm] = quaternion.multiply(quaternion.from_axis_angle([0.0, 0, 1], sign * 1.4), rotations[:, arm])
    found = with_standing_rest(heap(replace(bent, rotations=rotations), rng)).skeleton
    body, places = body_of(found), found.rest_positions
    back = np.mean([places[body.joint(f"{side}_shoulder")] - places[body.joint(f"{side}_hip")] for side in ("left", "right")], axis=0)
    assert back[1] / np.linalg.norm(back) > 0.995
    site = next(site for site in found.end_sites if site.parent == body.joint("left_wrist"))
    hand = quaternion.rotate(found.rest_world[0][site.parent], np.array(site.offset))
    assert hand[0] / np.linalg.norm(hand) > 0.98
