"""The registry of makers: unknown kinds, makers that break their word, recipes in motions."""

import numpy as np
import pytest

from motionloom.making.makers import MAKERS, FrameMap, Made, Maker, finish, make
from motionloom.making.makers.edit import mirror_recipe
from motionloom.making.recipe import Recipe, RecipeError
from motionloom.making.sources import Sources, clip_source


def test_unknown_kinds_list_what_there_is():
    with pytest.raises(RecipeError, match="no maker of kind 'magic' is known here; there are align, between, blend, clean"):
        MAKERS.find("magic")


def test_kinds_name_themselves():
    assert all(kind == maker.kind and maker.title for kind, maker in MAKERS.all().items())


def test_the_motion_carries_its_recipe(library, take):
    recipe = mirror_recipe(clip_source(take("walk")))
    made = make(Sources(library), recipe)
    assert made.motion.recipe == recipe.to_json()
    assert finish(Sources(library), recipe, made) is made


def test_a_maker_that_gives_a_map_of_another_length_is_caught(library, take, monkeypatch):
    def wrong(sources, recipe):
        return Made(library.motion(take("walk").id), FrameMap.of_one(np.arange(3)))

    maker = Maker("wrong", "Wrong", wrong)
    monkeypatch.setitem(MAKERS._members, "wrong", maker)
    with pytest.raises(RecipeError, match="of another length than its motion"):
        make(Sources(library), maker.recipe())


def test_what_came_from_an_earlier_motionloom_cannot_be_made_again():
    with pytest.raises(RecipeError, match="by an earlier Motionloom"):
        make(Sources(), Recipe("loop", options={"earlier": {"made_by": "loop"}}))
