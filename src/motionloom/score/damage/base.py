"""What every kind of damage is: a function that spoils a capture and says which frames it touched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.errors import MotionError, list_names
from motionloom.score.captures import Capture


@dataclass(frozen=True, eq=False)
class Damaged:
    """A spoilt motion, the plants (F, 4) its sources stood on, and the frames (F,) that were touched."""

    motion: Motion
    plants: NDArray[np.bool_]
    touched: NDArray[np.bool_]


# A capture to spoil, another of the same performer and as long to take parts from, and where chance comes from.
# None: this capture cannot be spoilt so that anyone would see it (a slide where nothing stands).
Damage = Callable[[Capture, Capture, np.random.Generator], Damaged | None]

# The same for one that keeps to frames start:stop, where a foot stands.
PlantedDamage = Callable[[Capture, int, int, np.random.Generator], Damaged]

_KINDS: dict[str, Damage] = {}


def register(name: str) -> Callable[[Damage], Damage]:
    """Make a kind of damage known by its name; used as a decorator."""

    def add(damage: Damage) -> Damage:
        _KINDS[name] = damage
        return damage

    return add


def register_planted(name: str, seconds: tuple[float, float], share: float) -> Callable[[PlantedDamage], Damage]:
    """Make a kind of damage known that needs a stretch of so many seconds, in at least that share of which a foot stands."""

    def add(damage: PlantedDamage) -> Damage:
        def spoil(capture: Capture, other: Capture, rng: np.random.Generator) -> Damaged | None:
            start, stop = choose_span(len(capture.motion), round(rng.uniform(*seconds) * capture.motion.fps), rng)
            stands = capture.plants[start:stop].any(axis=1).mean() >= share
            return damage(capture, start, stop, rng) if stands else None

        return register(name)(spoil)

    return add


def kinds() -> tuple[str, ...]:
    """The names of all kinds, in the order they were registered."""
    return tuple(_KINDS)


def find_kind(name: str) -> Damage:
    """A kind of damage by its name, or an error that lists those that exist."""
    if name not in _KINDS:
        raise MotionError(f"no damage is called {name!r}; there are {list_names(kinds())}")
    return _KINDS[name]


def ramp(frames: int, start: int, stop: int, ease: float) -> NDArray[np.float64]:
    """(F,) 0 outside start:stop, 1 inside, with smooth flanks of `ease` frames within."""
    at = np.arange(frames)
    near = np.minimum(at - start, stop - 1 - at) / max(ease, 1.0)
    s = np.clip(near, 0, 1)
    return s * s * (3 - 2 * s)


def choose_span(frames: int, length: int, rng: np.random.Generator) -> tuple[int, int]:
    """A random half-open range of `length` frames, clear of the ends where there is room."""
    length = min(length, frames)
    margin = min((frames - length) // 2, frames // 10)
    start = int(rng.integers(margin, frames - length - margin + 1))
    return start, start + length
