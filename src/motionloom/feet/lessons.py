"""Lessons: a sequence is proposed, a person puts it right, the oracle learns, and it is noted how well it had guessed.

Kept in the library, so that a window can be closed in the middle of one and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from motionloom.core.errors import MotionError
from motionloom.feet.active import Choice, Chooser, Piece
from motionloom.feet.teaching import (
    Taught,
    came_with_file,
    choose_next,
    guess_command,
    read_plants,
    read_taught,
    taught_command,
    train_taught,
)
from motionloom.library import Library
from motionloom.library.commands import Command, to_data
from motionloom.library.commands.batch import Batch
from motionloom.library.commands.documents import SetDocument
from motionloom.library.commands.plants import ConfirmPlants
from motionloom.library.records import make_id

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
    """The sequence that is being put right, if one is, the frame of it to look at first, the lessons so far, oldest first, and
    the sequences that a person would rather not judge."""

    current: Piece | None = None
    frame: int = 0
    lessons: tuple[Lesson, ...] = ()
    skipped: tuple[Piece, ...] = ()

    def recent(self, count: int = 10) -> float | None:
        """The share of bits that were right in the last few lessons; None before the first."""
        last = self.lessons[-count:]
        return sum(lesson.right for lesson in last) / sum(lesson.bits for lesson in last) if last else None


def read_course(library: Library) -> Course:
    """The lessons of a library. A sequence of a clip that has been deleted is not waiting any more."""
    saved = library.documents(KIND)
    if not saved:
        return Course()
    data: Mapping[str, Any] = saved[0].data
    lessons = tuple(Lesson(**lesson) for lesson in data.get("lessons", ()))
    skipped = tuple(Piece(**piece) for piece in data.get("skipped", ()))
    current = None if data.get("current") is None else Piece(**data["current"])
    if current is None or library.clip(current.clip).deleted is not None:
        return Course(None, 0, lessons, skipped)
    return Course(current, int(data.get("frame", 0)), lessons, skipped)


def _save(library: Library, course: Course, title: str, window: str, *others: Command | None) -> Course:
    """Write the course, and what goes with it, as one edit of the window."""
    saved = library.documents(KIND)
    data = {
        "current": None if course.current is None else asdict(course.current),
        "frame": course.frame,
        "lessons": [asdict(lesson) for lesson in course.lessons[-KEPT:]],
        "skipped": [asdict(piece) for piece in course.skipped[-KEPT:]],
    }
    document = SetDocument(saved[0].id if saved else make_id(), KIND, NAME, data)
    commands = tuple(to_data(command) for command in (*others, document) if command is not None)
    library.apply(Batch(commands, title), window=window)
    return course


def begin_lesson(library: Library, chooser: Chooser, taught: Taught | None = None, window: str = "") -> Course:
    """Choose the next sequence, write the oracle's guess of its clip, and remember that it is being put right.

    Where plants came with the clip's file, those are put right instead: a machine does not replace them.
    """
    taught = taught or read_taught(library)
    course = read_course(library)
    choice: Choice = choose_next(library, taught, chooser, len(course.lessons), course.skipped)
    # The whole clip: labels of a quarter of a second would pass for labels of all of it.
    clip = library.clip(choice.piece.clip)
    guess = None if came_with_file(library.plants(clip.id)) else guess_command(library, clip, taught.oracle)
    return _save(library, replace(course, current=choice.piece, frame=choice.frame), f"Bring a sequence of {clip.name}", window, guess)


def skip_lesson(library: Library, piece: Piece, window: str = "") -> Course:
    """A person would rather not judge this sequence: nothing is learnt from it, and it is asked again only after all others."""
    course = read_course(library)
    skipped = (*(known for known in course.skipped if known != piece), piece)
    title = f"Skip a sequence of {library.clip(piece.clip).name}"
    return _save(library, _without(replace(course, skipped=skipped), piece), title, window)


def _without(course: Course, piece: Piece) -> Course:
    """The course with this sequence no longer waiting."""
    return replace(course, current=None, frame=0) if course.current == piece else course


def finish_lesson(library: Library, piece: Piece, window: str = "") -> tuple[Course, Lesson, Taught]:
    """A person says that the sequence is right now: its bits are theirs, the oracle is taught anew, and its guess is marked.

    All of it is one edit: its window can take it back.
    """
    clip = library.clip(piece.clip)
    plants = read_plants(library, clip)
    if plants is None or not 0 <= piece.start < piece.stop <= clip.frames:
        raise MotionError(f"{clip.name!r} has no plants in frames {piece.start} to {piece.stop} to confirm; let the oracle guess first")
    oracle = read_taught(library).oracle
    rows = slice(piece.start, piece.stop)
    right = oracle.label(library.motion(clip.id)).bits[rows] == plants.bits[rows]
    lesson = Lesson(clip.id, piece.start, piece.stop, int(right.size), int(np.sum(right)), oracle.version)
    taught = train_taught(library, confirmed=piece)
    course = _without(read_course(library), piece)
    course = replace(course, lessons=(*course.lessons, lesson))
    confirm = ConfirmPlants(clip.id, piece.start, piece.stop)
    return _save(library, course, f"Confirm plants of {clip.name}", window, confirm, taught_command(library, taught)), lesson, taught
