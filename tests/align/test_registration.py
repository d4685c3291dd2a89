"""Registration: the reference keeps its own clock, the others follow, and what cannot be warped is told."""

import numpy as np
import pytest

from motionloom.align import register, warp_between
from motionloom.core import MotionError
from motionloom.core.editing import sample_at
from tests.conftest import make_motion


@pytest.fixture(scope="module")
def base(skeleton):
    return make_motion(skeleton, 240, seed=5)


def stretched(motion, count):
    return sample_at(motion, np.linspace(0, len(motion) - 1, count))


def test_the_reference_keeps_its_clock_and_ends_meet(base):
    found = register([base, stretched(base, 180), stretched(base, 320)], reference=0)
    seconds = np.linspace(0, base.duration, 9)
    np.testing.assert_allclose(found.warps[0](seconds), seconds, atol=1e-9)
    for warp, count in zip(found.warps[1:], (180, 320), strict=True):
        assert warp(0.0) == pytest.approx(0.0)
        assert warp(239 / 60) == pytest.approx((count - 1) / 60, abs=1e-6)


def test_like_moments_come_at_the_same_time(base):
    found = register([base, stretched(base, 180)], reference=0)
    seconds = np.linspace(0.3, 3.6, 30)
    np.testing.assert_allclose(found.warps[1](seconds), seconds * 179 / 239, atol=0.04)


def test_the_order_of_motions_does_not_choose_the_reference(base):
    motions = [stretched(base, count) for count in (180, 240, 320)]
    assert register(motions).reference == 1
    assert register(motions[::-1]).reference == 1
    assert register([motions[1], motions[0], motions[2]]).reference == 0


def test_what_is_more_than_twice_as_long_is_stretched_evenly_and_told(base):
    found = register([base[:60], base[:200]], reference=0)
    assert not found.legal
    assert found.warps[1](59 / 60) == pytest.approx(199 / 60)


def test_a_wider_limit_allows_what_a_narrow_one_does_not(base):
    short = stretched(base, 90)
    assert not warp_between(short, base).legal
    warp = warp_between(short, base, max_slope=3)
    assert warp.legal
    seconds = np.linspace(0.2, 1.2, 20)
    np.testing.assert_allclose(warp(seconds), seconds * 239 / 89, atol=0.08)


def test_the_warp_back_undoes_the_warp_there(base):
    other = stretched(base, 190)
    there, back = warp_between(base, other), warp_between(other, base)
    seconds = np.linspace(0.3, 3.5, 20)
    np.testing.assert_allclose(back(there(seconds)), seconds, atol=0.05)


def test_nothing_cannot_be_registered():
    with pytest.raises(MotionError, match="nothing to register"):
        register([])
