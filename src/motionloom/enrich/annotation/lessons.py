"""What people said of words: the vocabulary, and which seconds were looked at for which words. Kept in the library, with undo.

The spans themselves are annotations of the clips (track "annotations"). Where a second was looked at for a word and no span of a person
says it, it does not hold there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import LibraryError
from motionloom.core.masks import find_runs
from motionloom.enrich.annotation.words import NO, UNKNOWN, YES
from motionloom.library import Annotation, Clip, Library
from motionloom.library.commands import Command, to_data
from motionloom.library.commands.annotations import TRACK, AddAnnotation, RemoveAnnotation
from motionloom.library.commands.batch import Batch
from motionloom.library.commands.documents import SetDocument
from motionloom.library.records import make_id

KIND = "annotation_lessons"
NAME = "Annotation lessons"
PAPER_WORDS = (
    "run",
    "walk",
    "wave",
    "jump",
    "turn left",
    "turn right",
    "catch",
    "reach",
    "carry",
    "backwards",
    "crouch",
    "stand",
    "pick up",
)


@dataclass(frozen=True)
class Looked:
    """Frames start:stop of a clip that a person looked at for these words."""

    clip: str
    start: int
    stop: int
    words: tuple[str, ...]


@dataclass(frozen=True)
class Course:
    """The words in the order of their keys, what was looked at, oldest first, and what a person would rather not judge."""

    words: tuple[str, ...] = ()
    looked: tuple[Looked, ...] = ()
    skipped: tuple[Looked, ...] = ()


def read_course(library: Library) -> Course:
    """The lessons of a library; before the first, the words that its annotations have."""
    saved = library.documents(KIND)
    if not saved:
        return Course(tuple(sorted({span.name for span in library.annotations(track=TRACK) if span.by != "machine"})))
    data: Mapping[str, Any] = saved[0].data
    looked, skipped = ([Looked(**{**each, "words": tuple(each["words"])}) for each in data.get(name, ())] for name in ("looked", "skipped"))
    return Course(tuple(data.get("words", ())), tuple(looked), tuple(skipped))


def _save(library: Library, course: Course, title: str, window: str, commands: Iterable[Command] = ()) -> Course:
    saved = library.documents(KIND)
    document = SetDocument(saved[0].id if saved else make_id(), KIND, NAME, asdict(course))
    library.apply(Batch(tuple(to_data(command) for command in (*commands, document)), title), window=window)
    return course


def set_words(library: Library, words: Sequence[str], window: str = "") -> Course:
    """Another vocabulary; what was said of a word that goes stays in the clips."""
    named = tuple(dict.fromkeys(word.strip() for word in words if word.strip()))
    if not named:
        raise LibraryError("a vocabulary needs a word; name some, such as run, walk, wave")
    return _save(library, replace(read_course(library), words=named), f"Words: {', '.join(named)[:60]}", window)


def answer(library: Library, clip: Clip, start: int, stop: int, spans: Mapping[str, Sequence[tuple[int, int]]], window: str = "") -> Course:
    """A person says of frames start:stop where each word holds: spans by word; a word of the vocabulary without any holds nowhere there.

    What was drawn there before is replaced, beyond the frames it stays. One step for undo.
    """
    if not 0 <= start < stop <= clip.frames:
        raise LibraryError(f"frames {start} to {stop} are no range of {clip.name!r}, which has frames 0 to {clip.frames}")
    course = read_course(library)
    words = tuple(dict.fromkeys((*course.words, *spans)))
    commands: list[Command] = []
    for span in library.annotations(clip.id, track=TRACK):
        if span.name in words and span.start < stop and span.stop > start:
            commands += _cut_out(span, start, stop)
    for word, given in spans.items():
        mask = np.zeros(stop - start, bool)
        for first, last in given:
            mask[max(first, start) - start : max(min(last, stop) - start, 0)] = True
        commands += [AddAnnotation(clip.id, word, start + a, start + b, make_id()) for a, b in find_runs(mask)]
    looked = Looked(clip.id, start, stop, words)
    skipped = tuple(each for each in course.skipped if (each.clip, each.start) != (clip.id, start))
    title = f"Say what {clip.name} does at {start / clip.fps:.1f} s"
    return _save(library, Course(words, (*course.looked, looked), skipped), title, window, commands)


def whole_or_painted(library: Library, clip: Clip, start: int, stop: int, words: Sequence[str]) -> dict[str, list[tuple[int, int]]]:
    """Spans in frames start:stop of words that a person says hold there: where they painted the word, or all of it."""
    spans: dict[str, list[tuple[int, int]]] = {}
    painted = [span for span in library.annotations(clip.id, track=TRACK) if span.by == "person"]
    for word in words:
        own = [(max(span.start, start), min(span.stop, stop)) for span in painted if span.name == word]
        spans[word] = [(first, last) for first, last in own if first < last] or [(start, stop)]
    return spans


def skip(library: Library, clip: Clip, start: int, stop: int, window: str = "") -> Course:
    """A person would rather not judge these frames: they are asked only after all others."""
    course = read_course(library)
    skipped = (*course.skipped, Looked(clip.id, start, stop, course.words))
    return _save(library, replace(course, skipped=skipped), f"Skip {start / clip.fps:.1f} s of {clip.name}", window)


def _cut_out(span: Annotation, start: int, stop: int) -> list[Command]:
    """A span without frames start:stop; what is left of it stays as it was said."""
    commands: list[Command] = [RemoveAnnotation(span.clip, span.id)]
    for a, b in ((span.start, min(span.stop, start)), (max(span.start, stop), span.stop)):
        if a < b:
            commands.append(AddAnnotation(span.clip, span.name, a, b, make_id(), span.track, span.by, span.confidence))
    return commands


def read_labels(library: Library, clip: Clip, course: Course, words: Sequence[str]) -> NDArray[np.int8]:
    """What is known of a clip's frames (F, W): yes, no or unknown; a person's word, and what came with its file."""
    labels = np.full((clip.frames, len(words)), UNKNOWN, np.int8)
    for looked in course.looked:
        if looked.clip == clip.id:
            columns = [index for index, word in enumerate(words) if word in looked.words]
            labels[looked.start : looked.stop, columns] = NO
    for span in library.annotations(clip.id, track=TRACK):
        if span.by != "machine" and span.name in words:
            labels[span.start : span.stop, words.index(span.name)] = YES
    return labels
