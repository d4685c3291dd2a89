"""Motions without their glitches: what can be mended is, everything else stays as it is, to the byte, and both are said."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.masks import fill_runs
from motionloom.glitches.bridging import bridge, smooth
from motionloom.glitches.check import find_glitches
from motionloom.glitches.glitch import Glitch

ROUNDS = 4  # beside a large glitch small ones are hard to tell
NOTHING = "nothing to mend"
# Not the rate: the frames are right, and others may rest on their times, so a person must ask.
DEFAULT = ("freeze", "jump", "jitter", "pop", "flip")


@dataclass(frozen=True, eq=False)
class Mended:
    """A motion, which frame of the one before each of its frames is or stands for (F,), what was mended, and what was left."""

    motion: Motion
    frames: NDArray[np.intp]
    done: tuple[Glitch, ...]
    left: tuple[Glitch, ...]

    def describe(self, fps: float) -> list[str]:
        """Lines for people; times are those of the motion before, at its rate."""
        said = [f"{_DONE[glitch.remedy]}: {glitch.describe(fps)}" for glitch in self.done]
        return [*said, *describe_left(self.left, fps)] if self.left or not said else said


_DONE = {"cut": "cut off", "bridge": "bridged", "unflip": "turned back", "smooth": "smoothed", "rate": "played at the true rate"}


def is_worth(glitches: Iterable[Glitch], kinds: Collection[str] = DEFAULT) -> bool:
    """Whether any of these glitches would be mended."""
    return any(glitch.mendable and glitch.kind in kinds for glitch in glitches)


def describe_left(glitches: Iterable[Glitch], fps: float) -> list[str]:
    """Lines for people about glitches that nothing is done about."""
    return [f"left as it is: {glitch.describe(fps)}" for glitch in glitches] or [NOTHING]


def mend(motion: Motion, kinds: Collection[str] = DEFAULT) -> Mended:
    """The motion without its glitches of these kinds; frames that have none stay, to the byte."""
    frames, done = np.arange(len(motion)), list[Glitch]()
    left = find_glitches(motion)
    for _ in range(ROUNDS):
        todo = [glitch for glitch in left if glitch.mendable and glitch.kind in kinds]
        if not todo:
            break
        done += [_in_frames(glitch, frames) for glitch in todo]
        motion, frames = _mend_once(motion, frames, todo)
        left = find_glitches(motion)
    return Mended(motion, frames, tuple(done), tuple(_in_frames(glitch, frames) for glitch in left))


def _mend_once(motion: Motion, frames: NDArray[np.intp], glitches: Sequence[Glitch]) -> tuple[Motion, NDArray[np.intp]]:
    from motionloom.glitches.checks.flip import unflip

    by_remedy = {remedy: [glitch for glitch in glitches if glitch.remedy == remedy] for remedy in _DONE}
    for glitch in by_remedy["rate"]:
        motion = replace(motion, fps=glitch.size)
    for glitch in by_remedy["unflip"]:
        motion = unflip(motion, glitch)
    for remedy, change in (("bridge", bridge), ("smooth", smooth)):
        spans = [(glitch.start, glitch.stop) for glitch in by_remedy[remedy]]
        motion = change(motion, spans) if spans else motion
    if not by_remedy["cut"]:
        return motion, frames
    kept = ~fill_runs([(glitch.start, glitch.stop) for glitch in by_remedy["cut"]], len(motion))
    return motion.with_arrays(motion.rotations[kept], motion.root_positions[kept]), frames[kept]


def _in_frames(glitch: Glitch, frames: NDArray[np.intp]) -> Glitch:
    """The glitch in frames of the motion that mending began with."""
    return replace(glitch, start=int(frames[glitch.start]), stop=int(frames[glitch.stop - 1]) + 1)
