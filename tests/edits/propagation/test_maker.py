"""Examples on the shelf, recipes of them, and the loop of predicting and putting right, all undone step by step."""

import json

import numpy as np
import pytest

from motionloom import sample
from motionloom.edits.propagation.example import ExampleError
from motionloom.edits.propagation.example_set import ExampleSet, Pair, find_examples, make_pair, put_examples, set_from_json
from motionloom.edits.propagation.fixing import pair_from_edit
from motionloom.edits.propagation.known_edits import arms_up, lean_back, limp
from motionloom.edits.propagation.maker import propagate_recipe
from motionloom.edits.propagation.spreading import SpreadOptions
from motionloom.library import Library, check_library
from motionloom.making import shelf
from motionloom.making.derive import derive
from motionloom.making.makers import make
from motionloom.making.makers.edit import trim_recipe
from motionloom.making.plants import plants_of_source
from motionloom.making.recipe import RecipeError, from_json
from motionloom.making.sources import Sources, clip_source


@pytest.fixture
def library(tmp_path):
    """Walks of one performer, and a walk that leans and one that limps."""
    with Library.create(tmp_path / "library") as made:
        for name in ("walk", "walk_slow"):
            clip = sample.make("ada", name)
            made.add(clip.motion, name, plants=clip.plants, labels=["gait"], subject="ada", made=False)
        walk = made.motion(made.find("walk"))
        for name, edit in (("leaning", lean_back), ("zombie", arms_up)):
            made.add(edit.apply(walk).edited, name, made=False)
        yield made


def clip(library, name):
    return library.clip(library.find(name))


def pair(library, source, edited, stop=90):
    return make_pair(Sources(library), clip_source(clip(library, source), 0, stop), clip_source(clip(library, edited), 0, stop))


def predicted(library, examples, **options):
    opened = Sources(library).open(clip_source(clip(library, "walk_slow")))
    return propagate_recipe(opened, plants_of_source(library, opened), examples, SpreadOptions(**options))


def test_examples_are_added_replaced_and_removed_and_undone(library):
    lean, zombie = pair(library, "walk", "leaning"), pair(library, "walk", "zombie")
    put_examples(library, "ranger", ExampleSet((lean,)), window="w")
    document, known = find_examples(library, "ranger")
    assert known.pairs == (lean,)
    put_examples(library, "ranger", known.replaced(0, zombie), document=document, window="w")
    assert find_examples(library, "ranger")[1].pairs == (zombie,)
    library.undo("w")
    assert find_examples(library, "ranger")[1].pairs == (lean,)
    assert known.added(zombie).removed(0).pairs == (zombie,)
    with pytest.raises(ExampleError, match="there is no example 2; there are 1"):
        known.removed(1)
    assert set_from_json(json.loads(json.dumps(known.to_json()))) == known
    assert check_library(library).ok if hasattr(check_library(library), "ok") else True


def test_a_recipe_holds_though_the_shelf_changes(library):
    examples = ExampleSet((pair(library, "walk", "leaning"),))
    put_examples(library, "ranger", examples)
    made = derive(library, predicted(library, examples, strength=0.5))
    shelf.delete(library, find_examples(library, "ranger")[0])
    again = make(Sources(library), from_json(library.recipe(made))).motion
    assert np.array_equal(again.rotations, library.motion(made).rotations)
    assert clip(library, library.clip(made).name).labels == ("gait",)
    assert library.outcome(made)["confidence"] > 0.5


def test_a_fix_joins_the_examples(library):
    """A prediction with its own timing, cut and put right: its frames are paired with those of the capture."""
    source = library.motion(library.find("walk"))
    limping = limp.apply(source)
    at = np.interp(np.arange(int(limping.times[-1] * source.fps)) / source.fps, limping.times, np.arange(len(source)))
    from motionloom.core.editing import sample_at

    library.add(sample_at(limping.edited, at), "limping", made=False)
    timing = tuple((float(row / source.fps), float(limping.times[row])) for row in range(0, len(source) - 1, 6))
    examples = ExampleSet((Pair(clip_source(clip(library, "walk")), clip_source(clip(library, "limping")), timing),))
    made = derive(library, predicted(library, examples), "predicted")
    part = derive(library, trim_recipe(Sources(library).open(clip_source(library.clip(made))), 0.2, 1.4), "fixed")
    found = pair_from_edit(library, library.clip(part), 6, 60)
    assert found.source.clip == library.find("walk_slow")
    assert found.timing
    assert (found.source.stop - found.source.start) / source.fps < 54 / source.fps
    examples.added(found)
    with pytest.raises(ExampleError, match="was not made of another clip"):
        pair_from_edit(library, clip(library, "walk"), 0, 40)


def test_what_a_strangers_recipe_says_is_checked(library):
    recipe = predicted(library, ExampleSet((pair(library, "walk", "leaning"),)))
    for told, words in (
        ({"timings": "none"}, "a source and an edit for every timing"),
        ({"timings": [["x"]]}, "pairs of seconds"),
        ({"weights": {"pose": "big"}}, "weights are numbers"),
        ({"weights": {"prose": 1.0}}, "has no option 'prose'"),
    ):
        with pytest.raises(RecipeError, match=words):
            make(Sources(library), recipe.with_options(**told))
    with pytest.raises(ExampleError, match="an object with a list of pairs"):
        set_from_json({"pairs": 3})
