"""What an export preset does to a motion on its way: edits as recipes, so that the file says how it was made."""

from __future__ import annotations

from pathlib import Path

from motionloom.core import SkeletonError
from motionloom.core.body import body_of
from motionloom.formats.presets import Preset, change_preset, write_options
from motionloom.library import Library
from motionloom.library.exporting import WriteTask, require_clip, write_task
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


def write_with_preset(task: WriteTask) -> None:
    """Write one clip as its task's preset says, in whichever process."""
    assert task.preset is not None
    preset = change_preset(task.preset)
    with Library.open(task.library) as library:
        sources = Sources(library)
        opened = apply_preset(sources, sources.open(clip_source(require_clip(library, task.clip))), preset)
        write_task(task, opened.motion, marks_of(opened), **write_options(preset, Path(task.file).suffix))
