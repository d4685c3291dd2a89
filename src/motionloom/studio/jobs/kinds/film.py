"""A film of frames that a window drew and sent: MP4, GIF, or the pictures themselves in a zip. The studio's own: nothing of it is motion.

arguments: kind ("mp4", "gif", "png"), fps, frames (how many), name (of the file). The frames lie in the job's folder "files".
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motionloom.core.errors import FileError
from motionloom.library.exporting import make_file_name

if TYPE_CHECKING:
    from motionloom.making.work import Work

KINDS = ("mp4", "gif", "png")


def frame_file(folder: Path, number: int) -> Path:
    """Where a frame lies."""
    return folder / f"{number:06d}.png"


def title(arguments: Mapping[str, Any]) -> str:
    """Words for the job."""
    return f"Film {arguments['name']} as {'PNG' if arguments['kind'] == 'png' else str(arguments['kind']).upper()}"


def run(work: Work) -> str:
    """Make the film of all frames; one that is missing is said, and none is left out."""
    said = work.arguments
    count, kind = int(said["frames"]), str(said["kind"])
    frames = [frame_file(work.folder / "files", number) for number in range(count)]
    missing = [number for number, frame in enumerate(frames) if not frame.is_file()]
    if missing:
        raise FileError(f"frame {missing[0]} of {count} is not there; film it again")
    target = work.folder / f"{make_file_name(str(said['name']))}.{'zip' if kind == 'png' else kind}"
    work.progress.begin("Writing the film", count)
    if kind == "png":
        _pack(frames, target, work)
    else:
        from motionloom.render.video import join_frames

        join_frames(frames, target, float(said["fps"]), lambda done, of: work.progress.advance(note=f"{done} of {of}"))
    work.download = target
    return target.name


def _pack(frames: list[Path], target: Path, work: Work) -> None:
    """The pictures as they came, which are packed already."""
    partial = target.with_suffix(".part")
    with zipfile.ZipFile(partial, "w", zipfile.ZIP_STORED) as archive:
        for frame in frames:
            archive.write(frame, frame.name)
            work.progress.advance(note=frame.name)
    partial.replace(target)
