"""A grid over the floor of a scene, on which ways round its obstacles are measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from motionloom.navigation.scene import Place, Scene
from motionloom.navigation.surroundings import Surroundings

Floats = NDArray[np.float64]
MARGIN = 4.0  # metres of floor round everything that is there, where a scene has no bounds
CELLS = (0.1, 0.125, 0.25, 0.5, 1.0)  # metres a cell: the finest that does not make too many
MOST_CELLS = 1_500_000


@dataclass(frozen=True, eq=False)
class FloorGrid:
    """Cells of so many metres; low: x, z of the first cell's middle; shape: rows (z) and columns (x)."""

    low: Floats
    cell: float
    shape: tuple[int, int]

    def locate(self, places: Floats) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Row and column (N, 2) of the cells that places (N, 2) lie in, the nearest for those outside; and which lie inside (N,)."""
        at = np.rint((places - self.low) / self.cell).astype(np.int64)[:, ::-1]
        inside = np.all((at >= 0) & (at < self.shape), axis=1)
        return np.clip(at, 0, np.array(self.shape) - 1), inside

    def find_free(self, around: Surroundings, slack: float) -> NDArray[np.bool_]:
        """Which cells (rows, columns) have a middle that may be walked on, or that is less than `slack` metres from where one may."""
        key = (*np.round(self.low, 6).tolist(), self.cell, *self.shape, slack)
        if key not in around.laid:
            around.laid[key] = self._lay(around, slack)
        return around.laid[key]

    def _lay(self, around: Surroundings, slack: float) -> NDArray[np.bool_]:
        x = self.low[0] + self.cell * np.arange(self.shape[1])
        z = self.low[1] + self.cell * np.arange(self.shape[0])
        places = np.meshgrid(x, z)
        free = np.ones(self.shape, dtype=bool)
        if around.bounds is not None:
            room = around.radius - slack
            free &= ((x >= around.bounds[0] + room) & (x <= around.bounds[2] - room))[None]
            free &= ((z >= around.bounds[1] + room) & (z <= around.bounds[3] - room))[:, None]
        for over, shape in around.still.items():
            if not over:
                solid = shape.buffer(-slack) if slack else shape
                shapely.prepare(solid)
                free &= ~shapely.contains_xy(solid, *places)
        return free


def lay_grid(scene: Scene, goal: Place, also: Sequence[Place] = ()) -> FloorGrid:
    """A grid over all that is there, with a middle of a cell on the goal."""
    low, high = extent(scene, [goal, *also])
    cell = next((size for size in CELLS if np.prod((high - low) / size + 1) <= MOST_CELLS), CELLS[-1])
    cell = max(cell, float(np.sqrt(np.prod(high - low) / MOST_CELLS)))
    before = np.ceil((np.asarray(goal) - low) / cell - 1e-9)
    low = np.asarray(goal) - before * cell
    columns, rows = (np.floor((high - low) / cell + 1e-9).astype(int) + 1).tolist()
    return FloorGrid(low, cell, (max(rows, 1), max(columns, 1)))


def extent(scene: Scene, places: Sequence[Place]) -> tuple[Floats, Floats]:
    """The part of the floor that a way may lead over: the bounds, or all that is there and some room round it."""
    corners = [np.asarray(place, dtype=np.float64) for place in places]
    for obstacle in scene.obstacles:
        if obstacle.way is None:
            corners += [np.array(obstacle.shape.bounds[:2]), np.array(obstacle.shape.bounds[2:])]
    low, high = np.min(corners, axis=0) - MARGIN, np.max(corners, axis=0) + MARGIN
    if scene.bounds is not None:
        low, high = np.maximum(low, scene.bounds[:2]), np.minimum(high, scene.bounds[2:])
    return low, np.maximum(high, low + 1e-3)
