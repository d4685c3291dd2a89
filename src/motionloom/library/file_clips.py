"""Which clips an import is to bring: one a file, or each of a file that holds several, and which of them the library has."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from motionloom.core.errors import MotionloomError
from motionloom.core.threads import core_count
from motionloom.formats.registry import ReadOptions
from motionloom.library.additions import Reading
from motionloom.library.file_reading import hash_file, plain_options
from motionloom.library.library import Library
from motionloom.library.recording import Known, find_contents


@dataclass(frozen=True)
class WantedClip:
    """A clip of a file: how to read it, the hash of the file (None where it cannot be read), all clips of the file where it has several.

    The clip that is read by itself is never named in the options, so that a file is the same clip whichever way it was asked for.
    """

    file: str
    options: ReadOptions
    file_hash: str | None
    clips: tuple[str, ...] = ()


def find_wanted(
    library: Library, files: Sequence[str], options: ReadOptions, restore: bool, only: Mapping[str, Collection[str | None]]
) -> list[WantedClip]:
    """All clips of the files, in order; of the files in `only` just those, None for the clip that is read by itself."""
    known = find_contents(library, restore) if files else {}
    with ThreadPoolExecutor(core_count()) as pool:
        found = list(pool.map(lambda file: _clips_of(file, options, known), files))
    return [one for clips in found for one in clips if one.file not in only or one.options.clip in only[one.file]]


def find_clip(candidates: Sequence[Known], wanted: WantedClip) -> Known | None:
    """The library's clip of the same content, the one of this very file first; with options, only one that was read by them."""
    told = plain_options(wanted.options)
    names = {wanted.options.clip, *(wanted.clips[:1] if wanted.options.clip is None else ())}
    nearest = sorted((clip for clip in candidates if clip.clip in names), key=lambda clip: clip.file != wanted.file)
    said = {name: value for name, value in told.items() if name != "clip"}
    return next((clip for clip in nearest if not said or clip.reading_key == Reading(clip.file, clip.file_hash, options=told).key), None)


def _clips_of(file: str, options: ReadOptions, known: Mapping[str, Sequence[Known]]) -> list[WantedClip]:
    from motionloom.formats import list_clips

    try:
        file_hash = hash_file(Path(file), options)
        told = [clip.clips for clip in known.get(file_hash, ()) if clip.clips is not None]
        names = told[0] if told else list_clips(file, replace(options, clip=None))
    except MotionloomError:
        return [WantedClip(file, options, None)]  # the reader will say what is wrong
    if options.clip is not None:
        return [WantedClip(file, replace(options, clip=None) if options.clip in names[:1] else options, file_hash, names)]
    return [WantedClip(file, replace(options, clip=name), file_hash, names) for name in (None, *names[1:])]
