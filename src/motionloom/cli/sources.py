"""A motion that a person names on the command line: a file, or a clip of a library."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from motionloom.core.errors import MotionloomError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from motionloom.core import Motion
    from motionloom.formats import ReadOptions


@dataclass(frozen=True, eq=False)
class Source:
    """A motion; the library it is a clip of, if it is; and, where that knows them, its foot plants (F, 4) and what found them."""

    motion: Motion
    library: Path | None = None
    plants: NDArray[np.bool_] | None = None
    plants_source: str = ""


def open_source(named: str, options: ReadOptions) -> Source:
    """`walk.bvh` is a file; `my-library:walk_01` is a clip of a library, by name or id."""
    from motionloom import formats
    from motionloom.library import is_library

    folder, colon, clip = named.rpartition(":")
    if colon and not Path(named).exists() and is_library(Path(folder)):
        _refuse_options(named, options)
        return _open_clip(Path(folder), clip)
    return Source(formats.read(Path(named), options).motion)


def _open_clip(folder: Path, word: str) -> Source:
    from motionloom.feet.teaching import read_whole_plants
    from motionloom.library import Library

    with Library.open(folder) as library:
        clip = library.clip(library.find(word))
        plants = read_whole_plants(library, clip)
        if plants is None:
            return Source(library.motion(clip.id), folder)
        return Source(library.motion(clip.id), folder, plants.bits, plants.source)


def _refuse_options(named: str, options: ReadOptions) -> None:
    """A clip has been read already: to ignore what a person says about reading it would be to mislead them."""
    given = [field.name for field in fields(options) if getattr(options, field.name) != field.default]
    if given:
        flags = ["--asf" if name == "skeleton" else f"--{name.replace('_', '-')}" for name in given]
        said = f"{', '.join(flags)} {'is' if len(flags) == 1 else 'are'} for reading files"
        raise MotionloomError(f"{named}: {said}, and this clip was read when it was imported; leave that out, or import its file anew")
