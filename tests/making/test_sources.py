"""Opening what recipes start from: clips, files, recipes, parts of them."""

import numpy as np
import pytest

from motionloom.making.makers.edit import mirror_recipe, trim_recipe
from motionloom.making.recipe import RecipeError, Source
from motionloom.making.sources import Sources, clip_source, document_source, fingerprint_motion, recipe_source


def test_a_part_of_a_clip_brings_what_is_said_of_it(library, take):
    clip = take("walk")
    whole, part = (Sources(library).open(clip_source(clip, *span)) for span in ((0, None), (10, 40)))
    assert part.clip == clip
    np.testing.assert_array_equal(part.motion.rotations, whole.motion.rotations[10:40])
    np.testing.assert_array_equal(part.plants, whole.plants[10:40])
    for span in part.annotations:
        assert 0 <= span.start < span.stop <= 30
        assert any(one.name == span.name and one.start <= span.start + 10 < span.stop + 10 <= one.stop for one in whole.annotations)


def test_frames_that_are_not_there(library, take):
    with pytest.raises(RecipeError, match=r"has .* frames; the recipe takes 10 to 9999"):
        Sources(library).open(Source(clip=take("walk").id, start=10, stop=9999, content=take("walk").fingerprint))


def test_a_file_is_known_by_its_content(library, take):
    motion = library.motion(take("walk").id)
    sources = Sources()
    source = sources.take_file("somewhere/walk.bvh", motion)
    assert (source.file, source.content) == ("walk.bvh", fingerprint_motion(motion))
    assert sources.open(source).motion is motion
    with pytest.raises(RecipeError, match=r"the file 'walk\.bvh', which is not part of the library; import it"):
        Sources(library).open(source)
    with pytest.raises(RecipeError, match="open that library"):
        sources.open(clip_source(take("walk")))


def test_a_recipe_is_a_source(library, take):
    sources = Sources(library)
    mirrored = sources.open(recipe_source(mirror_recipe(clip_source(take("walk")))))
    again = sources.open(trim_recipe(mirrored, 0.1, 0.3).sources[0])
    first = round(0.1 * mirrored.motion.fps)
    np.testing.assert_array_equal(again.motion.rotations, mirrored.motion.rotations[first : first + len(again.motion)])
    np.testing.assert_array_equal(again.plants, mirrored.plants[first : first + len(again.motion)])
    assert mirrored.source.recipe.sources[0].clip == take("walk").id


def test_a_shelf_entry_is_no_motion_and_must_be_what_it_was(library):
    identity = library.save_document("foot_plant_oracle", "x", {}, content=b"1")
    source = document_source(library.document(identity))
    assert Sources(library).open_document(source).name == "x"
    with pytest.raises(RecipeError, match="not a motion"):
        Sources(library).open(source)
    library.save_document("foot_plant_oracle", "x", {}, content=b"2", document=identity)
    with pytest.raises(RecipeError, match="has been changed since"):
        Sources(library).open_document(source)
    library.apply({"kind": "delete_document", "document": identity})
    with pytest.raises(RecipeError, match="is gone; undo its deletion"):
        Sources(library).open_document(source)
