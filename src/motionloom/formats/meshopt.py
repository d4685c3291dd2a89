"""Arrays of a glTF file that meshopt packed (EXT_meshopt_compression), unpacked: what skeletons and animations need of it.

Rows of bytes, version 0 of the codec, as the extension's text in the Khronos registry describes them (appendix A, "Mode 0: attributes" and
appendix B, "Filters"). Triangles and indices are not unpacked: no motion needs them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

HEADER = 0xA0
GROUP = 16  # rows whose bytes are packed together
BLOCK_BYTES, BLOCK_ROWS = 8192, 256
TAIL = 32
MAX_BYTES = 1 << 28  # of an array when unpacked
FILTERS = ("NONE", "QUATERNION", "EXPONENTIAL", "OCTAHEDRAL")


class PackedWrong(ValueError):
    """What is wrong with packed bytes, in a few words."""


def unpack(data: bytes, count: int, stride: int, kind: str) -> bytes:
    """The `count` rows of `stride` bytes that were packed, with their filter taken back."""
    rows = unpack_rows(data, count, stride)
    if kind == "NONE":
        return rows.tobytes()
    if kind == "EXPONENTIAL" and stride % 4 == 0:
        return _from_exponents(rows).tobytes()
    if kind == "QUATERNION" and stride == 8:
        return _from_quaternions(rows).tobytes()
    raise PackedWrong(f"rows of {stride} bytes with the filter {kind} are not unpacked here")


def unpack_rows(data: bytes, count: int, stride: int) -> NDArray[np.uint8]:
    """Rows (count, stride) of bytes, before filters."""
    if not (0 < stride <= 256 and stride % 4 == 0 and count > 0 and count * stride <= MAX_BYTES):
        raise PackedWrong(f"{count} rows of {stride} bytes")
    if not data or data[0] != HEADER:
        raise PackedWrong(f"version {data[0] & 15 if data else 'none'} of the codec; version 0 is read")
    tail = max(TAIL, stride)
    if len(data) < 1 + tail:
        raise PackedWrong("the bytes are cut off")
    packed, last = np.frombuffer(data, np.uint8), np.frombuffer(data[len(data) - stride :], np.uint8)
    size = min(BLOCK_BYTES // stride & ~(GROUP - 1), BLOCK_ROWS)
    out = np.empty((count, stride), np.uint8)
    at, end = 1, len(data) - tail
    for first in range(0, count, size):
        rows = min(size, count - first)
        deltas = np.empty((-(-rows // GROUP) * GROUP, stride), np.uint8)
        for column in range(stride):
            at = _read_column(packed, at, end, deltas[:, column])
        steps = deltas[:rows] >> 1 ^ -(deltas[:rows] & 1)  # signs in the lowest bit; bytes wrap round
        block = np.cumsum(steps, axis=0, dtype=np.uint8) + last
        out[first : first + rows] = block
        last = block[-1]
    return out


def _read_column(packed: NDArray[np.uint8], at: int, end: int, out: NDArray[np.uint8]) -> int:
    """One byte of each row of a block, in groups of sixteen; where the next begins."""
    groups = len(out) // GROUP
    head = packed[at : at + (groups + 3) // 4]
    at += (groups + 3) // 4
    for group in range(groups):
        if at > end:
            raise PackedWrong("the bytes are cut off")
        mode = int(head[group // 4]) >> 2 * (group % 4) & 3
        target = out[group * GROUP : (group + 1) * GROUP]
        if mode == 0:
            target[:] = 0
        elif mode == 3:
            target[:] = packed[at : at + GROUP]
            at += GROUP
        else:
            bits = 2 * mode
            raw = packed[at : at + GROUP * bits // 8]
            shifts = np.arange(8 - bits, -1, -bits)
            most = (1 << bits) - 1
            values = (raw[:, None] >> shifts & most).astype(np.uint8).ravel()
            wide = np.flatnonzero(values == most)  # these did not fit, and follow as whole bytes
            at += len(raw)
            values[wide] = packed[at : at + len(wide)]
            at += len(wide)
            target[:] = values
    if at > end:
        raise PackedWrong("the bytes are cut off")
    return at


def _from_exponents(rows: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Floats of words with a signed exponent in the highest byte and a signed whole number below."""
    words = rows.view("<i4")
    with np.errstate(over="ignore"):
        floats: NDArray[np.float32] = np.ldexp(((words << 8) >> 8).astype(np.float32), words >> 24)
    return floats


def _from_quaternions(rows: NDArray[np.uint8]) -> NDArray[np.int16]:
    """Unit quaternions as 16-bit integers, of their three smaller parts and, in the fourth, which is left out and the scale."""
    words: NDArray[Any] = rows.view("<i2").astype(np.int32)
    left_out = words[:, 3] & 3
    parts = words[:, :3] / (np.sqrt(2.0) * (words[:, 3] | 3))[:, None]
    largest = np.sqrt(np.maximum(0.0, 1.0 - np.sum(parts**2, axis=1)))
    out = np.empty((len(words), 4))
    for place in range(3):
        out[np.arange(len(words)), (left_out + 1 + place) % 4] = parts[:, place]
    out[np.arange(len(words)), left_out] = largest
    return np.round(out * 32767).astype(np.int16)
