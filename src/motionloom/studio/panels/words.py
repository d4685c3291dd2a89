"""The words panel: a person says what a second of motion is, the words learn, the most useful second is asked next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import numpy as np
from fastapi import APIRouter, Response
from pydantic import Field

from motionloom.studio import protocol
from motionloom.studio.arrays import array_response
from motionloom.studio.panel import Panel
from motionloom.studio.protocol.base import Answer, Frame, Id, Request
from motionloom.studio.routes.parameters import ClipId, Current, TheStudio
from motionloom.studio.session import OpenLibrary

if TYPE_CHECKING:
    from motionloom.enrich.annotation.lessons import Course

router = APIRouter()
Word = Annotated[str, Field(min_length=1, max_length=60)]


class WordsStatus(Answer):
    """The vocabulary, which of it has examples, how many seconds a person looked at, and whether it is kept on the shelf."""

    words: list[str]
    taught: list[bool]
    answers: int
    kept: bool


class WordsQuestion(Answer):
    """Frames start:stop of a clip, how likely each word holds there, and the word that is most in doubt."""

    clip: str
    start: int
    stop: int
    chances: list[float]
    word: str
    status: WordsStatus


class WordsVocabulary(Request):
    """Another vocabulary."""

    window: Id
    words: Annotated[list[Word], Field(min_length=1, max_length=100)]


class WordsAnswer(Request):
    """Which words hold in frames start:stop; the others of the vocabulary do not. Where a person painted one of them, it holds there."""

    window: Id
    clip: Id
    start: Frame
    stop: Frame
    words: Annotated[list[Word], Field(max_length=100)]


class WordsSkip(Request):
    """A person would rather not judge these frames."""

    window: Id
    clip: Id
    start: Frame
    stop: Frame


class WordsKeep(Request):
    """Keep the words as they are taught now on the shelf."""

    window: Id


@router.get("/status")
def get_status(current: Current) -> WordsStatus:
    """How the teaching stands."""
    from motionloom.enrich.annotation.lessons import read_course

    return _status(current, read_course(current.library))


@router.post("/vocabulary")
def post_vocabulary(request: WordsVocabulary, current: Current, studio: TheStudio) -> WordsStatus:
    """Take another vocabulary."""
    from motionloom.enrich.annotation.lessons import set_words

    course = set_words(current.library, request.words, request.window)
    studio.feed.nudge()
    return _status(current, course)


@router.get("/question")
def get_question(current: Current) -> WordsQuestion:
    """The second of all captures whose answer teaches most now."""
    from motionloom.enrich.annotation.asking import choose_question
    from motionloom.enrich.annotation.lessons import read_course
    from motionloom.enrich.annotation.teaching import clip_chances, live_words
    from motionloom.making.choice import Choice, require

    library = current.library
    course = read_course(library)
    words = live_words(library, course)
    asked = choose_question(library, require(library, Choice()), course, words)
    chances = np.zeros(len(course.words))
    if words is not None:
        chances = clip_chances(library, library.clip(asked.clip), words)[asked.start : asked.stop].mean(axis=0)
    told = [round(float(chance), 3) for chance in chances]
    return WordsQuestion(
        clip=asked.clip, start=asked.start, stop=asked.stop, chances=told, word=asked.word, status=_status(current, course)
    )


@router.post("/answer")
def post_answer(request: WordsAnswer, current: Current, studio: TheStudio) -> WordsStatus:
    """What a person says is written as annotations and learnt from."""
    from motionloom.enrich.annotation.lessons import answer, whole_or_painted

    clip = current.clip(request.clip)
    spans = whole_or_painted(current.library, clip, request.start, request.stop, request.words)
    course = answer(current.library, clip, request.start, request.stop, spans, request.window)
    studio.feed.nudge()
    return _status(current, course)


@router.post("/skip")
def post_skip(request: WordsSkip, current: Current, studio: TheStudio) -> WordsStatus:
    """These frames come again only after all others."""
    from motionloom.enrich.annotation.lessons import skip

    course = skip(current.library, current.clip(request.clip), request.start, request.stop, request.window)
    studio.feed.nudge()
    return _status(current, course)


@router.post("/keep")
def post_keep(request: WordsKeep, current: Current, studio: TheStudio) -> WordsStatus:
    """Put the taught words on the shelf, where the command line and jobs find them."""
    from motionloom.enrich.annotation.lessons import read_course
    from motionloom.enrich.annotation.teaching import teach_words

    teach_words(current.library, window=request.window)
    studio.feed.nudge()
    return _status(current, read_course(current.library))


@router.post("/clips/{clip}/guess")
def post_guess(clip: ClipId, request: WordsKeep, current: Current, studio: TheStudio) -> WordsStatus:
    """Write the guess of a clip as annotations; what a person said stays."""
    from motionloom.enrich.annotation.guessing import guess_clip
    from motionloom.enrich.annotation.lessons import read_course
    from motionloom.enrich.annotation.teaching import live_words

    course = read_course(current.library)
    command = guess_clip(current.library, current.clip(clip), course, live_words(current.library, course))
    current.library.apply(command, window=request.window)
    studio.feed.nudge()
    return _status(current, course)


@router.post("/guess")
def post_guess_all(request: WordsKeep, current: Current) -> protocol.Job:
    """Write the guesses of all captures: a job, by the words on the shelf."""
    from motionloom.enrich.annotation.guessing import JOB

    return current.runner.start(JOB, {"choice": {}, "way": "guess", "window": request.window})


@router.get("/clips/{clip}/chances")
def get_chances(clip: ClipId, current: Current) -> Response:
    """How likely each word holds: `values` float32 (W, F) 0..1, in the order of the vocabulary."""
    from motionloom.enrich.annotation.lessons import read_course
    from motionloom.enrich.annotation.teaching import clip_chances, live_words

    record, course = current.kept(clip), read_course(current.library)
    words = live_words(current.library, course)
    values = np.zeros((record.frames, len(course.words)), np.float32)
    if words is not None:
        values = clip_chances(current.library, record, words)
    return array_response({"values": np.ascontiguousarray(values.T, np.float32)}, {"frames": record.frames, "words": list(course.words)})


def _status(current: OpenLibrary, course: Course) -> WordsStatus:
    from motionloom.enrich.annotation.teaching import KIND, live_words
    from motionloom.making import shelf

    words = live_words(current.library, course)
    taught = [False] * len(course.words) if words is None else [bool(known) for known in words.taught]
    return WordsStatus(words=list(course.words), taught=taught, answers=len(course.looked), kept=bool(shelf.entries(current.library, KIND)))


PANEL = Panel("words", "Words", router, messages=(WordsStatus, WordsQuestion, WordsVocabulary, WordsAnswer, WordsSkip, WordsKeep))
