"""The next question for a person: the second of a library whose answer teaches most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import LibraryError, SkeletonError
from motionloom.enrich.annotation.body_signals import RATE
from motionloom.enrich.annotation.choosing import find_strategy, pick
from motionloom.enrich.annotation.lessons import Course
from motionloom.enrich.annotation.teaching import describe_clip
from motionloom.enrich.annotation.words import STEP, Floats, Words
from motionloom.library import Clip, Library

QUESTION = 1.0  # seconds
MOST = 6000  # frames that are looked at for a question: those of a random part of a large library


@dataclass(frozen=True)
class Asked:
    """Frames start:stop of a clip, and how much they are in doubt (0..0.5, the most doubtful word)."""

    clip: str
    start: int
    stop: int
    doubt: float
    word: str


def choose_question(
    library: Library, clips: Sequence[Clip], course: Course, words: Words | None, seed: int = 0, strategy: str = "use"
) -> Asked:
    """The second to ask about next, among these clips; at random before any word is taught."""
    rng = np.random.default_rng([seed, len(course.looked), len(course.skipped)])
    rows, places = _look(library, clips, course, rng)
    if not places:
        raise LibraryError("every second of these clips was looked at; choose others to go on")
    piece = np.concatenate([np.full(len(part), number) for number, part in enumerate(rows)])
    if words is None or not words.taught.any():
        clip, start, stop = places[int(rng.integers(len(places)))]
        return Asked(clip.id, start, stop, 0.5, course.words[0] if course.words else "")
    chances = words.chances(np.concatenate(rows))
    scores = find_strategy(strategy)(chances, piece, rng)
    best = pick(scores, np.arange(len(places)), np.ones(len(places), dtype=bool), 1)[0]
    doubt = np.minimum(chances, 1 - chances)[piece == best].max(axis=0)
    clip, start, stop = places[best]
    return Asked(clip.id, start, stop, float(doubt.max()), words.names[int(np.argmax(doubt))])


def _look(
    library: Library, clips: Sequence[Clip], course: Course, rng: np.random.Generator
) -> tuple[list[Floats], list[tuple[Clip, int, int]]]:
    """Described seconds that nobody has looked at, of a random part of the clips; those that were skipped only where no other is left."""
    for avoid in ((*course.looked, *course.skipped), course.looked):
        done = {(each.clip, each.start) for each in avoid}
        rows, places, count = list[Floats](), list[tuple[Clip, int, int]](), 0
        for number in rng.permutation(len(clips)):
            clip = clips[int(number)]
            try:
                described = describe_clip(library, clip).rows
            except SkeletonError:
                continue
            for start, stop in cut_seconds(clip):
                inside = _rows(start, stop, clip.fps, len(described))
                if (clip.id, start) not in done and len(inside):
                    rows.append(described[inside])
                    places.append((clip, start, stop))
                    count += len(inside)
            if count >= MOST:
                break
        if places:
            return rows, places
    return [], []


def cut_seconds(clip: Clip) -> list[tuple[int, int]]:
    """A clip's frames in questions of a second; a rest of less than half of one joins the last."""
    size = round(QUESTION * clip.fps)
    count = max(1, round(clip.frames / size))
    return [(number * size, clip.frames if number == count - 1 else (number + 1) * size) for number in range(count)]


def _rows(start: int, stop: int, fps: float, count: int) -> NDArray[np.intp]:
    """The described frames that lie in frames start:stop of a clip."""
    first, last = (int(np.ceil(frame / fps * RATE / STEP)) for frame in (start, stop))
    return np.arange(min(first, count), min(last, count))
