"""What an export preset does to a motion on its way: edits as recipes, so that the file says how it was made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from motionloom.compute import Progress
from motionloom.core import SkeletonError
from motionloom.core.body import body_of
from motionloom.formats import save_clips
from motionloom.formats.presets import Preset, change_preset, write_options
from motionloom.library import Library
from motionloom.library.exporting import WriteTask, make_folder, require_clip, write_task
from motionloom.making.makers.edit import in_place_recipe, resample_recipe
from motionloom.making.makers.move import move_recipe
from motionloom.making.marks import marks_of
from motionloom.making.sources import OpenSource, Sources, clip_source, recipe_source


def apply_preset(sources: Sources, opened: OpenSource, preset: Preset) -> OpenSource:
    """The motion at the preset's rate, on the floor, in place, as it asks; floor and facing only of a known body."""
    if preset.to_floor and _is_body(opened):
        opened = sources.open(recipe_source(move_recipe(opened.source, to_floor=True)))
    if preset.fps is not None and preset.fps != opened.motion.fps:
        opened = sources.open(recipe_source(resample_recipe(opened.source, preset.fps)))
    if preset.root == "in_place":
        opened = sources.open(recipe_source(in_place_recipe(opened.source, keep_turning=not _is_body(opened))))
    return opened


def _is_body(opened: OpenSource) -> bool:
    try:
        return bool(body_of(opened.motion.skeleton))
    except SkeletonError:
        return False


def write_clip(task: WriteTask) -> None:
    """Write one clip as its task's preset says where it has one, in whichever process."""
    with Library.open(task.library) as library:
        opened, options = _open(library, task.clip, task.preset, task.file)
        write_task(task, opened.motion, marks_of(opened), **options)


def write_one_file(library: Library, clips: Sequence[str], file: Path, preset: Mapping[str, Any] | None, progress: Progress) -> None:
    """Write clips of one body into one file, an animation each."""
    opened, options = [], dict[str, Any]()
    for clip in clips:
        each, options = _open(library, clip, preset, str(file))
        opened.append(each)
        progress.advance(note=each.motion.name)
    make_folder(file.parent)
    save_clips([each.motion for each in opened], file, [marks_of(each) for each in opened], **options)


def _open(library: Library, clip: str, preset: Mapping[str, Any] | None, file: str) -> tuple[OpenSource, dict[str, Any]]:
    """A clip as a preset (plain data) has it, and the options of its file."""
    sources = Sources(library)
    record = require_clip(library, clip)
    opened = sources.open(clip_source(record))
    if preset is None:
        return opened, {}
    chosen = change_preset(preset)
    made = apply_preset(sources, opened, chosen)
    named = replace(made, motion=replace(made.motion, name=record.name))
    return named, write_options(chosen, Path(file).suffix)
