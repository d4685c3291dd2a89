"""Optimal reciprocal collision avoidance (van den Berg, Guy, Lin and Manocha 2011), written anew: each gives way by half."""

from __future__ import annotations

import numpy as np

from motionloom.navigation.avoidance.base import Avoidance, Floats, Seen, register

HORIZON, WALL_HORIZON = 5.0, 1.6  # seconds ahead in which nobody may be met, and no wall
STANDING = 1.2  # seconds ahead for those who stand and take single steps: in a crowd there is no farther
DT = 0.2  # seconds in which those who overlap come apart


def choose(seen: Seen) -> Floats:
    """The velocity nearest to the one that is wanted which nobody is met by within HORIZON."""
    from motionloom.navigation._orca_kernels import avoid

    out = seen.wanted.copy()
    horizons = np.where(seen.yields > 0.5, HORIZON, STANDING)
    avoid(
        seen.places, seen.velocities, seen.wanted, seen.radii, seen.yields, seen.top, seen.near, seen.walls, horizons, WALL_HORIZON, DT,
        seen.which, out,
    )  # fmt: skip
    return np.asarray(out)


register(Avoidance("orca", choose))
