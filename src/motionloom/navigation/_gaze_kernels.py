"""Where to look for a way through others, compiled: the direction in which one comes farthest towards one's aim before meeting anybody.

After Moussaid, Helbing and Theraulaz (2011). Whoever walks the same way ahead is not met, whoever comes the other way is, so lanes form.
Imported only where it runs.
"""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

from motionloom.core._compiled import compiled
from motionloom.navigation._crowd_kernels import wall_distance

SIDE, APART = 6, 0.13  # directions to either side that are looked at, and radians between them
FAR = 7.0  # metres that are looked ahead
LEFT = 3.0  # square metres by which ways to the left are worse: an agreement


@compiled
def free_metres(n, vx, vz, speed, far, places, velocities, radii, near, walls):
    """Metres that n comes at a velocity before it meets somebody who goes on as now, or a wall, at most far."""
    x, z, free = places[n, 0], places[n, 1], far
    for i in range(near.shape[1]):
        other = near[n, i]
        if other < 0:
            break
        px, pz = places[other, 0] - x, places[other, 1] - z
        rx, rz = vx - velocities[other, 0], vz - velocities[other, 1]
        closing, squared = px * rx + pz * rz, rx * rx + rz * rz
        gap = px * px + pz * pz - (radii[n] + radii[other]) ** 2
        if closing <= 0.0 or squared < 1e-9:
            continue
        root = closing * closing - squared * gap
        if gap <= 0.0:
            free = min(free, 0.1)
        elif root > 0.0:
            free = min(free, speed * (closing - math.sqrt(root)) / squared)
    for k in range(1, 4):
        at = 0.6 * k
        if at < free and wall_distance(walls, x + at * vx / speed, z + at * vz / speed) < radii[n]:
            return at
    return free


@compiled
def look_for_way(places, velocities, toward, away, radii, speed, near, walls, which):
    """Turns directions toward (N, 2) of those named in which (M,), in place, to where each comes farthest; away (N,): metres to aims."""
    for n in which:
        far = min(FAR, away[n])
        aim, best, chosen = math.atan2(toward[n, 0], toward[n, 1]), math.inf, 0
        for step in range(2 * SIDE + 1):  # straight on first, then ever farther to either side, right before left
            k = (step + 1) // 2 * (-1 if step % 2 == 1 else 1)
            vx, vz = speed * math.sin(aim + k * APART), speed * math.cos(aim + k * APART)
            free = free_metres(n, vx, vz, speed, far, places, velocities, radii, near, walls)
            cost = far * far + free * free - 2.0 * far * free * math.cos(k * APART) + (LEFT if k > 0 else 0.0)
            if cost < best - 1e-9:
                best, chosen = cost, k
            if step == 0 and free >= far:
                break
        toward[n, 0], toward[n, 1] = math.sin(aim + chosen * APART), math.cos(aim + chosen * APART)
