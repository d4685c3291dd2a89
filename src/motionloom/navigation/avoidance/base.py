"""What an avoidance is: from where everybody is and would like to go, to the velocity each should take now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core.registry import Registry
from motionloom.navigation.walls import Walls

Floats = NDArray[np.float64]
_MODULES = ("orca", "field")


@dataclass(frozen=True, eq=False)
class Seen:
    """What N bodies see: places and velocities (N, 2), headings (N,), the velocity each would like (N, 2), radii (N,) metres, how fast
    each can go (N,), how much each gives way (N,): 0 for those who cannot; near (N, K): their neighbours, nearest first, -1 beyond; walls.

    which (M,): those who ask; the others are only seen.
    """

    places: Floats
    velocities: Floats
    headings: Floats
    wanted: Floats
    radii: Floats
    top: Floats
    yields: Floats
    near: NDArray[np.int64]
    walls: Walls
    which: NDArray[np.int64]


@dataclass(frozen=True)
class Avoidance:
    """A name, and the function that gives a velocity (N, 2) to those who ask."""

    name: str
    choose: Callable[[Seen], Floats]


_AVOIDANCES: Registry[Avoidance] = Registry(
    "avoidance", "motionloom.avoidances", [f"motionloom.navigation.avoidance.{name}" for name in _MODULES]
)


def register(avoidance: Avoidance) -> Avoidance:
    """Make an avoidance known."""
    return _AVOIDANCES.add(avoidance.name, avoidance)


def avoidances() -> dict[str, Avoidance]:
    """All there are, by name."""
    return _AVOIDANCES.all()


def find_avoidance(name: str) -> Avoidance:
    """One by name, or an error that says which there are."""
    return _AVOIDANCES.find(name)
