"""Files of our own that were taught or measured: scorers, judges, words, comparisons, characters, examples of edits."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from motionloom.library import Library
from motionloom.making.work import run_here
from motionloom.trials.job_examples import add_labelled, add_taught_words, find_take
from motionloom.trials.motion_targets import short_motion
from motionloom.trials.own_targets import make_table, shelved
from motionloom.trials.target import Target, register


def _scorer(name: str) -> Callable[[Library], bytes]:
    def make(library: Library) -> bytes:
        add_labelled(library)
        work = run_here(library, "fit_scorer", {"scorer": name, "stretches": 4}, workers=1)
        return library.document_bytes(work.entries[0])

    return make


def _words(library: Library) -> bytes:
    add_taught_words(library)
    return library.document_bytes(library.documents("annotation_words")[0].id)


def _judge(library: Library) -> bytes:
    from motionloom.enrich.looks_human.shelf import shipped_judge

    return shipped_judge().to_bytes()


def _comparison(library: Library) -> bytes:
    from motionloom.transitions.jobs import comparison_arguments

    make_table(library)
    work = run_here(library, "comparison", comparison_arguments(library.documents("transition_table")[0].id, 5), workers=1)
    return library.document_bytes(work.entries[0])


def _examples(library: Library) -> bytes:
    from motionloom.edits.propagation.example_set import ExampleSet, make_pair
    from motionloom.making.sources import Sources, clip_source

    add_labelled(library)
    walk = clip_source(find_take(library, "walk"))
    return json.dumps(ExampleSet((make_pair(Sources(library), walk, walk),)).to_json()).encode()


def _character(library: Library) -> bytes:
    from motionloom.formats import save

    path = Path(library.folder) / "character.glb"
    save(short_motion(), path)
    return path.read_bytes()


for scorer in ("physics", "hmm", "svm", "logistic", "rarity"):
    register(Target(f"scorer {scorer}", ".npz", shelved("scorer", _scorer(scorer)), "scorer"))
register(Target("taught words", ".npz", shelved("annotation_words", _words), "annotation_words"))
register(Target("looks human", ".npz", shelved("looks_human", _judge), "looks_human"))
register(Target("comparison", ".npz", shelved("comparison", _comparison), "comparison"))
register(Target("edit examples", ".json", shelved("edit_examples", _examples), "edit_examples"))
register(Target("character", ".glb", shelved("character", _character), "character"))
