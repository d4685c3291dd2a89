"""The feet of a transition put where its plants say: the footskate clean-up of the `feet` room, with nothing moved at both ends.

What is special here: places of plants are known already, and the first and the last frame belong to the neighbouring motions.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Skeleton
from motionloom.feet.cleanup.options import CleanUpOptions
from motionloom.feet.cleanup.rig import Legs, Rig, rig_of
from motionloom.feet.cleanup.root import move_root
from motionloom.feet.cleanup.runs import RunTable
from motionloom.transitions.stock import RATE

# A plant farther away than the limit would be held by a leg torn out of shape.
OPTIONS = CleanUpOptions(limit=0.15, sink=0.02, root_limit=0.1, reach=0.985)
HASTE = 0.01  # metres that a correction may change from one frame to the next between two plants, or beside an end
FASTEST = 0.025  # metres a frame: a foot that the blend moves so fast is on its way, whatever its plant says
ENDS = 6  # frames over which the root's own way is taken up and given back
LEVEL, RESTS = np.zeros(3), np.zeros(4)  # a floor at height 0, soles flat on it


def settle(
    skeleton: Skeleton,
    rotations: NDArray[np.float32],
    roots: NDArray[np.float32],
    world: tuple[NDArray[np.float32], NDArray[np.float32]],
    feet: NDArray[np.float64],
    bits: NDArray[np.bool_],
    targets: NDArray[np.float64],
) -> None:
    """Hold planted feet (N, 4, 3) at targets (N, 4, 3) metres: changes rotations (N, J, 4) and roots (N, 3), and targets of plants that
    reach the ends. world: rotations (N, J, 4) and positions (N, J, 3) of the joints."""
    from motionloom.feet.cleanup._corrections import correct
    from motionloom.feet.cleanup._solve import place_feet, solve_legs
    from motionloom.transitions._settling import anchor_ends, go_along

    feet = np.ascontiguousarray(feet)
    gliding = anchor_ends(bits, targets, feet)
    table = find_plants(feet, bits, targets, gliding)
    window, fade, ease = (round(seconds * RATE) for seconds in (OPTIONS.root_window / 2, OPTIONS.fade, OPTIONS.ease))
    corrections, pins, flex, _ = correct(feet, table, LEVEL, RESTS, fade, ease, OPTIONS.sink, window)
    go_along(table.points, table.starts, table.stops, fade, corrections)
    for foot in (int(n) for n in np.flatnonzero(gliding)):
        both = slice(2 * foot, 2 * foot + 2)
        corrections[:, both] = np.where(bits[:, both, None], targets[:, both] - feet[:, both], 0.0)
    if not corrections.any():
        return
    rig = _rig(skeleton)
    legs = Legs(
        *(
            np.ascontiguousarray(part, np.float64)
            for part in (world[0][:, rig.joints], world[1][:, rig.joints], world[0][:, rig.parents], feet)
        )
    )
    placed = place_feet(legs, corrections, pins, flex)
    spans = rig.thigh + rig.shin
    shifts = move_root(legs, placed[0], spans, OPTIONS.reach, window, OPTIONS.root_limit) * _ramp(len(bits))[:, None]
    local, _, _ = solve_legs(legs, rig.hinges, placed, shifts, spans, OPTIONS.reach, OPTIONS.stretch)
    for foot in range(2):
        for part, joint in enumerate(rig.joints[foot]):
            if part == 0 or joint != rig.joints[foot, part - 1]:
                rotations[:, joint] = local[:, foot, part]
    roots += shifts.astype(np.float32)


def find_plants(feet: NDArray[np.float64], bits: NDArray[np.bool_], targets: NDArray[np.float64], gliding: NDArray[np.bool_]) -> RunTable:
    """The plants to be held, the first and the last frame among them."""
    from motionloom.transitions._settling import find_runs

    most = 4 * (len(bits) // 2 + 3)
    points, starts, stops = (np.empty(most, np.int64) for _ in range(3))
    places, still = np.empty((most, 3)), np.empty(most, np.bool_)
    count = find_runs(feet, bits, targets, gliding, OPTIONS.limit, HASTE, FASTEST, points, starts, stops, places, still)
    table = RunTable(points[:count], starts[:count], stops[:count], places[:count], still[:count])
    table.measure(feet)
    return table


@lru_cache(maxsize=64)
def _rig(skeleton: Skeleton) -> Rig:
    return rig_of(skeleton)


@lru_cache(maxsize=8)
def _ramp(frames: int) -> NDArray[np.float64]:
    """0 at both ends and 1 within (N,), smoothly."""
    s = np.minimum(np.minimum(np.arange(frames), np.arange(frames)[::-1]) / ENDS, 1.0)
    return s * s * (3 - 2 * s)
