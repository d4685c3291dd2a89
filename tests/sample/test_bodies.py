"""Performers are whole bodies that everything downstream understands."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.core.body import ROLES, body_of, stands_at_rest
from motionloom.core.errors import MotionError
from motionloom.sample.bodies import Performer, performer, performers

everybody = pytest.mark.parametrize("who", list(performers().values()), ids=lambda who: who.name)


@everybody
def test_every_role_is_found(who: Performer) -> None:
    assert set(body_of(who.skeleton).roles) == set(ROLES)


@everybody
def test_the_body_stands_in_a_t_pose_on_the_ground(who: Performer) -> None:
    body = body_of(who.skeleton)
    assert stands_at_rest(who.skeleton)
    assert body.height == pytest.approx(who.height, abs=0.005)
    assert body.sole == pytest.approx(0, abs=1e-9)
    assert np.allclose(body.facing, [0, 0, 1])
    left, right = (who.skeleton.rest_positions[body.joint(f"{side}_wrist")] for side in ("left", "right"))
    shoulder = who.skeleton.rest_positions[body.joint("left_shoulder")]
    assert left[0] > shoulder[0] > 0
    assert left[1] == pytest.approx(shoulder[1])
    assert np.allclose(left, right * [-1, 1, 1])


@everybody
def test_landmarks_are_where_the_skeleton_has_them(who: Performer) -> None:
    for part, place in zip(who.parts, who.skeleton.rest_positions, strict=True):
        assert np.allclose(place, who.positions[part.landmark], atol=1e-9)


@everybody
def test_every_chain_has_an_end(who: Performer) -> None:
    parents = set(who.skeleton.parents.tolist())
    tips = {joint for joint in range(len(who.skeleton)) if joint not in parents}
    assert tips == {site.parent for site in who.skeleton.end_sites}


def test_performers_differ_in_size_rate_proportion_and_naming() -> None:
    ada, boris = performers()["ada"], performers()["boris"]
    assert ada.height < boris.height - 0.15
    assert ada.fps != boris.fps
    assert not set(ada.skeleton.names) & set(boris.skeleton.names)
    shares = [body_of(who.skeleton).leg_length / who.height for who in (ada, boris)]
    assert abs(shares[0] - shares[1]) > 0.005
    assert np.allclose(ada.skeleton.rest_rotations[:, 3], 1)
    assert not np.allclose(boris.skeleton.rest_rotations[:, 3], 1)


def test_an_unknown_performer_is_an_error_that_names_the_known() -> None:
    with pytest.raises(MotionError, match="ada, boris"):
        performer("clara")
