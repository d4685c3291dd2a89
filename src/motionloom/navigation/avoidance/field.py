"""The paper's own (paper 001 section 6.3, equations 6.7 and 6.8): whoever is in sight pushes with w / (d - r)^2."""

from __future__ import annotations

import math

import numpy as np

from motionloom.navigation.avoidance.base import Avoidance, Floats, Seen, register

WEIGHT, SIGHT, ANGLE = 0.25, 7.0, math.radians(60)  # of equation 6.8; metres; field of view
CLOSEST = 0.1  # metres: nearer than this nothing pushes harder


def choose(seen: Seen) -> Floats:
    """The wanted direction, pushed away from everybody and every wall in the field of view; as fast as was wanted."""
    from motionloom.navigation._field_kernels import push

    out = seen.wanted.copy()
    push(
        seen.places, seen.headings, seen.wanted, seen.radii, seen.near, seen.walls, WEIGHT, SIGHT, ANGLE / 2, CLOSEST, seen.which, out
    )  # fmt: skip
    return np.asarray(out)


register(Avoidance("field", choose))
