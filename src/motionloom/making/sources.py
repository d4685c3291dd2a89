"""Opens what recipes start from; a source that is gone, or is no longer what it was, is said in one line."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.errors import LibraryError
from motionloom.library import Clip, Document, Library
from motionloom.making.recipe import DIGEST, Recipe, RecipeError, Source


@dataclass(frozen=True, eq=False)
class OpenSource:
    """A source that is open: its motion; plants (F, 4) where something knows them, and what; the clip it is part of, if it is one."""

    source: Source
    motion: Motion
    plants: NDArray[np.bool_] | None = None
    plants_source: str = ""
    clip: Clip | None = None


class Sources:
    """Where recipes are made: opens clips and shelf entries of a library, and files that were read for it.

    Without a library only recipes of files can be made. One is made for a piece of work and forgotten after it.
    """

    def __init__(self, library: Library | None = None, files: Mapping[str, OpenSource] | None = None) -> None:
        self._library = library
        self._files = dict(files or {})

    @property
    def library(self) -> Library:
        """The library, or an error that says that one is needed."""
        if self._library is None:
            raise RecipeError("this recipe starts from clips of a library; open that library")
        return self._library

    def take_file(self, file: str, motion: Motion, plants: NDArray[np.bool_] | None = None, plants_source: str = "") -> Source:
        """The source for a motion that was read from a file; recipes that name it can be made here."""
        source = Source(file=Path(file).name, stop=len(motion), content=fingerprint_motion(motion))
        self._files[source.content] = OpenSource(source, motion, plants, plants_source)
        return source

    def open(self, source: Source) -> OpenSource:
        """The motion of a source, checked to be what it was."""
        if source.document:
            raise RecipeError(f"{source.document} is an entry of the shelf, not a motion")
        if source.recipe is not None:
            return self._make(source, source.recipe)
        whole = self._open_file(source) if source.file else self._open_clip(source)
        motion = whole.motion
        if source.stop > len(motion) or source.start >= source.stop:
            raise RecipeError(f"{motion.name!r} has {len(motion)} frames; the recipe takes {source.start} to {source.stop}")
        if (source.start, source.stop) == (0, len(motion)):
            return whole
        rows = slice(source.start, source.stop)
        plants = None if whole.plants is None else whole.plants[rows]
        return OpenSource(source, motion[rows], plants, whole.plants_source, whole.clip)

    def open_document(self, source: Source) -> Document:
        """The shelf entry of a source, checked to be what it was."""
        try:
            document = self.library.document(source.document)
        except LibraryError:
            raise RecipeError(f"the shelf entry {source.document} that this was made with is gone; undo its deletion") from None
        if document.content != source.content:
            raise RecipeError(f"{document.kind} {document.name!r} has been changed since this was made; undo the change to make it again")
        return document

    def _open_clip(self, source: Source) -> OpenSource:
        library = self.library
        try:
            clip = library.clip(source.clip)
        except LibraryError:
            raise RecipeError(f"clip {source.clip}, which this was made of, is not in this library") from None
        if not clip.content:
            raise RecipeError(f"the frames of {clip.name!r}, which this was made of, went when the library was tidied; import it again")
        if clip.fingerprint != source.content:
            raise RecipeError(f"{clip.name!r} has been changed since this was made of it (its frames, rate or skeleton); make it anew")
        known = library.plants(clip.id)
        bits, by = (None, "") if known is None else (known.bits, known.source)
        return OpenSource(source, library.motion(clip.id), bits, by, clip)

    def _open_file(self, source: Source) -> OpenSource:
        if source.content not in self._files:
            raise RecipeError(f"this was made of the file {source.file!r}, which is not part of the library; import it and make it of that")
        return self._files[source.content]

    def _make(self, source: Source, recipe: Recipe) -> OpenSource:
        from motionloom.making.makers import make

        made = make(self, recipe)
        return OpenSource(source, made.motion, made.plants, made.plants_source)


def clip_source(clip: Clip, start: int = 0, stop: int | None = None) -> Source:
    """Frames start:stop of a clip as a source, all of them if not said."""
    return Source(clip=clip.id, start=start, stop=clip.frames if stop is None else stop, content=clip.fingerprint)


def document_source(document: Document) -> Source:
    """A shelf entry as a source."""
    return Source(document=document.id, content=document.content)


def fingerprint_motion(motion: Motion) -> str:
    """A hash of all that makes a motion that is no clip; `Clip.fingerprint` is that of a clip."""
    digest = hashlib.sha256(f"{motion.skeleton.hash} {motion.fps!r}".encode())
    for array in (motion.rotations, motion.root_positions):
        digest.update(array.tobytes())
    return digest.hexdigest()[:DIGEST]
