"""The numbers of a BVH file, straight from its bytes: compiled, on all cores. Imported only where it runs."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call,assignment"
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core._compiled import compiled
from motionloom.core.threads import run_in_chunks

# Larger values are refused: no capture reaches a million kilometres, and squares of them overflow further on.
LARGEST = 1e9
_FULL = 10**17  # digits after this many change no float64
_FRACTIONS = 10.0 ** -np.arange(0.0, 23.0)
_PIECES = 16
_SMALLEST_PIECE = 1 << 17  # bytes


@compiled
def _scale(mantissa, exponent):
    """mantissa * 10**exponent, right to the last bits of a float64; whatever reaches LARGEST is only known to."""
    value = float(mantissa)
    if mantissa == 0 or exponent < -60:
        return 0.0
    while exponent < -22:
        value *= 1e-22
        exponent += 22
    while exponent > 0 and value < LARGEST:
        value *= 10.0
        exponent -= 1
    return value * _FRACTIONS[-exponent] if exponent < 0 else value


# One function on purpose: a call that passes the buffer counts references to it, atomically, and takes five times as long.
@compiled
def _parse_piece(buffer, start, stop, values, counts, bad):
    """Parse whole lines; buffer[stop - 1] is a newline, so no word needs another bound. Gives the number of lines of full width."""
    limit, width = values.shape
    row = 0
    line = 0
    at = start
    while at < stop:
        column = 0
        wrong = -1
        while buffer[at] != 10:
            if buffer[at] <= 32:
                at += 1
                continue
            negative = buffer[at] == 45
            if negative or buffer[at] == 43:
                at += 1
            mantissa, exponent, digits, after_point = np.int64(0), 0, 0, 0
            while 48 <= buffer[at] <= 57 or (buffer[at] == 46 and after_point == 0):
                if buffer[at] == 46:
                    after_point = 1
                elif mantissa < _FULL:
                    mantissa = mantissa * 10 + (np.int64(buffer[at]) - 48)
                    exponent -= after_point
                    digits += 1
                else:
                    exponent += 1 - after_point
                at += 1
            if digits > 0 and (buffer[at] | 32) == 101:  # e or E
                at += 1
                down = buffer[at] == 45
                if down or buffer[at] == 43:
                    at += 1
                power, digits = 0, 0
                while 48 <= buffer[at] <= 57:
                    power = min(power * 10 + (np.int64(buffer[at]) - 48), 1000)
                    digits += 1
                    at += 1
                exponent += -power if down else power
            good = digits > 0 and buffer[at] <= 32
            while buffer[at] > 32:
                at += 1
            value = _scale(mantissa, exponent)
            if wrong < 0 and not (good and value < LARGEST):
                wrong = column
            if column < width and row < limit:
                values[row, column] = -value if negative else value
            column += 1
        counts[line] = column
        bad[line] = wrong
        row += column == width
        line += 1
        at += 1
    return row


@dataclass(frozen=True)
class Lines:
    """values (K, C) of the K lines that hold C values; for each line counts (L,) its values and bad (L,) its first that is no finite
    number, or -1."""

    values: NDArray[np.float64]
    counts: NDArray[np.int32]
    bad: NDArray[np.int32]


def parse_lines(data: bytes, start: int, width: int) -> Lines:
    """The numbers in data[start:], which ends with a newline; the memory taken is in proportion to it, whatever the width."""
    pieces = _cut(data, start)
    lines = [data.count(b"\n", first, last) for first, last in pieces]
    # A value takes two bytes or more: that bounds the full lines of a piece, however many lines it has.
    rows = [min(count, (last - first) // (2 * width) + 1) for count, (first, last) in zip(lines, pieces, strict=True)]
    first_line, first_row = np.cumsum([0, *lines]), np.cumsum([0, *rows])
    buffer = np.frombuffer(data, dtype=np.uint8)
    values = np.empty((first_row[-1], width))
    counts, bad = np.empty(first_line[-1], dtype=np.int32), np.empty(first_line[-1], dtype=np.int32)
    full = [0] * len(pieces)

    def work(begin: int, end: int) -> None:
        for piece in range(begin, end):
            here, there = slice(first_row[piece], first_row[piece + 1]), slice(first_line[piece], first_line[piece + 1])
            full[piece] = _parse_piece(buffer, *pieces[piece], values[here], counts[there], bad[there])

    run_in_chunks(work, len(pieces), 1)
    if full != rows:
        values = np.concatenate([values[first : first + count] for first, count in zip(first_row[:-1], full, strict=True)])
    return Lines(values, counts, bad)


def _cut(data: bytes, start: int) -> list[tuple[int, int]]:
    """Pieces of data[start:] that end with newlines."""
    size = max(_SMALLEST_PIECE, (len(data) - start) // _PIECES)
    cuts = [start]
    while cuts[-1] < len(data):
        cuts.append(data.find(b"\n", min(cuts[-1] + size, len(data) - 1)) + 1)
    return list(pairwise(cuts))


@compiled
def _sines_cosines(angles, scale, sines, cosines):
    """Sines and cosines of scale * angles to 1e-9, which float32 rotations cannot tell from exact.

    Written without branches, so that the compiler takes four angles at a time: the library's own take four times as long.
    """
    for place in range(len(angles)):
        angle = angles[place] * scale
        turns = math.floor(angle * (2 / math.pi) + 0.5)
        x = angle - turns * (math.pi / 2)
        y = x * x
        sine = x * (1 + y * (-1 / 6 + y * (1 / 120 + y * (-1 / 5040 + y * (1 / 362880 - y / 39916800)))))
        cosine = 1 + y * (-1 / 2 + y * (1 / 24 + y * (-1 / 720 + y * (1 / 40320 + y * (-1 / 3628800 + y / 479001600)))))
        quarter = np.int32(turns)
        odd = np.float64(quarter & np.int32(1))
        sign = np.float64(np.int32(1) - (quarter & np.int32(2)))
        sines[place] = sign * (sine + odd * (cosine - sine))
        cosines[place] = sign * (cosine - odd * (cosine + sine))


@compiled
def _turn(values, columns, axes, joint_starts, rotations, first, last):
    sines, cosines = np.empty(values.shape[1]), np.empty(values.shape[1])
    for frame in range(first, last):
        _sines_cosines(values[frame], math.pi / 360, sines, cosines)
        for joint in range(len(joint_starts) - 1):
            x, y, z, w = 0.0, 0.0, 0.0, 1.0
            for channel in range(joint_starts[joint], joint_starts[joint + 1]):
                s, c = sines[columns[channel]], cosines[columns[channel]]
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
    run_in_chunks(lambda first, last: _turn(values, *tables, rotations, first, last), len(values), max(256, len(values) // _PIECES))
    return rotations


@compiled
def _angles(rotations, order, degrees, joint):
    """Degrees about z, x, y (that is Rz * Rx * Ry) of one joint in every frame, each frame's nearest to those of the one before.

    Bernardes and Viollet 2022: the angles from the quaternion itself, exact at the poles too.
    """
    last_sum, last_difference = 0.0, 0.0
    last_z, last_x, last_y = 0.0, 0.0, 0.0
    for frame in range(len(rotations)):
        x = np.float64(rotations[frame, order[joint], 0])
        y = np.float64(rotations[frame, order[joint], 1])
        z = np.float64(rotations[frame, order[joint], 2])
        w = np.float64(rotations[frame, order[joint], 3])
        up, down = math.hypot(w - x, y - z), math.hypot(w + x, y + z)
        # At a pole only the sum or the difference is defined; the other one stays what it was.
        half_sum = math.atan2(y - z, w - x) if up > 1e-6 else last_sum
        half_difference = math.atan2(-y - z, w + x) if down > 1e-6 else last_difference
        last_sum, last_difference = half_sum, half_difference
        angle_x = 2 * math.atan2(down, up) - math.pi / 2
        angle_y, angle_z = half_sum - half_difference, -half_sum - half_difference
        # The other triple of the same rotation, and then whole turns, whichever lies nearest.
        other_x = math.pi - angle_x
        near = _turns(angle_z, last_z) ** 2 + _turns(angle_x, last_x) ** 2 + _turns(angle_y, last_y) ** 2
        far = _turns(angle_z + math.pi, last_z) ** 2 + _turns(other_x, last_x) ** 2 + _turns(angle_y + math.pi, last_y) ** 2
        if far < near:
            angle_z, angle_x, angle_y = angle_z + math.pi, other_x, angle_y + math.pi
        last_z += _turns(angle_z, last_z)
        last_x += _turns(angle_x, last_x)
        last_y += _turns(angle_y, last_y)
        degrees[frame, joint, 0] = last_z * (180 / math.pi)
        degrees[frame, joint, 1] = last_x * (180 / math.pi)
        degrees[frame, joint, 2] = last_y * (180 / math.pi)


@compiled
def _turns(angle, last):
    """The way from `last` to `angle`, less than half a turn."""
    difference = angle - last
    return difference - 2 * math.pi * math.floor(difference / (2 * math.pi) + 0.5)


def angles_zxy(rotations: NDArray[np.float32], order: NDArray[np.intp]) -> NDArray[np.float64]:
    """Degrees (F, N, 3) about z, x, y of the joints in `order` (N,), continuous in time."""
    degrees = np.empty((len(rotations), len(order), 3))

    def work(first: int, last: int) -> None:
        for joint in range(first, last):
            _angles(rotations, order, degrees, joint)

    run_in_chunks(work, len(order), max(1, len(order) // _PIECES))
    return degrees


@compiled
def _format_piece(values, decimals, powers, out, first, last):
    """Write rows of fixed-point numbers parted by spaces into out; gives the bytes written."""
    at = 0
    for row in range(first, last):
        for column in range(values.shape[1]):
            value = values[row, column]
            scaled = np.int64(math.floor(abs(value) * powers[column] + 0.5))
            if value < 0 and scaled > 0:
                out[at] = 45
                at += 1
            whole, places = 1, decimals[column] + 1
            rest = scaled // np.int64(powers[column])
            while rest >= 10:
                rest //= 10
                whole += 1
            end = at + whole + places
            for place in range(end - 1, at - 1, -1):
                if place == at + whole:
                    out[place] = 46
                else:
                    out[place] = 48 + scaled % 10
                    scaled //= 10
            out[end] = 32 if column < values.shape[1] - 1 else 10
            at = end + 1
    return at


def format_rows(values: NDArray[np.float64], decimals: Sequence[int]) -> bytes | None:
    """Lines of text, one a row of values (F, C), with so many decimals a column (1 or more); None where a value has too many digits."""
    largest = float(np.abs(values).max(initial=0.0))
    if not largest < LARGEST:
        return None
    places, powers = np.array(decimals, dtype=np.int64), 10.0 ** np.array(decimals)
    longest = values.shape[1] * (len(str(int(largest) + 1)) + max(decimals) + 3)
    step = max(64, _SMALLEST_PIECE // longest)
    pieces: dict[int, bytes] = {}

    def work(first: int, last: int) -> None:
        out = np.empty((last - first) * longest, dtype=np.uint8)
        pieces[first] = out[: _format_piece(values, places, powers, out, first, last)].tobytes()

    run_in_chunks(work, len(values), step)
    return b"".join(pieces[first] for first in sorted(pieces))
