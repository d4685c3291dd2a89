"""How far planted feet stray from where they stand (paper 000 section 5.6.1)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.ground import foot_points
from motionloom.core.masks import find_runs

ERROR_IN_HEIGHT = 0.5  # how much a difference in height counts beside one along the ground


def stray_distances(motion: Motion, plants: NDArray[np.bool_], targets: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    """Metres (F, 4) between each planted point and its place, nan where it is not planted.

    targets (F, 4, 3) metres: the places, as `blend_plants` finds them; without them a plant's place is the point's median in it.
    """
    feet = foot_points(motion).astype(np.float64)
    places = _own_places(feet, plants) if targets is None else targets
    away = np.linalg.norm((feet - places) * [1.0, ERROR_IN_HEIGHT, 1.0], axis=-1)
    return np.where(plants, away, np.nan)


def _own_places(feet: NDArray[np.float64], plants: NDArray[np.bool_]) -> NDArray[np.float64]:
    places = np.full(feet.shape, np.nan)
    for point in range(plants.shape[1]):
        for start, stop in find_runs(plants[:, point]):
            places[start:stop, point] = np.median(feet[start:stop, point], axis=0)
    return places
