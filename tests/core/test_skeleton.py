"""A skeleton is checked when it is made, cannot be changed, and survives JSON."""

import json
from dataclasses import replace

import numpy as np
import pytest

from motionloom.core import EndSite, Skeleton, SkeletonError, quaternion


def chain(count=3, **changes):
    arguments = {"names": [f"j{i}" for i in range(count)], "parents": np.arange(count) - 1, "offsets": np.ones((count, 3))}
    return Skeleton(**{**arguments, **changes})


def test_json_round_trip(skeleton):
    again = Skeleton.from_json(json.loads(json.dumps(skeleton.to_json())))
    assert again.hash == skeleton.hash
    np.testing.assert_allclose(again.rest_positions, skeleton.rest_positions, atol=1e-8)


def test_arrays_are_read_only(skeleton):
    with pytest.raises(ValueError, match="read-only"):
        skeleton.offsets[0] = 1


def test_input_is_not_frozen_or_shared():
    offsets = np.ones((3, 3))
    made = chain(offsets=offsets)
    offsets[0] = 7
    assert made.offsets[0, 0] == 1


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"names": ["a", "a", "b"]}, "unique; repeated: a"),
        ({"parents": [-1, 2, 0]}, "parent first"),
        ({"parents": [-1, -1, 0]}, "one root"),
        ({"offsets": np.ones((2, 3))}, r"shape \(3, 3\), found \(2, 3\)"),
        ({"offsets": np.full((3, 3), np.nan)}, "not finite"),
        ({"end_sites": (EndSite(9, (0, 0, 0)),)}, "does not hang"),
    ],
)
def test_malformed_is_refused(changes, text):
    with pytest.raises(SkeletonError, match=text):
        chain(**changes)


def test_empty_is_refused():
    with pytest.raises(SkeletonError):
        chain(0)


def test_unknown_joint_lists_names(skeleton):
    with pytest.raises(SkeletonError, match=r"no joint 'Tail'; the skeleton has Hips"):
        skeleton.index("Tail")


def test_rest_world_uses_rest_rotations():
    turned = np.tile(quaternion.from_axis_angle([0, 0, 1], np.pi / 2), (3, 1))
    rest = chain(offsets=np.array([[0, 0, 0], [1, 0, 0], [1, 0, 0]], dtype=float), rest_rotations=turned)
    np.testing.assert_allclose(rest.rest_positions, [[0, 0, 0], [0, 1, 0], [-1, 1, 0]], atol=1e-12)


def test_from_json_refuses_nonsense():
    with pytest.raises(SkeletonError, match="not a skeleton"):
        Skeleton.from_json({"names": ["a"]})


def test_fits_whatever_the_rest_pose_but_not_other_bones(skeleton):
    turned = replace(skeleton, rest_rotations=np.tile(quaternion.about_y(0.3), (len(skeleton), 1)))
    longer = replace(skeleton, offsets=skeleton.offsets * 1.01)
    assert turned.hash != skeleton.hash
    assert turned.fits(skeleton)
    assert not longer.fits(skeleton)
    assert not chain().fits(skeleton)
