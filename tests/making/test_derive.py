"""A made clip has all that is known of its sources, and belongs to the window that asked for it."""

import numpy as np
import pytest

from motionloom import sample
from motionloom.core.body import body_of
from motionloom.making.derive import NewMade, derive, derive_all
from motionloom.making.makers import make
from motionloom.making.makers.edit import join_recipe, mirror_recipe, resample_recipe, trim_recipe
from motionloom.making.makers.loop import loop_recipe
from motionloom.making.makers.sample import sample_recipe
from motionloom.making.sources import Sources, clip_source, recipe_source


def test_everything_arrives(library, take):
    walk = take("walk")
    library.apply({"kind": "add_annotation", "clip": walk.id, "name": "mine", "start": 20, "stop": 30, "track": "moods"})
    recipe = trim_recipe(Sources(library).open(clip_source(walk)), 10 / walk.fps, 50 / walk.fps)
    made = library.clip(derive(library, recipe, window="w1"))
    assert (made.name, made.made, made.frames) == ("walk part", True, 40)
    assert (made.subject, made.source, made.licence, made.labels) == (walk.subject, walk.source, walk.licence, walk.labels)
    assert made.height == pytest.approx(body_of(library.skeleton(walk.skeleton)).height)
    assert library.recipe(made.id) == recipe.to_json()
    np.testing.assert_array_equal(library.plants(made.id).bits, library.plants(walk.id).bits[10:50])
    (mine,) = library.annotations(made.id, name="mine")
    assert (mine.start, mine.stop, mine.track, mine.by) == (10, 20, "moods", "person")
    assert library.next_steps("w1")[0] == "Make walk part"
    library.undo("w1")
    assert library.clip(made.id).deleted


def test_what_only_some_sources_have_is_not_said_of_all(library, take):
    walk, run = take("walk"), take("run")
    library.apply({"kind": "set_details", "clip": run.id, "subject": "boris", "licence": "CC BY-NC 4.0"})
    made = library.clip(derive(library, join_recipe([clip_source(walk), clip_source(run)])))
    assert set(made.labels) == set(walk.labels) & set(run.labels)
    assert (made.subject, made.source, made.licence) == ("ada + boris", "studio A", "CC BY-NC 4.0")
    both = [*library.annotations(walk.id), *library.annotations(run.id)]
    assert len(library.annotations(made.id)) == len(both)
    expected = np.concatenate([library.plants(clip.id).bits for clip in (walk, run)])
    np.testing.assert_array_equal(library.plants(made.id).bits, expected)


@pytest.mark.parametrize(
    "recipe_of",
    [
        lambda source: resample_recipe(source, 37.0),
        loop_recipe,
        lambda source: join_recipe([source, source]),
        lambda source: mirror_recipe(recipe_source(mirror_recipe(source))),
    ],
    ids=["resample", "loop", "join", "mirror twice"],
)
def test_plants_go_through_the_frame_map(library, take, recipe_of):
    walk = take("walk")
    recipe = recipe_of(clip_source(walk))
    made = make(Sources(library), recipe)
    at = np.clip(np.rint(made.frames.frame).astype(int), 0, walk.frames - 1)
    np.testing.assert_array_equal(library.plants(derive(library, recipe)).bits, library.plants(walk.id).bits[at])


def test_a_persons_bits_stay_a_persons(library, take):
    walk = take("walk")
    library.write_plants(walk.id, ~library.plants(walk.id).bits[10:20], start=10, by="person")
    made = library.plants(derive(library, mirror_recipe(clip_source(walk))))
    assert made.by_person[10:20].all()
    assert not made.by_person[20:].any()
    assert made.by == library.plants(walk.id).by


def test_a_guess_stays_a_guess(library, take):
    walk = take("walk")
    bits = library.plants(walk.id).bits
    bare = library.add(library.motion(walk.id), "bare")
    library.write_plants(bare, bits, source="oracle 1")
    made = library.plants(derive(library, mirror_recipe(clip_source(library.clip(bare)))))
    assert (made.by, made.source) == ("machine", "oracle 1")


def test_several_are_one_step_and_have_names_of_their_own(library, take):
    recipe = mirror_recipe(clip_source(take("walk")))
    given = [NewMade(recipe, make(Sources(library), recipe)) for _ in range(3)]
    clips = derive_all(library, given, window="w1")
    assert [library.clip(clip).name for clip in clips] == ["walk mirrored", "walk mirrored 2", "walk mirrored 3"]
    assert library.undo("w1").title == "Make 3 clips"
    assert all(library.clip(clip).deleted for clip in clips)
    assert derive_all(library, []) == []


def test_what_starts_from_nothing_was_performed(library):
    made = library.clip(derive(library, sample_recipe("boris", "jump")))
    truth = sample.make("boris", "jump")
    assert (made.made, made.labels) == (False, (truth.label,))
    np.testing.assert_array_equal(library.plants(made.id).bits, truth.plants)


def test_files_are_sources_too(library, take, tmp_path):
    motion = sample.make("ada", "walk").motion
    sources = Sources(library)
    recipe = mirror_recipe(sources.take_file(str(tmp_path / "take one.bvh"), motion))
    made = library.clip(derive(library, recipe, sources=sources))
    assert (made.name, made.made, made.planted) == ("take one mirrored", True, False)
