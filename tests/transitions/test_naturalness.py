"""Captures, ours and cross-fades on one scale, of the same pairs."""

import numpy as np
import pytest

from motionloom.score.rarity import LINE
from motionloom.transitions.naturalness import Naturalness, measure_naturalness


def test_the_same_seed_scores_the_same_pairs(table):
    found, again = measure_naturalness(table, 6), measure_naturalness(table, 6)
    for name in ("captured", "ours", "crossfades"):
        np.testing.assert_array_equal(getattr(found, name), getattr(again, name))
        assert len(getattr(found, name)) == 6


def test_areas_and_shares_are_counted():
    found = Naturalness(np.array([0.1, 0.2]), np.array([0.1, 0.2]), np.array([LINE + 1, LINE + 2]))
    assert found.areas() == (pytest.approx(0.5), pytest.approx(1.0))
    assert found.under() == (1.0, 1.0, 0.0)
