"""The sample performers as a library: the first thing a newcomer sees, and ground truth for tests."""

from __future__ import annotations

import time
from collections.abc import Iterable
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from motionloom.compute import Progress, map_unordered, open_executor
from motionloom.library import Library, NewClip, Reading, store_clip
from motionloom.library.file_reading import examine
from motionloom.library.recording import find_known, record_clips
from motionloom.library.records import make_id
from motionloom.library.store import Store
from motionloom.making.makers import make
from motionloom.making.makers.sample import sample_recipe
from motionloom.making.sources import Sources

SOURCE = "sample"
LICENCE = "MIT"
BATCH_SECONDS = 0.5  # clips show up while others are still being made


@dataclass(frozen=True)
class SampleTask:
    """One clip to make and where its frames go."""

    performer: str
    behaviour: str
    seed: int
    arrays: str

    @property
    def file(self) -> str:
        """What stands for a file name: making the sample again finds the clips that are there."""
        return f"{SOURCE}:{self.performer}/{self.behaviour}_{self.seed:02d}"


def create_sample_library(path: str | PathLike[str], *, executor: Executor | None = None, progress: Progress | None = None) -> Library:
    """The library of sample performers in a folder, open; one that was interrupted is finished, a finished one just opened."""
    library = Library.open(path, create=True)
    try:
        add_sample(library, executor=executor, progress=progress)
    except BaseException:
        library.close()
        raise
    return library


def add_sample(
    library: Library,
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
    window: str = "",
    steps: bool = False,
    only: Iterable[tuple[str, str, int]] | None = None,
) -> list[str]:
    """Add every sample clip that is not there yet; the ids of all that are there then come out, deleted ones left out.

    steps: what crowds walk with too, of one performer: short starts and stops, tight turns, single steps.
    only: (performer, behaviour, seed) of the clips that are wanted, instead of all.
    """
    from motionloom.sample import behaviours, library_names

    progress = progress or Progress()
    arrays = str(library.store.folder)
    more = [("ada", name, 0) for name, each in behaviours(extras=True).items() if each.extra] if steps else []
    wanted = [*library_names(), *more] if only is None else only
    tasks = [SampleTask(performer, behaviour, seed, arrays) for performer, behaviour, seed in wanted]
    files = [task.file for task in tasks]
    known = find_known(library, files)
    missing = [task for task in tasks if task.file not in known]
    progress.begin("Making the sample", len(tasks), done=len(tasks) - len(missing))
    if missing:
        _make(library, missing, executor, progress, window)
    made = find_known(library, files)
    return [clip.id for file in files for clip in made.get(file, [])[:1] if not clip.deleted]


def _make(library: Library, tasks: list[SampleTask], executor: Executor | None, progress: Progress, window: str) -> None:
    waiting, work = list[NewClip](), make_id()
    written = time.monotonic()
    with ExitStack() as stack:
        executor = executor or stack.enter_context(open_executor())
        try:
            for outcome in map_unordered(executor, make_clip, tasks, cancel=progress.cancel):
                waiting.append(outcome.get())
                if time.monotonic() - written > BATCH_SECONDS:
                    waiting, written = _record(library, waiting, window, work), time.monotonic()
                progress.advance(note=f"{outcome.item.performer} {outcome.item.behaviour.replace('_', ' ')}")
        finally:
            _record(library, waiting, window, work)


def _record(library: Library, clips: list[NewClip], window: str, work: str) -> list[NewClip]:
    if clips:
        record_clips(library, clips, window, work, "Load the sample")
    return []


def make_clip(task: SampleTask) -> NewClip:
    """Make one clip by its recipe and store its frames; its plants are the truth, by construction."""
    recipe = sample_recipe(task.performer, task.behaviour, task.seed)
    made = make(Sources(), recipe)
    motion = made.motion
    examined = examine(motion)
    return store_clip(
        Store(Path(task.arrays)),
        motion,
        recipe=recipe.to_json(),
        made=False,
        reading=Reading(task.file, format="made by code", unit="m", metres_per_unit=1.0, header_fps=motion.fps, notes=examined.notes),
        **examined.details(),
        labels=made.labels,
        labels_by="file",
        annotations=made.annotations,
        plants=made.plants,
        plants_source=made.plants_source,
        source=SOURCE,
        subject=task.performer,
        description=made.about.description,
        licence=LICENCE,
    )
