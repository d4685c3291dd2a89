"""Windows of a second cover a motion to its end, and each holds the largest of its frames."""

import numpy as np
import pytest

from motionloom.score.windows import WINDOW, window_starts, window_values


@pytest.mark.parametrize("frames", [1, 30, 60, 61, 90, 119, 400])
def test_every_frame_lies_in_a_window(frames):
    starts = window_starts(frames)
    covered = np.zeros(frames, bool)
    for start in starts:
        covered[start : start + WINDOW] = True
    assert covered.all()
    assert starts[-1] + WINDOW <= max(frames, WINDOW)


def test_values_are_the_largest_in_each(rng):
    traces = rng.normal(size=(3, 200))
    values = window_values(traces)
    looped = [[trace[start : start + WINDOW].max() for trace in traces] for start in window_starts(200)]
    np.testing.assert_array_equal(values, looped)
