"""Teaching words by what people painted in a library, and the taught words on its shelf."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.core.errors import LibraryError, SkeletonError
from motionloom.enrich.annotation.body_signals import RATE, read_signals
from motionloom.enrich.annotation.descriptors import Described, describe, join_described
from motionloom.enrich.annotation.learning import teach
from motionloom.enrich.annotation.lessons import Course, read_course, read_labels
from motionloom.enrich.annotation.words import DESCRIPTION, NO, STEP, UNKNOWN, YES, Floats, Words
from motionloom.library import Clip, Document, Library
from motionloom.library.commands.annotations import TRACK
from motionloom.making import shelf
from motionloom.making.shelf import NewEntry, ShelfKind, register

KIND = "annotation_words"
NAME = "Words"
KEPT = 30_000  # described frames that are kept, seven kilobytes each: fifty minutes
MOST = 4000  # examples that are learnt from; beyond that every so-manieth, evenly

_described: OrderedDict[tuple[str, str], Described] = OrderedDict()
_live: dict[str, tuple[int, Words]] = {}
_lock = Lock()


@dataclass(frozen=True, eq=False)
class Examples:
    """Described frames (L, D), their labels (L, W), and the clips they are from."""

    described: Described
    labels: NDArray[np.int8]
    clips: tuple[str, ...]


def describe_clip(library: Library, clip: Clip) -> Described:
    """A clip's described frames, ten a second, kept for the next time."""
    key = (library.id, clip.fingerprint)
    with _lock:
        found = _described.get(key)
    if found is None:
        found = describe(read_signals(library.motion(clip.id)), DESCRIPTION, STEP)
    with _lock:
        _described[key] = found
        _described.move_to_end(key)
        while len(_described) > 1 and sum(len(other.rows) for other in _described.values()) > KEPT:
            _described.popitem(last=False)
    return found


def at_rate(labels: NDArray[np.int8], fps: float, count: int) -> NDArray[np.int8]:
    """Labels (F, W) of a clip's frames at `count` described frames."""
    frames = np.minimum(np.round(np.arange(count) * STEP / RATE * fps).astype(int), len(labels) - 1)
    return labels[frames]


def read_examples(library: Library, course: Course, progress: Progress | None = None) -> Examples:
    """All that people said. A word that nobody denied anywhere is taken as denied where others are said without it."""
    words = course.words
    spoken = {looked.clip for looked in course.looked} | {span.clip for span in library.annotations(track=TRACK) if span.by != "machine"}
    clips = [clip for clip in library.clips() if clip.id in spoken]
    described, labels = list[Described](), list[NDArray[np.int8]]()
    for clip in (progress or Progress()).each("Reading what people said", clips, lambda clip: clip.name):
        known = read_labels(library, clip, course, words)
        if not np.any(known != UNKNOWN):
            continue
        try:
            found = describe_clip(library, clip)
        except SkeletonError:
            continue
        answers = at_rate(known, clip.fps, len(found.rows))
        said = np.any(answers != UNKNOWN, axis=1)
        described.append(Described(found.rows[said], found.mirrored[said], found.shared))
        labels.append(answers[said])
    if not described:
        raise LibraryError("nobody has said a word of this library's clips yet; paint some in the studio's Words panel")
    answers = np.concatenate(labels)
    for word in range(len(words)):
        if not np.any(answers[:, word] == NO):
            answers[(answers[:, word] == UNKNOWN) & np.any(answers == YES, axis=1), word] = NO
    every = -(-len(answers) // MOST)
    joined = join_described(described)
    kept = Described(joined.rows[::every], joined.mirrored[::every], joined.shared)
    return Examples(kept, answers[::every], tuple(clip.id for clip in clips))


def teach_words(library: Library, progress: Progress | None = None, window: str = "") -> tuple[Words, Document]:
    """The words of a library, taught by all that people said, and their entry on the shelf. One step for undo."""
    course = read_course(library)
    examples = read_examples(library, course, progress)
    words = teach(course.words, examples.described, examples.labels)
    yes, no = (np.sum(examples.labels == answer, axis=0) for answer in (YES, NO))
    counts = {name: [int(one), int(other)] for name, one, other in zip(course.words, yes, no, strict=True)}
    data = {"words": list(course.words), "examples": counts, "answers": len(course.looked)}
    saved = shelf.entries(library, KIND)
    entry = NewEntry(words.to_bytes(), data, examples.clips)
    document = shelf.put(library, KIND, NAME, entry, document=saved[0].id if saved else None, window=window, title="Teach words")
    return words, library.document(document)


def open_words(library: Library) -> tuple[Words, Document]:
    """The words that were taught on a library last, or an error that says how to teach them."""
    saved = shelf.entries(library, KIND)
    if not saved:
        raise LibraryError(f"no words were taught on this library; `motionloom annotate teach {library.folder}` does that")
    opened: Words = shelf.open_entry(library, saved[0])
    return opened, saved[0]


def live_words(library: Library, course: Course) -> Words | None:
    """Words taught by all that was said up to now, for whoever is being asked; kept until something changes. None before the first."""
    last = int(library.database.read("SELECT coalesce(max(seq), 0) FROM changes")[0][0])
    with _lock:
        known = _live.get(library.id)
    if known is not None and known[0] == last:
        return known[1]
    try:
        examples = read_examples(library, course)
    except LibraryError:
        return None
    words = teach(course.words, examples.described, examples.labels)
    with _lock:
        _live[library.id] = (last, words)
    return words


def _open(library: Library, document: Document, content: bytes) -> Words:
    return Words.from_bytes(content, f"the words of {library.folder}")


def _read(library: Library, path: Path) -> NewEntry:
    content = path.read_bytes()
    return NewEntry(content, {"words": list(Words.from_bytes(content, str(path)).names), "examples": {}, "answers": 0})


def clip_chances(library: Library, clip: Clip, words: Words) -> Floats:
    """How likely each word holds in every frame (F, W) of a clip, at the clip's own rate."""
    guessed = words.guess(read_signals(library.motion(clip.id)))
    frames = np.minimum(np.round(np.arange(clip.frames) / clip.fps * RATE).astype(int), len(guessed) - 1)
    return guessed[frames]


WORDS = register(ShelfKind(KIND, "Taught words", ".npz", _open, _read))
