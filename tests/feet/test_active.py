from itertools import pairwise

import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.feet.active import STRATEGIES, Chooser, Piece, cut, take
from motionloom.feet.oracle import train


@pytest.mark.parametrize("frames", [1, 30, 200, 249, 251, 1000])
def test_pieces_cover_a_clip_once(frames):
    pieces = cut("clip", frames, 60.0, seconds=200 / 60, first=7)
    assert pieces[0].start == 7
    assert pieces[-1].stop == 7 + frames
    assert all(one.stop == other.start for one, other in pairwise(pieces))
    assert all(len(piece) >= 50 for piece in pieces) or frames < 50


def test_sequences_are_as_long_at_any_rate():
    assert len(cut("a", 2000, 120.0, 3.3)) == len(cut("a", 1000, 60.0, 3.3)) == 5


@pytest.fixture
def library(examples):
    return {example.name: example for example in examples}


@pytest.mark.parametrize("strategy", list(STRATEGIES))
def test_the_kind_of_motion_that_was_never_labelled_is_next(strategy, library, walk, rng):
    chooser = Chooser(strategy=strategy)
    for name, example in library.items():
        chooser.add(name, example.motion)
    labelled = [piece for piece in chooser.pieces if piece.clip == walk.name]
    oracle = train(take(library, labelled))
    choice = chooser.choose(oracle, labelled, rng)
    assert choice.piece.clip != walk.name
    assert choice.piece.start <= choice.frame < choice.piece.stop


def test_first_at_random_then_each_once(library, rng):
    chooser = Chooser()
    for name, example in library.items():
        chooser.add(name, example.motion, cut(name, len(example.motion), example.motion.fps, 2.0))
    order = []
    while len(order) < len(chooser.pieces):
        oracle = train(take(library, order)) if order else None
        order.append(chooser.choose(oracle, order, rng).piece)
    assert set(order) == set(chooser.pieces)
    with pytest.raises(MotionError, match="every sequence is labelled"):
        chooser.choose(None, order, rng)


def test_taking_pieces_hides_the_other_labels(library, walk):
    (taken,) = take(library, [Piece(walk.name, 10, 30)])
    assert taken.plants.checked.tolist() == list(range(10, 30))
    assert np.array_equal(taken.plants.bits, walk.plants.bits)


def test_an_unknown_strategy_is_named():
    with pytest.raises(MotionError, match="no strategy 'luck'"):
        Chooser(strategy="luck")
