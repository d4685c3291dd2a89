"""Opens what recipes start from; a source that is gone, or is no longer what it was, is said in one line."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.errors import LibraryError
from motionloom.feet.teaching import is_whole
from motionloom.formats.marks import Marks
from motionloom.library import Author, Clip, Document, Library, NewAnnotation
from motionloom.making.recipe import DIGEST, Recipe, RecipeError, Source

KEPT = 4  # recipes within recipes whose motion is kept


@dataclass(frozen=True, eq=False)
class OpenSource:
    """A source that is open: its motion; the clip it is part of, if it is one; plants (F, 4) where something knows them, and what.

    plants_person (F, 4): those that a person set, None for none of them; plants_by: who set the others. annotations: spans of it.
    loop: its last frame leads into its first.
    """

    source: Source
    motion: Motion
    plants: NDArray[np.bool_] | None = None
    plants_source: str = ""
    clip: Clip | None = None
    plants_person: NDArray[np.bool_] | None = None
    plants_by: Author = "file"
    annotations: tuple[NewAnnotation, ...] = ()
    loop: bool = False

    def __getitem__(self, rows: slice) -> OpenSource:
        """A half-open range of its frames."""
        plants, person = (None if bits is None else bits[rows] for bits in (self.plants, self.plants_person))
        start, stop, _ = rows.indices(len(self.motion))
        spans = (replace(span, start=max(0, span.start - start), stop=min(stop, span.stop) - start) for span in self.annotations)
        inside = tuple(span for span in spans if span.start < span.stop)
        return replace(self, motion=self.motion[rows], plants=plants, plants_person=person, annotations=inside, loop=False)


class Sources:
    """Where recipes are made: opens clips and shelf entries of a library, and files that were read for it.

    Without a library only recipes of files can be made. One is made for a piece of work and forgotten after it.
    """

    def __init__(self, library: Library | None = None, files: Mapping[str, OpenSource] | None = None) -> None:
        self._library = library
        self._files = dict(files or {})
        self._made: dict[str, OpenSource] = {}

    @property
    def library(self) -> Library:
        """The library, or an error that says that one is needed."""
        if self._library is None:
            raise RecipeError("this recipe starts from clips of a library; open that library")
        return self._library

    def take_file(self, file: str, motion: Motion, marks: Marks | None = None) -> Source:
        """The source for a motion that was read from a file, with what the file says of its frames; recipes of it can be made here."""
        source = Source(file=Path(file).name, stop=len(motion), content=fingerprint_motion(motion))
        known = marks or Marks()
        spans = tuple(NewAnnotation(name, start, stop, by="file") for name, start, stop in known.spans)
        self._files[source.content] = OpenSource(source, motion, known.plants, known.plants_source, annotations=spans, loop=known.loop)
        return source

    def open(self, source: Source) -> OpenSource:
        """The motion of a source, checked to be what it was."""
        if source.document:
            raise RecipeError(f"{source.document} is an entry of the shelf, not a motion")
        if source.recipe is not None:
            whole = self._make(source.recipe)
            if not source.stop:
                return whole
        else:
            whole = self._open_file(source) if source.file else self._open_clip(source)
        motion = whole.motion
        if source.stop > len(motion) or source.start >= source.stop:
            raise RecipeError(f"{motion.name!r} has {len(motion)} frames; the recipe takes {source.start} to {source.stop}")
        whole = replace(whole, source=source)
        return whole if (source.start, source.stop) == (0, len(motion)) else whole[source.start : source.stop]

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
        motion, known = library.motion(clip.id), library.plants(clip.id)
        rows = (*library.annotations(clip.id), *library.notes(clip.id))
        spans = tuple(NewAnnotation(row.name, row.start, row.stop, row.track, row.by, row.confidence) for row in rows)
        from motionloom.making.marks import is_loop

        loop = is_loop(motion.recipe, library)
        if known is None:
            return OpenSource(source, motion, clip=clip, annotations=spans, loop=loop)
        if not is_whole(known):
            from motionloom.making.plants import find_plants

            whole = find_plants(library, clip, motion)
            return OpenSource(source, motion, whole.bits, whole.source, clip, known.by_person, "machine", spans, loop)
        return OpenSource(source, motion, known.bits, known.source, clip, known.by_person, known.by, spans, loop)

    def _open_file(self, source: Source) -> OpenSource:
        if source.content not in self._files:
            raise RecipeError(f"this was made of the file {source.file!r}, which is not part of the library; import it and make it of that")
        return self._files[source.content]

    def _make(self, recipe: Recipe) -> OpenSource:
        """What a recipe gives; the last few are kept, since whoever makes something of it asks for its plants after its motion."""
        from motionloom.making.makers import make

        if recipe.digest not in self._made:
            made = make(self, recipe)
            source, person, by = recipe_source(recipe), made.plants_person, made.plants_by
            opened = OpenSource(source, made.motion, made.plants, made.plants_source, None, person, by, made.annotations, made.loop)
            self._made[recipe.digest] = opened
            while len(self._made) > KEPT:
                self._made.pop(next(iter(self._made)))
        return self._made[recipe.digest]


def clip_source(clip: Clip, start: int = 0, stop: int | None = None) -> Source:
    """Frames start:stop of a clip as a source, all of them if not said."""
    return Source(clip=clip.id, start=start, stop=clip.frames if stop is None else stop, content=clip.fingerprint)


def recipe_source(recipe: Recipe) -> Source:
    """All that a recipe gives as a source: how many frames that is need not be known yet."""
    return Source(recipe=recipe)


def document_source(document: Document) -> Source:
    """A shelf entry as a source."""
    return Source(document=document.id, content=document.content)


def fingerprint_motion(motion: Motion) -> str:
    """A hash of all that makes a motion that is no clip; `Clip.fingerprint` is that of a clip."""
    digest = hashlib.sha256(f"{motion.skeleton.hash} {motion.fps!r}".encode())
    for array in (motion.rotations, motion.root_positions):
        digest.update(array.tobytes())
    return digest.hexdigest()[:DIGEST]
