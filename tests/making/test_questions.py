"""Questions: one file each, answered under any, and whoever registers for one is taught by the answers."""

import pytest

from motionloom.core.errors import LibraryError
from motionloom.making.questions import QUESTIONS, Learner, Question, find_learner, learners, register, register_learners, registry
from motionloom.making.work import run_here
from motionloom.score import scorers


def test_every_question_can_be_asked():
    for name, question in QUESTIONS.all().items():
        assert question.name == name
        assert question.text.endswith("?")
        assert question.yes != question.no


def test_scorers_that_learn_are_taught_by_what_looks_natural():
    assert [learner.name for learner in learners("natural")] == [name for name, each in scorers.SCORERS.all().items() if each.learns]
    with pytest.raises(LibraryError, match="nobody called 'taste' learns from 'natural'; there are"):
        find_learner("natural", "taste")


def test_a_room_of_somebody_else_asks_and_learns(sampled, monkeypatch):
    monkeypatch.setattr(registry, "_learners", {})
    heard = []
    register(Question("is it a wave", "Is this a wave?"))
    register_learners("is it a wave", lambda: [Learner("waves", "who knows waves", lambda work: heard.append(work.library.id) or "learnt")])
    work = run_here(sampled, "teach", {"question": "is it a wave", "learner": "waves"})
    assert work.message == "learnt"
    assert heard == [sampled.id]
    QUESTIONS._members.pop("is it a wave")
