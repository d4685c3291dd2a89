"""Recipes are plain data: canonical, checked, equal where the same is asked."""

import json

import numpy as np
import pytest

from motionloom.making.recipe import Recipe, RecipeError, Source, from_json

WALK = Source(clip="ab12", start=3, stop=20, content="c0ffee")


def test_there_and_back():
    inner = Recipe("mirror", (WALK,))
    recipe = Recipe("join", (Source(recipe=inner), Source(file="a.bvh", stop=9, content="f"), Source(document="d1")), {"a": [1, 2]}, 7, 2)
    again = from_json(json.loads(recipe.text))
    assert again == recipe
    assert (again.text, again.digest) == (recipe.text, recipe.digest)
    assert [source.clip for source in recipe.walk()] == ["", "ab12", "", ""]


def test_the_same_asked_in_other_words_is_the_same():
    one = Recipe("blend", (WALK,), {"share": np.float64(0.5), "weights": np.arange(3), "pair": (1, 2)})
    other = Recipe("blend", (WALK,), {"pair": [1, 2], "weights": [0, 1, 2], "share": 0.5})
    assert one == other
    assert one.digest == other.digest
    assert one.with_options(share=0.6) != one


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "a recipe is an object with a kind"),
        ({"made_by": "loop"}, "a recipe is an object with a kind"),
        ({"kind": "loop", "sources": {}}, "expected sources"),
        ({"kind": "loop", "seed": 1.5}, "whole numbers"),
        ({"kind": "loop", "sources": [3]}, "a source is an object"),
        ({"kind": "loop", "sources": [{"clip": 3}]}, "a source is an object"),
        ({"kind": "loop", "sources": [{"clip": "a", "start": "0"}]}, "are frames"),
        ({"kind": "loop", "sources": [{"clip": "a", "start": 5, "stop": 3}]}, "start to stop"),
        ({"kind": "loop", "sources": [{"clip": "a", "file": "b"}]}, "one clip, one shelf entry"),
    ],
)
def test_a_strangers_recipe_is_checked(data, words):
    with pytest.raises(RecipeError, match=words):
        from_json(data)


def test_recipes_within_recipes_have_an_end():
    data = {"kind": "mirror", "sources": [{"clip": "a", "stop": 1}]}
    for _ in range(20):
        data = {"kind": "mirror", "sources": [{"recipe": data}]}
    with pytest.raises(RecipeError, match="at most 16 deep"):
        from_json(data)


def test_options_are_plain_data():
    with pytest.raises(RecipeError, match="not plain JSON"):
        Recipe("loop", options={"x": object()})
    with pytest.raises(RecipeError, match="not plain JSON"):
        Recipe("loop", options={"x": float("nan")})
