"""A motion that a person names on the command line: a file, or a clip of a library."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from motionloom.core import Motion
    from motionloom.formats import ReadOptions


@dataclass(frozen=True, eq=False)
class Source:
    """A motion and, where a library knows them, its foot plants (F, 4)."""

    motion: Motion
    plants: NDArray[np.bool_] | None = None


def open_source(named: str, options: ReadOptions) -> Source:
    """`walk.bvh` is a file; `my-library:walk_01` is a clip of a library, by name or id."""
    from motionloom import formats
    from motionloom.library import Library, is_library

    folder, colon, clip = named.rpartition(":")
    if colon and not Path(named).exists() and is_library(Path(folder)):
        with Library.open(folder) as library:
            found = library.find(clip)
            plants = library.plants(found)
            return Source(library.motion(found), None if plants is None else plants.bits)
    return Source(formats.read(Path(named), options).motion)
