"""Clips of a library on a character, in the character's own file."""

from __future__ import annotations

from collections.abc import Sequence

from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.core.editing import split_root
from motionloom.core.errors import LibraryError
from motionloom.edits.characters.shelf import onto_character, open_document
from motionloom.edits.retargeting.maker import Onto, retarget_recipe
from motionloom.edits.retargeting.retarget import RetargetOptions
from motionloom.formats.character_animations import NewAnimation, with_animations
from motionloom.formats.character_file import CharacterFile
from motionloom.formats.marks import Marks
from motionloom.library import Document, Library
from motionloom.making.makers import make
from motionloom.making.marks import marks_of
from motionloom.making.plants import plants_of_source
from motionloom.making.sources import OpenSource, Sources, clip_source


def wear(
    library: Library | None, sources: Sources, opened: OpenSource, onto: Onto, options: RetargetOptions | None = None
) -> tuple[Motion, Marks]:
    """A source on a body, with its marks; as it is where it is on that body already."""
    if opened.motion.skeleton.hash == onto.skeleton.hash:
        return opened.motion, marks_of(opened)
    made = make(sources, retarget_recipe(opened, onto, plants_of_source(library, opened), options))
    return made.motion, marks_of(made)


def export_character(
    library: Library, document: Document, clips: Sequence[str], *, in_place: bool = False, progress: Progress | None = None
) -> bytes:
    """A character's file with one animation a clip behind its own. in_place: without the path along the ground."""
    if not clips:
        raise LibraryError("name the clips that the character is to play")
    character, onto, sources = open_document(library, document), onto_character(library, document), Sources(library)
    added = []
    for clip in (progress or Progress()).each(
        "Putting clips on the character", [library.clip(clip) for clip in clips], lambda clip: clip.name
    ):
        motion, marks = wear(library, sources, sources.open(clip_source(clip)), onto)
        added.append(to_animation(motion, clip.name, marks, in_place))
    return with_animations(character, added)


def to_animation(motion: Motion, name: str, marks: Marks | None, in_place: bool = False) -> NewAnimation:
    """A motion on a character as an animation of its file."""
    return NewAnimation(split_root(motion)[0] if in_place else motion, name, marks)


def onto_file(character: CharacterFile) -> Onto:
    """A character that is on no shelf, as what motions are put on."""
    return Onto(character.name, character.skeleton)
