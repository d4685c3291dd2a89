"""The behaviours, by name. Adding one is a function that makes a Performance of a Stage and one registration above it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from motionloom.core.errors import MotionError
from motionloom.sample.stage import Performance, Stage

Maker = Callable[[Stage], Performance]


@dataclass(frozen=True)
class Behaviour:
    """A thing performers can do: label is what a clip of it is called in a library, seconds how long one lasts."""

    name: str
    label: str
    seconds: float
    description: str
    make: Maker


_behaviours: dict[str, Behaviour] = {}


def behaviour(name: str, label: str, seconds: float, description: str) -> Callable[[Maker], Maker]:
    """Register the decorated function as a behaviour."""

    def add(make: Maker) -> Maker:
        if name in _behaviours:
            raise MotionError(f"there are two sample behaviours called {name!r}")
        _behaviours[name] = Behaviour(name, label, seconds, description, make)
        return make

    return add


def behaviours() -> dict[str, Behaviour]:
    """Every behaviour by name, in the order in which they are written."""
    from motionloom.sample import acts  # noqa: F401  importing it registers them

    return dict(_behaviours)


def find_behaviour(name: str) -> Behaviour:
    """One behaviour by name."""
    known = behaviours()
    if name not in known:
        raise MotionError(f"no sample behaviour {name!r}; there are {', '.join(known)}")
    return known[name]
