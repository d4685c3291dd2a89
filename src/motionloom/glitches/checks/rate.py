"""A wrong rate: bodies in the air fall too fast, or those on the ground keep their balance only at half the rate."""

from __future__ import annotations

from motionloom.glitches.check import Check, register
from motionloom.glitches.glitch import Glitch
from motionloom.glitches.tracks import Tracks


def find(tracks: Tracks) -> list[Glitch]:
    """One, over all frames, where gravity or the steps contradict the stated rate."""
    if tracks.body is None:
        return []
    verdict = tracks.rate_verdict
    if not verdict.suspicious or verdict.implied_fps is None:
        return []
    return [Glitch("rate", 0, len(tracks), "", verdict.implied_fps, verdict.describe(), "rate")]


CHECK = register(Check("rate", "Wrong rate", find, alone=True))
