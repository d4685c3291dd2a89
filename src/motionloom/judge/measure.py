"""What a measure is. Each is one file in `measures/`; other packages add theirs by entry points of `motionloom.measures`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core.registry import Registry
from motionloom.judge.take import Take

GROUP = "motionloom.measures"
_NAMES = (
    "scuff",
    "skim",
    "drag",
    "slide",
    "depth",
    "acceleration",
    "jolt",
    "bend",
    "pop",
    "snap",
    "seams",
    "momentum",
    "flight",
    "hover",
    "unsupported",
    "penetration",
    "activity",
    "freeze",
    "flip",
    "jitter",
)


@dataclass(frozen=True, eq=False)
class Reading:
    """A measure over time: values (F, N), not negative, nan where it does not apply; what each of the N columns is of.

    which (F,): where there is one column, the channel that it is of in each frame.
    """

    values: NDArray[np.float64]
    channels: tuple[str, ...]
    which: NDArray[np.intp] | None = None

    @staticmethod
    def worst_of(values: NDArray[np.float64], channels: tuple[str, ...]) -> Reading:
        """Of values (F, N) the highest in each frame, and which it is; nan where the first column is nan."""
        which = np.argmax(np.nan_to_num(values, nan=-1.0), axis=1)
        return Reading(np.take_along_axis(values, which[:, None], axis=1), channels, which)

    def channel(self, frame: int, column: int) -> str:
        """What a value is of."""
        return self.channels[column if self.which is None else int(self.which[frame])]


@dataclass(frozen=True)
class Measure:
    """A kinematic measure: the higher, the worse.

    unit: of its values. read: the measure itself, a pure function. statistics: how it is summed up, of p50, p75, p90, p99, p99.9 (any
    percentile), max, share (of values above zero), spikes (a minute, above the 99.9th percentile of captures). captured: what is read
    from captures in its place, where it is held against another thing (joins against all frames).
    """

    name: str
    title: str
    unit: str
    read: Callable[[Take], Reading]
    statistics: tuple[str, ...]
    captured: Callable[[Take], Reading] | None = None


MEASURES: Registry[Measure] = Registry("measure", GROUP, tuple(f"motionloom.judge.measures.{name}" for name in _NAMES))


def all_measures() -> tuple[Measure, ...]:
    """Every measure, ours in the order of the list above whichever was loaded first, then those of other packages."""
    known = MEASURES.all()
    return tuple(known[name] for name in (*(n for n in _NAMES if n in known), *(n for n in known if n not in _NAMES)))


def register(measure: Measure) -> Measure:
    """Make a measure known."""
    return MEASURES.add(measure.name, measure)
