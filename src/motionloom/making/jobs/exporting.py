"""Clips out of the library, as files for other programs.

arguments: clips (ids), suffix (".glb"), folder (where to) of the command line, or none: then they are packed in the job's own folder,
for the studio's person to save. overwrite: replace files that are there. preset: what is done on the way (`formats.presets`).
one_file: the name of the one file that all of them go into, an animation each.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from motionloom.compute import InProcess, map_unordered
from motionloom.core.errors import MotionloomError, count_of
from motionloom.core.files import write_file
from motionloom.formats.presets import change_preset
from motionloom.formats.registry import find_format
from motionloom.library.exporting import Exported, WriteTask, check_free, make_file_name, make_file_names
from motionloom.making.presets import write_clip, write_one_file
from motionloom.making.work import JobKind, Work, register

# Below this many clips, starting worker processes costs more than they save.
FEW = 8


def run(work: Work) -> str:
    """Write the clips that are not written yet; a clip that cannot be written is noted and the others go on."""
    suffix = str(work.arguments["suffix"])
    find_format(Path(f"clip{suffix}"), "write")
    if work.arguments.get("one_file"):
        return _write_one(work)
    tasks = _plan(work, suffix)
    work.progress.begin("Exporting", len(tasks))
    written = _write_all(work, tasks)
    failed = work.problems
    if not written:
        raise MotionloomError(failed[0][1] if failed else "there is nothing to export")
    work.result = [Exported(task.clip, Path(task.file)) for task in tasks if task.clip in written]
    if "folder" in work.arguments:
        return f"{work.arguments['folder']}: {count_of(len(written), 'file')}"
    work.download = _pack(work.folder, [Path(task.file) for task in tasks if task.clip in written])
    return work.download.name


def _write_one(work: Work) -> str:
    """All clips in one file."""
    clips = list(dict.fromkeys(work.arguments["clips"]))
    place = Path(work.arguments.get("folder", work.folder / "written"))
    file = place / make_file_name(str(work.arguments["one_file"]))
    if not work.arguments.get("overwrite") and "folder" in work.arguments:
        check_free([file])
    work.progress.begin("Exporting", len(clips))
    write_one_file(work.library, clips, file, work.arguments.get("preset"), work.progress)
    work.result = [Exported(clip, file) for clip in clips]
    if "folder" in work.arguments:
        return f"{file}: {count_of(len(clips), 'animation')}"
    work.download = _pack(work.folder, [file])
    return work.download.name


def _plan(work: Work, suffix: str) -> list[WriteTask]:
    """Which clip goes into which file. Settled when the job starts: what is there when it is taken up again is its own."""
    plan = work.folder / "plan.json"
    if plan.is_file():
        return [WriteTask(**task) for task in json.loads(plan.read_text())]
    clips = list(dict.fromkeys(work.arguments["clips"]))
    records = {clip.id: clip.name for clip in work.library.clips()}
    stems = make_file_names(records.get(clip, clip) for clip in clips)
    place = Path(work.arguments.get("folder", work.folder / "written"))
    own = "folder" not in work.arguments  # then each clip gets a folder: some formats write several files
    files = [(place / clip if own else place) / f"{stem}{suffix.lower()}" for clip, stem in zip(clips, stems, strict=True)]
    overwrite = bool(work.arguments.get("overwrite"))
    if not overwrite:
        check_free(files)
    preset = work.arguments.get("preset")
    tasks = [WriteTask(str(work.library.folder), clip, str(file), own, preset) for clip, file in zip(clips, files, strict=True)]
    write_file(plan, json.dumps([asdict(task) for task in tasks]))
    return tasks


def _write_all(work: Work, tasks: list[WriteTask]) -> set[str]:
    """The clips that are written then, by this run or an earlier one of the job."""
    # A file that is there was written whole: by this job, unless it may replace what others wrote.
    written = set[str]() if work.arguments.get("overwrite") else {task.clip for task in tasks if Path(task.file).exists()}
    missing = [task for task in tasks if task.clip not in written]
    work.progress.advance(len(written))
    with work.given_executor(all_cores=len(missing) >= FEW) as executor:
        for outcome in map_unordered(executor or InProcess(), write_clip, missing, cancel=work.progress.cancel):
            name = Path(outcome.item.file).name
            if outcome.error is None:
                written.add(outcome.item.clip)
            elif isinstance(outcome.error, MotionloomError):
                work.problems.append((Path(name).stem, str(outcome.error)))
            else:
                raise outcome.error
            work.progress.advance(note=name)
    return written


def _pack(folder: Path, motions: Sequence[Path]) -> Path:
    """The one file there is, or a zip of them with what lies beside each; that of one clip has its name."""
    files = [file for motion in motions for file in sorted(motion.parent.iterdir())]
    if len(files) == 1:
        return files[0]
    packed = folder / f"{motions[0].stem if len(motions) == 1 else 'motionloom-export'}.zip"
    partial = packed.with_suffix(".part")
    with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for file in files:
            archive.write(file, file.name)
    partial.replace(packed)
    return packed


def _title(arguments: Mapping[str, Any]) -> str:
    count = len(arguments["clips"])
    clips = f"Export {'a clip' if count == 1 else f'{count} clips'}"
    preset = arguments.get("preset")
    if preset and preset["name"] != "plain":
        return f"{clips} for {change_preset(preset).title}"
    return f"{clips} as {str(arguments['suffix']).removeprefix('.').upper()}"


KIND = register(JobKind("export", _title, run))
