"""Which questions there are, and who learns from the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.errors import LibraryError, list_names
from motionloom.core.registry import Registry

if TYPE_CHECKING:
    from motionloom.making.work import Work

# Where questions and their learners register, loaded on first use; packages of others name theirs as entry points of the group.
_ROOMS = (
    "motionloom.making.questions.natural",
    "motionloom.making.questions.keep",
    "motionloom.making.scorers",
    "motionloom.enrich.looks_human.question",
)
GROUP = "motionloom.questions"


@dataclass(frozen=True)
class Measured:
    """A score beside an item, the less the better, and what it is made of in words."""

    score: float
    words: str


@dataclass(frozen=True)
class Question:
    """What a person is asked: its name, the words, those of the two answers.

    about_clips: whether clips that were made without a proposal wait under it too. measure: a score of a motion with its plants (F, 4),
    to stand beside it; None where the proposal's own score and reason say all.
    """

    name: str
    text: str
    yes: str = "Yes"
    no: str = "No"
    about_clips: bool = False
    measure: Callable[[Motion, NDArray[np.bool_] | None], Measured] | None = None


@dataclass(frozen=True)
class Learner:
    """Who is taught by the answers to a question: a name, words for people, and the long work that teaches it and says what came out."""

    name: str
    title: str
    teach: Callable[[Work], str]


QUESTIONS: Registry[Question] = Registry("question", GROUP, _ROOMS, LibraryError)
_learners: dict[str, list[Callable[[], Iterable[Learner]]]] = {}


def register(question: Question) -> Question:
    """Make a question known."""
    return QUESTIONS.add(question.name, question)


def register_learners(question: str, provide: Callable[[], Iterable[Learner]]) -> None:
    """Make learners of a question known: a function, because which there are may depend on another registry."""
    _learners.setdefault(question, []).append(provide)


def learners(question: str) -> list[Learner]:
    """Who is taught by the answers to a question."""
    QUESTIONS.all()
    return [learner for provide in _learners.get(question, []) for learner in provide()]


def find_learner(question: str, name: str) -> Learner:
    """A learner by its name."""
    known = {learner.name: learner for learner in learners(question)}
    if name not in known:
        raise LibraryError(f"nobody called {name!r} learns from {question!r}; there are {list_names(sorted(known)) or 'none'}")
    return known[name]
