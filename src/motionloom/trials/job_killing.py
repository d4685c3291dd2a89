"""Jobs that are killed at random moments and run again: the library must be as an undisturbed run leaves it."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motionloom.library import Library
from motionloom.library.maintenance.check import check_library
from motionloom.making.choice import Choice
from motionloom.making.work import run_here
from motionloom.transitions.jobs import table_arguments
from motionloom.trials.forge import Forge
from motionloom.trials.job_examples import EXAMPLES

ROUNDS = 30  # runs that may come to their ends before they were killed often enough, at most


@dataclass(frozen=True)
class KilledJob:
    """What came of a kind of job: how often it was killed in the middle, and by how many of its full runs; faults: what differed."""

    kind: str
    kills: int
    runs: int
    faults: tuple[str, ...] = ()


def make_captures(folder: Path) -> Path:
    """A folder of eight motion files."""
    from motionloom.sample import make

    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(8):
        make("ada", "stand", seed).motion.save(folder / f"stand {seed}.bvh")
    return folder


def make_base(folder: Path, captures: Path) -> Path:
    """A library of four clips, read from files, and a transition table of them."""
    with Library.create(folder) as library:
        files = [str(file) for file in sorted(captures.iterdir())[:4]]
        run_here(library, "import", {"files": files}, workers=1)
        run_here(library, "transition_table", table_arguments(Choice(origin="any"), seconds=0.5, representatives=4), workers=1)
        forget_jobs(library)
    return folder


def forget_jobs(library: Library) -> None:
    """Take all jobs from its list."""
    for job in library.jobs.all():
        library.jobs.remove(job.id)


def describe(folder: Path) -> dict[str, Any]:
    """All that a person has in a library, but for random ids; and the files that were written out of it."""
    with Library.open(folder) as library:
        clips = sorted(_describe_clip(library, clip.id) for clip in library.clips())
        documents = sorted((document.kind, document.name, document.content) for document in library.documents())
        proposals = sorted(map(tuple, library.database.read("SELECT hex(digest), name, state, score FROM proposals")))
    out = sorted(path for path in (*folder.glob("*.json"), *(folder / "out").rglob("*")) if path.is_file())
    told = {"clips": clips, "documents": documents, "proposals": proposals}
    return {**told, "files": [(str(path.relative_to(folder)), path.read_bytes()) for path in out]}


def _describe_clip(library: Library, clip: str) -> tuple[Any, ...]:
    record, plants = library.clip(clip), library.plants(clip)
    spans = sorted((span.name, span.start, span.stop) for span in library.annotations(clip))
    bits = b"" if plants is None else plants.bits.tobytes()
    recipe = json.dumps(library.recipe(clip), sort_keys=True)
    return (record.name, record.content, record.fps, record.labels, spans, bits, record.source, recipe)


def kill_job(
    kind: str,
    kills: int,
    forge: Forge,
    places: tuple[Path, Path, Path],
    chance: random.Random | None = None,
    cluster: str | None = None,
    each: Callable[[], object] = lambda: None,
) -> KilledJob:
    """Kill a kind of job so often, and run it again until it is done; places: the base, the captures, and a folder for what comes out."""
    base, captures, folder = places
    place, prepared = folder / "library", folder / "prepared"  # one place for all runs: arguments may name it
    arguments = _prepare(kind, base, captures, prepared, place)
    undisturbed = forge.run(place, kind, arguments, cluster=cluster)
    if undisturbed is None:
        raise RuntimeError(f"{kind}: the undisturbed run was killed")
    expected = describe(place)
    if expected == describe(prepared):
        raise RuntimeError(f"{kind}: the example must do something")
    chance, latest, done, runs = chance or random.Random(), undisturbed[0], 0, 0
    faults, idle = list[str](), 0
    while done < kills and idle < ROUNDS:
        shutil.rmtree(place)
        shutil.copytree(prepared, place)
        before, goal = done, min(kills, done + 3)  # a run is killed three times at the most, so that many moments are begun anew
        while not is_done(place):
            ended = forge.run(place, kind, arguments, chance.random() * latest if done < goal else None, cluster)
            if ended is None and not is_done(place):
                done += 1
                each()
        runs += 1
        faults += [f"{kind}, run {runs}: {fault}" for fault in _compare(place, expected)]
        if done < goal:  # it came to its end first: earlier kills
            latest, idle = max(latest * 0.5, 1e-4), idle + (done == before)
    if done < kills:
        faults.append(f"{kind}: {ROUNDS} runs came to their ends before {kills} kills")
    return KilledJob(kind, done, runs, tuple(faults))


def kill_jobs(folder: Path, kinds: list[str], kills: int, seed: int = 0, each: Callable[[], object] = lambda: None) -> list[KilledJob]:
    """Kill jobs of these kinds so often, all in all, in libraries below a folder."""
    if not kinds:
        return []
    captures = make_captures(folder / "captures")
    base = make_base(folder / "base", captures)
    counts = [kills * (n + 1) // len(kinds) - kills * n // len(kinds) for n in range(len(kinds))]
    found = []
    with Forge() as forge:
        for number, (kind, count) in enumerate(zip(kinds, counts, strict=True)):
            place = folder / f"job-{kind}"
            place.mkdir()
            found.append(kill_job(kind, count, forge, (base, captures, place), random.Random(f"{seed} {number}"), each=each))
            shutil.rmtree(place)
    return found


def _prepare(kind: str, base: Path, captures: Path, prepared: Path, place: Path) -> dict[str, Any]:
    """The job's arguments; its library lies in two copies then, one to keep and one to use."""
    shutil.copytree(base, prepared)
    with Library.open(prepared) as library:
        EXAMPLES[kind].prepare(library)
    shutil.copytree(prepared, place)
    with Library.open(place) as library:
        return EXAMPLES[kind].arguments(library, captures)


def _compare(place: Path, expected: dict[str, Any]) -> list[str]:
    """What is not as an undisturbed run leaves it."""
    found = describe(place)
    faults = [f"other {what} than an undisturbed run" for what in expected if found[what] != expected[what]]
    with Library.open(place) as library:
        states = [job.state for job in library.jobs.all()]
        faults += [problem.line for problem in check_library(library).problems if not problem.harmless]
    if states != ["done"]:
        faults.append(f"the same command must take up the same job, but jobs are {states}")
    return faults


def is_done(folder: Path) -> bool:
    """Whether a job came to its end, be it just before its process was killed."""
    with Library.open(folder) as library:
        return any(job.state == "done" for job in library.jobs.all())
