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
    from motionloom.formats import Loaded, ReadOptions


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

    clip = _find_clip(named, options)
    return Source(formats.read(Path(named), options).motion) if clip is None else _open_clip(*clip)


def read_source(named: str, options: ReadOptions) -> Loaded:
    """The motion that `open_source` opens, with what was decided about its file; a library's clip is as it was stored."""
    from motionloom import formats

    clip = _find_clip(named, options)
    if clip is None:
        return formats.read(Path(named), options)
    motion = _open_clip(*clip).motion
    return formats.Loaded(motion, Path(named), "clip of a library", "m", 1.0, False, motion.fps, False, ())


def _find_clip(named: str, options: ReadOptions) -> tuple[Path, str] | None:
    """The library and the word for one of its clips, where that is what is named."""
    from motionloom.library import is_library

    folder, colon, word = named.rpartition(":")
    if not colon or Path(named).exists() or not is_library(Path(folder)):
        return None
    _refuse_options(named, options)
    return Path(folder), word


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
