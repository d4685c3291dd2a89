"""Words: what is learnt holds on others, sides change places in the mirror, bytes come back, a person's word stays."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

from motionloom.core.errors import LibraryError, MotionError
from motionloom.enrich.annotation import synthetic
from motionloom.enrich.annotation.asking import choose_question, cut_seconds
from motionloom.enrich.annotation.body_signals import read_signals
from motionloom.enrich.annotation.choosing import pick
from motionloom.enrich.annotation.descriptors import describe, describe_shared, join_described
from motionloom.enrich.annotation.guessing import guess_clip
from motionloom.enrich.annotation.learning import find_telling, teach
from motionloom.enrich.annotation.lessons import answer, read_course, read_labels, set_words, whole_or_painted
from motionloom.enrich.annotation.morphology import open_and_close
from motionloom.enrich.annotation.nearest import Annotated, carry_words, make_windows
from motionloom.enrich.annotation.teaching import live_words, open_words, teach_words
from motionloom.enrich.annotation.words import NO, STEP, UNKNOWN, YES, Words, mirror_labels, mirror_name
from motionloom.library import Library
from motionloom.library.commands.annotations import TRACK
from motionloom.making.work import run_here
from motionloom.sample import make

ACTS = ("walk", "run", "stand", "turn_left_90", "wave")


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Clips of two performers; ada's are annotated by a person, whole, with one word each."""
    folder = tmp_path_factory.mktemp("words") / "library"
    with Library.create(folder) as library:
        for who in ("ada", "boris"):
            for act in ACTS:
                made = make(who, act)
                library.add(made.motion, f"{who} {act}", labels=[made.label], subject=who, made=False, height=1.7)
        set_words(library, ["walk", "run", "stand"])
        for act in ("walk", "run", "stand"):
            clip = library.clip(library.find(f"ada {act}"))
            answer(library, clip, 0, clip.frames, {act: [(0, clip.frames)]})
        teach_words(library)
    return folder


@pytest.fixture
def library(base: Path, tmp_path: Path):
    import shutil

    shutil.copytree(base, tmp_path / "library")
    with Library.open(tmp_path / "library") as opened:
        yield opened


def test_words_hold_on_another_performer(library: Library) -> None:
    words, _ = open_words(library)
    for act in ("walk", "run", "stand"):
        said = words.guess(read_signals(library.motion(library.find(f"boris {act}")))).mean(axis=0)
        assert words.names[int(np.argmax(said))] == act


def test_bytes_come_back(library: Library) -> None:
    words, _ = open_words(library)
    again = Words.from_bytes(words.to_bytes())
    rows = np.random.default_rng(0).normal(size=(5, len(words.mean)))
    np.testing.assert_array_equal(again.chances(rows), words.chances(rows))


def test_sides_change_places_in_the_mirror() -> None:
    names = ("turn left", "turn right", "walk", "left hook")
    labels = np.array([[YES, NO, YES, YES]], np.int8)
    assert mirror_name(mirror_name("turn left")) == "turn left"
    assert mirror_labels(names, labels).tolist() == [[NO, YES, YES, UNKNOWN]]


def test_the_annotator_turns_in_the_mirror() -> None:
    motion = make("ada", "turn_left_90").motion
    signals = read_signals(motion)
    one, other = (synthetic.annotate(motion, each) for each in (signals, signals.mirrored()))
    order = [synthetic.WORDS.index(mirror_name(word)) for word in synthetic.WORDS]
    np.testing.assert_array_equal(one, other[:, order])
    assert one[:, synthetic.WORDS.index("turn left")].any()


def test_a_persons_word_stays(library: Library) -> None:
    clip = library.clip(library.find("boris walk"))
    answer(library, clip, 0, 30, {"run": [(0, 30)]})  # a person may be wrong; it stays
    before = [span for span in library.annotations(clip.id) if span.by == "person"]
    library.apply(guess_clip(library, clip, read_course(library)))
    after = library.annotations(clip.id, track=TRACK)
    assert [span for span in after if span.by == "person"] == before
    guessed = [span for span in after if span.by == "machine"]
    assert guessed
    assert all(span.start >= 30 and 0 <= span.confidence <= 1 for span in guessed)


def test_an_answer_is_one_step_and_undone_whole(library: Library) -> None:
    clip = library.clip(library.find("boris run"))
    course = read_course(library)
    answer(library, clip, 10, 40, {"run": [(10, 25)]}, window="me")
    labels = read_labels(library, clip, read_course(library), course.words)
    assert (labels[10:25, 1] == YES).all()
    assert (labels[25:40, 1] == NO).all()
    assert (labels[:10] == UNKNOWN).all()
    assert whole_or_painted(library, clip, 20, 40, ["run", "walk"]) == {"run": [(20, 25)], "walk": [(20, 40)]}
    library.undo("me")
    assert read_course(library) == course
    assert not library.annotations(clip.id)


def test_every_second_is_asked_once(library: Library) -> None:
    clips = [library.clip(library.find("boris stand"))]
    for _ in cut_seconds(clips[0]):
        course = read_course(library)
        asked = choose_question(library, clips, course, live_words(library, course))
        assert (asked.clip, asked.start) not in {(each.clip, each.start) for each in course.looked}
        answer(library, clips[0], asked.start, asked.stop, {"stand": [(asked.start, asked.stop)]})
    with pytest.raises(LibraryError, match="every second"):
        choose_question(library, clips, read_course(library), None)


def test_the_job_writes_all_in_one_step(library: Library) -> None:
    run_here(library, "annotate", {"choice": {"subjects": ["boris"]}, "way": "guess"}, window="me")
    assert {span.clip for span in library.annotations(track=TRACK) if span.by == "machine"}
    library.undo("me")
    assert not [span for span in library.annotations(track=TRACK) if span.by == "machine"]


def test_captures_carry_their_own_words() -> None:
    """A motion that is among the annotated ones gets its own words, opened and closed."""
    signals = read_signals(make("ada", "walk").motion)
    said = np.zeros((len(signals), 1), bool)
    said[10:40] = True
    carried, near = carry_words(Annotated(("walk",), make_windows(signals), said), signals)
    np.testing.assert_array_equal(carried, open_and_close(said, 6))
    assert near.min() > 0.95


def test_shared_facts_are_the_same_in_the_mirror() -> None:
    signals = read_signals(make("ada", "wave").motion)
    described, turned = (describe(each, "deeds") for each in (signals, signals.mirrored()))
    np.testing.assert_allclose(describe_shared(signals.mirrored()), described.rows[:, : described.shared], atol=1e-5)
    np.testing.assert_allclose(turned.rows, described.mirrored, atol=1e-5)
    assert not np.allclose(described.rows, described.mirrored, atol=0.05)


def test_a_turn_to_one_side_teaches_the_other() -> None:
    signals = [read_signals(make("ada", act).motion) for act in ("turn_left_90", "walk", "stand")]
    parts = [describe(each, "deeds", STEP) for each in signals]
    turned = [np.abs(np.gradient(np.unwrap(each.heading))[::STEP]) * 30 > 0.5 for each in signals]
    left = np.concatenate(turned).astype(np.int8)
    assert left.any()
    words = teach(("turn left", "turn right"), join_described(parts), np.stack([left, np.zeros_like(left)], axis=1))
    there = turned[0]
    assert words.chances(parts[0].rows)[there, 0].mean() > 0.5
    assert words.chances(parts[0].mirrored)[there, 1].mean() > 0.5
    assert words.chances(parts[0].mirrored)[there, 0].mean() < 0.5


def test_what_tells_a_word_is_found() -> None:
    rng = np.random.default_rng(0)
    holds = np.arange(60) < 20
    ranks = np.stack([np.arange(60), rng.permutation(60)], axis=1).astype(np.float32) + 1
    told = find_telling(ranks, holds)
    assert told[0] == pytest.approx(0.5)
    assert told[1] < 0.2


def test_questions_come_from_other_clips_and_words_take_turns() -> None:
    scores = np.array([[1.0, 0.0], [0.9, 0.0], [0.8, 0.0], [0.0, 0.55], [2.0, 0.0]])
    clip, free = np.array([0, 0, 1, 2, 3]), np.array([True, True, True, True, False])
    assert pick(scores, clip, free, 2) == [0, 3]
    assert sorted(pick(scores, clip, free, 9)) == [0, 1, 2, 3]


def test_words_of_an_earlier_version_say_so(library: Library) -> None:
    stream = io.BytesIO()
    np.savez(stream, names=np.array(["walk"]), description=np.array("deeds"), rows=np.zeros((2, 3)))
    with pytest.raises(MotionError, match="teach the words anew"):
        Words.from_bytes(stream.getvalue())
