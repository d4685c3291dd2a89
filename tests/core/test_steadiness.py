"""Where nobody jumps, the steps tell the rate: at twice the true one the weight is nowhere near the feet."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from motionloom import sample
from motionloom.core import Motion
from motionloom.core.editing import resample
from motionloom.core.gravity import check_gravity
from motionloom.core.steadiness import Steadiness, check_steadiness, choose_verdict, pool_steadiness


@cache
def walk() -> Motion:
    return sample.make("ada", "walk").motion


def test_a_walk_is_in_balance_at_its_own_rate():
    report = check_steadiness(walk())
    assert report.stated > 0.95
    assert not report.suspicious
    assert "nothing speaks against 60 Hz" in report.describe()


@pytest.mark.parametrize("fps", [60.0, 120.0])
def test_twice_the_true_rate_is_named(fps):
    report = check_steadiness(replace(resample(walk(), fps), fps=2 * fps))
    assert report.suspicious
    assert report.implied_fps == fps
    assert report.describe().startswith(f"the header says {2 * fps:g} Hz, the steps say {fps:g} (")
    assert report.describe().endswith(f"read it with --fps {fps:g}")


def test_nobody_captures_at_fifteen_frames_a_second():
    assert not check_steadiness(replace(resample(walk(), 15.0), fps=30.0)).suspicious


def test_who_goes_nowhere_is_not_judged(skeleton):
    still = Motion(skeleton, np.tile(skeleton.rest_rotations, (60, 1, 1)), np.tile(skeleton.rest_root, (60, 1)), 60)
    report = check_steadiness(still)
    assert (report.frames, report.suspicious) == (0, False)
    assert report.describe() == "no steps to check the rate by"


def test_a_moment_is_no_evidence():
    assert not Steadiness(120.0, 119, 0.2, 1.0).suspicious
    assert Steadiness(120.0, 120, 0.2, 1.0).suspicious


def test_the_place_the_floor_and_the_direction_do_not_matter():
    from motionloom.core import quaternion

    m = replace(walk(), fps=120.0)
    turn = quaternion.about_y(np.array(2.1))
    rotations = m.rotations.copy()
    rotations[:, 0] = quaternion.multiply(turn, rotations[:, 0])
    moved = m.with_arrays(rotations, quaternion.rotate(turn, m.root_positions) + [40.0, 0.3, -7.0])
    here, there = check_steadiness(m), check_steadiness(moved)
    assert there.frames == here.frames
    assert (there.stated, there.halved) == pytest.approx((here.stated, here.halved), abs=0.01)


def test_pooling_weighs_clips_by_their_frames_and_keeps_rates_apart():
    pooled = pool_steadiness(
        [Steadiness(120.0, 300, 0.2, 1.0), Steadiness(120.0, 100, 1.0, 0.6), Steadiness(60.0, 50, 0.5, 0.5), Steadiness(30.0)]
    )
    assert [(report.fps, report.frames) for report in pooled] == [(120.0, 400), (60.0, 50)]
    assert (pooled[0].stated, pooled[0].halved) == pytest.approx((0.4, 0.9))


def test_gravity_has_the_first_word():
    fall = check_gravity(sample.make("ada", "leap").motion)
    none = check_gravity(walk())
    objects, silent = Steadiness(120.0, 1000, 0.2, 1.0), Steadiness(120.0)
    assert fall.fall is not None
    assert none.fall is None
    assert choose_verdict(fall, objects) is fall
    assert choose_verdict(none, objects) is objects
    assert choose_verdict(none, silent) is none


@pytest.mark.data
@pytest.mark.parametrize(
    ("subject", "lies"), [("074", True), ("077", True), ("093", True), ("139", True), ("069", False), ("138", False), ("017", False)]
)
def test_real_subjects(shared_data, subject, lies):
    from motionloom import formats

    files = sorted((shared_data / "cmu" / subject).glob("*.bvh"))[:12]
    (report,) = pool_steadiness(check_steadiness(formats.load(file)) for file in files)
    assert report.suspicious == lies, report.describe()
