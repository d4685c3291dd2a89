"""Motions that a person names on the command line: files, or clips of a library, as what recipes start from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from motionloom.core.errors import MotionloomError

if TYPE_CHECKING:
    from motionloom.formats import Loaded, ReadOptions
    from motionloom.library import Library
    from motionloom.making.sources import OpenSource, Sources


@dataclass(frozen=True, eq=False)
class Named:
    """The motions that a person named, open, in their order; the library that their clips are of, or that a new one goes into.

    notes: what the readers of files have to say, a line each.
    """

    sources: Sources
    opened: list[OpenSource]
    library: Library | None
    notes: tuple[str, ...] = ()


@contextmanager
def open_sources(names: Sequence[str], options: ReadOptions, into: Path | None = None) -> Iterator[Named]:
    """Open motions: `walk.bvh` is a file, `my-library:walk_01` a clip by name or id, `my-library:walk_01@0-1.3` the seconds 0 to 1.3 of it.

    into: the library that something made of them goes into. Clips of that one, or else of the first that is named, are sources by
    their ids; clips of others are as files are.
    """
    from motionloom.library import Library
    from motionloom.making.sources import Sources

    found = [_find_clip(name, options) for name in names]
    home = into or next((place[0] for place in found if place is not None), None)
    with nullcontext(None) if home is None else Library.open(home) as library:
        sources = Sources(library)
        notes: list[str] = []
        opened = [_open(name, place, sources, library, options, notes) for name, place in zip(names, found, strict=True)]
        yield Named(sources, opened, library, tuple(notes))


def open_source(named: str, options: ReadOptions) -> OpenSource:
    """One motion, as `open_sources` opens it."""
    with open_sources([named], options) as opened:
        return opened.opened[0]


def read_source(named: str, options: ReadOptions) -> Loaded:
    """The motion that `open_source` opens, with what was decided about its file; a library's clip is as it was stored."""
    from motionloom import formats

    if _find_clip(named, options) is None:
        return formats.read(Path(named), options)
    motion = open_source(named, options).motion
    return formats.Loaded(motion, Path(named), "clip of a library", "m", 1.0, False, motion.fps, False, ())


def library_of(named: str, options: ReadOptions) -> Path | None:
    """The library whose clip is named, None for a file."""
    place = _find_clip(named, options)
    return None if place is None else place[0]


def _open(
    named: str, place: tuple[Path, str] | None, sources: Sources, library: Library | None, options: ReadOptions, notes: list[str]
) -> OpenSource:
    from motionloom import formats
    from motionloom.library import Library

    if place is None:
        loaded = formats.read(Path(named), options)
        notes += [f"{named}: {note}" for note in loaded.notes]
        return sources.open(sources.take_file(named, loaded.motion, loaded.marks))
    folder, word = place
    if library is not None and folder.resolve() == library.folder.resolve():
        return _open_piece(sources, library, word)
    from motionloom.making.marks import marks_of
    from motionloom.making.sources import Sources

    with Library.open(folder) as other:
        piece = _open_piece(Sources(other), other, word)
    return sources.open(sources.take_file(piece.motion.name, piece.motion, marks_of(piece)))


def _open_piece(sources: Sources, library: Library, word: str) -> OpenSource:
    from motionloom.making.choice import find_piece
    from motionloom.making.sources import clip_source

    piece = find_piece(library, word)
    return sources.open(clip_source(piece.clip, piece.start, piece.stop))


def _find_clip(named: str, options: ReadOptions) -> tuple[Path, str] | None:
    """The library and the word for one of its clips, where that is what is named."""
    from motionloom.library import is_library

    folder, colon, word = named.rpartition(":")
    if not colon or Path(named).exists() or not is_library(Path(folder)):
        return None
    _refuse_options(named, options)
    return Path(folder), word


def _refuse_options(named: str, options: ReadOptions) -> None:
    """A clip has been read already: to ignore what a person says about reading it would be to mislead them."""
    given = [field.name for field in fields(options) if getattr(options, field.name) != field.default]
    if given:
        flags = ["--asf" if name == "skeleton" else f"--{name.replace('_', '-')}" for name in given]
        said = f"{', '.join(flags)} {'is' if len(flags) == 1 else 'are'} for reading files"
        raise MotionloomError(f"{named}: {said}, and this clip was read when it was imported; leave that out, or import its file anew")
