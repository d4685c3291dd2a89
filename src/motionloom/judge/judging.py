"""Judge a motion, a library or a folder of captures against captures; learn what captures are like."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from motionloom.compute import Progress, map_unordered, open_executor
from motionloom.core import Motion
from motionloom.core.errors import FileError, MotionError, count_of
from motionloom.judge.captures import Task, measure_task, tasks_of_folder, tasks_of_library
from motionloom.judge.differences import STEP
from motionloom.judge.performers import Group
from motionloom.judge.reference import Reference
from motionloom.judge.summary import Judged, measure_motion
from motionloom.judge.verdict import Verdict, make_joint_verdict, make_verdict


def judge_motion(
    motion: Motion,
    reference: Reference | None = None,
    *,
    labels: tuple[str, ...] = (),
    asked: float | None = None,
    joins: Sequence[float] = (),
    step: float = STEP,
) -> Verdict:
    """The verdict on one motion. labels: what it should do; asked: the second from which, for a second; joins: seconds of its joins."""
    frame = None if asked is None else round(asked * motion.fps)
    frames = tuple(round(join * motion.fps) for join in joins)
    step = step if reference is None else reference.step
    return make_verdict(measure_motion(motion, labels=labels, asked=frame, joins=frames, step=step), reference)


def judge_library(
    folder: Path,
    clips: Sequence[str],
    reference: Reference | None = None,
    *,
    group: Group | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    problems: list[str] | None = None,
) -> Verdict:
    """The verdict on clips of a library, by id, together and one by one; on all cores. problems: gets what could not be measured."""
    step = STEP if reference is None else reference.step
    judged = _measure_all(tasks_of_library(folder, clips, step=step, group=group), "Judging", workers, progress, problems)
    return make_joint_verdict(folder.name, judged, reference)


def judge_captures(
    folder: Path,
    group: Group | None = None,
    reference: Reference | None = None,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    problems: list[str] | None = None,
) -> Verdict:
    """The verdict on the captures of a folder with a catalogue, of one group of performers or of all."""
    step = STEP if reference is None else reference.step
    judged = _measure_all(tasks_of_folder(folder, group, step=step), "Judging", workers, progress, problems)
    return make_joint_verdict(folder.name, judged, reference)


def learn_reference(motions: Iterable[tuple[Motion, str]], step: float = STEP) -> Reference:
    """What these captures, each with its performer, are like."""
    return Reference.learn(measure_motion(motion, performer=performer, step=step, captured=True) for motion, performer in motions)


def learn_reference_from_library(
    folder: Path,
    *,
    step: float = STEP,
    group: Group | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    problems: list[str] | None = None,
) -> Reference:
    """What the performed clips of a library are like."""
    tasks = tasks_of_library(folder, step=step, captured=True, group=group)
    return Reference.learn(_measure_all(tasks, "Measuring captures", workers, progress, problems))


def learn_reference_from_captures(
    folder: Path,
    group: Group | None = None,
    *,
    step: float = STEP,
    workers: int | None = None,
    progress: Progress | None = None,
    problems: list[str] | None = None,
) -> Reference:
    """What the captures of a folder with a catalogue are like, of one group of performers or of all."""
    tasks = tasks_of_folder(folder, group, step=step, captured=True)
    return Reference.learn(_measure_all(tasks, "Measuring captures", workers, progress, problems))


def _measure_all(tasks: list[Task], title: str, workers: int | None, progress: Progress | None, problems: list[str] | None) -> list[Judged]:
    """Everything the tasks ask for, in their order whoever finishes first.

    Motions that cannot be measured (too slow for the step, a file that is damaged) are noted in `problems` and left out; without that
    list the first is an error.
    """
    progress = progress or Progress()
    if not tasks:
        raise FileError("no clip with a known body is left to measure; name others")
    progress.begin(title, sum(max(len(task.clips), len(task.files)) for task in tasks))
    found: dict[Task, list[Judged]] = {}
    with open_executor(workers if len(tasks) > 1 else 1) as executor:
        for outcome in map_unordered(executor, measure_task, tasks, cancel=progress.cancel):
            found[outcome.item], failed = outcome.get()
            if failed and problems is None:
                raise MotionError(failed[0])
            (problems if problems is not None else []).extend(failed)
            progress.advance(len(found[outcome.item]) + len(failed), note=count_of(len(found[outcome.item]), "clip"))
    measured = [one for task in tasks for one in found[task]]
    if not measured:
        raise MotionError(f"none of {count_of(len(problems or ()), 'motion')} could be measured; the first: {(problems or ['?'])[0]}")
    return measured
