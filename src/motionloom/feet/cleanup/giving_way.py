"""How hips and free feet give way so that knees bend smoothly.

A leg that is nearly straight bends by degrees for every millimetre its ankle comes nearer, so what is done to a foot must not all be done
by its knee. A knee bends as it did and by a smooth curve more or less; the pelvis makes up for the rest of what held feet need, and
feet that are not held miss a little of where they were asked to go.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core.threads import run_in_chunks
from motionloom.feet.cleanup.options import Windows
from motionloom.feet.cleanup.rig import HIP, Legs, Rig
from motionloom.feet.cleanup.root import at_most, average, average_weights
from motionloom.feet.plants import Bits

Array = NDArray[np.float64]
CHUNK = 512  # frames
COST = 0.1  # of a metre that the pelvis moves, where a metre that a knee moves costs one
TILTING = 0.5  # how many times as much that costs as a metre by which one hip is raised against the other
KEEP = 0.35  # radians: a knee that is bent so far may lose half of its bend, one that is bent less a smaller share


@dataclass(frozen=True, eq=False)
class Given:
    """legs that moved with their pelvis, ankles (F, 2, 3) metres where they go, shifts (F, 3) metres and tilts (F, 4) of the pelvis,
    about the middle between the hips; sides (F, 2) to which knees bend; changed (F,): where anything gave way."""

    legs: Legs
    ankles: Array
    shifts: Array
    tilts: Array
    sides: Array
    changed: NDArray[np.bool_]


def give_way(
    legs: Legs,
    rig: Rig,
    ankles: Array,
    held: Bits,
    rooms: Array,
    windows: Windows,
    reach: float,
    limit: float,
    strict: bool = False,
    free: Array | float = 1.0,
) -> Given:
    """What gives way so that ankles can go to ankles (F, 2, 3) metres; the pelvis by no more than `limit` metres.

    Feet with held (F, 4) points go where they were asked to; within a fade of that others nearly do, rooms (F, 2) metres above the floor.
    The bend of a knee changes by a curve that is smooth over the window of bends, and does not get straighter than reach, a share of the
    leg's length, or than it was. strict: a knee bends to the side that the curve says, however
    little; else one that is bent backwards and bends little more stays so. free (F, 1): how much of the curve is taken, 0 where frames
    must stay as they are.
    """
    from motionloom.feet.cleanup import _giving_way as kernels
    from motionloom.feet.cleanup._steadying import count_weights

    count = len(legs)
    shifts, rolls, tilts = np.zeros((count, 3)), np.zeros(count), np.tile([0.0, 0.0, 0.0, 1.0], (count, 1))
    new = ankles - legs.positions[:, :, HIP]
    bends, changes, eased, weights = (np.zeros((count, 2)) for _ in range(4))
    kernels.find_bends(legs.rotations, legs.positions, rig.hinges, new, rig.thigh, rig.shin, bends, changes)
    if not changes.any():
        return Given(legs, ankles, shifts, tilts, _sides(bends, strict), np.zeros(count, bool))
    straightest = np.arccos(2 * reach**2 - 1)  # of a leg whose thigh and shin are of one length
    smooth, sizes = average(changes, windows.bend), average(np.abs(changes), windows.bend)
    least = straightest * np.tanh(sizes / straightest)
    _calm(bends, changes, windows.shake, smooth)
    smooth, least = free * smooth, free * least
    kernels.ease(bends, smooth, _may_lose(np.abs(bends), windows.bend), least, eased)
    count_weights(held.reshape(-1, 2, 2).any(axis=2), float(windows.fade), weights)
    pelvis = legs.positions, legs.parents, rig.downs
    arrays = *pelvis, new, eased, smooth, weights, rig.thigh, rig.shin, COST, TILTING
    run_in_chunks(lambda start, stop: kernels.give_way(*arrays, start, stop, shifts, rolls), count, CHUNK)
    shifts, rolls = at_most(shifts, limit), np.clip(rolls, -limit, limit)
    kernels.let_go(*pelvis, new, eased, smooth, weights, rooms, rig.thigh, rig.shin, shifts, rolls)
    positions, parents = legs.positions.copy(), legs.parents.copy()
    kernels.move_along(positions, parents, rig.downs, shifts, rolls, tilts)
    given = np.where(weights[..., None] == 1, ankles, new + positions[:, :, HIP])
    return Given(
        Legs(legs.rotations, positions, parents, legs.points), given, shifts, tilts, _sides(eased, strict), np.asarray(smooth.any(axis=1))
    )


def _sides(bends: Array, strict: bool) -> Array:
    """To which sides knees (F, 2) bend that are to bend so far, see `_solve.bend_knee`."""
    from motionloom.feet.cleanup._solve import BACKWARDS, EITHER, FORWARDS, MOSTLY_FORWARDS

    return np.where(bends < 0, BACKWARDS, FORWARDS) if strict else np.where(bends < 0, EITHER, MOSTLY_FORWARDS)


def _may_lose(bends: Array, window: int) -> Array:
    """How much of its bend (F, 2) radians a knee may lose: little where it is nearly straight, and soon will be or just was."""
    from motionloom.feet.cleanup._filters import least_into

    half, least = max(1, window // 2), np.empty_like(bends)
    least_into(bends * bends / (bends + KEEP), half, least)
    return average(least, half)


def _calm(bends: Array, changes: Array, window: int, smooth: Array) -> None:
    """Add to smooth (F, 2) what lets bends (F, 2) shake no more than they would if they changed by all of changes (F, 2).

    Where a captured leg shakes by itself, the foot that it stands on shook: with that held the leg is calm, and hips need not shake.
    """
    from motionloom.feet.cleanup._filters import calm_into

    calm_into(bends, changes, average_weights(window), smooth)
