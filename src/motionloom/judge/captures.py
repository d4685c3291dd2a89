"""What is measured, one after the other: clips of a library, or files of a folder with a `catalogue.csv`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from motionloom.core import Motion
from motionloom.core.errors import FileError, MotionloomError
from motionloom.judge.differences import STEP
from motionloom.judge.performers import Group, group_of, performer_name, true_rate
from motionloom.judge.summary import Judged, measure_motion

if TYPE_CHECKING:
    from motionloom.library import Library

Item = TypeVar("Item")
CATALOGUE = "catalogue.csv"
JOIN = "transition"  # the annotation whose two ends are joins
BATCH = 8  # clips a worker opens the library for


@dataclass(frozen=True)
class Task:
    """Files of a folder (paths, performers, labels) or clips of a library (ids) to measure; small enough to send to a worker."""

    folder: str
    clips: tuple[str, ...] = ()
    files: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    step: float = STEP
    captured: bool = False


def measure_task(task: Task) -> tuple[list[Judged], list[str]]:
    """What a task asks for, and a line for each motion that cannot be measured; called in worker processes."""
    from motionloom.library import Library

    if task.clips:
        with Library.open(task.folder) as library:
            return _try_each(lambda clip: _measure_clip(task, library, clip), task.clips)
    return _try_each(lambda file: _measure_file(task, *file), task.files)


def _try_each(measure: Callable[[Item], Judged], items: Sequence[Item]) -> tuple[list[Judged], list[str]]:
    found, failed = [], []
    for item in items:
        try:
            found.append(measure(item))
        except MotionloomError as error:
            failed.append(str(error))
    return found, failed


def _measure_file(task: Task, path: str, performer: str, labels: tuple[str, ...]) -> Judged:
    rated = _open_file(Path(task.folder) / path, performer)
    about = {"clip": Path(path).stem, "source": path, "performer": performer, "labels": labels}
    return measure_motion(rated, step=task.step, captured=task.captured, **about)  # type: ignore[arg-type]


def _measure_clip(task: Task, library: Library, identity: str) -> Judged:
    clip = library.clip(identity)
    spans = library.annotations(identity, name=JOIN)
    joins = tuple(sorted({at for span in spans for at in (span.start, span.stop - 1)}))
    performer, labels = performer_name(clip.subject, clip.source), tuple(clip.labels)
    about = {"clip": clip.name, "source": identity, "performer": performer, "labels": labels, "joins": joins}
    return measure_motion(library.motion(identity), step=task.step, captured=task.captured, **about)  # type: ignore[arg-type]


def open_source(folder: Path, source: str) -> Motion:
    """The motion that a moment is of: a clip of a library by id, or a file that the folder's catalogue lists."""
    from motionloom.library import Library, is_library
    from motionloom.library.label_table import read_label_table

    if is_library(folder):
        with Library.open(folder) as library:
            return library.motion(source)
    row = read_label_table(folder / CATALOGUE).find(source)
    return _open_file(folder / source, "" if row is None else performer_name(row.subject, row.source))


def _open_file(path: Path, performer: str) -> Motion:
    from motionloom import formats

    motion = formats.load(path)
    return replace(motion, fps=true_rate(performer, motion.fps))


def tasks_of_library(
    folder: Path, clips: Sequence[str] | None = None, *, step: float = STEP, captured: bool = False, group: Group | None = None
) -> list[Task]:
    """The clips with these ids in batches, or all performed ones; of one group of performers where that is named.

    Clips whose body is not known are left out.
    """
    from motionloom.library import Library

    with Library.open(folder) as library:
        all_clips = library.clips()
        wanted = [c for c in all_clips if not c.made] if clips is None else [c for c in all_clips if c.id in set(clips)]
        kept = [c.id for c in wanted if c.height is not None and _in_group(performer_name(c.subject, c.source), group)]
    return [Task(str(folder), clips=tuple(kept[n : n + BATCH]), step=step, captured=captured) for n in range(0, len(kept), BATCH)]


def tasks_of_folder(folder: Path, group: Group | None = None, *, step: float = STEP, captured: bool = False) -> list[Task]:
    """The files that a folder's `catalogue.csv` lists, of one group of performers where that is named."""
    from motionloom.library.label_table import read_label_table

    if not (folder / CATALOGUE).is_file():
        raise FileError(f"{folder}: neither a library nor a folder of captures with a {CATALOGUE}; name one of these")
    tasks = []
    for row in read_label_table(folder / CATALOGUE).rows.values():
        performer = performer_name(row.subject, row.source)
        if _in_group(performer, group):
            tasks.append(Task(str(folder), files=((row.path, performer, row.labels),), step=step, captured=captured))
    return tasks


def _in_group(performer: str, group: Group | None) -> bool:
    return group is None or group_of(performer) == group
