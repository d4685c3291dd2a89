"""Step: metres from one foot to the other along the way, at the moment they are furthest apart."""

from __future__ import annotations

import numpy as np

from motionloom.behaviours.parameters.kind import ParameterKind, of_motion, register
from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.heading import headings


def step_length(motion: Motion) -> float:
    """Metres between the ankles in the direction the body faces: the mean of the longest step of either foot."""
    roles, angle = body_of(motion.skeleton).roles, headings(motion)
    positions = motion.positions()
    apart = positions[:, roles["left_ankle"]] - positions[:, roles["right_ankle"]]
    ahead = apart[:, 0] * np.sin(angle) + apart[:, 2] * np.cos(angle)
    return float(ahead.max() - ahead.min()) / 2


KIND = register(ParameterKind("step", "m", of_motion(step_length)))
