"""The paper's obstacle force, compiled. Imported only where it runs."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

from motionloom.core._compiled import compiled
from motionloom.navigation._crowd_kernels import cell_of, nearest_on


@compiled
def force(dx, dz, reach, heading, weight, sight, angle, closest):
    """What somebody or something at dx, dz from the eye adds, whose surface is `reach` metres nearer."""
    apart = math.hypot(dx, dz)
    if apart < 1e-9 or apart - reach > sight:
        return 0.0, 0.0
    off = math.atan2(dx, dz) - heading
    off -= 2 * math.pi * math.floor(off / (2 * math.pi) + 0.5)
    if abs(off) > angle:
        return 0.0, 0.0
    strength = -weight / max(apart - reach, closest) ** 2
    # Straight ahead the push is straight back, which turns nobody: whoever meets head on goes to the right.
    side = -0.3 if abs(off) < 0.1 else 0.0
    x, z = dx / apart, dz / apart
    return strength * (x - side * z), strength * (z + side * x)


@compiled
def push(places, headings, wanted, radii, near, walls, weight, sight, angle, closest, which, out):
    """Wanted velocities (N, 2) turned by the forces of neighbours and walls; the speed stays."""
    for n in which:
        speed = math.hypot(wanted[n, 0], wanted[n, 1])
        if speed <= 0.0:
            continue
        x, z = wanted[n, 0] / speed, wanted[n, 1] / speed
        for k in range(near.shape[1]):
            other = near[n, k]
            if other < 0:
                break
            dx, dz = places[other, 0] - places[n, 0], places[other, 1] - places[n, 1]
            fx, fz = force(dx, dz, radii[n] + radii[other], headings[n], weight, sight, angle, closest)
            x, z = x + fx, z + fz
        at = cell_of(walls, places[n, 0], places[n, 1])
        if at >= 0:
            for k in range(walls.firsts[at], walls.firsts[at + 1]):
                px, pz = nearest_on(walls, walls.members[k], places[n, 0], places[n, 1])
                fx, fz = force(px - places[n, 0], pz - places[n, 1], radii[n], headings[n], weight, sight, angle, closest)
                x, z = x + fx, z + fz
        length = max(math.hypot(x, z), 1e-9)
        out[n, 0], out[n, 1] = speed * x / length, speed * z / length
