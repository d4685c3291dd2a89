"""Every registered kind of job with an example of it: what is killed in the middle, and run again.

A new kind of job needs an example here: its arguments, and where it needs more than the library of `make_base`, what to do first.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motionloom.library import Clip, Library
from motionloom.making.choice import Choice
from motionloom.making.sample_library import add_sample
from motionloom.making.work import run_here
from motionloom.transitions.jobs import comparison_arguments, table_arguments


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
    with ThreadPoolExecutor(1) as here:  # starting processes takes longer than making four clips
        add_sample(library, executor=here, only=[("ada", name, 0) for name in ("stand", "walk", "start", "stop")])


def find_take(library: Library, behaviour: str) -> Clip:
    """One of the labelled clips."""
    return library.clip(library.find(f"ada_{behaviour}_00"))


def add_taught_words(library: Library) -> None:
    """Words that were taught by what a person says of three clips."""
    from motionloom.enrich.annotation.lessons import answer, set_words
    from motionloom.enrich.annotation.teaching import teach_words

    add_labelled(library)
    set_words(library, ["walk", "stand"])
    for name in ("walk", "stand"):
        clip = find_take(library, name)
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
    walk = find_take(library, "walk")
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
