"""How a clip was made, in a few lines with names; and what was made of it."""

from motionloom.library.earlier_recipes import convert
from motionloom.making.derive import derive
from motionloom.making.lineage import describe_clip, describe_data, find_made_from
from motionloom.making.makers.clean import clean_recipe
from motionloom.making.makers.edit import mirror_recipe, resample_recipe
from motionloom.making.plants import plants_of_source
from motionloom.making.sources import Sources, clip_source, recipe_source


def lines(library, clip):
    return [str(line) for line in describe_clip(library, clip).lines()]


def test_words_names_and_parts(library, take):
    walk = take("walk")
    part = derive(library, resample_recipe(clip_source(walk, 0, round(walk.fps)), 50.0))
    assert lines(library, part) == ["Other rate: fps 50", "  of walk, 0.00 to 1.00 s"]
    told = describe_clip(library, part)
    assert told.sources[0].clip == walk.id
    nested = derive(library, mirror_recipe(recipe_source(mirror_recipe(clip_source(walk)))))
    assert lines(library, nested) == ["Mirrored", "  of what was made", "    Mirrored", "      of walk"]


def test_packed_data_is_left_out(library, take):
    opened = Sources(library).open(clip_source(take("walk")))
    plants = plants_of_source(library, opened)
    clip = derive(library, clean_recipe(opened, plants))
    assert all(len(line) < 200 and library.recipe(clip)["options"]["plants"] not in line for line in lines(library, clip))


def test_captures_and_strange_recipes_have_none(library, take):
    assert describe_clip(library, take("walk").id) is None
    assert describe_data({"made_by": "me"}) is None
    assert describe_data({"kind": "of a package that is not here"}).title == "Of a package that is not here"


def test_recipes_of_old_say_what_they_said(library, take):
    walk = take("walk")
    row = (walk.id, walk.content, walk.skeleton, walk.fps, walk.frames)
    told = describe_data(convert({"made_by": "loop", "clip": walk.id, "distance": 0.25}, {walk.id: row}), library)
    assert [str(line) for line in told.lines()] == [
        f"Loop: clip {walk.id}, distance 0.25",
        "  of walk",
        "  made by an earlier Motionloom, which did not write down all that making it again needs",
    ]


def test_made_from(library, take):
    walk = take("walk")
    first = derive(library, mirror_recipe(clip_source(walk)), "b")
    nested = derive(library, mirror_recipe(recipe_source(mirror_recipe(clip_source(walk)))), "a")
    derive(library, mirror_recipe(clip_source(library.clip(first))), "of b")
    assert [clip.id for clip in find_made_from(library, walk.id)] == [nested, first]
    library.apply({"kind": "delete_clips", "clips": [nested]})
    assert [clip.id for clip in find_made_from(library, walk.id)] == [first]
    assert find_made_from(library, take("run").id) == []


def test_a_source_that_changed_says_so(library, take):
    made = derive(library, mirror_recipe(clip_source(take("walk"))))
    library.apply({"kind": "set_rate", "clips": [take("walk").id], "fps": 24.0})
    assert lines(library, made)[1] == "  of walk, which has been changed since"
    library.apply({"kind": "delete_clips", "clips": [take("walk").id]})
    assert lines(library, made)[1] == "  of walk, which is deleted"
