"""What a person names as the body that motions are put on: a character's file, one on a shelf, or the body of any motion."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from motionloom.core.errors import LibraryError, MotionloomError

if TYPE_CHECKING:
    from motionloom.edits.retargeting.maker import Onto
    from motionloom.formats.character_file import CharacterFile
    from motionloom.library import Library


@dataclass(frozen=True, eq=False)
class Named:
    """A body that was named, and the character it is of, where it is one."""

    onto: Onto
    character: CharacterFile | None


def find_onto(word: str, into: Path | None = None) -> Named:
    """`hero.glb` is a character's file, or a motion without a mesh; `my-library:hero` a character or a clip there.

    With --into, that library's characters and clips go by their names alone.
    """
    from motionloom.library import Library, is_library

    folder, colon, name = word.rpartition(":")
    if colon and is_library(Path(folder)) and not Path(word).exists():
        with Library.open(Path(folder)) as library:
            same = into is not None and into.resolve() == library.folder.resolve()
            return _on_shelf(library, name, keep_source=same)
    if Path(word).exists():
        return _of_file(Path(word))
    if into is not None and is_library(into):
        with Library.open(into) as library:
            return _on_shelf(library, word, keep_source=True)
    raise MotionloomError(f"{word}: no such file, and no library's clip or character; name one as my-library:name")


def _of_file(path: Path) -> Named:
    from motionloom import formats
    from motionloom.edits.characters.exporting import onto_file
    from motionloom.edits.retargeting.maker import Onto
    from motionloom.edits.retargeting.retarget import require_body
    from motionloom.formats.character_file import has_skin, read_character

    if has_skin(path):
        character = read_character(path)
        require_body(character)
        return Named(onto_file(character), character)
    motion = formats.load(path)
    return Named(Onto(path.stem, motion.skeleton), None)


def _on_shelf(library: Library, name: str, keep_source: bool) -> Named:
    from motionloom.edits.characters import shelf as characters
    from motionloom.edits.characters.exporting import onto_file
    from motionloom.edits.retargeting.maker import Onto

    try:
        document = characters.find_character(library, name)
    except LibraryError:
        clip = library.clip(library.find(name))
        return Named(Onto(clip.name, library.motion(clip.id).skeleton), None)
    onto = characters.onto_character(library, document)
    character = characters.open_document(library, document)
    return Named(onto if keep_source else onto_file(character), character)
