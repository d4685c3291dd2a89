"""Foot plants as the library keeps them: a byte a frame, four bits of plants and four of "a person set this bit"."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motionloom.core.errors import LibraryError
from motionloom.core.skeleton import set_array
from motionloom.library.records import Author

Foot = Literal["left_heel", "left_toe", "right_heel", "right_toe"]
FEET: tuple[Foot, ...] = ("left_heel", "left_toe", "right_heel", "right_toe")
ALL_BITS, PERSON = 0x0F, 4  # a person's mark lies four bits above the plant it is about


@dataclass(frozen=True, eq=False)
class ClipPlants:
    """The stored plants of a clip.

    bits (F, 4) bool in the order of `FEET`; by_person (F, 4) bool, the bits a person set, which always win over a
    machine's; by and source say who or what set the others; confidence (F, 4) 0..1 of the machine's bits, or None.
    """

    bits: NDArray[np.bool_]
    by_person: NDArray[np.bool_]
    by: Author
    source: str
    confidence: NDArray[np.float32] | None = field(default=None)

    def __post_init__(self) -> None:
        set_array(self, "bits", self.bits, (None, 4), np.bool_)
        set_array(self, "by_person", self.by_person, (len(self.bits), 4), np.bool_)

    def __len__(self) -> int:
        return len(self.bits)


def to_bytes(bits: ArrayLike, by_person: ArrayLike = False) -> bytes:
    """A byte a frame of bits (F, 4) bool and by_person, which broadcasts to it."""
    given = np.asarray(bits)
    if given.ndim != 2 or given.shape[1] != len(FEET):
        raise LibraryError(f"plants must have shape (frames, 4), for {', '.join(FEET)}; found {given.shape}")
    weights = 1 << np.arange(len(FEET))
    person = np.broadcast_to(np.asarray(by_person, dtype=bool), given.shape)
    packed: NDArray[np.uint8] = ((given.astype(bool) @ weights) | ((person @ weights) << PERSON)).astype(np.uint8)
    return packed.tobytes()


def from_bytes(frames: bytes) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Bits (F, 4) and by_person (F, 4) of a byte a frame."""
    unpacked = np.unpackbits(np.frombuffer(frames, np.uint8)[:, None], axis=1, bitorder="little").astype(bool)
    return unpacked[:, :PERSON], unpacked[:, PERSON:]


def confidence_to_bytes(confidence: ArrayLike) -> bytes:
    """Four bytes a frame of confidence (F, 4), 0..1."""
    return np.round(np.clip(np.asarray(confidence, np.float32), 0, 1) * 255).astype(np.uint8).tobytes()


def confidence_from_bytes(data: bytes) -> NDArray[np.float32]:
    """Confidence (F, 4), 0..1."""
    return np.frombuffer(data, np.uint8).reshape(-1, len(FEET)).astype(np.float32) / np.float32(255)


def overlay(frames: bytes, bits: bytes, feet: int, by: Author) -> bytes:
    """`frames` with `bits` written over the feet of a 4-bit mask; a machine leaves every bit that a person set."""
    old, new = np.frombuffer(frames, np.uint8), np.frombuffer(bits, np.uint8)
    if by == "person":
        return ((old & ~np.uint8(feet)) | (new & feet) | np.uint8(feet << PERSON)).tobytes()
    free = feet & ~(old >> PERSON)
    return ((old & ~free) | (new & free)).astype(np.uint8).tobytes()


def mark(frames: bytes, by_person: bool) -> bytes:
    """`frames` with every bit marked as a person's, or with no such mark."""
    old = np.frombuffer(frames, np.uint8)
    return (old | (ALL_BITS << PERSON) if by_person else old & ALL_BITS).astype(np.uint8).tobytes()


def merge(now: bytes, expected: bytes, wanted: bytes) -> tuple[bytes, bool]:
    """`wanted` for every foot of every frame that is still as `expected`, `now` for the rest; and whether all were."""
    current, before, after = (np.frombuffer(data, np.uint8) for data in (now, expected, wanted))
    overtaken = _either(current ^ before)
    theirs = overtaken | (overtaken << PERSON)
    merged = ((current & theirs) | (after & ~theirs)).astype(np.uint8).tobytes()
    # Only feet that the edit had changed can have been overtaken.
    return merged, not np.any(overtaken & _either(before ^ after))


def _either(difference: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The feet whose plant, or whose mark of a person, differs."""
    return ((difference | (difference >> PERSON)) & ALL_BITS).astype(np.uint8)
