"""Turn: radians a second to the left, about +y."""

from __future__ import annotations

import numpy as np

from motionloom.behaviours.parameters.kind import Clips, Floats, ParameterKind, mean_rate, register
from motionloom.core import Motion
from motionloom.core.heading import headings


def _measure(clips: Clips, weights: Floats) -> Floats:
    return mean_rate(clips, _moved, weights)


def _moved(motion: Motion, own: Floats, after: Floats) -> Floats:
    index, angle = np.arange(len(motion)), headings(motion)
    return np.asarray(np.interp(after, index, angle) - np.interp(own, index, angle))


KIND = register(ParameterKind("turn", "rad/s", _measure, unasked=0.0, played=True))
