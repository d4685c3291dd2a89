"""Judgements MADE UP for these tests: no person gave them."""

import numpy as np
import pytest

from motionloom.core.errors import LibraryError
from motionloom.library import Library
from motionloom.score import judged, scorers
from motionloom.score.objective_set import make_damaged, make_naturals


@pytest.fixture
def library(captures, tmp_path):
    rng = np.random.default_rng(3)
    with Library.create(tmp_path / "library") as made:
        for example in [*make_naturals(captures, 4, rng), *make_damaged(captures, "lean", 4, rng)]:
            clip = made.add(example.motion, "clip", subject=example.subject, plants=example.plants)
            made.apply({"kind": "judge", "clip": clip, "natural": example.natural, "person": "made up"})
        yield made


def test_most_voices_decide_and_a_tie_says_nothing(library):
    clips = library.clips()
    library.apply({"kind": "judge", "clip": clips[0].id, "natural": True, "person": "another, made up"})
    library.apply({"kind": "judge", "clip": clips[0].id, "natural": False, "person": "made up"})
    examples = judged.judged_examples(library)
    assert len(examples) == 7
    assert all(example.touched.all() != example.natural for example in examples)


def test_scorers_are_measured_on_judgements(library):
    report = judged.measure_judged(scorers.find("physics")(), library)
    assert (report.natural, report.unnatural) == (4, 4)
    assert report.roc.area > 0.8
    assert report.to_json()["labels"] == "people's judgements"


def test_nobody_judged(captures, tmp_path):
    with Library.create(tmp_path / "empty") as empty, pytest.raises(LibraryError, match="at least one of each is needed"):
        judged.measure_judged(scorers.find("sum")(), empty)


def test_retraining_says_what_it_rests_on(library, captures, monkeypatch):
    monkeypatch.setattr(judged, "TRAIN_NATURAL", 6)
    monkeypatch.setattr(judged, "TRAIN_DAMAGED", 2)
    examples = judged.judged_examples(library)
    trained, labels = judged.train("svm", captures, examples, kinds_to_learn=["twitch"])
    assert trained.name == "svm"
    assert "8 clips judged by people (4 unnatural), and damaged captures as a synthetic stand-in" in labels
    monkeypatch.setattr(judged, "ENOUGH", 4)
    _, labels = judged.train("svm", captures, examples)
    assert "stand-in" not in labels
