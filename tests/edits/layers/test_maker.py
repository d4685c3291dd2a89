"""Layers on the shelf and applied: one document a clip, undone step by step; what was said of a clip goes along in time."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from motionloom.cli.app import make_app
from motionloom.edits.layers import EditError, Layer, LayerStack, PoseKey, TimeKey, apply_layers
from motionloom.edits.layers.maker import edit_recipe
from motionloom.edits.layers.shelf import KIND, find_stack, save_stack
from motionloom.library import Library
from motionloom.making import shelf
from motionloom.making.derive import derive
from motionloom.making.plants import plants_of_source
from motionloom.making.sources import Sources, clip_source
from motionloom.sample.clips import make

LEAN = LayerStack((Layer("lean", (PoseKey(1.0, {"chest": (0.3, 0.0, 0.0)}),), (TimeKey(1.0, -0.2),)),))


@pytest.fixture
def library(tmp_path):
    walk = make("ada", "walk")
    with Library.create(tmp_path / "library") as created:
        created.add(walk.motion, "walk", plants=walk.plants, annotations=[("step", 48, 72)])
        yield created


def test_layers_are_saved_with_every_change_and_undone(library):
    (clip,) = library.clips()
    assert find_stack(library, clip.id) == LayerStack()
    save_stack(library, clip.id, LEAN, window="w", title="Key the chest")
    muted = LayerStack((Layer("lean", LEAN.layers[0].poses, muted=True),), "move")
    save_stack(library, clip.id, muted, window="w")
    assert find_stack(library, clip.id) == muted
    (entry,) = shelf.entries(library, KIND)
    assert entry.clips == (clip.id,)
    library.undo("w")
    assert find_stack(library, clip.id) == LEAN
    library.undo("w")
    assert find_stack(library, clip.id) == LayerStack()
    library.redo("w")
    assert find_stack(library, clip.id) == LEAN


def test_layers_go_out_and_in_as_json(library, tmp_path):
    (clip,) = library.clips()
    save_stack(library, clip.id, LEAN)
    shelf.export_entry(library, shelf.find_entry(library, "walk", KIND), tmp_path / "layers.json")
    identity = shelf.import_entry(library, tmp_path / "layers.json", KIND, "other")
    assert shelf.open_entry(library, library.document(identity)) == LEAN


def test_what_was_said_of_the_clip_goes_along(library):
    (clip,) = library.clips()
    opened = Sources(library).open(clip_source(clip))
    made = derive(library, edit_recipe(opened, LEAN, plants_of_source(library, opened)))
    (span,) = library.annotations(made)
    _, frames = apply_layers(opened.motion, LEAN)
    inside = np.flatnonzero((np.rint(frames) >= 48) & (np.rint(frames) < 72))
    assert (span.start, span.stop) == (inside[0], inside[-1] + 1)
    assert span.start > 48 + 6  # what is delayed comes later
    assert np.array_equal(library.plants(made).bits, opened.plants[np.rint(frames).astype(int)])
    assert library.clip(made).name == "walk edited"


def test_layers_that_change_nothing_are_not_applied(library):
    (clip,) = library.clips()
    opened = Sources(library).open(clip_source(clip))
    with pytest.raises(EditError, match="none of the layers changes anything"):
        edit_recipe(opened, LayerStack((Layer(muted=True),)))


def test_the_command_applies_saved_layers_and_files(library, tmp_path):
    (clip,) = library.clips()
    save_stack(library, clip.id, LEAN)
    named = f"{library.folder}:walk"

    def run(*words):
        return CliRunner().invoke(make_app(("edit",)), ["edit", "apply", named, *words])

    assert run("--into", str(library.folder), "--feet", "free").exit_code == 0
    made = next(each for each in library.clips() if each.name == "walk edited")
    assert library.recipe(made.id)["options"]["stack"]["feet"] == "free"
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps({"layers": [{"poses": 3}]}))
    failed = run(str(tmp_path / "out.bvh"), "--layers", str(bad))
    assert "poses: a list of at most" in str(failed.exception)
    assert "feet are keep, move, free" in str(run(str(tmp_path / "out.bvh"), "--feet", "glue").exception)
