from dataclasses import replace

import numpy as np
import pytest

from motionloom.judge.lowpass import CUT_OFF, centre_acceleration
from motionloom.judge.take import Take


def swing(motion, hertz, metres):
    time = np.arange(len(motion)) / motion.fps
    roots = motion.root_positions[:1] + np.stack([metres * np.sin(2 * np.pi * hertz * time), 0 * time, 0 * time], axis=1)
    still = np.repeat(motion.rotations[:1], len(motion), axis=0)
    return replace(motion, rotations=still, root_positions=roots)


@pytest.mark.parametrize(("hertz", "kept"), [(1.0, 1.0), (2.0, 0.95), (CUT_OFF, 0.5), (25.0, 0.0)])
def test_slow_swings_pass_and_fast_ones_do_not(walk, hertz, kept):
    metres = 0.05
    found = centre_acceleration(Take(swing(walk, hertz, metres)))
    inner = np.abs(found[60:-60, 0]).max()
    assert inner == pytest.approx(kept * metres * (2 * np.pi * hertz) ** 2, rel=0.08, abs=0.02 * metres * (2 * np.pi * hertz) ** 2)


def test_the_ends_are_left_out(walk):
    found = centre_acceleration(Take(walk))
    assert np.isnan(found[:6]).all()
    assert np.isnan(found[-6:]).all()
    assert np.isfinite(found[6:-6]).all()
