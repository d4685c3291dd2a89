"""Clips out of a library into files of any format, under names that every file system takes."""

from __future__ import annotations

import re
import shutil
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.core.errors import FileError, LibraryError
from motionloom.formats.marks import Marks
from motionloom.library.library import Library
from motionloom.library.records import Clip

# Windows keeps these for devices, with any suffix.
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]+')
MAX_BYTES = 120  # of a name: leaves room for folders, numbers and suffixes in every file system


@dataclass(frozen=True)
class Exported:
    """A clip and the file it became."""

    clip: str
    file: Path


def export_clips(
    library: Library,
    clips: Iterable[str],
    folder: str | PathLike[str],
    suffix: str,
    *,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> list[Exported]:
    """Write clips into a folder, one file each, in the format of the suffix (".glb").

    Names come from the clips; two of one name get numbers. No file is overwritten unless told; that is checked for all of
    them before the first is written.
    """
    from motionloom.formats.registry import find_format

    suffix = suffix if suffix.startswith(".") else f".{suffix}"
    find_format(Path(f"clip{suffix}"), "write")
    progress = progress or Progress()
    target = Path(folder)
    chosen = [library.clip(clip) for clip in dict.fromkeys(clips)]
    files = [target / f"{stem}{suffix.lower()}" for stem in make_file_names([clip.name for clip in chosen])]
    if not overwrite:
        check_free(files)
    progress.begin("Exporting", len(files))
    for clip, file in zip(chosen, files, strict=True):
        make_folder(target)
        library.motion(clip.id).save(file, marks=read_marks(library, clip.id))
        progress.advance(note=file.name)
    return [Exported(clip.id, file) for clip, file in zip(chosen, files, strict=True)]


@dataclass(frozen=True)
class WriteTask:
    """A clip of a library and the file to write it to. alone: its folder holds nothing else, and appears only when it is whole.

    preset: what is done on the way, plain data of `formats.presets`; None for nothing.
    """

    library: str
    clip: str
    file: str
    alone: bool = False
    preset: Mapping[str, Any] | None = None


def require_clip(library: Library, clip: str) -> Clip:
    """A clip that is not deleted."""
    found = library.clip(clip)
    if found.deleted is not None:
        raise LibraryError(f"clip {found.name!r} has been deleted; undo brings it back")
    return found


def write_task(task: WriteTask, motion: Motion, marks: Marks, **options: Any) -> None:
    """Write the file of a task. options: of its format."""
    file = Path(task.file)
    if not task.alone:
        make_folder(file.parent)
        motion.save(file, marks=marks, **options)
        return
    working = file.parent.with_name(f".{file.parent.name}.part")
    shutil.rmtree(working, ignore_errors=True)
    make_folder(working)
    motion.save(working / file.name, marks=marks, **options)
    working.replace(file.parent)


def read_marks(library: Library, clip: str) -> Marks:
    """What is known of a clip's frames, to go along with its file."""
    known = library.plants(clip)
    spans = tuple((span.name, span.start, span.stop) for span in library.annotations(clip))
    return Marks(spans=spans) if known is None else Marks(known.bits, known.source, spans)


def check_free(files: Iterable[Path]) -> None:
    """Refuse to write over files that are there."""
    taken = [file for file in files if file.exists()]
    if taken:
        raise FileError(f"{taken[0]} is there already{_others(len(taken))}; name another folder, or say --force")


def make_folder(folder: Path) -> None:
    """A folder, with those above it, or one line that says why not."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{folder}: cannot be made ({error.strerror}); name another folder") from None


def make_file_names(names: Iterable[str]) -> list[str]:
    """File names without suffix, one for each name, all different even where upper and lower case are the same."""
    used: set[str] = set()
    made = []
    for name in names:
        stem, number = make_file_name(name), 1
        unique = stem
        while unique.casefold() in used:
            number += 1
            unique = f"{stem} ({number})"
        used.add(unique.casefold())
        made.append(unique)
    return made


def make_file_name(name: str) -> str:
    """The name with what a file system would not take replaced; never empty, never a path, never a device."""
    clean = _FORBIDDEN.sub("_", unicodedata.normalize("NFC", name))
    clean = "".join(letter for letter in clean if unicodedata.category(letter) not in ("Cs", "Cc", "Cf"))
    clean = clean.encode()[:MAX_BYTES].decode(errors="ignore").strip(" .")
    if _RESERVED.fullmatch(clean):
        clean = f"_{clean}"
    return clean or "clip"


def _others(count: int) -> str:
    return "" if count == 1 else f", and {count - 1} others"
