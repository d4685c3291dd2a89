"""Compiled arithmetic that is the same in every compilation."""

from fractions import Fraction

import numba
import numpy as np

from motionloom.core._compiled import fma


@numba.njit
def fuse(a, b, c):
    return fma(a, b, c)


def rounded(a, b, c, kind):
    """a * b + c without error, rounded once."""
    exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
    guess = kind(float(exact))
    near = [np.nextafter(guess, kind(-np.inf)), guess, np.nextafter(guess, kind(np.inf))]
    return min(near, key=lambda value: abs(Fraction(float(value)) - exact))


def test_a_fused_product_is_rounded_once(rng):
    for kind in (np.float32, np.float64):
        for a, b in rng.normal(size=(200, 2)).astype(kind):
            c = -kind(a * b)  # what remains is the product's own error, which two roundings would lose
            assert fuse(a, b, c) == rounded(a, b, c, kind)
            assert fuse(a, b, kind(1)) == rounded(a, b, 1.0, kind)


def test_a_fused_product_keeps_single_precision():
    fuse(np.float32(1), np.float32(2), np.float32(3))
    assert fuse.overloads[(numba.float32,) * 3].signature.return_type == numba.float32
