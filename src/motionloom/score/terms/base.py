"""What every term of naturalness is: a trace of a motion's tracks, the higher the less natural, to be held against captures'."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import MotionError
from motionloom.core.registry import Registry
from motionloom.score.tracks import Tracks

_ROOMS = tuple(f"motionloom.score.terms.{name}" for name in ("feet", "weight", "knees", "jolts", "depth"))
GROUP = "motionloom.terms"


@dataclass(frozen=True)
class Term:
    """A name, words for people, and how it is read off: (F,) from tracks. lively: whether livelier motion has more of it by nature.

    weight: how much its rarity counts beside others'. What differs between recordings more than between natural and unnatural counts half.
    """

    name: str
    title: str
    unit: str
    read: Callable[[Tracks], NDArray[np.float64]]
    lively: bool = False
    weight: float = 1.0


TERMS: Registry[Term] = Registry("term of naturalness", GROUP, _ROOMS, MotionError)


def register(
    name: str, title: str, unit: str, *, lively: bool = False, weight: float = 1.0
) -> Callable[[Callable[[Tracks], NDArray[np.float64]]], Term]:
    """Make a term known; used as a decorator of the function that reads it."""

    def add(read: Callable[[Tracks], NDArray[np.float64]]) -> Term:
        return TERMS.add(name, Term(name, title, unit, read, lively, weight))

    return add
