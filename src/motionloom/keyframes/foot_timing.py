"""Captured feet in step with the sketched ones: they come down, roll and leave the ground when the sketch's do."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core.masks import find_runs
from motionloom.keyframes.rig import Floats

FARTHEST = 0.4  # seconds that a captured moment is moved at most
LEAST = 2.0  # frames between two moments that are tied to each other


def places_in_step(captured: NDArray[np.bool_], sketched: NDArray[np.bool_], fps: float) -> Floats:
    """For each frame (F,) of the sketch the frame of the captured curve to read, so that both stand (F,) at the same times.

    Each time the sketch's foot stands is tied to the captured one that overlaps it most; between them time runs evenly.
    """
    frames = len(sketched)
    ours, theirs = find_runs(sketched), find_runs(captured)
    knots = [(0.0, 0.0)]
    for start, stop in ours:
        shared = [min(stop, b) - max(start, a) for a, b in theirs]
        if not shared or max(shared) <= 0:
            continue
        a, b = theirs[int(np.argmax(shared))]
        for mine, other in ((start, a), (stop - 1, b - 1)):
            near = abs(mine - other) <= FARTHEST * fps
            if near and mine - knots[-1][0] >= LEAST and other - knots[-1][1] >= LEAST:
                knots.append((float(mine), float(other)))
    last = float(frames - 1)
    if last - knots[-1][0] >= LEAST and last - knots[-1][1] >= LEAST:
        knots.append((last, last))
    mine, other = np.array(knots).T
    return np.interp(np.arange(frames), mine, other)
