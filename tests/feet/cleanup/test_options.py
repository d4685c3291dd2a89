import pytest

from motionloom.core.errors import MotionError
from motionloom.feet.cleanup import CleanUpOptions


@pytest.mark.parametrize(
    "bad", [{"fade": 0}, {"limit": -1}, {"ease": 0}, {"root_window": 0}, {"reach": 0.2}, {"stretch": 0.5}, {"horizon": 0}]
)
def test_nonsense_is_refused(bad):
    with pytest.raises(MotionError, match="clean-up"):
        CleanUpOptions(**bad)


def test_the_look_ahead_is_stated():
    assert CleanUpOptions().look_ahead is None
    assert CleanUpOptions(horizon=0.2).look_ahead == pytest.approx(0.25 + 0.2 + 0.3)
