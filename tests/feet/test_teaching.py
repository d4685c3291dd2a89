import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.feet.oracle import default_oracle
from motionloom.feet.teaching import (
    choose_next,
    label_clip,
    label_library,
    labelled_pieces,
    make_chooser,
    read_examples,
    read_plants,
    read_taught,
    teach,
)
from motionloom.library import Library


@pytest.fixture
def library(examples, tmp_path):
    with Library.create(tmp_path / "library") as library:
        for example in examples:
            # Captures have no recipe; the sample's stand in for them here.
            library.add(example.motion.with_arrays(example.motion.rotations, example.motion.root_positions, recipe={}), example.name)
        yield library


def test_a_new_library_uses_what_comes_with_motionloom(library):
    assert read_taught(library).oracle.version == default_oracle().version
    assert read_examples(library) == []
    assert teach(library).oracle.version == default_oracle().version


def test_what_a_person_labels_is_learnt_and_kept(library, walk):
    clip = library.find(walk.name)
    library.write_plants(clip, walk.plants.bits[:100], by="person")
    taught = teach(library)
    assert (taught.frames, taught.clips) == (100, 1)
    assert len(taught.oracle) == len(default_oracle()) + 2 * 100
    again = read_taught(library)
    assert again.oracle.version == taught.oracle.version
    assert again.frames == 100
    before = library.seq()
    teach(library)
    assert library.seq() == before


def test_from_scratch_needs_labels(library):
    with pytest.raises(MotionError, match="no labelled frames"):
        teach(library, from_scratch=True)


def test_labelling_leaves_a_persons_bits(library, walk):
    clip = library.clip(library.find(walk.name))
    wrong = ~walk.plants.bits[:30]
    library.write_plants(clip.id, wrong, by="person")
    plants = label_clip(library, clip, default_oracle())
    assert np.array_equal(plants.bits[:30], wrong)
    assert plants.bits[30:].any()
    assert read_plants(library, clip).checked.tolist() == list(range(30))
    assert library.plants(clip.id).confidence is not None


def test_a_library_is_labelled_once(library):
    assert label_library(library, default_oracle()) == (3, 0)
    assert label_library(library, default_oracle()) == (0, 0)


def write_fragment(library, clip, oracle):
    """What lessons once left behind: the guess of 20 frames, with the oracle named as the source of the whole clip."""
    guess = oracle.guess(library.motion(clip.id))
    source, rows = guess.plants.source, slice(50, 70)
    library.write_plants(clip.id, guess.plants.bits[rows], start=50, source=source, confidence=guess.confidence[rows])
    return guess.plants


def test_a_clip_that_was_guessed_in_part_is_labelled_whole(library, walk):
    clip = library.clip(library.find(walk.name))
    whole = write_fragment(library, clip, default_oracle())
    assert label_library(library, default_oracle()) == (3, 0)
    assert np.array_equal(read_plants(library, clip).bits, whole.bits)
    assert label_library(library, default_oracle()) == (0, 0)


def test_guesses_of_an_older_oracle_are_renewed(library, walk, jump):
    label_library(library, default_oracle())
    library.write_plants(library.find(walk.name), ~walk.plants.bits[:60], by="person")
    newer = teach(library).oracle
    assert label_library(library, newer) == (3, 0)
    assert library.plants(library.find(jump.name)).source == f"oracle {newer.version}"
    assert np.array_equal(library.plants(library.find(walk.name)).bits[:60], ~walk.plants.bits[:60])


def test_every_guessed_frame_has_some_confidence(library):
    """None at all stands for frames that were not guessed; split votes must not pass for those."""
    label_library(library, default_oracle())
    assert all(library.plants(clip.id).confidence.min() > 0 for clip in library.clips())


def test_next_goes_through_everything(library):
    taught = read_taught(library)
    chooser = make_chooser(library, taught.oracle)
    chooser.pieces = chooser.pieces[::4]
    seen = set()
    for _ in chooser.pieces:
        piece = choose_next(library, taught, chooser).piece
        assert piece not in seen
        seen.add(piece)
        library.write_plants(piece.clip, np.zeros((len(piece), 4), bool), start=piece.start, by="person")
        assert piece in labelled_pieces(library, chooser.pieces)
    with pytest.raises(MotionError, match="every sequence is labelled"):
        choose_next(library, taught, chooser)


def test_an_empty_library_has_nothing_to_label(tmp_path):
    with Library.create(tmp_path / "empty") as library, pytest.raises(MotionError, match="no clips with legs"):
        make_chooser(library, default_oracle())
