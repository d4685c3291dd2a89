"""The numbers of a BVH file, straight from its bytes: compiled, on all cores. Imported only where it runs."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core._compiled import compiled
from motionloom.core.threads import run_in_chunks

# Larger values are refused: no capture reaches a million kilometres, and squares of them overflow further on.
LARGEST = 1e9
_POWERS = 10.0 ** np.arange(0, 23)  # exact as float64
_HALF_DEGREE = math.pi / 360


@compiled
def _count_lines(buffer, starts, stops, counts, first, last):
    for line in range(first, last):
        count = 0
        blank = True
        for at in range(starts[line], stops[line]):
            is_blank = buffer[at] <= 32
            count += blank and not is_blank
            blank = is_blank
        counts[line] = count


@compiled
def _scale(mantissa, exponent):
    """mantissa * 10**exponent, correct to the last bit but one; the exponent is bounded by the caller."""
    value = float(mantissa)
    while exponent > 22:
        value *= 1e22
        exponent -= 22
    while exponent < -22:
        value /= 1e22
        exponent += 22
    if exponent >= 0:
        return value * _POWERS[exponent]
    return value / _POWERS[-exponent]


@compiled
def _parse_lines(buffer, starts, stops, values, bad, first, last):
    """Fill values (L, C) and bad (L,): the first column that is no finite number, or -1."""
    width = values.shape[1]
    for line in range(first, last):
        at = starts[line]
        stop = stops[line]
        bad[line] = -1
        for column in range(width):
            while at < stop and buffer[at] <= 32:
                at += 1
            negative = at < stop and buffer[at] == 45
            if at < stop and (buffer[at] == 45 or buffer[at] == 43):
                at += 1
            mantissa = np.int64(0)
            exponent = 0
            digits = 0  # read in all
            while at < stop and 48 <= buffer[at] <= 57:
                if mantissa < 100_000_000_000_000_000:
                    mantissa = mantissa * 10 + (np.int64(buffer[at]) - 48)
                else:
                    exponent += 1
                digits += 1
                at += 1
            if at < stop and buffer[at] == 46:
                at += 1
                while at < stop and 48 <= buffer[at] <= 57:
                    if mantissa < 100_000_000_000_000_000:
                        mantissa = mantissa * 10 + (np.int64(buffer[at]) - 48)
                        exponent -= 1
                    digits += 1
                    at += 1
            if digits > 0 and at < stop and (buffer[at] == 101 or buffer[at] == 69):
                at += 1
                down = at < stop and buffer[at] == 45
                if at < stop and (buffer[at] == 45 or buffer[at] == 43):
                    at += 1
                power = 0
                digits = 0
                while at < stop and 48 <= buffer[at] <= 57:
                    power = min(power * 10 + (np.int64(buffer[at]) - 48), 100_000)
                    digits += 1
                    at += 1
                exponent += -power if down else power
            ends = at >= stop or buffer[at] <= 32
            while at < stop and buffer[at] > 32:
                at += 1
            value = 0.0
            if mantissa != 0 and exponent > -400:
                value = _scale(mantissa, min(exponent, 100))
            if (digits == 0 or not ends or value >= LARGEST) and bad[line] < 0:
                bad[line] = column
            values[line, column] = -value if negative else value


def split_lines(buffer: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Where each line starts and stops, and how many values it holds."""
    ends = np.flatnonzero(buffer == 10)
    starts = np.concatenate([[0], ends + 1]).astype(np.int64)
    stops = np.concatenate([ends, [len(buffer)]]).astype(np.int64)
    counts = np.zeros(len(starts), dtype=np.int64)
    run_in_chunks(lambda first, last: _count_lines(buffer, starts, stops, counts, first, last), len(starts), _chunk(len(starts)))
    return starts, stops, counts


def parse_lines(
    buffer: NDArray[np.uint8], starts: NDArray[np.int64], stops: NDArray[np.int64], width: int
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Values (L, width) of lines that hold `width` values each, and for each line its first bad column or -1."""
    values = np.empty((len(starts), width))
    bad = np.empty(len(starts), dtype=np.int64)
    run_in_chunks(lambda first, last: _parse_lines(buffer, starts, stops, values, bad, first, last), len(starts), _chunk(len(starts)))
    return values, bad


@compiled
def _turn(values, columns, axes, joint_starts, rotations, first, last):
    for frame in range(first, last):
        for joint in range(len(joint_starts) - 1):
            x, y, z, w = 0.0, 0.0, 0.0, 1.0
            for channel in range(joint_starts[joint], joint_starts[joint + 1]):
                half = values[frame, columns[channel]] * _HALF_DEGREE
                s = math.sin(half)
                c = math.cos(half)
                if axes[channel] == 0:
                    x, y, z, w = x * c + w * s, y * c + z * s, z * c - y * s, w * c - x * s
                elif axes[channel] == 1:
                    x, y, z, w = x * c - z * s, y * c + w * s, z * c + x * s, w * c - y * s
                else:
                    x, y, z, w = x * c + y * s, y * c - x * s, z * c + w * s, w * c - z * s
            rotations[frame, joint, 0] = x
            rotations[frame, joint, 1] = y
            rotations[frame, joint, 2] = z
            rotations[frame, joint, 3] = w


def turn(values: NDArray[np.float64], columns: Any, axes: Any, joint_starts: Any) -> NDArray[np.float32]:
    """Rotations (F, J, 4) of angles in degrees: joint j turns about axes[c] by values[:, columns[c]] for each of its channels c in turn."""
    rotations = np.empty((len(values), len(joint_starts) - 1, 4), dtype=np.float32)
    tables = [np.asarray(table, dtype=np.int64) for table in (columns, axes, joint_starts)]
    run_in_chunks(lambda first, last: _turn(values, *tables, rotations, first, last), len(values), _chunk(len(values)))
    return rotations


def _chunk(count: int) -> int:
    return max(256, count // 8)
