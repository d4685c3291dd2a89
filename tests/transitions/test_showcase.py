"""Showcases: the frames that are meant, and the best of some tries."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.transitions.showcase import find_moments, make_showcase
from motionloom.transitions.table import TransitionTable


def test_names_mean_labels_and_what_is_found_in_the_motion(table: TransitionTable) -> None:
    stock = table.stock
    assert {stock.clips[n].labels[0] for n in stock.clip_of[find_moments(table, "run")]} == {"run"}
    for frame in find_moments(table, "take-off"):
        assert not stock.plants[frame + 8].any()  # in the air soon after


def test_the_best_is_the_least_of_its_scores(table: TransitionTable) -> None:
    tried = make_showcase(table, "walk:run", sources=3, targets=2)
    assert tried.best.score == tried.scores.min()
    assert len(tried.scores) == 3
    leave, enter = (int(table.stock.clip_of[n]) for n in (tried.best.source, tried.best.target))
    assert (table.stock.clips[leave].labels[0], table.stock.clips[enter].labels[0]) == ("walk", "run")
    again = make_showcase(table, "walk:run", sources=3, targets=2)
    assert np.array_equal(again.scores, tried.scores)


def test_what_is_no_showcase_is_said(table: TransitionTable) -> None:
    with pytest.raises(MotionError, match="expected a transition such as walk:run, found 'walk'"):
        make_showcase(table, "walk")
    with pytest.raises(MotionError, match="nothing here is annotated or labelled 'fly'"):
        make_showcase(table, "walk:fly")
