"""Which moment of an edited walk answers to which of its source: step for step, for pairs that were performed rather than edited."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.align.time_warp import Warp
from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.heading import headings
from motionloom.edits.propagation.example import Example, ExampleError, make_example

Floats = NDArray[np.float64]
SMOOTH = 0.1  # seconds
SHORTEST = 0.15  # seconds: feet that pass each other again sooner only tremble
APART = 0.1  # leg lengths that feet are apart at least between two passings


def left_ahead(motion: Motion) -> Floats:
    """How far the left ankle is ahead of the right (F,), leg lengths, along the heading."""
    body, places = body_of(motion.skeleton), motion.positions().astype(np.float64)
    apart = places[:, body.joint("left_ankle")] - places[:, body.joint("right_ankle")]
    angles = headings(motion)
    return np.asarray((np.sin(angles) * apart[:, 0] + np.cos(angles) * apart[:, 2]) / body.leg_length)


def find_passings(motion: Motion) -> tuple[Floats, NDArray[np.bool_]]:
    """Seconds (N,) at which a foot passes the other, and whether it is the left one that goes ahead (N,): they take turns."""
    ahead = left_ahead(motion)
    width = max(1, round(SMOOTH * motion.fps))
    smooth = np.convolve(np.pad(ahead, (width, width), mode="edge"), np.hanning(2 * width + 1) / np.hanning(2 * width + 1).sum(), "valid")
    at = np.flatnonzero(np.diff(np.signbit(smooth)))
    seconds = (at + smooth[at] / (smooth[at] - smooth[at + 1])) / motion.fps
    kept: list[int] = []
    for number, frame in enumerate(at):
        if kept:
            before = at[kept[-1]]
            if seconds[number] - seconds[kept[-1]] < SHORTEST or np.abs(smooth[before : frame + 1]).max() < APART:
                kept.pop()  # a tremble: neither of the two counts
                continue
        kept.append(number)
    return seconds[kept], smooth[at[kept] + 1] > 0


def pair_by_steps(source: Motion, edited: Motion, cycles: int | None = None) -> tuple[Example, slice, Warp]:
    """An example of two walks, step for step; the frames of the source that it takes, and the timing from their first on.

    They go from its first step to its last that the edit has too. cycles: how many cycles of two steps are taken, all where not
    given. An error where they have no whole cycle in common.
    """
    own, left = find_passings(source)
    other, other_left = find_passings(edited)
    first = next((n for n in range(len(other)) if len(left) and other_left[n] == left[0]), None)
    count = 0 if first is None else min(len(own), len(other) - first)
    count = count if cycles is None else min(count, 2 * cycles + 1)
    if first is None or count < 3:
        raise ExampleError(f"{source.name!r} and {edited.name!r} have no whole cycle of steps in common; give their timing")
    rows = slice(int(np.ceil(own[0] * source.fps)), int(np.floor(own[count - 1] * source.fps)) + 1)
    timing = Warp(own[:count] - rows.start / source.fps, other[first : first + count])
    return make_example(source[rows], edited, timing), rows, timing


def phases(motion: Motion) -> Floats:
    """Where in its cycle each frame (F,) is, 0 where the left foot passes, 1 a cycle later; nan before the first and after the last."""
    seconds, left = find_passings(motion)
    if len(seconds) < 2:
        return np.full(len(motion), np.nan)
    turns = np.arange(len(seconds)) / 2 + (0.0 if left[0] else 0.5)
    at = np.arange(len(motion)) / motion.fps
    inside = (at >= seconds[0]) & (at <= seconds[-1])
    return np.where(inside, np.interp(at, seconds, turns), np.nan)
