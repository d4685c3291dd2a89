"""Compiled: a pelvis that tilts; see `tilting`."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

from motionloom.core._compiled import compiled
from motionloom.core._vectors import add, inverse, multiply, point_at, rotate, scale, subtract


@compiled
def tilt(turned, places, tilts, pelvis, parent, hips, others, rotations, roots):
    """Turn the pelvis by tilts (F, 4) about the middle between the hips (2,), and not what else hangs on it, others (n,).

    turned (F, J, 4), places (F, J, 3): the joints in the world before that; rotations (F, J, 4) and roots (F, 3) change.
    """
    for f in range(len(tilts)):
        if tilts[f, 0] == 0 and tilts[f, 1] == 0 and tilts[f, 2] == 0:
            continue
        turn = (tilts[f, 0], tilts[f, 1], tilts[f, 2], tilts[f, 3])
        middle = scale(add(point_at(places, f, hips[0]), point_at(places, f, hips[1])), 0.5)
        arm = subtract(point_at(places, f, pelvis), middle)
        away = subtract(rotate(turn, arm), arm)
        for c in range(3):
            roots[f, c] += away[c]
        own = multiply(turn, _turn_at(turned, f, pelvis))
        local = own if parent < 0 else multiply(inverse(_turn_at(turned, f, parent)), own)
        for c in range(4):
            rotations[f, pelvis, c] = local[c]
        for child in others:
            back = multiply(inverse(own), _turn_at(turned, f, child))
            for c in range(4):
                rotations[f, child, c] = back[c]


@compiled
def _turn_at(turned, f, j):
    return float(turned[f, j, 0]), float(turned[f, j, 1]), float(turned[f, j, 2]), float(turned[f, j, 3])
