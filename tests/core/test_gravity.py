"""The fall of a body in flight tells the rate."""

from dataclasses import replace

import numpy as np
import pytest

from motionloom.core import Motion
from motionloom.core.gravity import check_gravity, pool
from motionloom.core.ground import ground_height
from motionloom.core.mass import centre_of_mass, mass_weights


def jump(skeleton, fps=120.0, flight=0.5, floor=0.0):
    """Standing, a ballistic jump of `flight` seconds, standing: a stiff doll, but physics holds."""
    time = np.arange(int(fps)) / fps
    air = np.clip(time - 0.25, 0, flight)
    height = 0.5 * 9.81 * air * (flight - air)
    roots = skeleton.rest_root + np.stack([0 * time, height + floor, 0 * time], axis=1)
    return Motion(skeleton, np.tile(skeleton.rest_rotations, (len(time), 1, 1)), roots, fps)


def test_right_rate(skeleton):
    report = check_gravity(jump(skeleton))
    assert report.fall == pytest.approx(9.81, rel=0.02)
    assert not report.suspicious
    assert "agree with gravity" in report.describe()


@pytest.mark.parametrize("floor", [-0.3, 0.0, 0.12])
def test_a_60_hz_capture_under_a_120_hz_header(skeleton, floor):
    lying = replace(jump(skeleton, fps=60.0, floor=floor), fps=120.0)
    report = check_gravity(lying)
    assert report.suspicious
    assert report.implied_fps == 60
    assert report.describe().startswith("the header says 120 Hz, the fall says 60")


def test_no_flight_no_verdict(motion, skeleton):
    still = Motion(skeleton, np.tile(skeleton.rest_rotations, (60, 1, 1)), np.tile(skeleton.rest_root, (60, 1)), 60)
    report = check_gravity(still)
    assert report.fall is None
    assert not report.suspicious


def test_lifted_by_a_wire_is_no_flight(skeleton):
    rise = jump(skeleton)
    roots = rise.root_positions.copy()
    roots[:, 1] = skeleton.rest_root[1] + 0.5 * np.clip(np.arange(len(roots)) / 120 - 0.2, 0, None)
    assert check_gravity(rise.with_arrays(rise.rotations, roots)).flights == ()


def test_pool_collects_by_rate(skeleton):
    reports = [check_gravity(jump(skeleton)), check_gravity(jump(skeleton, flight=0.4)), check_gravity(jump(skeleton, fps=60))]
    assert sorted((report.fps, len(report.flights)) for report in pool(reports)) == [(60.0, 1), (120.0, 2)]


def test_mass(skeleton, motion):
    assert mass_weights(skeleton).sum() == pytest.approx(1)
    centre = centre_of_mass(motion[:1])[0]
    assert 0.8 < centre[1] - ground_height(motion) < 1.2


@pytest.mark.data
@pytest.mark.parametrize(
    ("subject", "lies"), [("016", False), ("013", False), ("049", False), ("118", False), ("075", True), ("141", True)]
)
def test_real_subjects(shared_data, subject, lies):
    from motionloom import formats

    files = sorted((shared_data / "cmu" / subject).glob("*.bvh"))
    (report,) = pool(check_gravity(formats.load(file)) for file in files)
    assert report.suspicious == lies, report.describe()
    if lies:
        assert report.implied_fps == 60
