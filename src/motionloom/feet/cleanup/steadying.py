"""A body whose root shook, steadied where its feet are held.

Where a capture's root is off for a frame or two, pelvis and feet are off together and no knee bends. A foot that is then held still leaves
it to the leg to make up for the shake, which a leg that is nearly straight does with its knee. So what planted feet and hips shake by
together is taken out of the whole body first.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.feet.cleanup.rig import Legs
from motionloom.feet.cleanup.root import average
from motionloom.feet.plants import Bits

Array = NDArray[np.float64]
HIP, ANKLE = 0, 2


def steady(legs: Legs, moved: Bits, fade: int, window: int) -> tuple[Legs, Array]:
    """Legs without the shakes, quicker than `window` frames to either side, that hips share with feet whose plants are moved (F, 4), and
    the shifts (F, 3) metres of the root that do it."""
    from motionloom.feet.cleanup._steadying import count_weights, find_shakes

    shifts, weights = np.zeros((len(legs), 3)), np.zeros((len(legs), 2))
    if not moved.any():
        return legs, shifts
    count_weights(moved, float(fade), weights)
    hips, ankles = (legs.positions[:, :, part] for part in (HIP, ANKLE))
    find_shakes(_off_path(hips, window), _off_path(ankles, window), weights, shifts)
    return Legs(legs.rotations, legs.positions + shifts[:, None, None], legs.parents, legs.points + shifts[:, None]), shifts


def _off_path(places: Array, window: int) -> Array:
    """How far places (F, 2, 3) are off their own average; beyond the ends they go on as they came."""
    reach = min(window, len(places) - 1)
    padded = np.pad(places, ((reach, reach), (0, 0), (0, 0)), mode="reflect", reflect_type="odd") if reach else places
    return np.asarray(places - average(padded, window)[reach : reach + len(places)])
