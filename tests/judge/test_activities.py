from dataclasses import replace

import numpy as np
import pytest

from motionloom import sample
from motionloom.judge.activities import TESTS, fails, words_of
from motionloom.judge.take import Take


@pytest.mark.parametrize(
    ("behaviour", "label"),
    [
        ("walk", "walk"),
        ("walk_slow", "walk"),
        ("walk_fast", "walk"),
        ("run", "run"),
        ("stand", "stand"),
        ("jump", "jump"),
        ("punch", "punch"),
    ],
)
@pytest.mark.parametrize("who", ["ada", "boris"])
def test_performers_do_what_they_are_labelled(who, behaviour, label):
    assert fails(Take(sample.make(who, behaviour).motion), label).mean() < 0.05


@pytest.mark.parametrize(
    ("behaviour", "label"), [("stand", "run"), ("stand", "walk"), ("walk", "run"), ("run", "stand"), ("walk", "jump"), ("stand", "turn")]
)
def test_and_not_what_they_are_not(behaviour, label):
    assert fails(Take(sample.make("boris", behaviour).motion), label).mean() > 0.8


def test_walking_backwards_is_told_from_walking_on(walk):
    back = replace(walk, rotations=walk.rotations[::-1], root_positions=walk.root_positions[::-1])
    assert fails(Take(back), "walk_back").mean() < 0.05
    assert fails(Take(walk), "walk_back").mean() == 1.0


def test_only_the_second_after_it_was_asked_counts(walk):
    values = fails(Take(walk, asked=30), "walk")
    assert np.isnan(values[:30]).all()
    assert np.isfinite(values[30:150]).all()
    assert np.isnan(values[150:]).all()


def test_labels_are_read_as_their_words(walk):
    assert words_of("walk_turn") == ("walk", "turn")
    assert words_of("style:run") == ("run",)
    assert words_of("other") == ()
    assert fails(Take(walk), "salsa") is None
    assert {mode for _, mode in TESTS.values()} == {"throughout", "once"}
