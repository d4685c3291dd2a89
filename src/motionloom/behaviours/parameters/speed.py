"""Speed: metres a second over the ground."""

from __future__ import annotations

import numpy as np

from motionloom.behaviours.parameters.kind import Clips, Floats, ParameterKind, mean_rate, register
from motionloom.core import Motion


def _measure(clips: Clips, weights: Floats) -> Floats:
    return mean_rate(clips, _moved, weights)


def _moved(motion: Motion, own: Floats, after: Floats) -> Floats:
    index, root = np.arange(len(motion)), motion.root_positions.astype(np.float64)
    steps = [np.interp(after, index, root[:, c]) - np.interp(own, index, root[:, c]) for c in (0, 2)]
    return np.asarray(np.hypot(*steps))


KIND = register(ParameterKind("speed", "m/s", _measure, played=True))
