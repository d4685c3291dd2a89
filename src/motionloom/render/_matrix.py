"""Small matrices in compiled loops."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import numba

inlined = numba.njit(inline="always")


@inlined
def turn(matrix, x, y, z):
    """A flat 3x3 matrix times a vector."""
    return (
        matrix[0] * x + matrix[1] * y + matrix[2] * z,
        matrix[3] * x + matrix[4] * y + matrix[5] * z,
        matrix[6] * x + matrix[7] * y + matrix[8] * z,
    )
