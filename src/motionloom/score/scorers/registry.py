"""The scorers by name, and how trained ones are kept: archives of plain arrays."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from motionloom.core.array_files import read_arrays
from motionloom.core.errors import FileError, MotionError
from motionloom.core.files import write_file
from motionloom.core.registry import Registry
from motionloom.score.scorers.base import Scorer

AnyScorer = TypeVar("AnyScorer", bound=Scorer)
# Where scorers register, loaded on first use; packages of others name theirs as entry points of the group.
_ROOMS = (
    "motionloom.score.scorers.rarity",
    "motionloom.score.scorers.physics",
    "motionloom.score.scorers.plants_and_balance",
    "motionloom.score.scorers.paper_sum",
    "motionloom.score.scorers.hmm",
    "motionloom.score.scorers.svm",
    "motionloom.score.scorers.logistic",
)
DEFAULT = "rarity"
GROUP = "motionloom.scorers"
SCORERS: Registry[type[Scorer]] = Registry("scorer", GROUP, _ROOMS, MotionError)
_NAME, _VERSION = "scorer", "version"
VERSION = 1
EXPECTED = "a trained scorer (`motionloom score train` writes one)"


def register(scorer: type[AnyScorer]) -> type[AnyScorer]:
    """Make a scorer known by its name; used as a decorator."""
    SCORERS.add(scorer.name, scorer)
    return scorer


def names() -> tuple[str, ...]:
    """The registered scorers' names."""
    return tuple(SCORERS.all())


def find(name: str) -> type[Scorer]:
    """A scorer by name, or an error that lists those that exist."""
    return SCORERS.find(name)


def default() -> Scorer:
    """The scorer to take where none is named."""
    return find(DEFAULT)()


def to_bytes(scorer: Scorer) -> bytes:
    """A trained scorer as an archive of plain arrays."""
    arrays: dict[str, Any] = {_NAME: np.array(scorer.name), _VERSION: np.array(VERSION), **scorer.to_arrays()}
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


def from_bytes(content: bytes, where: str = "a scorer") -> Scorer:
    """The scorer that `to_bytes` wrote; where: its place, for errors."""
    return _from_archive(content, where)


def save(scorer: Scorer, path: Path) -> None:
    """Write a trained scorer to a file."""
    write_file(path, to_bytes(scorer))


def load(path: Path) -> Scorer:
    """A trained scorer from a file that `save` wrote."""
    return _from_archive(path, str(path))


def _from_archive(source: bytes | Path, where: str) -> Scorer:
    arrays = read_arrays(source, EXPECTED, where, needed=(_NAME, _VERSION))
    try:
        name, version = str(arrays.pop(_NAME)), int(arrays.pop(_VERSION))
    except (ValueError, TypeError):
        raise FileError(f"{where}: expected {EXPECTED}, found an archive of something else") from None
    if version > VERSION:
        raise FileError(f"{where}: a scorer of version {version}, this Motionloom reads up to {VERSION}; install a newer one")
    try:
        return find(name).from_arrays(arrays)
    except (KeyError, ValueError, IndexError, TypeError) as error:
        raise FileError(f"{where}: a {name} scorer that lacks or garbles {error}; train it again") from None
