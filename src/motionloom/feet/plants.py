"""Foot plants of a clip: four bits a frame, who set them, and the runs they make."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motionloom.core.errors import MotionError
from motionloom.core.masks import find_runs
from motionloom.core.skeleton import set_array

POINTS = ("left_heel", "left_toe", "right_heel", "right_toe")
LEFT_RIGHT = (2, 3, 0, 1)  # where each point goes when a motion is mirrored

Bits = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Plants:
    """Immutable labels of one clip.

    bits (F, 4) bool, in the order of `POINTS`; fps frames a second; by_person (F, 4) bool, the bits that a person has
    set; source says which detector or oracle version made the others. `library.ClipPlants` is how a library keeps them.
    """

    bits: Bits
    fps: float
    by_person: Bits = field(default=None)  # type: ignore[arg-type]
    source: str = ""

    def __post_init__(self) -> None:
        set_array(self, "bits", self.bits, (None, 4), np.bool_)
        person = np.zeros(self.bits.shape, bool) if self.by_person is None else self.by_person
        set_array(self, "by_person", person, self.bits.shape, np.bool_)

    def __len__(self) -> int:
        return len(self.bits)

    def __repr__(self) -> str:
        planted = ", ".join(f"{point} {share:.0%}" for point, share in zip(POINTS, self.bits.mean(axis=0), strict=True))
        return f"Plants({len(self)} frames at {self.fps:g} Hz; planted: {planted}{f'; by {self.source}' if self.source else ''})"

    def __getitem__(self, frames: slice) -> Plants:
        """A half-open range of frames: plants[10:50]."""
        return replace(self, bits=self.bits[frames], by_person=self.by_person[frames])

    def runs(self, point: int | str) -> list[tuple[int, int]]:
        """The plants of one point as half-open frame ranges."""
        return find_runs(self.bits[:, POINTS.index(point) if isinstance(point, str) else point])

    def corrected(self, start: int, bits: ArrayLike) -> Plants:
        """The same labels with frames from `start` set by a person to bits (N, 4)."""
        given = np.asarray(bits, bool).reshape(-1, 4)
        stop = start + len(given)
        if start < 0 or stop > len(self):
            raise MotionError(f"frames {start} to {stop} were labelled, but the clip has {len(self)}; nothing was changed")
        new_bits, person = self.bits.copy(), self.by_person.copy()
        new_bits[start:stop], person[start:stop] = given, True
        return replace(self, bits=new_bits, by_person=person)

    @property
    def checked(self) -> NDArray[np.intp]:
        """The frames (N,) all four bits of which a person has set."""
        return np.flatnonzero(self.by_person.all(axis=1))

    def under(self, machine: Plants) -> Plants:
        """The machine's labels where no person has set any: a person's labels always win."""
        check_same_length(self, machine)
        bits = np.where(self.by_person, self.bits, machine.bits)
        return replace(machine, bits=bits, by_person=self.by_person)

    def mirrored(self) -> Plants:
        """The labels of the mirrored motion: left and right change places."""
        return replace(self, bits=self.bits[:, LEFT_RIGHT], by_person=self.by_person[:, LEFT_RIGHT])

    def resampled(self, fps: float, frames: int) -> Plants:
        """The labels of the nearest frame in time, at another rate."""
        nearest = np.clip(np.round(np.arange(frames) * self.fps / fps).astype(int), 0, len(self) - 1)
        return replace(self, bits=self.bits[nearest], by_person=self.by_person[nearest], fps=fps)


def apply_hysteresis(values: NDArray[np.floating], low: float, high: float) -> Bits:
    """True from where values (F, ...) rise above `high` until they fall below `low` (paper 000, section 3.5).

    Between the two a frame keeps what the frame before it was; before the first decision it is false.
    """
    decided = (values > high) | (values < low)
    frames = np.arange(len(values)).reshape(-1, *[1] * (values.ndim - 1))
    last = np.maximum.accumulate(np.where(decided, frames, -1), axis=0)
    found = np.take_along_axis(values > high, np.maximum(last, 0), axis=0)
    return found & (last >= 0)


def drop_short(mask: Bits, frames: float) -> Bits:
    """mask (F,) without gaps, then without runs, shorter than `frames`; those at the clip's borders stay."""
    out = mask.copy()
    for value in (False, True):
        for start, stop in find_runs(out == value):
            if stop - start < frames and start > 0 and stop < len(out):
                out[start:stop] = not value
    return out


def check_same_length(one: Plants, other: Plants) -> None:
    """An error unless both label the same number of frames."""
    if len(one) != len(other):
        raise MotionError(f"plants of {len(one)} and of {len(other)} frames do not belong to one clip")
