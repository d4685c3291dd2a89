"""Lean back: the trunk tilted by twenty degrees, the head held level."""

from __future__ import annotations

import numpy as np

from motionloom.core import Motion
from motionloom.edits.propagation.example import Example
from motionloom.edits.propagation.known_edits.turning import ACROSS, clock, turn_roles

LEAN = np.radians(20.0)


def apply(motion: Motion) -> Example:
    """The motion and what leaning back makes of it."""
    turns = {"spine": (ACROSS, -LEAN / 2), "chest": (ACROSS, -LEAN / 2), "neck": (ACROSS, LEAN / 2), "head": (ACROSS, LEAN / 2)}
    return Example(motion, turn_roles(motion, turns), clock(motion))
