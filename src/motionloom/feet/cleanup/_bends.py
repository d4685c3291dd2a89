"""Compiled: how far knees bend when feet are moved, and the pelvis and ankles after it gave way; see `giving_way`."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.feet.cleanup._filters import average_into, calm_into, least_into
from motionloom.feet.cleanup._giving_way import ease, find_bends, let_go, move_along

HIP = 0
KEEP = 0.35  # radians: a knee that is bent so far may lose half of its bend, one that is bent less a smaller share


@compiled
def ask_bends(rotations, positions, hinges, new, thigh, shin, shares, bends, changes, smooth, sizes):
    """Fill bends (F, 2) of knees and changes (F, 2) that ankles at new (F, 2, 3) ask of them, see `find_bends`, and the averages over
    time by shares (2 w + 1,) of these changes, smooth (F, 2), and of their sizes (F, 2). Whether anything changes comes out."""
    find_bends(rotations, positions, hinges, new, thigh, shin, bends, changes)
    if not changes.any():
        return False
    average_into(changes, shares, smooth)
    average_into(np.abs(changes), shares, sizes)
    return True


@compiled
def ease_bends(bends, changes, free, shakes, near, smooth, least, eased):
    """eased (F, 2): how far knees bend that are bent by bends (F, 2) and asked for changes (F, 2).

    smooth (F, 2): those changes averaged; what calms a leg that shakes by itself is added to it. least (F, 2): how far knees stay from
    straight. free (F,): how much of both is taken. shakes, near: shares of averages over the frames that tell a shake, and that a knee
    looks at before it loses some of its bend.
    """
    # Where a captured leg shakes by itself, the foot that it stands on shook: with that held the leg is calm, and hips need not shake.
    calm_into(bends, changes, shakes, smooth)
    kept, lowest, most = np.empty_like(bends), np.empty_like(bends), np.empty_like(bends)
    for f in range(len(bends)):
        for s in range(2):
            smooth[f, s] *= free[f]
            least[f, s] *= free[f]
            bend = abs(bends[f, s])
            kept[f, s] = bend * bend / (bend + KEEP)
    # A knee loses little of its bend where it is nearly straight, and soon will be or just was.
    least_into(kept, near.shape[0] // 2, lowest)
    average_into(lowest, near, most)
    ease(bends, smooth, most, least, eased)


@compiled
def go_along(positions, parents, downs, new, eased, changes, weights, rooms, thigh, shin, limit, shifts, rolls, tilts, ankles):
    """Move legs, in place, with a pelvis that gave way by shifts (F, 3) and rolls (F,), none beyond `limit` metres; tilts (F, 4) and
    ankles (F, 2, 3) of feet that are not held go along. The other arrays: see `let_go` and `move_along`."""
    for f in range(len(shifts)):
        x, y, z = shifts[f, 0], shifts[f, 1], shifts[f, 2]
        share = min(1.0, limit / max(np.sqrt(x * x + y * y + z * z), 1e-12))
        for c in range(3):
            shifts[f, c] *= share
        rolls[f] = min(max(rolls[f], -limit), limit)
    let_go(positions, parents, downs, new, eased, changes, weights, rooms, thigh, shin, shifts, rolls)
    move_along(positions, parents, downs, shifts, rolls, tilts)
    for f in range(len(shifts)):
        for s in range(2):
            if weights[f, s] != 1:
                for c in range(3):
                    ankles[f, s, c] = new[f, s, c] + positions[f, s, HIP, c]
