"""Limp: the left leg hurts. It is let go quickly, the other stays long; the trunk tips over the leg that hurts while it bears."""

from __future__ import annotations

import numpy as np

from motionloom.core import Motion
from motionloom.edits.propagation.example import Example
from motionloom.edits.propagation.known_edits.turning import ACROSS, ALONG, right_lift, turn_roles

SLOW, QUICK = 1.6, 0.8  # seconds a second while the right foot bears, and the left
TIP, NOD = np.radians(12.0), np.radians(8.0)
LIFT = 0.05  # leg lengths between the ankles that tell which foot bears


def apply(motion: Motion) -> Example:
    """The motion and what limping makes of it, its timing too."""
    left_bears = 1 / (1 + np.exp(-2 * right_lift(motion) / LIFT))
    tipped = turn_roles(motion, {"spine": (ALONG, -TIP * left_bears), "chest": (ACROSS, NOD * left_bears)})
    pace = (SLOW + (QUICK - SLOW) * left_bears) / motion.fps
    return Example(motion, tipped, np.concatenate([[0.0], np.cumsum(pace[1:])]))
