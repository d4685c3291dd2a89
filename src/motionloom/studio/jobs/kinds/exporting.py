"""Clips out: written one by one in the job's folder, then offered as a file or a zip."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from motionloom.core.errors import MotionloomError
from motionloom.studio.errors import StudioError
from motionloom.studio.uploads import clean_name

if TYPE_CHECKING:
    from motionloom.studio.jobs.runner import JobContext
    from motionloom.studio.session import OpenLibrary, Studio


def run(studio: Studio, context: JobContext) -> None:
    """Write the clips that are not written yet; a clip that cannot be written is noted and the others go on."""
    from motionloom.formats.registry import find_format

    current, clips, suffix = studio.require(), list(context.arguments["clips"]), str(context.arguments["suffix"])
    find_format(Path(f"export{suffix}"), "write")
    written, firsts = context.folder / "written", []
    for done, clip in enumerate(clips):
        context.progress(done, len(clips))
        target = written / clip
        if not target.is_dir():
            try:
                _write(current, clip, suffix, context.folder / "writing", target)
            except MotionloomError as error:
                firsts.append(str(error))
                context.problem(clip, str(error))
    context.progress(len(clips), len(clips), "packing")
    if len(firsts) == len(clips):
        raise StudioError(firsts[0])
    context.offer_download(_pack(context.folder, [written / clip for clip in clips if (written / clip).is_dir()]))


def _write(current: OpenLibrary, clip: str, suffix: str, working: Path, target: Path) -> None:
    """Write one clip's files into a folder that appears only when they are whole."""
    from motionloom import formats

    shutil.rmtree(working, ignore_errors=True)
    working.mkdir(parents=True)
    name = clean_name(current.clip(clip).name.replace("/", "_"))
    formats.save(current.motion(clip), working / f"{name}{suffix}")
    target.parent.mkdir(exist_ok=True)
    working.replace(target)


def _pack(folder: Path, clips: list[Path]) -> Path:
    """The one file there is, or a zip of them under names that differ."""
    files = [file for clip in clips for file in sorted(clip.iterdir())]
    if len(files) == 1:
        return files[0]
    packed = folder / "motionloom-export.zip"
    partial = packed.with_suffix(".part")
    names: set[str] = set()
    with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for clip in clips:
            for file in sorted(clip.iterdir()):
                archive.write(file, _unused(file.name, names))
    partial.replace(packed)
    return packed


def _unused(name: str, taken: set[str]) -> str:
    path, number, free = Path(name), 2, name
    while free.lower() in taken:
        free = f"{path.stem} {number}{path.suffix}"
        number += 1
    taken.add(free.lower())
    return free
