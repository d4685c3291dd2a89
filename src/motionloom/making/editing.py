"""What an editor does to one clip or to many, by the words of the studio: which recipes that is, and which clips it cannot be done to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from motionloom.core.editing import mirror_joints
from motionloom.core.errors import MotionError, MotionloomError
from motionloom.library import Clip, Library
from motionloom.making.makers.clean import clean_recipe
from motionloom.making.makers.cut import BLEND, cut_recipe
from motionloom.making.makers.edit import in_place_recipe, join_recipe, mirror_recipe, part_recipe, resample_recipe
from motionloom.making.makers.loop import loop_recipe
from motionloom.making.makers.move import move_recipe
from motionloom.making.plants import plants_of_source
from motionloom.making.recipe import Recipe
from motionloom.making.sources import Sources, clip_source

Told = Mapping[str, Any]


@dataclass(frozen=True)
class Planned:
    """A clip to be made of another: its recipe, and its name where it is not to be named after its source."""

    clip: Clip
    recipe: Recipe
    name: str = ""


@dataclass(frozen=True)
class Plan:
    """What is to be made, in order; left: clips that are left as they are, by name, and why."""

    made: tuple[Planned, ...]
    left: tuple[tuple[str, str], ...] = ()


def plan_edit(library: Library, clips: Sequence[str], edit: Told) -> Plan:
    """What to make of these clips. edit: its kind, one of `EDITS` or "join", and its options; times are seconds of each clip."""
    records = [library.clip(clip) for clip in dict.fromkeys(clips)]
    kind = str(edit.get("kind", ""))
    if kind == "join":
        return _plan_join(records, float(edit.get("blend", BLEND)))
    if kind not in EDITS:
        raise MotionloomError(f"no edit {kind!r}; there are {', '.join(sorted((*EDITS, 'join')))}")
    sources, made, left = Sources(library), list[Planned](), list[tuple[str, str]]()
    for clip in records:
        try:
            made += EDITS[kind](sources, clip, edit)
        except MotionloomError as error:
            left.append((clip.name, str(error)))
    return Plan(tuple(made), tuple(left))


def _plan_join(clips: Sequence[Clip], blend: float) -> Plan:
    if len(clips) < 2:
        raise MotionError("two clips or more are joined; select the others too")
    for clip in clips[1:]:
        if clip.fps != clips[0].fps:
            raise MotionError(f"{clip.name!r} has {clip.fps:g} Hz, {clips[0].name!r} has {clips[0].fps:g}; give them one rate first")
    return Plan((Planned(clips[0], join_recipe([clip_source(clip) for clip in clips], blend)),))


def _span(clip: Clip, edit: Told) -> tuple[int, int]:
    """The frames from "start" to "end" seconds of a clip; what lies beyond its ends is left out."""
    start = round(float(edit.get("start") or 0.0) * clip.fps)
    end = clip.frames if edit.get("end") is None else min(round(float(edit["end"]) * clip.fps), clip.frames)
    if not 0 <= start < end:
        raise MotionError(f"{clip.name!r} lasts {clip.duration:.2f} s and has nothing between these marks")
    return start, end


def _trim(sources: Sources, clip: Clip, edit: Told) -> list[Planned]:
    start, end = _span(clip, edit)
    if (start, end) == (0, clip.frames):
        raise MotionError(f"the marks hold all of {clip.name!r}; there is nothing to trim")
    return [Planned(clip, part_recipe(clip_source(clip, start, end)))]


def _cut(sources: Sources, clip: Clip, edit: Told) -> list[Planned]:
    start, end = _span(clip, edit)
    opened = sources.open(clip_source(clip))
    return [Planned(clip, cut_recipe(opened, start / clip.fps, end / clip.fps, float(edit.get("blend", BLEND))))]


def _split(sources: Sources, clip: Clip, edit: Told) -> list[Planned]:
    at = round(float(edit["at"]) * clip.fps)
    if not 0 < at < clip.frames:
        raise MotionError(f"{clip.name!r} cannot be split at its very beginning or end; go to where its second part is to begin")
    parts = (clip_source(clip, 0, at), clip_source(clip, at))
    return [Planned(clip, part_recipe(part), f"{clip.name} part {number}") for number, part in enumerate(parts, start=1)]


def _mirror(sources: Sources, clip: Clip, edit: Told) -> list[Planned]:
    mirror_joints(sources.library.motion(clip.id).skeleton)  # says why it cannot be
    return [Planned(clip, mirror_recipe(clip_source(clip)))]


def _resample(sources: Sources, clip: Clip, edit: Told) -> list[Planned]:
    if float(edit["fps"]) == clip.fps:
        raise MotionError(f"{clip.name!r} has {clip.fps:g} frames a second already")
    return [Planned(clip, resample_recipe(clip_source(clip), float(edit["fps"])), f"{clip.name} {float(edit['fps']):g} Hz")]


def _in_place(sources: Sources, clip: Clip, edit: Told) -> list[Planned]:
    return [Planned(clip, in_place_recipe(clip_source(clip), keep_turning=bool(edit.get("keep_turning"))))]


def _move(sources: Sources, clip: Clip, edit: Told) -> list[Planned]:
    by = {name: float(edit.get(name) or 0.0) for name in ("x", "z", "up", "turn_degrees")}
    to_floor = bool(edit.get("to_floor"))
    if not any(by.values()) and not to_floor:
        raise MotionError(f"{clip.name!r} would stay where it is; say how far to move or turn it")
    name = f"{clip.name} on the floor" if to_floor and not any(by.values()) else ""
    return [Planned(clip, move_recipe(clip_source(clip), **by, to_floor=to_floor), name)]


def _loop(sources: Sources, clip: Clip, edit: Told) -> list[Planned]:
    return [Planned(clip, loop_recipe(clip_source(clip, *_span(clip, edit))))]


def _clean(sources: Sources, clip: Clip, edit: Told) -> list[Planned]:
    opened = sources.open(clip_source(clip))
    return [Planned(clip, clean_recipe(opened, plants_of_source(sources.library, opened)))]


# kind: what it makes of one clip. A new edit is a function and a line here; join takes all clips at once.
EDITS: Mapping[str, Callable[[Sources, Clip, Told], list[Planned]]] = {
    "trim": _trim,
    "cut": _cut,
    "split": _split,
    "mirror": _mirror,
    "resample": _resample,
    "in_place": _in_place,
    "move": _move,
    "loop": _loop,
    "clean": _clean,
}
TITLES: Mapping[str, str] = {
    "trim": "Trim",
    "cut": "Cut a part out of",
    "split": "Split",
    "mirror": "Mirror",
    "resample": "Change the rate of",
    "in_place": "Put in place:",
    "move": "Move",
    "loop": "Crop to a loop:",
    "clean": "Hold the feet of",
    "join": "Join",
}
