"""A body whose root shook, steadied where its feet are held.

Where a capture's root is off for a frame or two, pelvis and feet are off together and no knee bends. A foot that is then held still leaves
it to the leg to make up for the shake, which a leg that is nearly straight does with its knee. So what planted points and hips shake by
together is taken out of the whole body first.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.feet.cleanup.rig import HIP, Legs
from motionloom.feet.cleanup.root import average
from motionloom.feet.plants import Bits

Array = NDArray[np.float64]


def steady(legs: Legs, moved: Bits, fade: int, window: int, share: Array | float = 1.0) -> tuple[Legs, Array]:
    """Legs without the shakes that hips share with planted points that are to be moved (F, 4), and shifts (F, 3) metres of the root.

    A shake is quicker than `window` frames to either side; within `fade` frames of a plant ever less of it is taken out, and
    of all only a share (F, 1).
    """
    from motionloom.feet.cleanup._steadying import count_weights, find_shakes

    shifts, weights = np.zeros((len(legs), 3)), np.zeros((len(legs), 4))
    if not moved.any():
        return legs, shifts
    count_weights(moved, float(fade), weights)
    find_shakes(_off_path(legs.positions[:, :, HIP], window), _off_path(legs.points, window), weights, shifts)
    shifts *= share
    return Legs(legs.rotations, legs.positions + shifts[:, None, None], legs.parents, legs.points + shifts[:, None]), shifts


def _off_path(places: Array, window: int) -> Array:
    """How far places (F, N, 3) are off their own average; beyond the ends they go on as they came."""
    reach = min(window, len(places) - 1)
    padded = np.pad(places, ((reach, reach), (0, 0), (0, 0)), mode="reflect", reflect_type="odd") if reach else places
    return np.asarray(places - average(padded, window)[reach : reach + len(places)])
