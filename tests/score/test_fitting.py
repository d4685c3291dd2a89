"""Fitted masses stay shares of one body, and do not make captured balance worse."""

import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.score.fitting import fit_masses
from motionloom.score.segments import TABLE


def test_masses_are_shares_near_the_table(captures, rng):
    walks = [capture for capture in captures if "walk" in capture.labels]
    masses = fit_masses([walk.motion for walk in walks], [walk.plants for walk in walks], rng)
    assert sum(masses.shares) == pytest.approx(1)
    assert np.all(np.array(masses.shares) > 0)
    assert np.abs(np.array(masses.shares) - TABLE / TABLE.sum()).max() < 0.15
    assert masses.source == "fitted on 2 captures"


def test_nothing_that_stands_is_refused(walk, rng):
    roots = walk.motion.root_positions + np.array([0.0, 0.0, 3.0]) * np.arange(len(walk.motion))[:, None] ** 2 / 1000
    dragged = walk.motion.with_arrays(walk.motion.rotations, roots)  # faster and faster: nobody can stand so
    with pytest.raises(MotionError, match="no capture stands"):
        fit_masses([dragged], [walk.plants], rng)
