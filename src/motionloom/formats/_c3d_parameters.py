"""The header and the parameters of a C3D file: what it says of its points. Nothing is believed that the file is too short for."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import FileError

BLOCK = 512
KEY = 0x50
INTEL, DEC, MIPS = 84, 85, 86  # processor types
_BYTES_OF = {-1: 1, 1: 1, 2: 2, 4: 4}  # by the type of a parameter: text, byte, int16, float32


@dataclass(frozen=True)
class Numbers:
    """How a processor type writes numbers."""

    processor: int

    @property
    def order(self) -> str:
        """The byte order, as NumPy names it."""
        return ">" if self.processor == MIPS else "<"

    def shorts(self, data: bytes) -> NDArray[np.int16]:
        """Signed 16-bit integers."""
        return np.frombuffer(data, self.order + "i2")

    def floats(self, data: bytes) -> NDArray[np.floating]:
        """32-bit floats; DEC's have their halves swapped and another bias."""
        if self.processor != DEC:
            return np.frombuffer(data, self.order + "f4")
        halves = np.frombuffer(data, "<u2").reshape(-1, 2)
        swapped = np.ascontiguousarray(halves[:, ::-1]).view("<f4")[:, 0]
        return np.where(halves[:, 0] & 0x7F80, swapped / np.float32(4), np.float32(0)).astype(np.float32)


@dataclass(frozen=True)
class Header:
    """The first block: points and analog values of a frame, first and last frame, scale (below 0: floats), where frames begin, rate."""

    numbers: Numbers
    parameters_at: int  # bytes
    points: int
    analog: int
    first: int
    last: int
    scale: float
    data_at: int  # bytes
    rate: float


def read_header(path: Path, data: bytes) -> Header:
    """The header, and by the parameters' start how numbers are written."""
    if len(data) < 2 * BLOCK or data[1] != KEY:
        found = f"{len(data)} bytes" if len(data) < 2 * BLOCK else f"the byte 0x{data[1]:02x} where 0x50 must be"
        raise FileError(f"{path}: expected a C3D file, found {found}")
    at = (max(data[0], 1) - 1) * BLOCK
    if at < BLOCK or at + 4 > len(data):
        raise FileError(f"{path}: expected C3D parameters from block {data[0]} on, found a file of {len(data) // BLOCK} blocks")
    processor = data[at + 3]
    if processor not in (INTEL, DEC, MIPS):
        raise FileError(f"{path}: expected processor type 84, 85 or 86 (Intel, DEC, MIPS) in the C3D parameters, found {processor}")
    numbers = Numbers(processor)
    words = numbers.shorts(data[:24]).astype(int) & 0xFFFF
    scale, rate = float(numbers.floats(data[12:16])[0]), float(numbers.floats(data[20:24])[0])
    points, analog, first, last, block = (int(words[n]) for n in (1, 2, 3, 4, 8))
    return Header(numbers, at, points, analog, first, last, scale, (block - 1) * BLOCK, rate)


def read_parameters(path: Path, data: bytes, header: Header) -> dict[str, Any]:
    """Parameters by "GROUP:NAME": text as a list of strings, numbers as arrays. A record that leads out of the file is refused."""
    groups: dict[int, str] = {}
    found: list[tuple[int, str, Any]] = []
    at = header.parameters_at + 4
    while at + 2 <= len(data) and data[at] != 0:
        length, group = abs(_signed(data[at])), _signed(data[at + 1])
        name = data[at + 2 : at + 2 + length].decode("latin-1").strip().upper()
        link = at + 2 + length
        if length > 127 or link + 2 > len(data):
            raise _cut_off(path, name)
        (step,) = struct.unpack_from(header.numbers.order + "H", data, link)
        if group < 0:
            groups[-group] = name
        elif group > 0:
            found.append((group, name, _read_values(path, data, link + 2, name, header.numbers)))
        if step == 0:
            break
        at = link + step
    return {f"{groups[group]}:{name}": values for group, name, values in found if group in groups}


def _read_values(path: Path, data: bytes, at: int, name: str, numbers: Numbers) -> Any:
    """The values of one parameter whose type is at `at`; the first dimension runs fastest."""
    if at + 2 > len(data) or _signed(data[at]) not in _BYTES_OF or data[at + 1] > 7:
        raise _cut_off(path, name)
    kind, dimensions = _signed(data[at]), list(data[at + 2 : at + 2 + data[at + 1]])
    start, count = at + 2 + len(dimensions), 1
    for size in dimensions:
        count *= size
    raw = data[start : start + count * _BYTES_OF[kind]]
    if len(raw) < count * _BYTES_OF[kind]:
        raise _cut_off(path, name)
    if kind == -1:
        width = dimensions[0] if dimensions else 1
        return [raw[n : n + width].decode("latin-1").strip("\0 \t") for n in range(0, len(raw), max(width, 1))]
    if kind == 4:
        return numbers.floats(raw)
    return numbers.shorts(raw) if kind == 2 else np.frombuffer(raw, np.int8)


def _signed(byte: int) -> int:
    return byte - 256 if byte > 127 else byte


def _cut_off(path: Path, name: str) -> FileError:
    return FileError(f"{path}: expected a whole C3D parameter, found {name[:32]!r} cut off or of no known type")
