"""Where the floor is: captures stand a few centimetres off zero, and some climb or sink."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core.body import body_of
from motionloom.core.motion import Motion

LOW_SHARE = 10.0  # percent


def foot_points(motion: Motion) -> NDArray[np.float32]:
    """World positions (F, 4, 3) metres of left heel, left toe, right heel, right toe."""
    body = body_of(motion.skeleton)
    return motion.points(body.foot_joints, body.foot_offsets)


def ground_height(motion: Motion) -> float:
    """The floor's height in metres: a low percentile of each frame's lowest foot point, so spikes do not move it."""
    lowest = foot_points(motion)[..., 1].min(axis=1)
    return float(np.percentile(lowest, LOW_SHARE))
