"""A small writer of C3D files, to try their reader: any processor type, integers or floats, gaps, analog values in between."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

INTEL, DEC, MIPS = 84, 85, 86


@dataclass
class C3D:
    """points (F, N, 3) in the unit; seen (F, N) bool; scale of integers, 0 for floats; parameters "GROUP:NAME" -> value, None drops one."""

    points: NDArray[np.float64]
    labels: list[str]
    seen: NDArray[np.bool_] | None = None
    processor: int = INTEL
    scale: float = 0.0
    rate: float = 100.0
    units: str = "mm"
    analog: int = 0
    parameters: dict[str, Any] = field(default_factory=dict)
    frames: int | None = None  # what the header claims

    def to_bytes(self) -> bytes:
        """The file."""
        frames, count = self.points.shape[:2]
        claimed = frames if self.frames is None else self.frames
        said = {
            "POINT:USED": count,
            "POINT:SCALE": self.scale if self.scale else -1.0,
            "POINT:RATE": self.rate,
            "POINT:FRAMES": min(claimed, 65535),
            "POINT:UNITS": [self.units],
            "POINT:LABELS": self.labels,
            "ANALOG:USED": self.analog,
        } | self.parameters
        parameters = self._parameters({name: value for name, value in said.items() if value is not None})
        blocks = -(-len(parameters) // 512)
        head = bytes([2, 0x50]) + self._shorts([count, self.analog, 1, min(claimed, 65535), 10])
        head += self._floats([self.scale if self.scale else -1.0]) + self._shorts([2 + blocks, 1]) + self._floats([self.rate])
        body = head.ljust(512, b"\0") + parameters.ljust(512 * blocks, b"\0") + self._frames()
        return body.ljust(-(-len(body) // 512) * 512, b"\0")

    def _frames(self) -> bytes:
        frames, count = self.points.shape[:2]
        seen = np.ones((frames, count), bool) if self.seen is None else self.seen
        table = np.zeros((frames, 4 * count + self.analog))
        places = self.points / (self.scale or 1.0)
        table[:, : 4 * count] = np.concatenate([places, np.where(seen, 0, -1)[..., None]], axis=-1).reshape(frames, -1)
        table[:, 4 * count :] = 7
        return self._shorts(np.round(table).ravel()) if self.scale else self._floats(table.ravel())

    def _parameters(self, said: dict[str, Any]) -> bytes:
        out = bytes([1, 0x50, 0, self.processor])
        groups = {name: number for number, name in enumerate(dict.fromkeys(key.split(":")[0] for key in said), 1)}
        for name, number in groups.items():
            out += struct.pack("bb", len(name), -number) + name.encode() + self._shorts([3]) + b"\0"
        for key, value in said.items():
            group, name = key.split(":")
            data = self._value(value)
            out += struct.pack("bb", len(name), groups[group]) + name.encode() + self._shorts([len(data) + 3]) + data + b"\0"
        return out + b"\0\0"

    def _value(self, value: Any) -> bytes:
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            width = max(map(len, value), default=1)
            return struct.pack("bBBB", -1, 2, width, len(value)) + "".join(text.ljust(width) for text in value).encode("latin-1")
        if isinstance(value, list):
            return struct.pack("bBB", 2, 1, len(value)) + self._shorts(value)
        return (
            struct.pack("bB", 4, 0) + self._floats([value]) if isinstance(value, float) else struct.pack("bB", 2, 0) + self._shorts([value])
        )

    def _shorts(self, values: Any) -> bytes:
        whole = np.asarray(values, np.int64).astype(np.uint16)
        return whole.astype(">u2" if self.processor == MIPS else "<u2").tobytes()

    def _floats(self, values: Any) -> bytes:
        plain = np.asarray(values, np.float32)
        if self.processor == DEC:
            return (plain * np.float32(4)).astype("<f4").view("<u2").reshape(-1, 2)[:, ::-1].tobytes()
        return plain.astype(">f4" if self.processor == MIPS else "<f4").tobytes()
