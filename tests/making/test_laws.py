"""The laws of every kind of recipe: made again in another process it gives the same bytes, and what cannot be made says why in a line.

A new kind of recipe needs an example in `EXAMPLES`, or these tests fail.
"""

import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from motionloom.library import Library, check_library, import_files
from motionloom.making.derive import derive
from motionloom.making.makers import MAKERS, make
from motionloom.making.makers.align import align_recipe
from motionloom.making.makers.blend import blend_recipe
from motionloom.making.makers.clean import clean_recipe
from motionloom.making.makers.cut import cut_recipe
from motionloom.making.makers.damage import damage_recipe
from motionloom.making.makers.edit import in_place_recipe, join_recipe, mirror_recipe, resample_recipe, trim_recipe
from motionloom.making.makers.loop import loop_recipe
from motionloom.making.makers.mend import mend_recipe
from motionloom.making.makers.move import move_recipe
from motionloom.making.makers.sample import sample_recipe
from motionloom.making.plants import plants_of_source
from motionloom.making.recipe import RecipeError, from_json
from motionloom.making.sources import Sources, clip_source, document_source, recipe_source


def opened(library, clip):
    return Sources(library).open(clip_source(clip))


def clean_example(library, clips):
    source = opened(library, clips[0])
    return clean_recipe(source, plants_of_source(library, source))


def blend_example(library, clips):
    sources = [opened(library, clip) for clip in clips[:2]]
    return blend_recipe(sources, [plants_of_source(library, source) for source in sources], 0.4)


def machine_example(library, clips):
    """A run of a machine that is built of two clips, each labelled as a behaviour."""
    from motionloom.behaviours.jobs import run_machine
    from motionloom.behaviours.maker import machine_recipe, run_of
    from motionloom.making import shelf
    from motionloom.making.work import Work

    for clip, behaviour in zip(clips, ("walk", "stroll"), strict=True):
        for label in clip.labels:
            library.apply({"kind": "remove_label", "clips": [clip.id], "label": label})
        library.apply({"kind": "add_label", "clips": [clip.id], "label": behaviour})
    work = Work(library, {"choice": {"clips": [clip.id for clip in clips]}, "name": "walker"}, library.folder)
    run_machine(work)
    document = library.document(work.entries[0])
    return machine_recipe(document_source(document), run_of(shelf.open_entry(library, document).machine, 2.0, []))


def build_small_table(library, clips):
    """A transition table of the clips on the shelf, and the first and last frame that a transition can go between."""
    from motionloom.making.choice import Choice
    from motionloom.making.work import run_here
    from motionloom.transitions.jobs import table_arguments
    from motionloom.transitions.shelf import find_table, use_table

    choice = Choice(clips=tuple(clip.id for clip in clips))
    if not library.documents("transition_table"):
        run_here(library, "transition_table", table_arguments(choice, seconds=0.5, representatives=4), workers=1)
    document = find_table(library, library.documents("transition_table")[0].name)
    table, _ = use_table(library, document)
    return document, table


def transition_example(library, clips):
    from motionloom.transitions.maker import transition_recipe

    document, table = build_small_table(library, clips)
    return transition_recipe(library, document, 20, len(table.stock) - 30)


def performance_example(library, clips):
    from motionloom.transitions.maker import performance_recipe
    from motionloom.transitions.performance import Part

    document, table = build_small_table(library, clips)
    return performance_recipe(library, document, [Part(10, 60), Part(len(table.stock) - 40, len(table.stock) - 5)])


def walk_example(library, clips):
    from motionloom.behaviours.walk_maker import walk_recipe

    return walk_recipe([clip_source(clip) for clip in clips], 3.0, spread=0.1, threshold=2.0, seed=5)


def edit_example(library, clips):
    from motionloom.edits.layers import Layer, LayerStack, PoseKey, TimeKey
    from motionloom.edits.layers.maker import edit_recipe

    source = opened(library, clips[0])
    lean = Layer("lean", (PoseKey(0.6, {"chest": (0.4, 0.0, 0.1)}, (0.0, -0.05, 0.02)),), (TimeKey(0.7, 0.1),))
    return edit_recipe(source, LayerStack((lean,)), plants_of_source(library, source))


def retarget_example(library, clips):
    """A clip on a character, which is our own mannequin as a file."""
    from motionloom.edits.characters.shelf import KIND, add_character, onto_character
    from motionloom.edits.retargeting.maker import retarget_recipe
    from motionloom.sample import make as perform

    if not library.documents(KIND):
        file = library.folder / "hero.glb"
        perform("boris", "stand").motion[:2].save(file)
        add_character(library, file)
        file.unlink()
    source = opened(library, clips[0])
    return retarget_recipe(source, onto_character(library, library.documents(KIND)[0]), plants_of_source(library, source))


def propagate_example(library, clips):
    """The first clip with what a lean of a second of the other teaches."""
    from motionloom.edits.propagation.example_set import ExampleSet, Pair
    from motionloom.edits.propagation.known_edits.lean_back import apply
    from motionloom.edits.propagation.maker import propagate_recipe

    leaning = library.clip(library.add(apply(library.motion(clips[1].id)).edited, "leaning", made=False))
    pair = Pair(clip_source(clips[1], 0, 60), clip_source(leaning, 0, 60))
    source = opened(library, clips[0])
    return propagate_recipe(source, plants_of_source(library, source), ExampleSet((pair,)))


def transplant_example(library, clips):
    """A transplant of a transplant, the second time on another clock and with the chest upright."""
    from motionloom.enrich.transplants.maker import transplant_recipe

    arm = transplant_recipe(clip_source(clips[0], 0, 60), clip_source(clips[1], 10, 70), "left_arm")
    return transplant_recipe(recipe_source(arm), clip_source(clips[1], 0, 60), "upper_body", ((0, 0.9), (0, 0.8)), chest="upright")


def turn_arms_example(library, clips):
    from motionloom.enrich.transplants.maker import turn_arms_recipe

    return turn_arms_recipe(clip_source(clips[0]), {"left_shoulder": (0.1, 0.4, 0.2), "left_elbow": (0.5, 0.0, 0.0)})


def graft_example(library, clips):
    from motionloom.enrich.grafts.maker import graft_recipe

    sources = clip_source(clips[0], 0, 60), clip_source(clips[1], 0, 60)
    return graft_recipe(*sources, ((0.1, 0.5, 0.9), (0.1, 0.4, 0.9)), 0.3, 0.8, chest="upright", warped=True)


def sketch_example(library, clips):
    """A walk of three steps, sketched with feet and root, completed from both clips along its second path."""
    from motionloom.keyframes.maker import sketch_recipe
    from motionloom.keyframes.walking_sketch import sketch_walk

    sketch = sketch_walk(library.motion(clips[0].id).skeleton, (0.5,) * 3)
    return sketch_recipe(sketch, [clip_source(clip) for clip in clips[:2]], 1)


def between_example(library, clips):
    """A third of a second of a clip, filled in from its other frames and the other clip."""
    from motionloom.keyframes.between_maker import between_recipe

    return between_recipe(opened(library, clips[0]), 0.5, 0.8, [clip_source(clip) for clip in clips[:2]])


def order_example(library, clips):
    """Frames of two clips, one of them in a mirror, bent to an end."""
    from motionloom.demands.demand import Demand, Place, Span
    from motionloom.demands.gathering import gather_pool
    from motionloom.demands.maker import order_recipe
    from motionloom.making.choice import Choice

    pool = gather_pool(library, Choice(clips=tuple(clip.id for clip in clips)))
    numbers = [next(n for n, s in enumerate(pool.stretches) if (s.clip, s.mirrored) == (clips[k].id, bool(k))) for k in (0, 1)]
    frames = np.concatenate([int(pool.starts[n]) + 12 + np.arange(24) for n in numbers])
    return order_recipe(library, pool, frames, Demand(0.8, (Span("walk", 0, 0.5),), Place(0, 0, 0), Place(0.1, 0.9, 0.1)), None)


# kind: the recipe of it for some clips of one body.
EXAMPLES = {
    "clean": clean_example,
    "loop": lambda library, clips: loop_recipe(clip_source(clips[0])),
    "blend": blend_example,
    "align": lambda library, clips: align_recipe(clip_source(clips[0]), clip_source(clips[1])),
    "trim": lambda library, clips: trim_recipe(opened(library, clips[0]), 0.2, 0.9),
    "cut": lambda library, clips: cut_recipe(opened(library, clips[0]), 0.3, 0.8),
    "move": lambda library, clips: move_recipe(clip_source(clips[0]), x=1.5, z=-0.5, turn_degrees=30.0, to_floor=True),
    "mend": lambda library, clips: mend_recipe(clip_source(clips[0])),
    "mirror": lambda library, clips: mirror_recipe(clip_source(clips[0])),
    "resample": lambda library, clips: resample_recipe(clip_source(clips[0]), 50.0),
    "in_place": lambda library, clips: in_place_recipe(recipe_source(mirror_recipe(clip_source(clips[0], 5, 60)))),
    "join": lambda library, clips: join_recipe([clip_source(clip, 0, 40) for clip in clips[:2]]),
    "transition": transition_example,
    "performance": performance_example,
    "machine": machine_example,
    "frame_walk": walk_example,
    "edit_layer": edit_example,
    "propagate": propagate_example,
    "sketch": sketch_example,
    "between": between_example,
    "order": order_example,
    "damage": lambda library, clips: damage_recipe(*(clip_source(clip, 0, 60) for clip in clips[:2]), "lean", 3),
    "sample": lambda library, clips: sample_recipe("boris", "jump", 3, noise=0.5, skate=0.5),
    "retarget": retarget_example,
    "transplant": transplant_example,
    "turn_arms": turn_arms_example,
    "graft": graft_example,
}

FRESH = """
import json, sys
from motionloom.library import Library
from motionloom.making.makers import make
from motionloom.making.recipe import from_json
from motionloom.making.sources import Sources, fingerprint_motion
with Library.open(sys.argv[1]) as library:
    told = {clip: fingerprint_motion(make(Sources(library), from_json(library.recipe(clip))).motion) for clip in sys.argv[2:]}
print(json.dumps(told))
"""


def test_every_kind_has_an_example():
    assert set(EXAMPLES) == set(MAKERS.all())


def check_remaking(library, clips):
    """Every kind made, kept, and made again elsewhere from what was kept."""
    from motionloom.making.sources import fingerprint_motion

    made = {kind: derive(library, example(library, clips)) for kind, example in EXAMPLES.items()}
    command = [sys.executable, "-c", FRESH, str(library.folder), *made.values()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    again = json.loads(done.stdout)
    for kind, clip in made.items():
        assert again[clip] == fingerprint_motion(library.motion(clip)), kind
        stored = library.store.write_motion(make(Sources(library), from_json(library.recipe(clip))).motion)
        assert stored == library.clip(clip).content, kind


def test_made_again_in_another_process_the_bytes_are_equal(library):
    check_remaking(library, [library.clip(library.find(name)) for name in ("walk", "slow")])


@pytest.mark.data
def test_so_it_is_for_captures(shared_data, tmp_path):
    files = [shared_data / "cmu" / "016" / f"16_{take}.bvh" for take in ("15", "16")]
    with Library.create(tmp_path / "captures") as library:
        added = import_files(library, files).added
        check_remaking(library, [library.clip(clip) for clip in added])


@pytest.mark.parametrize("kind", sorted(EXAMPLES))
def test_what_cannot_be_made_says_why_in_a_line(library, tmp_path, kind):
    recipe = EXAMPLES[kind](library, [library.clip(library.find(name)) for name in ("walk", "slow")])
    assert from_json(json.loads(recipe.text)) == recipe
    with pytest.raises(RecipeError, match=rf"version 99 of '{kind}'") as newer:
        make(Sources(library), replace(recipe, version=99))
    with pytest.raises(RecipeError, match=rf"made by version {recipe.version - 1} of '{kind}'") as earlier:
        make(Sources(library), replace(recipe, version=recipe.version - 1))
    said = [newer, earlier]
    clips = [source.clip for source in recipe.walk() if source.clip]
    if clips:
        with Library.create(tmp_path / "elsewhere") as other, pytest.raises(RecipeError, match=r"is not in this library|is gone") as gone:
            make(Sources(other), recipe)
        library.apply({"kind": "set_rate", "clips": clips[:1], "fps": 24.0})
        with pytest.raises(RecipeError, match="'walk' has been changed since") as changed:
            make(Sources(library), recipe)
        said += [gone, changed]
    if any(source.document for source in recipe.walk()):
        with Library.create(tmp_path / "no shelf") as other, pytest.raises(RecipeError, match="that this was made with is gone") as gone:
            make(Sources(other), recipe)
        said.append(gone)
    assert all(len(str(error.value).splitlines()) == 1 for error in said)


def test_an_earlier_recipe_of_a_kept_clip_is_said_and_loses_nothing(library, take):
    """What was made before our loops came to round otherwise: the clip stays as it is, in use, and cannot be made again to the bit."""
    kept = derive(library, mirror_recipe(clip_source(take("walk"))))
    today = from_json(library.recipe(kept))
    with library.database.transaction() as connection:
        earlier = json.dumps(replace(today, version=today.version - 1).to_json(), sort_keys=True, separators=(",", ":"))
        connection.execute("UPDATE clips SET recipe = ? WHERE id = ?", (earlier, kept))
    with pytest.raises(RecipeError, match=r"made by version 1 of 'mirror'; here is version 2, which makes another motion$"):
        make(Sources(library), from_json(library.recipe(kept)))
    assert not check_library(library).problems
    assert [source.clip for source in from_json(library.recipe(kept)).walk()] == [take("walk").id]
    again = derive(library, trim_recipe(opened(library, library.clip(kept)), 0.0, 0.5))
    assert library.clip(again).frames == 30


def test_a_kind_is_exact_only_if_no_loop_of_ours_has_a_part_in_it():
    assert {kind for kind, maker in MAKERS.all().items() if maker.exact} == {"trim"}


def test_frames_that_were_tidied_away_are_said(library, take):
    from motionloom.library.maintenance.tidy import tidy_library

    recipe = mirror_recipe(clip_source(take("walk")))
    library.apply({"kind": "delete_clips", "clips": [take("walk").id]})
    tidy_library(library, free=True, settled=0.0, young=0.0)
    with pytest.raises(RecipeError, match="went when the library was tidied; import it again"):
        make(Sources(library), recipe)
