import pytest

from motionloom.core.errors import MotionError
from motionloom.feet.cleanup import CleanUpOptions

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


def test_bounds_are_in_frames_and_metres():
    bounds = CleanUpOptions(horizon=0.2).bounds(30.0, 0.8)
    assert (bounds.shortest, bounds.pause, bounds.horizon) == (2, 3, 6)
    assert bounds.rise == pytest.approx(0.08)
    assert bounds.rise_of(1) < bounds.rise_of(2) == bounds.rise
    assert CleanUpOptions().bounds(120.0, 0.8).horizon is None


@pytest.mark.parametrize("fps", [10.0, 24.0, 30.0, 60.0, 120.0, 240.0])
def test_every_window_has_a_frame(fps):
    windows = CleanUpOptions().windows(fps)
    assert min(windows.shake, windows.lift, windows.bend, windows.drop) >= 1
