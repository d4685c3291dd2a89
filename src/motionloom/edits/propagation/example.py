"""What teaches: seconds of a source, and what an artist made of the same frames, with timing of their own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.align.time_warp import Warp
from motionloom.core import Motion
from motionloom.core.editing import sample_at
from motionloom.core.errors import MotionloomError
from motionloom.core.skeleton import set_array

LEAST = 0.25  # seconds that teach anything
FASTEST, SLOWEST = 0.1, 10.0  # seconds of the edit a second of the source


class ExampleError(MotionloomError):
    """A pair of motions that cannot teach an edit."""


@dataclass(frozen=True, eq=False)
class Example:
    """source and edited: F frames each, frame i of the one is what became of frame i of the other; times (F,) seconds at which the
    edited frames show, from zero. The edited motion may have another skeleton."""

    source: Motion
    edited: Motion
    times: NDArray[np.float64]

    def __post_init__(self) -> None:
        set_array(self, "times", self.times, (len(self.source),), np.float64)
        if len(self.source) != len(self.edited):
            raise ExampleError(
                f"an example pairs the same frames: {self.source.name!r} has {len(self.source)}, {self.edited.name!r} has "
                f"{len(self.edited)}; give the timing between them"
            )
        if self.source.duration < LEAST:
            raise ExampleError(f"{self.source.name!r} lasts {self.source.duration:.2f} s; an example needs {LEAST} s at least")
        pace = np.diff(self.times) * self.source.fps
        if np.any(pace < FASTEST) or np.any(pace > SLOWEST):
            raise ExampleError(f"the timing of {self.edited.name!r} must go on at {FASTEST:g} to {SLOWEST:g} times the pace of the source")

    @property
    def duration(self) -> float:
        """Seconds of the source."""
        return self.source.duration


def make_example(source: Motion, edited: Motion, timing: Warp | None = None) -> Example:
    """An example of a source and its edit; timing takes seconds of the source to seconds of the edit, by default they are the same."""
    seconds = np.arange(len(source)) / source.fps
    if timing is None:
        if abs(len(source) / source.fps - len(edited) / edited.fps) > 1.5 / min(source.fps, edited.fps):
            raise ExampleError(
                f"{source.name!r} lasts {source.duration:.2f} s, its edit {edited.name!r} {edited.duration:.2f} s; "
                "pair the same seconds, or let their timing be found (--align)"
            )
        same = source.fps == edited.fps and len(source) == len(edited)
        return Example(source, edited if same else sample_at(edited, seconds * edited.fps, source.fps), seconds)
    times = np.asarray(timing(seconds))
    paired = sample_at(edited, times * edited.fps, source.fps)
    inside = np.minimum(np.maximum.accumulate(times), (len(edited) - 1) / edited.fps + 1 / edited.fps)
    return Example(source, paired, inside - inside[0])
