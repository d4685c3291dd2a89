"""A body that passes through itself."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.score.penetration import overlap_of_capsules
from motionloom.score.terms.base import register
from motionloom.score.tracks import LEG, Tracks


@register("depth", "limbs inside the body", "m")
def depth(tracks: Tracks) -> NDArray[np.float64]:
    """Metres (F,) by which the worst pair of capsules about the bones is inside each other."""
    return np.maximum(overlap_of_capsules(tracks.skeleton, tracks.joints, LEG).max(axis=1, initial=0.0), 0.0)
