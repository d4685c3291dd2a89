"""The feet panel: the oracle guesses a sequence, a person puts it right, the oracle learns; and clean-up of a clip."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np
from fastapi import APIRouter, Response

from motionloom.studio.arrays import array_response
from motionloom.studio.errors import StudioError
from motionloom.studio.panel import Panel
from motionloom.studio.protocol.base import Answer, Frame, Id, Request
from motionloom.studio.routes.parameters import ClipId, Current, TheStudio
from motionloom.studio.session import OpenLibrary

if TYPE_CHECKING:
    from motionloom.feet.active import Chooser
    from motionloom.feet.lessons import Course, Lesson
    from motionloom.feet.teaching import Taught

router = APIRouter()
SHOWN = 30  # lessons that a window shows


class FeetSequence(Answer):
    """Frames start:stop of a clip, and the frame of it about which the oracle knows least."""

    clip: str
    start: int
    stop: int
    frame: int


class FeetLesson(Answer):
    """A sequence that was put right, and the share of its bits that the oracle had guessed right."""

    clip: str
    name: str
    start: int
    stop: int
    accuracy: float
    wrong: int


class FeetStatus(Answer):
    """Which oracle is at work, what it was taught here, the sequence that is being put right, and the lessons so far, newest first.

    recent: the share of bits it guessed right in the last ten lessons, null before the first.
    """

    oracle: str
    examples: int
    frames: int
    clips: int
    current: FeetSequence | None
    recent: float | None
    lessons: list[FeetLesson]


class FeetNext(Request):
    """A person wants the next sequence; `window` can undo it."""

    window: Id


class FeetGuess(Request):
    """A person wants the oracle's guess; `replace`: they were asked, and want it in place of what came with the file too."""

    window: Id
    replace: bool = False


class FeetConfirm(Request):
    """A person says that these frames are right now."""

    window: Id
    clip: Id
    start: Frame
    stop: Frame


class FeetSkip(Request):
    """A person would rather not judge these frames."""

    window: Id
    clip: Id
    start: Frame
    stop: Frame


class FeetClean(Request):
    """Hold the planted feet of a clip still; the new clip is on the undo stack of this window.

    firm: hold every plant, also where that jerks a leg of a captured clip.
    """

    window: Id
    firm: bool = False


class FeetCleaned(Answer):
    """A new clip with its planted feet held still: how far they slid before and after, how much joints moved, and what to know.

    The scores, metres, are those of the compare panel: less is more natural.
    """

    clip: str
    before_score: float
    after_score: float
    before_cm_per_second: float
    after_cm_per_second: float
    mean_displacement_mm: float
    notes: list[str]


@router.get("/status")
def get_status(current: Current) -> FeetStatus:
    """How the teaching stands."""
    from motionloom.feet.lessons import read_course
    from motionloom.feet.teaching import read_taught

    return _status(current, read_course(current.library), read_taught(current.library))


@router.post("/next")
def post_next(request: FeetNext, current: Current, studio: TheStudio) -> FeetStatus:
    """Choose the sequence that teaches most and write the oracle's guess of its clip."""
    from motionloom.feet.lessons import begin_lesson
    from motionloom.feet.teaching import read_taught

    taught = read_taught(current.library)
    course = begin_lesson(current.library, _choosers.of(current, taught), taught, request.window)
    studio.feed.nudge()
    return _status(current, course, taught)


@router.post("/confirm")
def post_confirm(request: FeetConfirm, current: Current, studio: TheStudio) -> FeetStatus:
    """The sequence is right: learn from it."""
    from motionloom.feet.active import Piece
    from motionloom.feet.lessons import finish_lesson

    piece = Piece(current.clip(request.clip).id, request.start, request.stop)
    course, _, taught = finish_lesson(current.library, piece, request.window)
    studio.feed.nudge()
    return _status(current, course, taught)


@router.post("/skip")
def post_skip(request: FeetSkip, current: Current, studio: TheStudio) -> FeetStatus:
    """The sequence is left as it is, and comes again only after all others."""
    from motionloom.feet.active import Piece
    from motionloom.feet.lessons import skip_lesson
    from motionloom.feet.teaching import read_taught

    course = skip_lesson(current.library, Piece(current.clip(request.clip).id, request.start, request.stop), request.window)
    studio.feed.nudge()
    return _status(current, course, read_taught(current.library))


@router.post("/clips/{clip}/guess")
def post_guess(clip: ClipId, request: FeetGuess, current: Current, studio: TheStudio) -> FeetStatus:
    """Let the oracle guess the plants of a clip; what a person set stays, and what came with the file unless `replace`."""
    from motionloom.feet.lessons import read_course
    from motionloom.feet.teaching import label_clip, read_taught

    taught = read_taught(current.library)
    label_clip(current.library, current.clip(clip), taught.oracle, request.window, replace=request.replace)
    studio.feed.nudge()
    return _status(current, read_course(current.library), taught)


@router.get("/clips/{clip}/confidence")
def get_confidence(clip: ClipId, current: Current) -> Response:
    """How sure the oracle is of each bit: `values` float32 (4, F) 0..1; 1 where a person decided or nothing is known of it."""
    record = current.kept(clip)
    stored = current.library.plants(clip)
    sure = np.ones((record.frames, 4), np.float32)
    if stored is not None and stored.confidence is not None:
        # A lesson of old, which guessed a part of the clip, left zeros for the rest.
        sure = np.where(stored.by_person | (stored.confidence == 0), np.float32(1), stored.confidence)
    return array_response({"values": np.ascontiguousarray(sure.T, np.float32)}, {"frames": record.frames})


@router.post("/clips/{clip}/clean")
def post_clean(clip: ClipId, request: FeetClean, current: Current, studio: TheStudio) -> FeetCleaned:
    """Make a new clip of this one with planted feet held still, by the plants it has."""
    from motionloom.feet.cleanup import CleanUpOptions
    from motionloom.feet.skate_measures import compare_skate
    from motionloom.making.derive import derive
    from motionloom.making.makers import make
    from motionloom.making.makers.clean import clean_recipe, is_captured
    from motionloom.making.plants import plants_of_source
    from motionloom.making.sources import Sources, clip_source
    from motionloom.score.traces import trace_score

    record, library = current.clip(clip), current.library
    if library.plants(clip) is None:
        raise StudioError(f"{record.name!r} has no foot plants to hold; let the oracle guess them first")
    sources = Sources(library)
    opened = sources.open(clip_source(record))
    plants = plants_of_source(library, opened)
    recipe = clean_recipe(opened, plants, CleanUpOptions(calm=not request.firm and is_captured(opened)))
    made = make(sources, recipe)
    result = made.about
    skate = compare_skate(opened.motion, result.motion, plants, result.ground)
    before, after = (float(trace_score(each, plants.bits).score) for each in (opened.motion, result.motion))
    added = derive(library, recipe, made=made, window=request.window, sources=sources)
    studio.feed.nudge()
    return FeetCleaned(
        clip=added,
        before_score=before,
        after_score=after,
        before_cm_per_second=skate.before.mean_cm_per_second,
        after_cm_per_second=skate.after.mean_cm_per_second,
        mean_displacement_mm=skate.mean_displacement_mm,
        notes=result.describe(),
    )


class _Choosers:
    """What the oracle sees of every clip, kept while the clips stay the same: describing a library takes seconds."""

    def __init__(self) -> None:
        self._kept: tuple[str, frozenset[tuple[str, str, float]], Chooser] | None = None
        self._lock = threading.Lock()

    def of(self, current: OpenLibrary, taught: Taught) -> Chooser:
        from motionloom.feet.teaching import make_chooser
        from motionloom.making.choice import choose

        clips = frozenset((clip.id, clip.content, clip.fps) for clip in current.library.clips())
        with self._lock:
            kept = self._kept
            if kept is None or kept[:2] != (current.id, clips) or kept[2].features != taught.oracle.features:
                self._kept = kept = (current.id, clips, make_chooser(current.library, taught.oracle, choose(current.library)))
            return kept[2]


_choosers = _Choosers()


def _status(current: OpenLibrary, course: Course, taught: Taught) -> FeetStatus:
    piece = course.current
    return FeetStatus(
        oracle=taught.oracle.version,
        examples=len(taught.oracle),
        frames=taught.frames,
        clips=taught.clips,
        current=None if piece is None else FeetSequence(clip=piece.clip, start=piece.start, stop=piece.stop, frame=course.frame),
        recent=course.recent(),
        lessons=[_lesson(current, lesson) for lesson in reversed(course.lessons[-SHOWN:])],
    )


def _lesson(current: OpenLibrary, lesson: Lesson) -> FeetLesson:
    return FeetLesson(
        clip=lesson.clip,
        name=current.library.clip(lesson.clip).name,
        start=lesson.start,
        stop=lesson.stop,
        accuracy=lesson.accuracy,
        wrong=lesson.bits - lesson.right,
    )


PANEL = Panel(
    "feet",
    "Feet",
    router,
    messages=(FeetSequence, FeetLesson, FeetStatus, FeetNext, FeetGuess, FeetConfirm, FeetSkip, FeetClean, FeetCleaned),
)
