"""Fingers and twist bones find each other over the names of different rigs."""

from __future__ import annotations

from dataclasses import replace

from motionloom.core import Skeleton
from motionloom.core.body import body_of
from motionloom.edits.retargeting.small_joints import find_pairs
from motionloom.sample import make


def test_fingers_of_two_rigs_pair_up() -> None:
    ada, boris = (body_of(make(name, "stand").motion.skeleton) for name in ("ada", "boris"))
    pairs = {boris.skeleton.names[new]: ada.skeleton.names[own] for new, own in find_pairs(ada, boris).items()}
    assert pairs["mixamorig:LeftHandThumb1"] == "LThumb"
    assert pairs["mixamorig:RightHandIndex1"] == "RightHandIndex1"
    assert "mixamorig:LeftHandIndex2" not in pairs  # the performer has one joint less there: it stays at rest


def test_twist_bones_pair_up_and_are_left_alone_where_only_one_has_them(skeleton: Skeleton) -> None:
    def twisted(name: str) -> Skeleton:
        own = body_of(skeleton)
        return Skeleton(
            (*skeleton.names, name),
            [*skeleton.parents, own.joint("left_elbow")],
            [*skeleton.offsets, 0.5 * skeleton.offsets[own.joint("left_wrist")]],
            skeleton.end_sites,
            [*skeleton.rest_rotations, [0.0, 0, 0, 1]],
            skeleton.rest_root,
        )

    one, other = twisted("LeftForeArmTwist"), twisted("l_forearm_roll")
    last = len(skeleton)
    assert find_pairs(body_of(one), body_of(replace(other, given_roles=body_of(one).roles)))[last] == last
    assert last not in find_pairs(body_of(skeleton), body_of(one))
