import pytest

from motionloom.core.errors import MotionError
from motionloom.feet.cleanup import CleanUpOptions
from motionloom.feet.cleanup.options import BORDER

BAD = [
    {"fade": 0},
    {"limit": -1},
    {"ease": 0},
    {"root_window": 0},
    {"reach": 0.2},
    {"horizon": 0},
    {"rise": 0},
    {"pause": -1},
    {"shortest": -1},
]
NOT_FINITE = [
    {"ground": float("nan")},
    {"ground": float("inf")},
    {"fade": float("nan")},
    {"limit": float("inf")},
    {"horizon": float("nan")},
]


@pytest.mark.parametrize("bad", BAD + NOT_FINITE)
def test_nonsense_is_refused(bad):
    with pytest.raises(MotionError, match="clean-up"):
        CleanUpOptions(**bad)


def test_the_look_ahead_is_stated():
    assert CleanUpOptions().look_ahead is None
    assert CleanUpOptions(horizon=0.2).look_ahead == pytest.approx(0.25 + 0.2 + 0.3)


def test_bounds_are_in_frames_and_metres():
    bounds = CleanUpOptions(horizon=0.2).bounds(30.0, 0.8)
    assert (bounds.shortest, bounds.pause, bounds.horizon) == (2, 3, 6)
    assert bounds.rise == pytest.approx(0.08)
    assert bounds.rise_of(1) < bounds.rise_of(2) == bounds.rise
    assert CleanUpOptions().bounds(120.0, 0.8).horizon is None


@pytest.mark.parametrize("fps", [10.0, 24.0, 30.0, 60.0, 120.0, 240.0])
def test_a_frame_reaches_no_farther_than_a_fade_and_three_root_windows(fps):
    windows = CleanUpOptions().windows(fps)
    assert min(windows.shake, windows.lift, windows.bend, windows.drop) >= 1
    assert windows.reach == windows.fade + 6 * windows.lift + BORDER
