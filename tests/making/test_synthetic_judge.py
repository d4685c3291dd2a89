"""The SYNTHETIC judge, no person: its verdicts change how well a scorer agrees on what it never saw."""

import pytest

from motionloom.core.errors import MotionError
from motionloom.library import Library
from motionloom.making.choice import Choice
from motionloom.making.proposals import count_proposals, find_proposals
from motionloom.making.synthetic_judge import NAME, add_performers, is_whole, judge_all, raise_examples, simulate
from motionloom.making.verdicts import read_verdicts

from .conftest import add_sample


@pytest.fixture
def library(tmp_path):
    with Library.create(tmp_path / "library") as made:
        add_performers(made)
        yield made


def test_its_verdicts_change_the_held_out_agreement(tmp_path):
    """The same proposals and the same training: what the judge says decides on how much of another performer the scorer agrees."""
    lessons = {}
    for contrary in (False, True):
        with Library.create(tmp_path / str(contrary)) as library:
            add_performers(library)
            lessons[contrary] = simulate(library, "logistic", (4, 48), unseen=32, contrary=contrary, seed=0)
            assert [(lesson.verdicts, lesson.unseen) for lesson in lessons[contrary]] == [(4, 32), (48, 32)]
            # What it judged says who it was; what it was measured on still waits.
            rows = library.database.read("SELECT DISTINCT by FROM proposals WHERE state != 'pending'")
            assert [row["by"] for row in rows] == [NAME]
            assert count_proposals(library).pending == 32
    (few, many), (_, wrong) = lessons[False], lessons[True]
    assert many.agree > few.agree
    assert many.agree > 0.8 * 32
    assert wrong.agree < 0.5 * 32
    assert many.area > 0.9 > 0.3 > wrong.area


def test_a_scorer_without_a_line_of_its_own_is_taught_too(library):
    (lesson,) = simulate(library, "svm", (16,), unseen=8, stretches=8)
    assert 0 <= lesson.agree <= 8
    assert 0.0 <= lesson.area <= 1.0


def test_it_says_yes_to_what_is_whole(library, rng):
    batch = raise_examples(library, Choice(), 8, ["lean", "twitch"], rng)
    proposals = find_proposals(library, batch=batch)
    assert [is_whole(each) for each in proposals] == [True, False] * 4
    assert [each.recipe.options.get("damage") for each in proposals[1::2]] == ["lean", "twitch"] * 2
    judge_all(library, proposals)
    assert {verdict.name: verdict.yes for verdict in read_verdicts(library)} == {each.name: is_whole(each) for each in proposals}


def test_one_performer_alone_is_too_few(tmp_path):
    with Library.create(tmp_path / "one") as library:
        add_sample(library, "ada", "walk")
        with pytest.raises(MotionError, match="needs two performers or more"):
            simulate(library, "svm", (4,))


def test_captures_that_are_too_short_are_said(tmp_path, rng):
    with Library.create(tmp_path / "short") as library:
        add_sample(library, "ada", "walk", frames=60)
        with pytest.raises(MotionError, match="no capture lasts 2 s"):
            raise_examples(library, Choice(), 2, ["lean"], rng)
