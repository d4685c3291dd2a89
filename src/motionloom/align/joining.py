"""One motion after another: where and how the second must stand to go on from the first."""

from __future__ import annotations

import numpy as np

from motionloom.core import Motion
from motionloom.core.heading import headings, turn_and_move


def follow_on(before: Motion, after: Motion) -> Motion:
    """`after` turned and moved along the ground so that its first frame stands where the last of `before` does, facing the same way."""
    angle = float(headings(before)[-1] - headings(after)[0])
    turned = turn_and_move(after, angle)
    offset = before.root_positions[-1].astype(np.float64) - turned.root_positions[0]
    return turn_and_move(turned, 0.0, (float(offset[0]), 0.0, float(offset[2])))
