"""Feet held by a recipe: by the plants it says, whatever is said of its source later."""

import numpy as np
import pytest

from motionloom.feet.cleanup import CleanUpOptions, clean
from motionloom.feet.plants import Plants
from motionloom.making.makers import make
from motionloom.making.makers.clean import clean_recipe
from motionloom.making.plants import plants_of_source
from motionloom.making.recipe import RecipeError
from motionloom.making.sources import Sources, clip_source


def test_it_is_what_the_clean_up_gives(library, take):
    opened = Sources(library).open(clip_source(take("walk")))
    plants = plants_of_source(library, opened)
    made = make(Sources(library), clean_recipe(opened, plants, CleanUpOptions(fade=0.1)))
    truth = clean(opened.motion, plants, CleanUpOptions(fade=0.1)).motion
    np.testing.assert_array_equal(made.motion.rotations, truth.rotations)
    np.testing.assert_array_equal(made.plants, plants.bits)
    plain = clean_recipe(opened, plants, CleanUpOptions())
    assert plain.options.keys() == {"plants", "plants_source"}, "only what is not the default"
    assert clean_recipe(opened, plants).options == {**plain.options, "calm": True}, "of a captured clip"


def test_plants_that_a_person_corrects_later_do_not_change_it(library, take):
    walk = take("walk")
    opened = Sources(library).open(clip_source(walk))
    recipe = clean_recipe(opened, plants_of_source(library, opened))
    before = make(Sources(library), recipe)
    library.write_plants(walk.id, ~opened.plants[:20], by="person")
    after = make(Sources(library), recipe)
    np.testing.assert_array_equal(before.motion.rotations, after.motion.rotations)
    np.testing.assert_array_equal(before.plants, after.plants)
    assert not after.plants_person.any(), "a person said otherwise of these"


@pytest.mark.parametrize(("options", "words"), [({"plants": "?"}, "not as they were written"), ({"colour": 1}, "no option 'colour'")])
def test_strange_options(library, take, options, words):
    opened = Sources(library).open(clip_source(take("walk")))
    recipe = clean_recipe(opened, Plants(opened.plants, opened.motion.fps))
    with pytest.raises(RecipeError, match=words):
        make(Sources(library), recipe.with_options(**options))
