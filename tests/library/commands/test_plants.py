"""Plants: painted by people, written by machines, and a person's bits always win."""

import numpy as np
import pytest

from motionloom.core.errors import LibraryError


def paint(library, clip, foot, start, stop, planted=True, **more):
    return library.apply({"kind": "set_plants", "clip": clip, "foot": foot, "start": start, "stop": stop, "planted": planted, **more})


def test_painting_sets_one_foot_and_marks_it(library, walk):
    assert library.plants(walk) is None
    assert paint(library, walk, "right_heel", 10, 20).title == "Plant right heel"
    paint(library, walk, "right_heel", 15, 17, planted=False)
    plants = library.plants(walk)
    assert np.flatnonzero(plants.bits[:, 2]).tolist() == [*range(10, 15), *range(17, 20)]
    assert plants.bits.sum() == 8
    assert np.flatnonzero(plants.by_person[:, 2]).tolist() == list(range(10, 20))
    assert plants.by_person.sum() == 10


def test_a_machine_writes_around_a_persons_bits(library, walk, rng):
    paint(library, walk, "left_toe", 10, 20)
    guess, shades = rng.random((60, 4)) > 0.5, rng.random((60, 4))
    guess[10:20, 1] = False
    library.write_plants(walk, guess, source="kinetic 1", confidence=shades)
    plants = library.plants(walk)
    assert plants.bits[10:20, 1].all()
    free = ~plants.by_person
    np.testing.assert_array_equal(plants.bits[free], guess[free])
    np.testing.assert_allclose(plants.confidence, shades, atol=0.003)
    assert (plants.by, plants.source) == ("machine", "kinetic 1")


def test_part_of_a_clip_may_be_written(library, walk):
    library.write_plants(walk, np.ones((60, 4), bool), source="kinetic 1", confidence=np.ones((60, 4)))
    library.write_plants(walk, np.zeros((5, 4), bool), start=50, source="oracle 2", confidence=np.zeros((5, 4)))
    plants = library.plants(walk)
    assert np.flatnonzero(~plants.bits.all(axis=1)).tolist() == list(range(50, 55))
    assert np.flatnonzero(plants.confidence[:, 0] == 0).tolist() == list(range(50, 55))
    library.undo()
    assert library.plants(walk).bits.all()
    assert library.plants(walk).source == "kinetic 1"


def test_confirming_and_releasing_change_no_bit(library, walk, rng):
    guess = rng.random((60, 4)) > 0.5
    library.write_plants(walk, guess)
    library.apply({"kind": "confirm_plants", "clip": walk, "start": 0, "stop": 30})
    library.write_plants(walk, ~guess)
    np.testing.assert_array_equal(library.plants(walk).bits, np.concatenate([guess[:30], ~guess[30:]]))
    library.apply({"kind": "release_plants", "clip": walk, "start": 0, "stop": 30})
    library.write_plants(walk, ~guess)
    np.testing.assert_array_equal(library.plants(walk).bits, ~guess)


def test_undo_of_the_first_paint_leaves_no_plants(library, walk):
    paint(library, walk, "left_toe", 10, 20)
    library.undo()
    assert library.plants(walk) is None


def test_undo_leaves_frames_that_another_window_painted(library, walk):
    command = {"kind": "set_plants", "clip": walk, "foot": "left_toe"}
    library.apply({**command, "start": 10, "stop": 20, "planted": True}, window="left")
    library.apply({**command, "start": 15, "stop": 30, "planted": False}, window="right")
    assert library.undo("left").kept == (f"clip:{walk}",)
    plants = library.plants(walk)
    assert not plants.bits.any()
    assert np.flatnonzero(plants.by_person[:, 1]).tolist() == list(range(15, 30))


@pytest.mark.parametrize(("start", "stop"), [(-1, 5), (5, 5), (0, 61)])
def test_paint_stays_in_the_clip(library, walk, start, stop):
    with pytest.raises(LibraryError, match="are no range of 'walk'"):
        paint(library, walk, "left_toe", start, stop)
    assert library.plants(walk) is None


def test_text_that_is_no_plants_is_refused(library, walk):
    write = {"kind": "write_plants", "clip": walk, "start": 0}
    with pytest.raises(LibraryError, match="must be base64 text"):
        library.apply({**write, "bits": "not base64!"})
    with pytest.raises(LibraryError, match="confidence takes 4 bytes for every frame"):
        library.apply({**write, "bits": "AQI=", "confidence": "AQI="})
    with pytest.raises(LibraryError, match="frames 0 to 0 are no range"):
        library.apply({**write, "bits": ""})
    assert library.plants(walk) is None


def test_a_machine_leaves_what_came_with_the_file_unless_it_was_asked(library, motion, rng):
    given = rng.random((len(motion), 4)) > 0.5
    clip = library.add(motion, "from a file", plants=given)
    with pytest.raises(LibraryError, match="came with its file"):
        library.write_plants(clip, ~given)
    with pytest.raises(LibraryError, match="came with its file"):
        paint(library, clip, "left_toe", 0, 5, by="machine")
    np.testing.assert_array_equal(library.plants(clip).bits, given)
    paint(library, clip, "left_toe", 0, 5)  # a person may
    library.undo()
    library.write_plants(clip, ~given, replace=True)
    np.testing.assert_array_equal(library.plants(clip).bits, ~given)
    library.undo()
    assert library.plants(clip).by == "file"
    np.testing.assert_array_equal(library.plants(clip).bits, given)
