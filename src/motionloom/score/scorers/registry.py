"""The scorers by name, and how trained ones are kept: NPZ files of plain arrays."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from motionloom.core.array_files import read_arrays
from motionloom.core.errors import FileError, MotionError, list_names
from motionloom.core.files import whole_file
from motionloom.score.scorers.base import Scorer

AnyScorer = TypeVar("AnyScorer", bound=Scorer)
_SCORERS: dict[str, type[Scorer]] = {}
_NAME, _VERSION = "scorer", "version"
VERSION = 1
EXPECTED = "a trained scorer (`motionloom score train` writes one)"


def register(scorer: type[AnyScorer]) -> type[AnyScorer]:
    """Make a scorer known by its name; used as a decorator."""
    _SCORERS[scorer.name] = scorer
    return scorer


def names() -> tuple[str, ...]:
    """The registered scorers' names."""
    return tuple(_SCORERS)


def find(name: str) -> type[Scorer]:
    """A scorer by name, or an error that lists those that exist."""
    if name not in _SCORERS:
        raise MotionError(f"no scorer is called {name!r}; there are {list_names(names())}")
    return _SCORERS[name]


def save(scorer: Scorer, path: Path) -> None:
    """Write a trained scorer to an NPZ file."""
    arrays: dict[str, Any] = {_NAME: np.array(scorer.name), _VERSION: np.array(VERSION), **scorer.to_arrays()}
    with whole_file(path) as partial, partial.open("wb") as file:
        np.savez_compressed(file, **arrays)


def load(path: Path) -> Scorer:
    """A trained scorer from a file that `save` wrote."""
    arrays = read_arrays(path, EXPECTED, needed=(_NAME, _VERSION))
    try:
        name, version = str(arrays.pop(_NAME)), int(arrays.pop(_VERSION))
    except (ValueError, TypeError):
        raise FileError(f"{path}: expected {EXPECTED}, found an archive of something else") from None
    if version > VERSION:
        raise FileError(f"{path}: a scorer of version {version}, this Motionloom reads up to {VERSION}; install a newer one")
    try:
        return find(name).from_arrays(arrays)
    except (KeyError, ValueError, IndexError, TypeError) as error:
        raise FileError(f"{path}: a {name} scorer that lacks or garbles {error}; train it again") from None
