"""Words of made motion: those of the most similar moment of annotated captures (paper 004, section 3.3).

The paper looks at 17 frames about each frame, which at its 60 Hz is 0.28 s, and searches all of them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.core.errors import LibraryError, SkeletonError
from motionloom.enrich.annotation.body_signals import RATE, BodySignals, read_signals, turn_back
from motionloom.enrich.annotation.lessons import Course
from motionloom.enrich.annotation.morphology import open_and_close
from motionloom.library import Library
from motionloom.library.commands.annotations import TRACK
from motionloom.making.choice import choose

WINDOW = 17 / 60  # seconds
STEPS = 5  # moments of the window that are compared
ALIKE = 0.1  # leg lengths a joint: a window that is as far away is believed by a third
SHORTEST = 0.2  # seconds: by which the words are opened and closed, once each

Bits = NDArray[np.bool_]
Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Annotated:
    """Captured windows (N, D), leg lengths seen from the body, and the words that hold in their middle (N, W)."""

    words: tuple[str, ...]
    windows: Floats
    said: Bits


def make_windows(signals: BodySignals) -> Floats:
    """Windows (F, D) about every frame: the joints through WINDOW seconds as seen from the body in the middle frame."""
    count = len(signals)
    origin = signals.joint("hips") * np.array([1.0, 0.0, 1.0])
    parts = []
    for offset in np.round(np.linspace(-WINDOW / 2, WINDOW / 2, STEPS) * RATE).astype(int):
        frames = np.clip(np.arange(count) + offset, 0, count - 1)
        parts.append(turn_back(signals.places[frames] - origin[:, None], signals.heading).reshape(count, -1))
    return np.concatenate(parts, axis=1).astype(np.float32)


def read_annotated(library: Library, course: Course, without: set[str], progress: Progress | None = None) -> Annotated:
    """The annotated captures of a library, whoever annotated them; clips in `without` are left out."""
    spans = [span for span in library.annotations(track=TRACK) if not course.words or span.name in course.words]
    words = tuple(dict.fromkeys((*course.words, *sorted({span.name for span in spans}))))
    clips = [clip for clip in choose(library) if clip.id in {span.clip for span in spans} - without]
    windows, said = list[Floats](), list[Bits]()
    for clip in (progress or Progress()).each("Reading annotated captures", clips, lambda clip: clip.name):
        try:
            rows = make_windows(read_signals(library.motion(clip.id)))
        except SkeletonError:
            continue
        mask = np.zeros((clip.frames, len(words)), bool)
        for span in (span for span in spans if span.clip == clip.id):
            mask[span.start : span.stop, words.index(span.name)] = True
        frames = np.minimum(np.round(np.arange(len(rows)) / RATE * clip.fps).astype(int), clip.frames - 1)
        windows.append(rows)
        said.append(mask[frames])
    if not windows:
        raise LibraryError("no captured clip of this library is annotated; `motionloom annotate guess` does that first")
    return Annotated(words, np.concatenate(windows), np.concatenate(said))


def carry_words(annotated: Annotated, signals: BodySignals) -> tuple[Bits, Floats]:
    """Words (F, W) of a motion at `RATE`, opened and closed once, and how near (F, W) 0..1 the window they are from is."""
    rows = make_windows(signals)
    distances, found = _nearest(rows, annotated.windows)
    near = np.exp(-distances / np.sqrt(rows.shape[1] / 3) / ALIKE).astype(np.float32)
    said = open_and_close(annotated.said[found], SHORTEST * RATE)
    return said, np.repeat(near[:, None], len(annotated.words), axis=1)


def _nearest(rows: Floats, windows: Floats, block: int = 2048) -> tuple[Floats, NDArray[np.intp]]:
    """Distance (F,) and index (F,) of the nearest window to each row, by blocks."""
    best, index = np.full(len(rows), np.inf, np.float32), np.zeros(len(rows), np.intp)
    squares = np.sum(rows**2, axis=1)
    for start in range(0, len(windows), block):
        part = windows[start : start + block]
        distances = squares[:, None] + np.sum(part**2, axis=1) - 2 * rows @ part.T
        least = np.argmin(distances, axis=1)
        value = distances[np.arange(len(rows)), least]
        better = value < best
        best[better], index[better] = value[better], least[better] + start
    return np.sqrt(np.maximum(best, 0)), index
