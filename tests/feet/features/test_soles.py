from dataclasses import replace

import numpy as np
import pytest

from motionloom.core.editing import resample
from motionloom.core.errors import MotionError
from motionloom.feet.features import Soles


def test_a_standing_foot_is_described_by_zeros(walk):
    still = walk.motion.with_arrays(np.repeat(walk.motion.rotations[:1], 90, 0), np.repeat(walk.motion.root_positions[:1], 90, 0))
    described = Soles().describe(still)
    samples = 11
    distances = described.reshape(90, 2, 2, -1)[..., : 3 * (samples // 2) : 3]
    assert np.allclose(distances, 0, atol=1e-6)


def test_everything_is_bounded(run):
    assert np.abs(Soles().describe(run.motion)).max() <= 1


def test_rates_agree(run):
    fast, slow = Soles().describe(run.motion), Soles().describe(resample(run.motion, 60.0))
    count = min(len(slow), len(fast[::2]))
    assert np.median(np.abs(fast[::2][:count] - slow[:count])) < 0.01


def test_another_tempo_is_the_motion_played_slower(run):
    slow = replace(resample(run.motion, 2 * run.motion.fps), fps=run.motion.fps)
    (_, every), (half, sparsely) = Soles(tempos=(2.0,)).pooled()
    assert (every, sparsely) == (1, 2)
    assert half.width == Soles().width
    truth = Soles().describe(slow)[::2]
    described = half.describe(run.motion)
    count = min(len(truth), len(described))
    assert np.median(np.abs(truth[:count] - described[:count])) < 0.02


def test_a_sole_without_points_is_refused():
    with pytest.raises(MotionError, match="soles have a heel and a toe, found arch"):
        Soles(points=("arch",))
