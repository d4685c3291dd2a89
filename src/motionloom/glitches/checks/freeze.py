"""Freezes: the whole body stands dead still for a moment in the midst of moving, or stops dead, or hangs in mid-air."""

from __future__ import annotations

from motionloom.core.masks import find_runs
from motionloom.glitches.check import Check, register
from motionloom.glitches.glitch import Glitch, Remedy
from motionloom.glitches.tracks import Tracks

STILL = 0.004  # metres a second of the fastest joint: less than a person who stands as still as they can, and a capture's noise
MOVING = 0.1  # metres a second on both sides of it
RUSHING = 0.4  # metres a second on one side, where the other is an end of the motion: nobody stops within a tenth of a second
BESIDE = 0.1  # seconds
SHORTEST = 0.04  # seconds
OFF_GROUND = 0.05  # metres that every point of both feet is above the floor
BRIDGED = 0.25  # seconds: what went on in a longer freeze nobody can say
CATCHING_UP, CAUGHT_UP = 2.0, 0.05  # times the longest step of so many seconds after it
REST = 0.25  # seconds of motion that cutting must leave


def find(tracks: Tracks) -> list[Glitch]:
    """Freezes, and stretches in the air that do not move."""
    fastest = tracks.lengths.max(axis=1) * tracks.fps
    reach, found = tracks.frames_in(BESIDE), list[Glitch]()
    for first, last in find_runs(fastest < STILL * tracks.scale):
        if last - first < max(2, SHORTEST * tracks.fps) or (first, last) == (0, len(fastest)):
            continue
        before, after = (
            part.max(initial=0.0) / tracks.scale for part in (fastest[max(0, first - reach) : first], fastest[last : last + reach])
        )
        at_end = (first == 0 and after > RUSHING) or (last == len(fastest) and before > RUSHING)
        flying = tracks.feet is not None and bool((tracks.feet[first : last + 1].min(axis=1) > OFF_GROUND * tracks.scale).all())
        if min(before, after) > MOVING or at_end or flying:
            found.append(_to_glitch(tracks, first, last, flying))
    return found


def _to_glitch(tracks: Tracks, first: int, last: int, flying: bool) -> Glitch:
    """The freeze over steps first:last; its first frame is the last of the motion before it, and is right."""
    frames, seconds = len(tracks), (last - first) / tracks.fps
    start, stop = (0, last) if first == 0 else (first + 1, last + 1)
    where = "the motion begins frozen" if start == 0 else "the motion ends frozen" if stop == frames else "the whole body freezes"
    words = f"{where}{' in mid-air' if flying else ''} for {seconds:.2f} s"
    remedy: Remedy = "cut" if frames - (stop - start) >= REST * tracks.fps else ""
    if start > 0 and stop < frames and _catches_up(tracks, last):
        words += " and catches up within a frame"
        remedy = "bridge" if seconds <= BRIDGED else ""
    return Glitch("freeze", start, stop, "", seconds, words if remedy else f"{words}; too long to be mended", remedy)


def _catches_up(tracks: Tracks, last: int) -> bool:
    """Whether the body goes on from where it would be by then: frames were lost, and the last one stood in for them.

    Otherwise it goes on from where it froze: frames were repeated, and are too many.
    """
    after = tracks.lengths[last + 1 : last + 1 + tracks.frames_in(CAUGHT_UP)]
    return bool(len(after) and tracks.lengths[last].max() > CATCHING_UP * after.max())


CHECK = register(Check("freeze", "Freeze", find))
