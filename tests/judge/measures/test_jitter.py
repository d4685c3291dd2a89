import numpy as np
import pytest

from motionloom.judge.measures.jitter import read
from motionloom.judge.take import Take


def test_trembling_reads_its_amplitude(walk):
    still = np.repeat(walk.rotations[:1], 240, axis=0), np.repeat(walk.root_positions[:1], 240, axis=0).copy()
    still[1][:, 0] += 0.002 * np.where(np.arange(240) // 2 % 2, 1.0, -1.0)
    values = read(Take(walk.with_arrays(*still))).values
    assert np.nanmedian(values) == pytest.approx(0.002, rel=0.02)


def test_walking_hardly_trembles(walk):
    assert np.nanpercentile(read(Take(walk)).values, 90) < 0.001
