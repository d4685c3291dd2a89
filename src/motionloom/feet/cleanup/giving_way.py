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
from motionloom.feet.cleanup.root import average_weights
from motionloom.feet.plants import Bits

Array = NDArray[np.float64]
CHUNK = 512  # frames
COST = 0.1  # of a metre that the pelvis moves, where a metre that a knee moves costs one
TILTING = 0.5  # how many times as much that costs as a metre by which one hip is raised against the other


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
) -> Given:
    """What gives way so that ankles can go to ankles (F, 2, 3) metres; the pelvis by no more than `limit` metres.

    Feet with held (F, 4) points go where they were asked to; within a fade of that others nearly do, rooms (F, 2) metres above the floor.
    The bend of a knee changes by a curve that is smooth over the window of bends, and does not get straighter than reach, a share of the
    leg's length, or than it was. One that is bent backwards and bends little more stays so.
    """
    from motionloom.feet.cleanup._bends import ask_bends, ease_bends, go_along
    from motionloom.feet.cleanup._giving_way import give_way as move_pelvis
    from motionloom.feet.cleanup._steadying import count_weights

    count = len(legs)
    shifts, rolls, tilts = np.zeros((count, 3)), np.zeros(count), np.tile([0.0, 0.0, 0.0, 1.0], (count, 1))
    new = ankles - legs.positions[:, :, HIP]
    bends, changes, smooth, sizes, eased, weights = (np.zeros((count, 2)) for _ in range(6))
    shares = average_weights(windows.bend)
    if not ask_bends(legs.rotations, legs.positions, rig.hinges, new, rig.thigh, rig.shin, shares, bends, changes, smooth, sizes):
        return Given(legs, ankles, shifts, tilts, _sides(bends), np.zeros(count, bool))
    shakes, near = average_weights(windows.shake), average_weights(max(1, windows.bend // 2))
    ease_bends(bends, changes, np.ones(count), shakes, near, smooth, stay_bent(sizes, reach), eased)
    count_weights(held.reshape(-1, 2, 2).any(axis=2), float(windows.fade), weights)
    arrays = legs.positions, legs.parents, rig.downs, new, eased, smooth, weights, rig.thigh, rig.shin, COST, TILTING
    run_in_chunks(lambda start, stop: move_pelvis(*arrays, start, stop, shifts, rolls), count, CHUNK)
    positions, parents, given = legs.positions.copy(), legs.parents.copy(), ankles.copy()
    pelvis = positions, parents, rig.downs
    go_along(*pelvis, new, eased, smooth, weights, rooms, rig.thigh, rig.shin, limit, shifts, rolls, tilts, given)
    moved = Legs(legs.rotations, positions, parents, legs.points)
    return Given(moved, given, shifts, tilts, _sides(eased), np.asarray(smooth.any(axis=1)))


def stay_bent(sizes: Array, reach: float) -> Array:
    """How far (F, 2) radians from straight knees stay whose bends change by averages sizes (F, 2): no straighter than reach, a share of
    the leg's length, where they change by much."""
    straightest = straightest_bend(reach)
    return np.asarray(straightest * np.tanh(sizes / straightest))


def straightest_bend(reach: float) -> float:
    """The bend in radians of a knee whose leg, thigh and shin of one length, reaches so far, a share of its length."""
    return float(np.arccos(2 * reach**2 - 1))


def _sides(bends: Array) -> Array:
    """To which sides knees (F, 2) bend that are to bend so far, see `_solve.bend_knee`."""
    from motionloom.feet.cleanup._solve import EITHER, MOSTLY_FORWARDS

    return np.where(bends < 0, EITHER, MOSTLY_FORWARDS)
