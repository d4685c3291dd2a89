"""The part of a plant in which its point stands: where that is still already, its moving ends are a step, not a slide."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.feet.plants import Bits

EXACT = 0.0002  # metres: hardly anybody who was captured stands so still, whoever was cleaned or made up does
SHARE = 0.5  # of a plant that must be so still for its ends to be given up


def keep_cores(points: NDArray[np.floating], bits: Bits) -> Bits:
    """bits (F, 4) without the ends that move of plants whose middle does not; points (F, 4, 3) metres.

    A plant lasts until its point has left its place by about a centimetre, and a foot that was held leaves it gently: whoever finds the
    plants of a clean clip anew takes some frames of every step for planted too. Holding those would move the clip again.
    """
    from motionloom.feet._cores import find_ends

    ends = find_ends(np.asarray(points, np.float64), bits, EXACT, SHARE)
    return bits & ~ends if ends.any() else bits
