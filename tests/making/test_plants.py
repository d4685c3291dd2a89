"""Whose plants: a person's, then what came with file or recipe, then the library's oracle."""

import numpy as np
import pytest

from motionloom.feet.oracle import default_oracle
from motionloom.feet.teaching import teach
from motionloom.formats.marks import Marks
from motionloom.making.plants import find_plants, library_oracle, plants_of_source
from motionloom.making.sources import Sources, clip_source


@pytest.fixture
def bare(library, take):
    """A clip that nothing has labelled."""
    return library.clip(library.add(library.motion(take("walk").id), "bare"))


def test_what_came_with_the_file(library, take):
    np.testing.assert_array_equal(find_plants(library, take("walk")).bits, library.plants(take("walk").id).bits)


def test_nothing_known_is_guessed_and_nothing_written(library, bare):
    found = find_plants(library, bare)
    np.testing.assert_array_equal(found.bits, default_oracle().label(library.motion(bare.id)).bits)
    assert library.plants(bare.id) is None


def test_an_earlier_guess_is_guessed_again_and_a_persons_bits_stay(library, bare):
    guess = default_oracle().label(library.motion(bare.id))
    library.write_plants(bare.id, ~guess.bits, source="oracle of old")
    wrong = ~guess.bits[10:20]
    library.write_plants(bare.id, wrong, start=10, by="person")
    found = find_plants(library, bare)
    np.testing.assert_array_equal(found.bits[10:20], wrong)
    np.testing.assert_array_equal(found.bits[20:], guess.bits[20:])


def test_a_part_that_was_guessed_becomes_whole(library, bare):
    guess = default_oracle().guess(library.motion(bare.id))
    library.write_plants(bare.id, guess.plants.bits[:20], source=guess.plants.source, confidence=np.maximum(guess.confidence[:20], 0.1))
    np.testing.assert_array_equal(find_plants(library, bare).bits, guess.plants.bits)
    np.testing.assert_array_equal(Sources(library).open(clip_source(bare)).plants, guess.plants.bits)


def test_the_library_has_the_oracle_it_was_taught(library, take):
    assert library_oracle(library).version == default_oracle().version
    library.write_plants(take("walk").id, library.plants(take("walk").id).bits, by="person")
    taught = teach(library, from_scratch=True)
    assert library_oracle(library).version == taught.oracle.version


def test_plants_of_a_part_and_of_a_file(library, take, bare):
    walk = take("walk")
    part = plants_of_source(library, Sources(library).open(clip_source(walk, 10, 40)))
    np.testing.assert_array_equal(part.bits, library.plants(walk.id).bits[10:40])
    sources, motion = Sources(), library.motion(walk.id)
    given = np.ones((len(motion), 4), bool)
    assert plants_of_source(None, sources.open(sources.take_file("a.bvh", motion, Marks(given, "mine")))).source == "mine"
    other = Sources()
    guessed = plants_of_source(None, other.open(other.take_file("a.bvh", motion)))
    np.testing.assert_array_equal(guessed.bits, default_oracle().label(motion).bits)
