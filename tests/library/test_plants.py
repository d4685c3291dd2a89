"""Plants as bytes: nothing is lost in packing, and a person's bits always win."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from hypothesis.extra.numpy import arrays

from motionloom.core.errors import LibraryError
from motionloom.library import plants

frames = st.integers(1, 40)
bits = arrays(bool, st.tuples(frames, st.just(4)))
raw = st.binary(min_size=1, max_size=40)


@given(bits, st.data())
def test_packing_and_unpacking_gives_the_same(given_bits, data):
    person = data.draw(arrays(bool, given_bits.shape))
    packed = plants.to_bytes(given_bits, person)
    assert len(packed) == len(given_bits)
    for got, want in zip(plants.from_bytes(packed), (given_bits, person), strict=True):
        np.testing.assert_array_equal(got, want)


@given(raw, st.integers(0, 15), st.data())
def test_a_machine_never_touches_what_a_person_set(old, feet, data):
    new = data.draw(st.binary(min_size=len(old), max_size=len(old)))
    written = plants.overlay(old, new, feet, "machine")
    (bits_before, person), (bits_after, person_after) = plants.from_bytes(old), plants.from_bytes(written)
    np.testing.assert_array_equal(person_after, person)
    np.testing.assert_array_equal(bits_after[person], bits_before[person])
    masked = np.unpackbits(np.array([[feet]], np.uint8), axis=1, bitorder="little")[0, :4].astype(bool)
    free = ~person & masked
    np.testing.assert_array_equal(bits_after[free], plants.from_bytes(new)[0][free])
    np.testing.assert_array_equal(bits_after[:, ~masked], bits_before[:, ~masked])


@given(raw, st.data())
def test_merging_back_what_nobody_touched_gives_what_was(before, data):
    after = data.draw(st.binary(min_size=len(before), max_size=len(before)))
    assert plants.merge(after, after, before) == (before, True)


@given(raw, st.data())
def test_merging_back_keeps_what_another_has_changed_since(before, data):
    after, now = (data.draw(st.binary(min_size=len(before), max_size=len(before))) for _ in range(2))
    merged, _ = plants.merge(now, after, before)
    for got, current, left, was in zip(*(_feet(part) for part in (merged, now, after, before)), strict=True):
        assert got == (was if current == left else current)


def _feet(data):
    """Each foot of each frame: its plant and its mark."""
    return [((byte >> foot) & 1, (byte >> (foot + 4)) & 1) for byte in data for foot in range(4)]


def test_confidence_survives_to_a_256th():
    shades = np.random.default_rng(0).random((50, 4))
    np.testing.assert_allclose(plants.confidence_from_bytes(plants.confidence_to_bytes(shades)), shades, atol=0.5 / 255 + 1e-6)


def test_a_wrong_shape_says_what_was_expected():
    with pytest.raises(LibraryError, match=r"shape \(frames, 4\), for left_heel, left_toe, right_heel, right_toe; found \(5, 3\)"):
        plants.to_bytes(np.zeros((5, 3), bool))
