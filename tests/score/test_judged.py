"""Scorers and judged motions. Judgements are MADE UP for these tests: no person gave them."""

import numpy as np
import pytest

from motionloom.core.errors import LibraryError
from motionloom.score import judged, scorers
from motionloom.score.objective_set import make_damaged, make_naturals


@pytest.fixture
def examples(captures):
    """Four that are natural, four that lean."""
    rng = np.random.default_rng(3)
    return [*make_naturals(captures, 4, rng), *make_damaged(captures, "lean", 4, rng)]


def test_scorers_are_measured_on_judgements(examples):
    report = judged.measure_judged(scorers.default(), examples, "here")
    assert (report.natural, report.unnatural) == (4, 4)
    assert report.roc.area > 0.8
    assert report.to_json()["labels"] == "people's judgements"


def test_nobody_judged():
    with pytest.raises(LibraryError, match="here: people judged 0 motions natural and 0 unnatural; at least one of each is needed"):
        judged.measure_judged(scorers.default(), [], "here")


def test_retraining_says_what_it_rests_on(examples, captures, monkeypatch):
    monkeypatch.setattr(judged, "TRAIN_NATURAL", 6)
    monkeypatch.setattr(judged, "TRAIN_DAMAGED", 2)
    trained, labels = judged.train("svm", captures, examples, kinds_to_learn=["twitch"])
    assert trained.name == "svm"
    assert "8 motions judged by people (4 unnatural), and damaged captures as a synthetic stand-in" in labels
    monkeypatch.setattr(judged, "ENOUGH", 4)
    _, labels = judged.train("svm", captures, examples)
    assert "stand-in" not in labels
