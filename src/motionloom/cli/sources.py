"""Motions that a person names on the command line: files, or clips of a library, as what recipes start from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, fields, replace
from os.path import abspath
from pathlib import Path
from typing import TYPE_CHECKING

from motionloom.core.errors import MotionloomError

if TYPE_CHECKING:
    from motionloom.compute import Progress
    from motionloom.formats import Loaded, ReadOptions
    from motionloom.library import Library
    from motionloom.making.choice import Choice
    from motionloom.making.prepared import Files
    from motionloom.making.sources import OpenSource, Sources


@dataclass(frozen=True, eq=False)
class Named:
    """The motions that a person named, open, in their order; the library that their clips are of, or that a new one goes into.

    notes: what the readers of files have to say, a line each. files: those that were read, for who reads them again.
    """

    sources: Sources
    opened: list[OpenSource]
    library: Library | None
    notes: tuple[str, ...] = ()
    files: Files | None = None


@contextmanager
def open_sources(names: Sequence[str], options: ReadOptions, into: Path | None = None, progress: Progress | None = None) -> Iterator[Named]:
    """Open motions: `walk.bvh` is a file, `my-library:walk_01` a clip by name or id, `my-library:walk_01@0-1.3` the seconds 0 to 1.3 of it.

    into: the library that something made of them goes into. Clips of that one, or else of the first that is named, are sources by
    their ids; clips of others are as files are.
    """
    from motionloom.compute import Progress
    from motionloom.library import Library
    from motionloom.making.sources import Sources

    found = [_find_clip(name, options) for name in names]
    home = into or next((place[0] for place in found if place is not None), None)
    with nullcontext(None) if home is None else Library.open(home) as library:
        sources = Sources(library)
        notes: list[str] = []
        opened: list[OpenSource] = []
        each = (progress or Progress()).each("Opening motions", zip(names, found, strict=True), lambda pair: pair[0])
        for name, place in each:
            opened.append(_open(name, place, sources, library, options, notes))
        files = {one.source.content: abspath(name) for name, place, one in zip(names, found, opened, strict=True) if place is None}
        yield Named(sources, opened, library, tuple(notes), _describe_files(files, options))


def choose_names(names: Sequence[str], choice: Choice) -> list[str]:
    """The motions that are named, where a library itself is named the clips of it that pass: `my-library:ID`."""
    from motionloom.library import Library, is_library
    from motionloom.making.choice import require

    if choice.to_json() and not any(is_library(Path(name)) for name in names):
        raise MotionloomError("the options that choose clips are for a library: name its folder among the motions")
    chosen: list[str] = []
    for name in names:
        if not is_library(Path(name)):
            chosen.append(name)
            continue
        with Library.open(Path(name)) as library:
            chosen += [f"{name}:{clip.id}" for clip in require(library, choice)]
    return chosen


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


def _describe_files(paths: dict[str, str], options: ReadOptions) -> Files:
    from motionloom.library.file_reading import plain_options
    from motionloom.making.prepared import Files

    skeleton = None if options.skeleton is None else options.skeleton.absolute()
    return Files(paths, plain_options(replace(options, skeleton=skeleton)))


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
