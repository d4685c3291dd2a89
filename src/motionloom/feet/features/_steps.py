"""Feet among their own steps, compiled. Imported only where it runs: numba takes a while to load."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.core.threads import run_in_chunks

CHUNK = 1024


@compiled
def _moves(padded, pad, whole, shares, near, start, stop, out):
    """Fill out (2 * S, F): for each offset how far along the floor and how much higher a point (3, F + 2 * pad) is then than now; bent."""
    one = np.float32(1)
    for s in range(len(whole)):
        shift, share = pad + whole[s], shares[s]
        for f in range(start, stop):
            i = f + shift
            x = (padded[0, i] + share * (padded[0, i + 1] - padded[0, i]) - padded[0, f + pad]) / near
            z = (padded[2, i] + share * (padded[2, i + 1] - padded[2, i]) - padded[2, f + pad]) / near
            level = x * x + z * z
            out[2 * s, f] = np.sqrt(level / (one + level))
        for f in range(start, stop):
            i = f + shift
            rise = (padded[1, i] + share * (padded[1, i + 1] - padded[1, i]) - padded[1, f + pad]) / near
            out[2 * s + 1, f] = rise / np.sqrt(one + rise * rise)


def fill_moves(padded: Any, pad: int, whole: Any, shares: Any, near: float, out: Any) -> None:
    """Fill out (2 * S, F) with the moves of a padded point to each offset."""
    run_in_chunks(lambda a, b: _moves(padded, pad, whole, shares, np.float32(near), a, b, out), out.shape[1], chunk=4 * CHUNK)


@compiled
def find_lowest(values, reach, out):
    """Fill out (F,) with the frame within `reach` of each at which values (F,) are lowest: the last of them where several are."""
    count = len(values)
    queue = np.empty(count, np.int64)
    first, last, taken = 0, 0, 0
    for f in range(count):
        while taken < count and taken <= f + reach:
            while last > first and values[queue[last - 1]] >= values[taken]:
                last -= 1
            queue[last] = taken
            last += 1
            taken += 1
        while queue[first] < f - reach:
            first += 1
        out[f] = queue[first]


@compiled
def fill_rests(point, slowness, reach, near, slow, low, out):
    """Fill out (4, F): how far a point (3, F) is along the floor from where it is slowest within `reach` frames, how much higher, how
    slow (F,) it is there, and how high; bent."""
    one = np.float32(1)
    lowest = np.empty(point.shape[1], np.int64)
    find_lowest(slowness, reach, lowest)
    for f in range(point.shape[1]):
        rest = lowest[f]
        x, z = (point[0, f] - point[0, rest]) / near, (point[2, f] - point[2, rest]) / near
        level = x * x + z * z
        rise, speed, height = (point[1, f] - point[1, rest]) / near, slowness[rest] / slow, point[1, rest] / low
        out[0, f] = np.sqrt(level / (one + level))
        out[1, f] = rise / np.sqrt(one + rise * rise)
        out[2, f] = speed / np.sqrt(one + speed * speed)
        out[3, f] = height / np.sqrt(one + height * height)
