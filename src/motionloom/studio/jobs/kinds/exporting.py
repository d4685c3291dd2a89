"""Clips out: written one by one in the job's folder, then offered as a file or a zip."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from motionloom.core.errors import MotionloomError
from motionloom.studio.errors import StudioError

if TYPE_CHECKING:
    from motionloom.studio.jobs.runner import JobContext
    from motionloom.studio.session import OpenLibrary, Studio


def run(studio: Studio, context: JobContext) -> None:
    """Write the clips that are not written yet; a clip that cannot be written is noted and the others go on."""
    from motionloom.formats.registry import find_format

    current, clips, suffix = studio.require(), list(context.arguments["clips"]), str(context.arguments["suffix"])
    find_format(Path(f"export{suffix}"), "write")
    written, failures = context.folder / "written", []
    for done, (clip, name) in enumerate(zip(clips, _names(current, clips), strict=True)):
        context.progress(done, len(clips), name)
        try:
            if not (written / clip).is_dir():
                _write(current, clip, f"{name}{suffix}", context.folder / "writing", written / clip)
        except MotionloomError as error:
            failures.append(str(error))
            context.problem(name, str(error))
    if len(failures) == len(clips):
        raise StudioError(failures[0])
    context.progress(len(clips), len(clips), "packing")
    packed = _pack(context.folder, [written / clip for clip in clips if (written / clip).is_dir()])
    context.offer_download(packed)
    context.conclusion = packed.name


def _names(current: OpenLibrary, clips: list[str]) -> list[str]:
    """File names without suffix that differ; an id where the clip is gone."""
    from motionloom.library.exporting import make_file_names

    records = {clip.id: clip for clip in current.library.clips()}
    return make_file_names(records[clip].name if clip in records else clip for clip in clips)


def _write(current: OpenLibrary, clip: str, name: str, working: Path, target: Path) -> None:
    """Write one clip's files into a folder that appears only when they are whole."""
    shutil.rmtree(working, ignore_errors=True)
    working.mkdir(parents=True)
    current.motion(clip).save(working / name)
    target.parent.mkdir(exist_ok=True)
    working.replace(target)


def _pack(folder: Path, clips: list[Path]) -> Path:
    """The one file there is, or a zip of them."""
    files = [file for clip in clips for file in sorted(clip.iterdir())]
    if len(files) == 1:
        return files[0]
    packed = folder / "motionloom-export.zip"
    partial = packed.with_suffix(".part")
    with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for file in files:
            archive.write(file, file.name)
    partial.replace(packed)
    return packed
