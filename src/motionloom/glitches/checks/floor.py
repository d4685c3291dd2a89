"""Feet through the floor: a point of a foot dips below where the feet otherwise stand, and comes up again."""

from __future__ import annotations

from motionloom.core.body import FOOT_POINTS
from motionloom.core.masks import find_runs
from motionloom.glitches.check import Check, register
from motionloom.glitches.glitch import Glitch
from motionloom.glitches.tracks import Tracks, say_length

LEAST = 0.05  # metres below the floor
SHORTEST = 0.04  # seconds
LONGEST = 1.0  # seconds: who stands lower for longer stands on another floor


def find(tracks: Tracks) -> list[Glitch]:
    """Stretches in which a foot is below the floor."""
    if tracks.feet is None:
        return []
    found = []
    for start, stop in find_runs(tracks.feet.min(axis=1) < -LEAST * tracks.scale):
        if SHORTEST * tracks.fps <= stop - start <= LONGEST * tracks.fps:
            point = int(tracks.feet[start:stop].min(axis=0).argmin())
            size = -float(tracks.feet[start:stop, point].min())
            words = f"the {FOOT_POINTS[point]} goes {say_length(size)} through the floor for {(stop - start) / tracks.fps:.2f} s"
            found.append(Glitch("floor", start, stop, FOOT_POINTS[point], size, f"{words}; `motionloom feet clean` lifts planted feet", ""))
    return found


CHECK = register(Check("floor", "Through the floor", find, alone=True))
