"""Clips exported as an engine wants them: rate, floor, root; and the file says how it was made."""

import numpy as np
import pytest

from motionloom import formats
from motionloom.core import MotionloomError
from motionloom.core.ground import ground_height
from motionloom.core.heading import headings
from motionloom.formats.presets import PRESETS, find_suffix
from motionloom.making.derive import derive
from motionloom.making.makers.edit import mirror_recipe
from motionloom.making.makers.loop import loop_recipe
from motionloom.making.makers.move import move_recipe
from motionloom.making.marks import marks_of
from motionloom.making.presets import apply_preset
from motionloom.making.sources import Sources, clip_source, recipe_source
from motionloom.making.work import run_here


@pytest.fixture
def raised(library, take):
    """A walk whose floor is not at 0."""
    return Sources(library).open(recipe_source(move_recipe(clip_source(take("walk")), up=0.35, x=3.0, turn_degrees=40.0)))


@pytest.mark.parametrize("name", PRESETS.all())
def test_a_preset_does_what_it_says(library, raised, name):
    preset = PRESETS.find(name)
    made = apply_preset(Sources(library), raised, preset)
    assert made.motion.fps == (preset.fps or raised.motion.fps)
    assert abs(made.motion.duration - raised.motion.duration) <= 1 / made.motion.fps + 1 / raised.motion.fps
    assert abs(ground_height(made.motion)) < 0.005 or not preset.to_floor
    if preset.root == "in_place":
        np.testing.assert_allclose(made.motion.root_positions[:, [0, 2]], 0, atol=1e-5)
        np.testing.assert_allclose(headings(made.motion), 0, atol=1e-4)
    assert made.plants is not None
    assert len(made.plants) == len(made.motion)


def test_files_are_written_by_a_job_and_carry_their_recipe(library, take, tmp_path):
    preset = PRESETS.find("godot")
    told = {"clips": [take("walk").id, take("run").id], "suffix": find_suffix(preset), "folder": str(tmp_path / "out"), "overwrite": False}
    work = run_here(library, "export", {**told, "preset": preset.to_json()})
    assert work.message.endswith("2 files")
    back = formats.read(tmp_path / "out" / "walk.glb")
    assert back.motion.fps == 30
    assert back.motion.skeleton.names[0] == "Root"
    assert back.motion.recipe["kind"] == "resample"
    assert back.marks is not None
    assert library.jobs.all()[0].title == "Export 2 clips for Godot"


def test_several_clips_go_into_one_file(library, take, tmp_path):
    clips = [take("walk").id, take("run").id]
    told = {
        "clips": clips,
        "suffix": ".glb",
        "folder": str(tmp_path),
        "one_file": "moves.glb",
        "preset": {**PRESETS.find("unreal").to_json(), "events": True},
    }
    work = run_here(library, "export", told)
    assert work.message.endswith("moves.glb: 2 animations")
    assert set(formats.list_clips(tmp_path / "moves.glb")) == {"walk", "run"}
    assert formats.load(tmp_path / "moves.glb", clip="run").skeleton.names[:2] == ("root", "pelvis")
    assert (tmp_path / "moves.glb.json").is_file()
    with pytest.raises(MotionloomError, match="there already"):
        run_here(library, "export", {**told, "clips": clips[:1]})


def test_what_is_made_of_a_loop_says_that_it_loops(library, take, tmp_path):
    """Through recipes within recipes, through clips of the library, and through files; a part of a loop is none."""
    sources = Sources(library)
    loop = loop_recipe(clip_source(take("walk")))
    assert sources.open(recipe_source(loop)).loop
    assert apply_preset(sources, sources.open(recipe_source(loop)), PRESETS.find("godot")).loop
    kept = library.clip(derive(library, loop))
    opened = Sources(library).open(clip_source(kept))
    assert opened.loop
    assert not opened[:20].loop
    assert not Sources(library).open(clip_source(kept, 0, 20)).loop
    mirrored = recipe_source(mirror_recipe(clip_source(kept)))
    assert Sources(library).open(mirrored).loop
    formats.save(opened.motion, tmp_path / "a.glb", marks=marks_of(opened))
    read = formats.read(tmp_path / "a.glb")
    alone = Sources()
    file = alone.take_file("a.glb", read.motion, read.marks)
    assert apply_preset(alone, alone.open(file), PRESETS.find("three")).loop
    assert not Sources(library).open(clip_source(take("walk"))).loop
