"""What a table can be made of and what can be asked of it: bodies, activities, and how long an activity goes on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from motionloom.core.errors import MotionError
from motionloom.library import Clip, Library
from motionloom.making.choice import Choice, choose
from motionloom.transitions.stock import RATE
from motionloom.transitions.synthesis import named_targets
from motionloom.transitions.table import TransitionTable

LONGEST = 4.0  # seconds of an activity that are kept after the frame at which it is entered


@dataclass(frozen=True)
class TableBody:
    """The clips of one skeleton that a table can be made of, and whose they are."""

    skeleton: str
    name: str
    clips: tuple[str, ...]
    seconds: float


@dataclass(frozen=True)
class Activity:
    """A name that a performer can be asked for; count: frames at which it can be entered, 0 where nothing leads into it for long enough."""

    name: str
    annotated: bool
    count: int


def list_bodies(library: Library) -> list[TableBody]:
    """The bodies of the performed clips, the one with most clips first."""
    groups: dict[str, list[Clip]] = {}
    for clip in choose(library, Choice(body=True)):
        groups.setdefault(clip.skeleton, []).append(clip)
    bodies = [
        TableBody(skeleton, name_clips(clips), tuple(clip.id for clip in clips), sum(clip.duration for clip in clips))
        for skeleton, clips in groups.items()
    ]
    return sorted(bodies, key=lambda body: (-len(body.clips), body.name))


def name_clips(clips: list[Clip]) -> str:
    """Words for some clips: their performers, or the first one's name where nobody knows who performed."""
    subjects = sorted({clip.subject for clip in clips} - {""})
    return ", ".join(subjects[:3]) + (" …" if len(subjects) > 3 else "") or clips[0].name


def list_activities(table: TransitionTable) -> list[Activity]:
    """Every annotation and label of a table's clips, annotations first."""
    annotated = {span for clip in table.stock.clips for span, *_ in clip.spans}
    found = [Activity(name, name in annotated, _count(table, name)) for name in table.stock.names()]
    return sorted(found, key=lambda activity: (not activity.annotated, activity.name))


def activity_end(table: TransitionTable, frame: int, name: str, longest: float = LONGEST) -> int:
    """The last frame of the stock until which an activity goes on that is entered at a frame: its end, or `longest` seconds later."""
    stock = table.stock
    clip = int(stock.clip_of[frame])
    end = int(stock.starts[clip + 1]) - 1
    named = np.zeros(len(stock) + 1, dtype=bool)
    named[stock.named_frames(name)] = True
    left = np.flatnonzero(~named[frame:])
    until = frame + (int(left[0]) - 1 if len(left) else 0)
    return max(frame, min(until, end, frame + round(longest * RATE)))


def _count(table: TransitionTable, name: str) -> int:
    try:
        return len(named_targets(table, name)[0])
    except MotionError:
        return 0
