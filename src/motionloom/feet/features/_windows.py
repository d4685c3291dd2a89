"""Windows of positions about each frame, compiled. Imported only where it runs: numba takes a while to load."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.core.threads import run_in_chunks

CHUNK = 1024


@compiled
def _at(values, frame, n, c):
    """values (F, N, 3) at a frame that may lie outside of the clip: there, reflected through the first or last one.

    A foot at rest stays at rest beyond the border, and one that moves goes on moving.
    """
    last = len(values) - 1
    if frame < 0:
        return 2 * values[0, n, c] - values[min(-frame, last), n, c]
    if frame > last:
        return 2 * values[last, n, c] - values[max(2 * last - frame, 0), n, c]
    return values[frame, n, c]


@compiled
def _between(values, frame, share, n, c):
    value = _at(values, frame, n, c)
    if share > 0:
        value += share * (_at(values, frame + 1, n, c) - value)
    return value


@compiled
def _legs(positions, roots, sines, cosines, whole, shares, start, stop, out):
    for f in range(start, stop):
        sine, cosine = sines[f], cosines[f]
        place = 0
        for s in range(len(whole)):
            for n in range(positions.shape[1]):
                x = _between(positions, f + whole[s], shares[s], n, 0) - roots[f, 0]
                y = _between(positions, f + whole[s], shares[s], n, 1)
                z = _between(positions, f + whole[s], shares[s], n, 2) - roots[f, 1]
                out[f - start, place] = cosine * x - sine * z
                out[f - start, place + 1] = y
                out[f - start, place + 2] = sine * x + cosine * z
                place += 3


@compiled
def _bend(x):
    return x / np.sqrt(np.float32(1) + x * x)


@compiled
def _soles(positions, points, whole, shares, near, low, vertical, start, stop, out):
    """positions (F, 2 * points, 3): the left foot's points, then the right one's."""
    for f in range(start, stop):
        for side in range(2):
            place = 0
            for n in range(side * points, (side + 1) * points):
                x0, y0, z0 = positions[f, n, 0], positions[f, n, 1], positions[f, n, 2]
                for s in range(len(whole)):
                    if whole[s] == 0 and shares[s] == 0:
                        out[f - start, side, place] = vertical * _bend(y0 / low)
                        place += 1
                        continue
                    x = (_between(positions, f + whole[s], shares[s], n, 0) - x0) / near
                    y = _between(positions, f + whole[s], shares[s], n, 1)
                    z = (_between(positions, f + whole[s], shares[s], n, 2) - z0) / near
                    level = x * x + z * z
                    out[f - start, side, place] = np.sqrt(level / (np.float32(1) + level))
                    out[f - start, side, place + 1] = vertical * _bend((y - y0) / near)
                    out[f - start, side, place + 2] = vertical * _bend(y / low)
                    place += 3


def _split(offsets):
    """Offsets in frames as whole frames and the share of the next one."""
    whole = np.floor(offsets + 1e-6).astype(np.int64)
    shares = np.maximum(offsets - whole, 0).astype(np.float32)
    shares[shares < 1e-4] = 0
    return whole, shares


def fill_legs(positions: Any, roots: Any, headings: Any, offsets: Any, out: Any, start: int) -> None:
    """Fill out (N, D) with positions (F, P, 3) at `offsets` (S,) frames about frames start..start + N, seen from each.

    roots (F, 2) are the places, x and z, and headings (F,) radians the directions from which they are seen.
    """
    whole, shares = _split(offsets)
    sines, cosines = np.sin(headings).astype(np.float32), np.cos(headings).astype(np.float32)

    def work(a: int, b: int) -> None:
        _legs(positions, roots, sines, cosines, whole, shares, start + a, start + b, out[a:b])

    run_in_chunks(work, len(out), chunk=CHUNK)


def fill_soles(positions: Any, offsets: Any, near: float, low: float, vertical: float, out: Any, start: int) -> None:
    """Fill out (N, 2, D) with the bent distances and heights of positions (F, 2, P, 3) about frames start..start + N."""
    whole, shares = _split(offsets)
    flat = positions.reshape(len(positions), -1, 3)
    points = positions.shape[2]
    sizes = np.float32(near), np.float32(low), np.float32(vertical)

    def work(a: int, b: int) -> None:
        _soles(flat, points, whole, shares, *sizes, start + a, start + b, out[a:b])

    run_in_chunks(work, len(out), chunk=CHUNK)
