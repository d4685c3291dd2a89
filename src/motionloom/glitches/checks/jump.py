"""Jumps: from one frame to the next a joint is elsewhere, faster than anybody moves.

Near an end of the motion what lies beyond the jump goes (captures begin with a T-pose or two, still on their way through a converter).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from motionloom.core.masks import fill_runs, find_runs
from motionloom.glitches.check import Check, register
from motionloom.glitches.glitch import Glitch, Remedy
from motionloom.glitches.tracks import Tracks, say_length

LEAST = 0.06  # metres by which a step differs from those before and after it
FASTEST = 7.0  # metres a second by which it does: a blow or a landing changes its pace by less within a frame
UNUSUAL = 4.0  # times the median step around it
AROUND = 0.05  # seconds to either side
NOISE = 0.005  # metres a step that count as none
AT_END = 0.15  # seconds from an end of the motion within which what lies beyond a jump is cut off
TOGETHER = 0.05  # seconds between jumps that belong together, out and back
BACK = 0.35  # of a jump that may be left where a joint jumped back
BRIDGED = 0.5  # metres: over a longer way nobody can say how the joint went
PACE = 2.0  # metres a second at which a bridge makes up for a jump
LONGEST = 0.25  # seconds of a bridge
LONGEST_CROWD = 0.35  # seconds of bridges that run into each other


def find(tracks: Tracks) -> list[Glitch]:
    """Jumps, those that belong together as one."""
    strange = _strange_steps(tracks)
    rows = np.flatnonzero(strange.any(axis=1))
    if not len(rows):
        return []
    groups = np.split(rows, np.flatnonzero(np.diff(rows) > tracks.frames_in(TOGETHER)) + 1)
    return _leave_crowds(tracks, [_to_glitch(tracks, strange, int(group[0]), int(group[-1]) + 1) for group in groups])


def _strange_steps(tracks: Tracks) -> NDArray[np.float64]:
    """How far (F - 1, J) metres steps that are jumps depart from those beside them; 0 for all others."""
    steps = tracks.steps
    longer = np.concatenate([steps[:1], steps, steps[-1:]])
    apart = steps - (longer[:-2] + longer[2:]) / 2
    away = np.sqrt(np.einsum("fjc,fjc->fj", apart, apart))
    least = max(LEAST, FASTEST / tracks.fps) * tracks.scale
    found, reach = np.zeros_like(away), tracks.frames_in(AROUND)
    for row, joint in zip(*np.nonzero(away > least), strict=True):
        usual = np.median(tracks.lengths[max(0, row - reach) : row + reach + 1, joint])
        if tracks.lengths[row, joint] > UNUSUAL * (usual + NOISE):
            found[row, joint] = away[row, joint]
    return found


def _leave_crowds(tracks: Tracks, found: list[Glitch]) -> list[Glitch]:
    """Jumps whose bridges would run into each other and leave nothing to go by in between are left as they are."""
    bridges = [(glitch.start, glitch.stop) for glitch in found if glitch.remedy == "bridge"]
    crowds = [(a, b) for a, b in find_runs(fill_runs(bridges, len(tracks))) if b - a > LONGEST_CROWD * tracks.fps]

    def leave(glitch: Glitch) -> Glitch:
        crowded = glitch.remedy == "bridge" and any(a <= glitch.start < b for a, b in crowds)
        return replace(glitch, remedy="", words=f"{glitch.words}; too much around it is wrong too") if crowded else glitch

    return [leave(glitch) for glitch in found]


def _to_glitch(tracks: Tracks, strange: NDArray[np.float64], first: int, last: int) -> Glitch:
    """The jump over steps first:last, a step being from a frame to the next."""
    joint = int(strange[first:last].max(axis=0).argmax())
    length = float(tracks.lengths[first:last, joint].max())
    what = f"the {tracks.say_joint(joint)} jumps {say_length(length)} within a frame ({length * tracks.fps:.0f} m/s)"
    left = float(np.linalg.norm(tracks.positions[last] - tracks.positions[first], axis=1).max())
    start, stop, remedy = _frames_of(tracks, first, last, left)
    if remedy == "bridge" and left < BACK * length:
        what += " and back"
    elif remedy == "cut":
        what += f"; the {'first' if start == 0 else 'last'} {stop - start} frames are not part of the motion"
    elif not remedy:
        what += "; too far to be bridged: cut the motion in two there"
    return Glitch("jump", start, stop, tracks.motion.skeleton.names[joint], length, what, remedy)


def _frames_of(tracks: Tracks, first: int, last: int, left: float) -> tuple[int, int, Remedy]:
    """Which frames are wrong, and what is done about them; left: metres by which the joint is elsewhere after all."""
    frames, near = len(tracks), AT_END * tracks.fps
    if last <= near:
        return 0, last, "cut"
    if frames - 1 - first <= near:
        return first + 1, frames, "cut"
    if left > BRIDGED * tracks.scale:
        return first + 1, last, ""
    pad = round(min(LONGEST, left / PACE) * tracks.fps / 2)
    return max(1, first - pad), min(frames - 1, last + 1 + pad), "bridge"


CHECK = register(Check("jump", "Jump", find))
