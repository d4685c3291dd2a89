"""The part of a plant in which its point stands: where that is still already, its moving ends are a step, not a slide."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.feet.plants import Bits

EXACT = 0.0002  # metres: hardly anybody who was captured stands so still, whoever was cleaned or made up does
SHARE = 0.5  # of a plant that must be so still for its ends to be given up
# A runner's held plant is shorter than the frames about it that look planted. Whoever was captured never stands so still for so long.
BRIEF = 0.2  # seconds: in longer plants more must be still
STEP = 0.00002  # metres a frame
SHORTEST = 0.04  # seconds: longer than a frame at 30 Hz, which some files repeat
LEAST = 0.3  # of the plant


def keep_cores(points: NDArray[np.floating], bits: Bits, fps: float) -> Bits:
    """bits (F, 4) without the ends that move of plants whose middle does not; points (F, 4, 3) metres, at a rate.

    A plant lasts until its point has left its place by about a centimetre, and a foot that was held leaves it gently: whoever finds the
    plants of a clean clip anew takes some frames of every step for planted too. Holding those would move the clip again.
    """
    from motionloom.feet._cores import find_ends

    shortest, brief = max(3.0, SHORTEST * fps), BRIEF * fps
    ends = find_ends(np.asarray(points, np.float64), bits, EXACT, SHARE, STEP, shortest, brief, LEAST)
    return bits & ~ends if ends.any() else bits
