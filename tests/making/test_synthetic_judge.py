"""The SYNTHETIC judge, no person: its verdicts change how well a scorer agrees on what it never saw."""

import pytest

from motionloom.core.errors import MotionError
from motionloom.library import Library
from motionloom.making.proposals import count_proposals, find_proposals
from motionloom.making.synthetic_judge import NAME, add_performers, is_whole, judge_all, raise_examples, simulate
from motionloom.making.verdicts import read_verdicts
from motionloom.score import judged


@pytest.fixture
def library(tmp_path):
    with Library.create(tmp_path / "library") as made:
        add_performers(made)
        yield made


def test_its_verdicts_change_the_held_out_agreement(library, monkeypatch):
    monkeypatch.setattr(judged, "TRAIN_NATURAL", 40)
    monkeypatch.setattr(judged, "TRAIN_DAMAGED", 6)
    before, after = simulate(library, "svm", (0, 24), unseen=30)
    assert (before.verdicts, after.verdicts) == (0, 24)
    assert after.area > before.area + 0.05
    assert after.agree > before.agree
    # The clips and proposals it judged say who it was; those it was measured on still wait.
    rows = library.database.read("SELECT DISTINCT by FROM proposals WHERE state != 'pending'")
    assert [row["by"] for row in rows] == [NAME]
    assert count_proposals(library).pending == 30


def test_it_says_yes_to_what_is_whole(library, rng):
    batch = raise_examples(library, 8, "lean", rng)
    proposals = find_proposals(library, batch=batch)
    assert [is_whole(each) for each in proposals] == [True, False] * 4
    judge_all(library, proposals)
    assert {verdict.name: verdict.yes for verdict in read_verdicts(library)} == {each.name: is_whole(each) for each in proposals}


def test_captures_that_are_too_short_are_said(tmp_path, rng):
    from .conftest import add_sample

    with Library.create(tmp_path / "short") as library:
        add_sample(library, "ada", "walk", frames=60)
        with pytest.raises(MotionError, match="no capture lasts 2 s"):
            raise_examples(library, 2, "lean", rng)
