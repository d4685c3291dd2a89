"""The behaviours, by name. Adding one is a function that makes a Performance of a Stage and one registration above it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from motionloom.core.errors import MotionError
from motionloom.sample.stage import Performance, Stage

Maker = Callable[[Stage], Performance]


@dataclass(frozen=True)
class Behaviour:
    """A thing performers can do.

    label is what a clip of it is called in a library, seconds how long one lasts; begins and ends name what the body is doing at its first
    and last frame ("stand", "walk", "run" or a gait of its own), so that it is known which behaviours can follow which. extra: it is
    only in libraries that ask for more.
    """

    name: str
    label: str
    seconds: float
    description: str
    begins: str
    ends: str
    make: Maker
    extra: bool = False


_behaviours: dict[str, Behaviour] = {}


def behaviour(
    name: str, label: str, seconds: float, description: str, begins: str = "stand", ends: str = "", extra: bool = False
) -> Callable[[Maker], Maker]:
    """Register the decorated function as a behaviour; it ends as it begins unless said otherwise."""

    def add(make: Maker) -> Maker:
        if name in _behaviours:
            raise MotionError(f"there are two sample behaviours called {name!r}")
        _behaviours[name] = Behaviour(name, label, seconds, description, begins, ends or begins, make, extra)
        return make

    return add


def behaviours(extras: bool = False) -> dict[str, Behaviour]:
    """Every behaviour by name, in the order in which they are written; extras: those too that are not in every library."""
    from motionloom.sample import acts  # noqa: F401  importing it registers them

    return {name: each for name, each in _behaviours.items() if extras or not each.extra}


def find_behaviour(name: str) -> Behaviour:
    """One behaviour by name."""
    known = behaviours(extras=True)
    if name not in known:
        raise MotionError(f"no sample behaviour {name!r}; there are {', '.join(known)}")
    return known[name]


def right_edges() -> frozenset[tuple[str, str]]:
    """Pairs of labels (from, to) that connect by construction: the first can end as the second begins."""
    known = behaviours().values()
    return frozenset((a.label, b.label) for a in known for b in known if a.ends == b.begins)
