import numpy as np
import pytest

from motionloom.judge.measures.acceleration import read
from motionloom.judge.take import Take


def test_a_body_that_falls_accelerates_as_it_falls(walk):
    time = np.arange(120) / walk.fps
    roots = walk.root_positions[0] + np.stack([0 * time, 5.0 - 0.5 * 9.81 * time**2, 0 * time], axis=1)
    falling = walk.with_arrays(np.repeat(walk.rotations[:1], 120, axis=0), roots)
    reading = read(Take(falling))
    assert np.nanmedian(reading.values) == pytest.approx(9.81, rel=1e-3)
    assert "left_knee" in reading.channels
