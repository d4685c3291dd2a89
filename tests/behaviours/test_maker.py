"""A run of a machine is a recipe: the same bytes whenever and wherever it is made."""

import subprocess
import sys

import numpy as np
import pytest

from motionloom.behaviours.control import Controller
from motionloom.behaviours.footing import find_footing, to_plants
from motionloom.behaviours.jobs import run_machine
from motionloom.behaviours.maker import Run, machine_recipe, perform_run, run_of
from motionloom.behaviours.open_machine import KIND
from motionloom.behaviours.requests import Request
from motionloom.core import MotionloomError
from motionloom.making import shelf
from motionloom.making.derive import derive
from motionloom.making.makers import make
from motionloom.making.recipe import from_json
from motionloom.making.sources import Sources, document_source
from motionloom.making.work import Work

ASKED = [(0.5, "walk"), (3.0, 0.5), (4.5, "stand")]
REMAKE = """
import sys
from motionloom.library import Library
from motionloom.making.makers import make
from motionloom.making.recipe import from_json
from motionloom.making.sources import Sources, fingerprint_motion
with Library.open(sys.argv[1]) as library:
    print(fingerprint_motion(make(Sources(library), from_json(library.recipe(sys.argv[2]))).motion))
"""


@pytest.fixture
def shelved(labelled_library, tmp_path):
    """A library with a machine on its shelf, and the machine's document."""
    work = Work(labelled_library, {"choice": {"subjects": ["ada"]}, "name": "ada"}, tmp_path)
    run_machine(work)
    return labelled_library, labelled_library.document(work.entries[0])


def test_a_run_is_remade_in_a_fresh_process(shelved):
    library, document = shelved
    machine = shelf.open_entry(library, document).machine
    recipe = machine_recipe(document_source(document), run_of(machine, 6.0, ASKED))
    clip = library.clip(derive(library, recipe, "a run"))
    said = subprocess.run([sys.executable, "-c", REMAKE, library.folder, clip.id], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    again = make(Sources(library), from_json(library.recipe(clip.id))).motion
    from motionloom.making.sources import fingerprint_motion

    assert said.stdout.strip() == fingerprint_motion(again) == fingerprint_motion(library.motion(clip.id))
    assert clip.made
    assert (clip.subject, clip.licence) == ("ada", "CC-BY")
    assert library.recipe(clip.id) == recipe.to_json()
    spans = library.annotations(clip.id)
    assert [span.name for span in spans][:3] == ["stand", "walk_start", "walk"]
    assert spans[0].start == 0
    assert spans[-1].stop == clip.frames == 360
    assert library.plants(clip.id).source == "the machine's clips"
    library.undo()
    assert library.clip(clip.id).deleted is not None


def test_a_recipe_is_the_same_however_it_is_asked(shelved):
    library, document = shelved
    machine, source = shelf.open_entry(library, document).machine, document_source(document)
    one = machine_recipe(source, run_of(machine, 2.0, [(0.5, "walk")]))
    two = machine_recipe(source, run_of(machine, 2.0, [Request(30, "walk")], start="stand"))
    assert one == two
    assert one.digest == two.digest


def test_a_changed_or_deleted_machine_is_said(shelved):
    library, document = shelved
    recipe = machine_recipe(document_source(document), run_of(shelf.open_entry(library, document).machine, 1.0))
    shelf.put(library, KIND, "ada", shelf.NewEntry(b"other", {}), document=document.id)
    with pytest.raises(MotionloomError, match="has been changed since this was made"):
        make(Sources(library), recipe)


def test_a_run_from_the_middle_is_the_end_of_the_whole(sample_machine):
    whole = perform_run(sample_machine, Run("stand", 300, (Request(30, "walk"),), feet=False))
    part = perform_run(sample_machine, Run("stand", 100, (Request(30, "walk"),), skip=200, feet=False))
    assert np.array_equal(part.motion.rotations, whole.motion.rotations[200:])
    assert np.array_equal(part.motion.root_positions, whole.motion.root_positions[200:])


def test_beside_the_origin_is_the_same_a_little_to_the_side(sample_machine):
    runs = [perform_run(sample_machine, Run("stand", 120, (Request(9, "walk"),), at=at, feet=False)) for at in ((0, 0, 0), (1.5, 0, 0))]
    assert np.array_equal(runs[0].motion.rotations, runs[1].motion.rotations)
    assert np.allclose(runs[1].motion.root_positions - runs[0].motion.root_positions, [1.5, 0, 0], atol=1e-5)


def test_live_and_kept_feet_stand_by_the_same_plants(shelved):
    library, document = shelved
    machine = shelf.open_entry(library, document).machine
    made = perform_run(machine, run_of(machine, 3.0, [(0.2, "walk")]))
    controller, footing, beliefs = Controller(machine), find_footing(machine), []
    for frame in range(180):
        if frame == 12:
            controller.go("walk")
        controller.step()
        beliefs.append(footing.beliefs(controller.tables, controller.characters)[0])
    assert np.array_equal(made.plants, to_plants(np.array(beliefs)).bits)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"frames": 0}, "found 0 frames"),
        ({"frames": 10**9}, "lasts up to 3600 s"),
        ({"frames": "many"}, "expected start, frames"),
        ({"colour": 1}, "expected start, frames"),
        ({"at": [0.0, 1.0]}, "x, z and a heading"),
        ({"requests": [{"step": 1}]}, "for a state or for a parameter"),
        ({"start": "fly"}, "no state 'fly'"),
    ],
)
def test_a_strangers_recipe_is_checked(shelved, changed, said):
    library, document = shelved
    recipe = machine_recipe(document_source(document), Run("stand", 60))
    with pytest.raises(MotionloomError, match=said):
        make(Sources(library), recipe.with_options(**changed))
