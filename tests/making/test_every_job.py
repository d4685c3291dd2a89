"""Every registered kind of job, killed at random moments and run again, leaves the library as an undisturbed run does.

A new kind needs an example here: its arguments, and where it needs more than the library of `base`, what to do first.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from motionloom.compute.workers import ONE_THREAD
from motionloom.library import Library
from motionloom.making.choice import Choice
from motionloom.making.work import KINDS, run_here
from motionloom.transitions.jobs import comparison_arguments, table_arguments
from tests.conftest import PATIENCE

KILLS = 3
MOST_ROUNDS = 30


@dataclass(frozen=True)
class Example:
    """arguments(library, captures): captures is a folder of motion files. on_cluster: also run on a Dask cluster.

    prepare: what the library of `base` needs first.
    """

    arguments: Callable[[Library, Path], dict[str, Any]]
    on_cluster: bool = False
    prepare: Callable[[Library], None] = lambda library: None


def add_labelled(library: Library) -> None:
    """Labelled clips that a machine can be made of."""
    from motionloom.sample import make

    for name in ("stand", "walk", "start", "stop"):
        made = make("ada", name)
        library.add(made.motion, name, labels=[made.label], subject="ada", made=False, height=1.7)


def add_taught_words(library: Library) -> None:
    """Words that were taught by what a person says of three clips."""
    from motionloom.enrich.annotation.lessons import answer, set_words
    from motionloom.enrich.annotation.teaching import teach_words

    add_labelled(library)
    set_words(library, ["walk", "stand"])
    for name in ("walk", "stand"):
        clip = library.clip(library.find(name))
        answer(library, clip, 0, clip.frames, {name: [(0, clip.frames)]})
    teach_words(library)


def add_machine(library: Library) -> None:
    """A machine on the shelf, and no job that built it."""
    add_labelled(library)
    run_here(library, "machine", {"choice": {"subjects": ["ada"]}, "name": "walker"})
    for job in library.jobs.all():
        library.jobs.remove(job.id)


def add_proposals(library: Library) -> None:
    """Labelled clips, and parts of them that somebody proposes."""
    from motionloom.making.makers.edit import part_recipe
    from motionloom.making.proposals import NewProposal, raise_proposals
    from motionloom.making.sources import clip_source

    add_labelled(library)
    walk = library.clip(library.find("walk"))
    parts = [NewProposal(part_recipe(clip_source(walk, n, n + 60)), f"part {n}") for n in range(30)]
    raise_proposals(library, parts, question="natural", title="Raise", room="tests")


def add_verdicts(library: Library) -> None:
    """Proposals of which some are answered. The answers are made up."""
    from motionloom.making.deciding import accept, reject
    from motionloom.making.proposals import find_proposals

    add_proposals(library)
    ids = [each.id for each in find_proposals(library)]
    accept(library, ids[:2])
    reject(library, ids[2:4])


def clip_recipes(library: Library, captures: Path) -> dict[str, Any]:
    """Loops of all clips, and one of a file."""
    from motionloom import formats
    from motionloom.making.makers.loop import loop_recipe
    from motionloom.making.sources import Sources, clip_source

    file = min(captures.iterdir())
    read = Sources().take_file(str(file), formats.load(file))
    recipes = [loop_recipe(source).to_json() for source in (*map(clip_source, library.clips()), read)]
    return {"recipes": recipes, "names": ["loop"] * len(recipes), "files": {read.content: str(file)}}


EXAMPLES: dict[str, Example] = {
    "make_clips": Example(clip_recipes, prepare=add_labelled, on_cluster=True),
    "edit_clips": Example(
        lambda library, captures: {"clips": [clip.id for clip in library.clips()], "edit": {"kind": "mirror"}}, prepare=add_labelled
    ),
    "guess_plants": Example(lambda library, captures: {"clips": [clip.id for clip in library.clips()]}, prepare=add_labelled),
    "propose_loops": Example(lambda library, captures: {"choice": {"subjects": ["ada"]}}, prepare=add_labelled, on_cluster=True),
    "review": Example(
        lambda library, captures: {"items": [f"proposal:{n}" for n in range(1, 31)], "yes": True, "question": "natural"},
        prepare=add_proposals,
    ),
    "fit_scorer": Example(lambda library, captures: {"scorer": "physics", "stretches": 4}, prepare=add_labelled),
    "teach": Example(lambda library, captures: {"question": "natural", "learner": "physics", "stretches": 4}, prepare=add_verdicts),
    "sample": Example(lambda library, captures: {}, on_cluster=True),
    "import": Example(lambda library, captures: {"files": [str(captures)], "read_as": {"unit": "m"}, "restore": False}),
    "export": Example(
        lambda library, captures: {
            "clips": [clip.id for clip in library.clips()],
            "suffix": ".bvh",
            "folder": str(library.folder / "out"),
            "overwrite": False,
        }
    ),
    "share": Example(lambda library, captures: {"clips": [clip.id for clip in library.clips()][:2], "folder": str(library.folder / "out")}),
    "transition_table": Example(
        lambda library, captures: table_arguments(Choice(origin="any"), seconds=0.5, representatives=5, name="new"), on_cluster=True
    ),
    "comparison": Example(lambda library, captures: comparison_arguments(library.documents("transition_table")[0].id, 10)),
    "reading": Example(lambda library, captures: {"clips": [clip.id for clip in library.clips()], "read_as": {"fps": 33.0}}),
    "label_feet": Example(lambda library, captures: {"train": False}),
    "mine": Example(
        lambda library, captures: {"choice": {"subjects": ["ada"]}, "file": str(library.folder / "graph.json")},
        prepare=add_labelled,
    ),
    "machine": Example(lambda library, captures: {"choice": {"subjects": ["ada"]}, "name": "walker"}, prepare=add_labelled),
    "machine_export": Example(
        lambda library, captures: {"machine": "walker", "folder": str(library.folder / "out")},
        prepare=add_machine,
    ),
    "transplant": Example(
        lambda library, captures: {
            "choice": {"subjects": ["ada"]},
            "pieces": {"seconds": 1.5},
            "applications": 4,
            "depth": 2,
            "round": 2,
            "sharing": "adaptive",
        },
        prepare=add_labelled,
        on_cluster=True,
    ),
    "annotate": Example(lambda library, captures: {"choice": {"subjects": ["ada"]}}, prepare=add_taught_words),
    "graft": Example(lambda library, captures: {"choice": {"subjects": ["ada"]}, "count": 4}, prepare=add_labelled),
    "write_looks_human": Example(lambda library, captures: {"choice": {"subjects": ["ada"]}}, prepare=add_labelled),
    "fit_looks_human": Example(lambda library, captures: {"naturals": 6, "damaged": 1}, prepare=add_labelled),
}

# One process that has imported everything; for each line it forks one that runs a job, and that is killed, so many seconds after the
# work began, where seconds are given. Forked, not started anew: a process takes longer to import than most of the jobs take.
FORGE = """
import importlib, json, os, pkgutil, signal, sys, threading, time, traceback
import motionloom, motionloom.sample
from motionloom.library import Library
from motionloom.making.work import KINDS, run_here

for room in ("align", "core", "feet", "formats", "graphs", "score", "making", "transitions", "behaviours"):
    package = importlib.import_module(f"motionloom.{room}")
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
KINDS.all()
motionloom.sample.library_names = lambda: [("ada", what, seed) for what in ("stand", "wave") for seed in range(4)]


def run(folder, kind, arguments, seconds, cluster):
    with Library.open(folder) as library:
        if seconds is not None:
            threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGKILL)).start()
        begun = time.monotonic()
        work = run_here(library, kind, arguments, workers=None if cluster else 1, cluster=cluster)
        return [time.monotonic() - begun, work.job]


for line in sys.stdin:
    ear, mouth = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            said = {"result": run(*json.loads(line))}
        except BaseException:
            said = {"error": traceback.format_exc()}
        os.write(mouth, json.dumps(said).encode())
        os._exit(0)
    os.close(mouth)
    with os.fdopen(ear, "rb") as heard:
        said = heard.read()
    _, status = os.waitpid(child, 0)
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    print(said.decode() or json.dumps({"killed": killed, "error": f"ended with status {status}"}), flush=True)
"""


class Forge:
    """Runs jobs in processes of their own, which can be killed."""

    def __init__(self) -> None:
        one_thread = dict.fromkeys(ONE_THREAD, "1")  # a fork keeps none of a library's threads
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen([sys.executable, "-c", FORGE], env={**os.environ, **one_thread}, **pipes)  # type: ignore[call-overload]

    def run(
        self, folder: Path, kind: str, arguments: dict[str, Any], seconds: float | None = None, cluster: str | None = None
    ) -> tuple[float, str] | None:
        """How long the job took and its id; None where the process was killed before its end."""
        self.process.stdin.write(json.dumps([str(folder), kind, arguments, seconds, cluster]) + "\n")
        self.process.stdin.flush()
        said = json.loads(self.process.stdout.readline())
        if said.get("killed"):
            return None
        assert "result" in said, said["error"]
        took, job = said["result"]
        return took, job


@pytest.fixture(scope="module")
def forge() -> Iterator[Forge]:
    if not hasattr(os, "fork"):
        pytest.skip("this system cannot fork a process")
    made = Forge()
    yield made
    made.process.stdin.close()
    made.process.wait(PATIENCE)


@pytest.fixture(scope="module")
def captures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight motion files."""
    from motionloom.sample import make

    folder = tmp_path_factory.mktemp("captures")
    for seed in range(8):
        make("ada", "stand", seed).motion.save(folder / f"stand {seed}.bvh")
    return folder


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory, captures: Path) -> Path:
    """A library of four clips, read from files, and a transition table of them."""
    folder = tmp_path_factory.mktemp("base") / "library"
    with Library.create(folder) as library:
        files = [str(file) for file in sorted(captures.iterdir())[:4]]
        run_here(library, "import", {"files": files}, workers=1)
        run_here(library, "transition_table", table_arguments(Choice(origin="any"), seconds=0.5, representatives=4), workers=1)
        for job in library.jobs.all():
            library.jobs.remove(job.id)
    return folder


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
    return (
        record.name,
        record.content,
        record.fps,
        record.labels,
        spans,
        bits,
        record.source,
        json.dumps(library.recipe(clip), sort_keys=True),
    )


def check(kind: str, forge: Forge, base: Path, captures: Path, tmp_path: Path, cluster: str | None = None) -> None:
    example, numbers = EXAMPLES[kind], iter(range(100))
    place, prepared = tmp_path / "library", tmp_path / "prepared"  # one place for all of them: arguments may name it
    shutil.copytree(base, prepared)
    with Library.open(prepared) as library:
        example.prepare(library)

    def fresh() -> Path:
        if place.exists():
            place.rename(tmp_path / f"set apart {next(numbers)}")
        shutil.copytree(prepared, place)
        return place

    with Library.open(fresh()) as library:
        arguments = example.arguments(library, captures)
    undisturbed = forge.run(place, kind, arguments, cluster=cluster)
    assert undisturbed is not None
    expected = describe(place)
    assert expected != describe(prepared), "the example must do something"
    kills, latest, chance = 0, undisturbed[0], random.Random()
    for _ in range(MOST_ROUNDS):
        fresh()
        while not is_done(place):
            ended = forge.run(place, kind, arguments, chance.random() * latest if kills < KILLS else None, cluster)
            kills += ended is None and not is_done(place)
        assert describe(place) == expected
        with Library.open(place) as library:
            assert [job.state for job in library.jobs.all()] == ["done"], "the same command takes up the same job"
        if kills >= KILLS:
            return
        latest *= 0.5  # it came to its end before it was killed often enough: once more, with earlier kills
    raise AssertionError(f"{MOST_ROUNDS} runs came to their ends before {KILLS} kills")


def is_done(folder: Path) -> bool:
    """Whether a job came to its end, be it just before its process was killed."""
    with Library.open(folder) as library:
        return any(job.state == "done" for job in library.jobs.all())


def test_every_kind_has_an_example() -> None:
    assert sorted(KINDS.all()) == sorted(EXAMPLES), "give each registered kind of job an example in this file"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill a process outright")
@pytest.mark.parametrize("kind", sorted(EXAMPLES))
def test_killed_and_run_again_it_gives_the_same(kind: str, forge: Forge, base: Path, captures: Path, tmp_path: Path) -> None:
    check(kind, forge, base, captures, tmp_path)


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed (pip install motionloom[cluster])")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as local:
        yield local.scheduler_address


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill a process outright")
@pytest.mark.parametrize("kind", [kind for kind, example in EXAMPLES.items() if example.on_cluster])
def test_so_it_is_on_a_cluster(kind: str, forge: Forge, base: Path, captures: Path, tmp_path: Path, cluster: str) -> None:
    check(kind, forge, base, captures, tmp_path, cluster)
