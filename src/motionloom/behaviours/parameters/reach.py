"""Reach: metres above the floor at which the higher hand is when it is highest, where whoever reaches, hits or catches makes contact."""

from __future__ import annotations

from motionloom.behaviours.parameters.kind import ParameterKind, of_motion, register
from motionloom.core import Motion
from motionloom.core.body import body_of


def hand_height(motion: Motion) -> float:
    """Metres of the higher wrist at the moment it is highest; the floor is at height 0, as everywhere in a machine."""
    roles = body_of(motion.skeleton).roles
    return float(motion.positions()[:, [roles["left_wrist"], roles["right_wrist"]], 1].max())


KIND = register(ParameterKind("reach", "m", of_motion(hand_height)))
