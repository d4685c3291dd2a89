"""Lessons: a sequence is proposed, a person puts it right, the oracle learns, and it is noted how well it had guessed.

Kept in the library, so that a window can be closed in the middle of one and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from motionloom.core.errors import MotionError
from motionloom.feet.active import Choice, Chooser, Piece
from motionloom.feet.teaching import Taught, choose_next, label_clip, read_plants, read_taught, teach
from motionloom.library import Library
from motionloom.library.commands.plants import ConfirmPlants

KIND = "foot_plant_lessons"
NAME = "Foot plant lessons"
KEPT = 500  # lessons that are remembered


@dataclass(frozen=True)
class Lesson:
    """A sequence that a person put right: of how many bits the oracle had guessed how many right, and which oracle that was."""

    clip: str
    start: int
    stop: int
    bits: int
    right: int
    oracle: str

    @property
    def accuracy(self) -> float:
        return self.right / max(self.bits, 1)


@dataclass(frozen=True)
class Course:
    """The sequence that is being put right, if one is, the frame of it to look at first, and the lessons so far, oldest first."""

    current: Piece | None = None
    frame: int = 0
    lessons: tuple[Lesson, ...] = ()

    def recent(self, count: int = 10) -> float | None:
        """The share of bits that were right in the last few lessons; None before the first."""
        last = self.lessons[-count:]
        return sum(lesson.right for lesson in last) / sum(lesson.bits for lesson in last) if last else None


def read_course(library: Library) -> Course:
    """The lessons of a library."""
    saved = library.documents(KIND)
    if not saved:
        return Course()
    data: Mapping[str, Any] = saved[0].data
    current = data.get("current")
    lessons = tuple(Lesson(**lesson) for lesson in data.get("lessons", ()))
    return Course(None if current is None else Piece(**current), int(data.get("frame", 0)), lessons)


def _save(library: Library, course: Course) -> Course:
    saved = library.documents(KIND)
    data = {
        "current": None if course.current is None else asdict(course.current),
        "frame": course.frame,
        "lessons": [asdict(lesson) for lesson in course.lessons[-KEPT:]],
    }
    library.save_document(KIND, NAME, data, document=saved[0].id if saved else None)
    return course


def begin_lesson(library: Library, chooser: Chooser, taught: Taught | None = None) -> Course:
    """Choose the next sequence, write the oracle's guess of it, and remember that it is being put right."""
    taught = taught or read_taught(library)
    course = read_course(library)
    choice: Choice = choose_next(library, taught, chooser, seed=len(course.lessons))
    piece = choice.piece
    label_clip(library, library.clip(piece.clip), taught.oracle, piece.start, piece.stop)
    return _save(library, Course(piece, choice.frame, course.lessons))


def finish_lesson(library: Library, piece: Piece, window: str = "") -> tuple[Course, Lesson, Taught]:
    """A person says that the sequence is right now: its bits are theirs, the oracle is taught anew, and its guess is marked."""
    clip = library.clip(piece.clip)
    plants = read_plants(library, clip)
    if plants is None or not 0 <= piece.start < piece.stop <= clip.frames:
        raise MotionError(f"{clip.name!r} has no plants in frames {piece.start} to {piece.stop} to confirm; let the oracle guess first")
    oracle = read_taught(library).oracle
    rows = slice(piece.start, piece.stop)
    right = oracle.label(library.motion(clip.id)).bits[rows] == plants.bits[rows]
    lesson = Lesson(clip.id, piece.start, piece.stop, int(right.size), int(np.sum(right)), oracle.version)
    library.apply(ConfirmPlants(clip.id, piece.start, piece.stop), window=window)
    taught = teach(library)
    course = read_course(library)
    current = None if course.current == piece else course.current
    return _save(library, Course(current, course.frame if current else 0, (*course.lessons, lesson))), lesson, taught
