"""Ranks of expected and true errors, of frames and of stretches of them."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.edits.propagation.reports.ranks import means_of, rank_correlation


def test_stretches_tell_the_order_where_frames_are_noise(rng: np.random.Generator) -> None:
    hard = np.repeat(rng.permutation(20), 60).astype(float)
    expected, errors = hard + rng.normal(0, 10, len(hard)), hard + rng.normal(0, 10, len(hard))
    assert rank_correlation(expected, errors) < 0.5
    assert rank_correlation(means_of(expected, 60), means_of(errors, 60)) > 0.8


def test_means_are_of_all_that_is_there_however_short() -> None:
    assert means_of(np.arange(7.0), 3) == pytest.approx([1.5, 5.0])
    assert means_of(np.arange(2.0), 60) == pytest.approx([0.5])
