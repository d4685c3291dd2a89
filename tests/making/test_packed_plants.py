"""Plants in a recipe: there and back, and a stranger's checked."""

import numpy as np
import pytest

from motionloom.making.packed_plants import pack_plants, unpack_plants
from motionloom.making.recipe import RecipeError


def test_there_and_back(rng):
    bits = rng.random((500, 4)) < 0.5
    np.testing.assert_array_equal(unpack_plants(pack_plants(bits), 500), bits)


def test_other_lengths_and_other_things_are_refused(rng):
    text = pack_plants(rng.random((50, 4)) < 0.5)
    for frames in (49, 51):
        with pytest.raises(RecipeError, match=r"for .* frames, its source has"):
            unpack_plants(text, frames)
    for strange in ("", "walk", None, 7, text[:-8]):
        with pytest.raises(RecipeError):
            unpack_plants(strange, 50)
