import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.feet.active import Piece
from motionloom.feet.lessons import begin_lesson, finish_lesson, read_course, skip_lesson
from motionloom.feet.oracle import default_oracle
from motionloom.feet.teaching import label_library, make_chooser, read_plants, read_taught
from motionloom.library import Library


@pytest.fixture
def library(walk, jump, tmp_path):
    with Library.create(tmp_path / "library") as library:
        for example in (walk, jump):
            library.add(example.motion.with_arrays(example.motion.rotations, example.motion.root_positions, recipe={}), example.name)
        yield library


def test_a_lesson_is_marked_learnt_and_kept(library):
    chooser = make_chooser(library, default_oracle())
    piece = begin_lesson(library, chooser).current
    assert read_course(library).current == piece
    stored = library.plants(piece.clip)
    assert stored.source.startswith("oracle")
    wrong = ~stored.bits[piece.start : piece.start + 10]
    library.write_plants(piece.clip, wrong, start=piece.start, by="person")
    course, lesson, taught = finish_lesson(library, piece)
    assert lesson.bits == 4 * len(piece)
    assert lesson.right == lesson.bits - 40
    assert course.current is None
    assert taught.frames == len(piece)
    assert read_taught(library).oracle.version == taught.oracle.version != default_oracle().version
    assert read_course(library) == course
    assert course.recent() == pytest.approx(lesson.accuracy)


def test_the_next_lesson_is_another_sequence(library):
    chooser = make_chooser(library, default_oracle())
    chooser.pieces = chooser.pieces[::8]
    seen = []
    for _ in chooser.pieces:
        piece = begin_lesson(library, chooser).current
        assert piece not in seen
        seen.append(piece)
        finish_lesson(library, piece)
    with pytest.raises(MotionError, match="every sequence is labelled"):
        begin_lesson(library, chooser)
    assert len(read_course(library).lessons) == len(chooser.pieces)


def test_what_was_confirmed_can_be_undone_by_its_window(library):
    piece = begin_lesson(library, make_chooser(library, default_oracle())).current
    finish_lesson(library, piece, window="mine")
    assert library.plants(piece.clip).by_person[piece.start : piece.stop].all()
    library.undo("mine")
    assert not library.plants(piece.clip).by_person.any()
    assert read_course(library).lessons == ()
    assert read_course(library).current == piece
    assert read_taught(library).oracle.version == default_oracle().version


def test_a_lesson_begins_with_what_came_with_the_file(walk, tmp_path):
    with Library.create(tmp_path / "library") as library:
        clip = library.add(walk.motion.with_arrays(walk.motion.rotations, walk.motion.root_positions, recipe={}), plants=walk.plants.bits)
        begin_lesson(library, make_chooser(library, default_oracle()), window="mine")
        assert library.plants(clip).by == "file"
        np.testing.assert_array_equal(library.plants(clip).bits, walk.plants.bits)
        assert label_library(library, default_oracle()) == (0, 0)


def test_the_guess_of_a_lesson_goes_with_it_when_it_is_undone(library):
    piece = begin_lesson(library, make_chooser(library, default_oracle()), window="mine").current
    library.undo("mine")
    assert library.plants(piece.clip) is None
    assert read_course(library).current is None


def test_nothing_to_confirm(library, walk):
    with pytest.raises(MotionError, match="has no plants in frames 0 to 10 to confirm"):
        finish_lesson(library, Piece(library.find(walk.name), 0, 10))


def test_no_lessons_yet(library):
    assert read_course(library).lessons == ()
    assert read_course(library).recent() is None


def test_a_lesson_guesses_its_whole_clip(library):
    piece = begin_lesson(library, make_chooser(library, default_oracle())).current
    clip = library.clip(piece.clip)
    assert np.array_equal(read_plants(library, clip).bits, default_oracle().label(library.motion(clip.id)).bits)
    assert label_library(library, default_oracle()) == (1, 0)


def test_a_sequence_of_a_deleted_clip_waits_no_more(library):
    chooser = make_chooser(library, default_oracle())
    piece = begin_lesson(library, chooser).current
    library.apply({"kind": "delete_clips", "clips": [piece.clip]}, window="mine")
    assert read_course(library).current is None
    following = begin_lesson(library, make_chooser(library, default_oracle())).current
    assert following.clip != piece.clip


def test_a_deleted_clip_that_comes_back_brings_its_sequence(library):
    begun = begin_lesson(library, make_chooser(library, default_oracle()))
    library.apply({"kind": "delete_clips", "clips": [begun.current.clip]}, window="mine")
    library.undo("mine")
    assert read_course(library) == begun


def test_a_skipped_sequence_comes_after_all_others(library):
    chooser = make_chooser(library, default_oracle())
    chooser.pieces = chooser.pieces[::8]
    first = begin_lesson(library, chooser).current
    course = skip_lesson(library, first)
    assert course.current is None
    assert course.skipped == (first,)
    assert read_course(library) == course
    assert not library.plants(first.clip).by_person.any()
    for _ in chooser.pieces[1:]:
        piece = begin_lesson(library, chooser).current
        assert piece != first
        finish_lesson(library, piece)
    assert begin_lesson(library, chooser).current == first
