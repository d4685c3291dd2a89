from __future__ import annotations

import numpy as np
import pytest

from motionloom.sample import tables

PHASE = np.linspace(0, 1, 201)


@pytest.mark.parametrize("name", ["walk", "run"])
def test_legs_do_what_legs_do(name: str) -> None:
    thigh, knee = (np.degrees(tables.cycle(name, curve)(PHASE)) for curve in ("thigh", "knee"))
    assert knee.min() > 0
    assert 60 < knee.max() < 100
    assert thigh.max() > 20
    assert thigh.min() < -10
    assert PHASE[np.argmax(knee)] > PHASE[np.argmin(thigh)]  # the knee bends most after the leg has been left behind


@pytest.mark.parametrize("kind", ["walk", "run"])
def test_pelvis_tables_are_the_same_for_both_feet(kind: str) -> None:
    for curve, sign in (("obliquity", -1), ("twist", -1), ("tilt", 1)):
        cycle = tables.cycle(f"pelvis_{kind}", curve)
        assert np.allclose(cycle(PHASE + 0.5), sign * cycle(PHASE), atol=0.02)


def test_the_arm_is_hindmost_when_its_own_foot_lands() -> None:
    for kind in ("arm_walk", "arm_run"):
        swing = tables.cycle(kind, "shoulder")
        assert swing(0) < swing(PHASE).mean() < swing(0.5)


@pytest.mark.parametrize("running", [False, True])
def test_a_swing_goes_all_the_way_and_up_in_between(running: bool) -> None:
    progress, height, pitch = tables.swing_shape(running)(np.linspace(0, 1, 101)).T
    assert (progress[0], progress[-1]) == pytest.approx((0, 1))
    assert (height[0], height[-1]) == pytest.approx((0, 0))
    assert np.all(np.diff(progress) > -1e-3)
    assert height.max() > 0.05
    assert pitch[0] < np.radians(-35)
    assert pitch[-1] > np.radians(10)


def test_hips_ride_lowest_when_both_feet_are_down() -> None:
    drop = tables.hips_drop(PHASE, np.ones(201), np.zeros(201))
    assert PHASE[np.argmax(drop)] < 0.1
    assert 0.4 < PHASE[np.argmin(drop)] < 0.7
    assert np.all(tables.hips_drop(PHASE, np.zeros(201), np.zeros(201)) == 0)
