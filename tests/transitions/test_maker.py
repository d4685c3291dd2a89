"""The law of recipes for this room: made again, in another process too, the bytes are equal; what has changed is said."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from motionloom.library import Library
from motionloom.making import shelf
from motionloom.making.derive import derive
from motionloom.making.makers import make
from motionloom.making.recipe import Recipe, RecipeError, from_json
from motionloom.making.sources import Sources, fingerprint_motion
from motionloom.transitions.maker import performance_recipe, transition_recipe
from motionloom.transitions.performance import plan
from motionloom.transitions.shelf import find_table, use_table
from motionloom.transitions.synthesis import choose_target
from tests.conftest import PATIENCE

REMADE = """
import json, sys
from motionloom.library import Library
from motionloom.making.makers import make
from motionloom.making.recipe import from_json
from motionloom.making.sources import Sources, fingerprint_motion

with Library.open(sys.argv[1]) as library:
    for clip in sys.argv[2:]:
        print(fingerprint_motion(make(Sources(library), from_json(library.recipe(clip))).motion))
"""


def kept_transition(library: Library, activity: str = "run", **told: float) -> Recipe:
    document = find_table(library, "small")
    table, _ = use_table(library, document)
    source = table.stock.frame(table.stock.find("walk 0"), 1.0)
    return transition_recipe(library, document, source, choose_target(table, source, activity), activity=activity, **told)


def kept_performance(library: Library) -> Recipe:
    document = find_table(library, "small")
    activities = ["walk", "run", "stand"]
    parts = plan(use_table(library, document)[0], activities, np.random.default_rng(0), each=1.0)
    return performance_recipe(library, document, parts, activities)


def test_remade_in_a_fresh_process_the_bytes_are_equal(library: Library) -> None:
    clips = [derive(library, recipe) for recipe in (kept_transition(library), kept_performance(library))]
    kept = [fingerprint_motion(library.motion(clip)) for clip in clips]
    words = [sys.executable, "-c", REMADE, str(library.folder), *clips]
    assert subprocess.run(words, check=True, capture_output=True, text=True, timeout=PATIENCE).stdout.split() == kept


def test_a_kept_transition_says_what_it_is_of(library: Library) -> None:
    recipe = kept_transition(library)
    clip = derive(library, recipe, "walk to run", window="w")
    record, outcome = library.clip(clip), library.outcome(clip)
    assert from_json(library.recipe(clip)) == recipe
    assert record.subject == "ada"
    assert [source.clip for source in recipe.sources[1:]] == [library.find("walk 0"), library.find("run 0")]
    begin, stop = outcome["span"]
    (span,) = [each for each in library.annotations(clip) if each.name == "transition"]
    assert (span.start, span.stop) == (begin, stop) == (30, 60)
    assert outcome["score"] == pytest.approx(outcome["plant"] + outcome["balance"] + outcome["momentum"], abs=2e-4)
    stored = library.plants(clip)
    assert stored is not None
    assert stored.source == "transition"
    library.undo("w")
    assert clip not in {each.id for each in library.clips()}


def test_the_activity_is_kept_to_its_end(library: Library) -> None:
    """A kept "run to jump" once ended in the crouch before the jump."""
    run = library.find("run 0")
    fps = library.clip(run).fps
    library.apply({"kind": "add_annotation", "clip": run, "name": "jump", "start": round(fps), "stop": round(2 * fps), "track": "a"})
    recipe = kept_transition(library, "jump")
    clip = derive(library, recipe)
    table, _ = use_table(library, find_table(library, "small"))
    ends = (2 * 60) - recipe.options["enter"]  # frames of the jump after the one that is entered
    assert recipe.options["after"] == ends - 1 + 30
    (jump,) = [each for each in library.annotations(clip) if each.name == "jump"]
    assert jump.stop - jump.start == pytest.approx(ends, abs=1)
    assert len(library.motion(clip)) == recipe.options["before"] + table.frames + recipe.options["after"]
    assert kept_transition(library, "jump", after=0.1).options["after"] == 6


def test_the_rival_is_the_same_recipe_made_straight(library: Library) -> None:
    recipe = kept_transition(library)
    plain = make(Sources(library), recipe.with_options(straight=True))
    assert plain.outcome["by_way_of"] == []
    assert (plain.outcome["from"], plain.outcome["to"]) == tuple(make(Sources(library), recipe).outcome[end] for end in ("from", "to"))


@pytest.mark.parametrize("kept", [kept_transition, kept_performance])
def test_a_table_that_is_gone_and_a_clip_that_changed_are_said(library: Library, kept) -> None:  # type: ignore[no-untyped-def]
    recipe = kept(library)
    shelf.delete(library, find_table(library, "small"), window="w")
    with pytest.raises(RecipeError, match="is gone; undo its deletion"):
        make(Sources(library), recipe)
    library.undo("w")
    make(Sources(library), recipe)
    library.apply({"kind": "set_rate", "clips": [library.find("walk 0")], "fps": 30.0})
    with pytest.raises(RecipeError, match="'walk 0' has been changed since this was made of it"):
        make(Sources(library), recipe)


def test_a_strangers_recipe_is_checked(library: Library) -> None:
    good = kept_transition(library)
    for bad, said in (
        (good.with_options(enter=10**6), "has no frame 1000000 at 60 Hz"),
        (good.with_options(speed=2), "has no option 'speed'"),
        (good.with_options(mirrored=[True, False]), "no clip"),
        (replace(good, sources=good.sources[1:]), "expected a transition table as its first source"),
        (replace(good, sources=good.sources[:2]), "a table and two clips, found 2 sources"),
        (Recipe("performance", good.sources, {"parts": [[0, 10, False]]}, version=good.version), "a clip for each part, found 2 of 1"),
    ):
        with pytest.raises(RecipeError, match=said):
            make(Sources(library), bad)
