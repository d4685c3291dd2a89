import numpy as np
import pytest

from motionloom.core.editing import mirror
from motionloom.feet.features import Steps
from motionloom.feet.growing import TAUGHT_NOISE, rows_of, train_forest
from motionloom.feet.measures import compare
from motionloom.feet.oracle import Oracle
from motionloom.feet.plants import Plants


@pytest.fixture(scope="module")
def oracle(examples):
    return train_forest(examples, about="sample")


def test_it_repeats_what_it_was_taught(oracle, examples):
    for example in examples:
        assert compare(oracle.label(example.motion), example.plants).total.accuracy > 0.97


def test_a_person_s_frames_are_taught_with_noise_too(walk):
    half = Plants(walk.plants.bits, walk.plants.fps).corrected(0, walk.plants.bits[:60])
    described, bits = rows_of(type(walk)(walk.motion, half), Steps())
    assert described.shape == (len(bits), Steps().width)
    assert len(bits) > 2 * 60 * bool(TAUGHT_NOISE)


def test_a_saved_oracle_answers_the_same(oracle, examples, tmp_path):
    taught = oracle.with_examples(examples[:1])
    for one in (oracle, taught):
        one.save(tmp_path / "feet.npz")
        again = Oracle.load(tmp_path / "feet.npz")
        assert again.version == one.version
        assert np.array_equal(again.guess(examples[1].motion).votes, one.guess(examples[1].motion).votes)
    assert taught.version != oracle.version


def test_a_correction_is_learnt_at_once(oracle, walk):
    """Someone insists on the contrary of a stretch: there, and only there, the oracle then says so."""
    found = oracle.label(walk.motion)
    contrary = Plants(found.bits, found.fps).corrected(20, ~found.bits[20:50])
    again = oracle.with_examples([type(walk)(walk.motion, contrary)]).label(walk.motion)
    assert np.mean(again.bits[22:48] == ~found.bits[22:48]) > 0.7


def test_what_was_right_already_changes_nothing(oracle, walk):
    found = oracle.label(walk.motion)
    confirmed = Plants(found.bits, found.fps, np.ones_like(found.bits))
    again = oracle.with_examples([type(walk)(walk.motion, confirmed)]).label(walk.motion)
    assert np.mean(again.bits == found.bits) > 0.995


def test_left_and_right_change_places_in_a_mirror(oracle, walk):
    there, back = oracle.label(walk.motion), oracle.label(mirror(walk.motion)).mirrored()
    assert np.mean(there.bits == back.bits) > 0.98
