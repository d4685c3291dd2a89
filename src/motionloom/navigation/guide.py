"""How far it is to a goal round the obstacles that stand: the guide of the planner.

A grid over the scene. Lengths are divided by what a grid's ways are too long by, and cells count as free while any part of them may be
walked on, so the guide is never longer than the way: A* with it finds the best plan of those it looks at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from motionloom.navigation.scene import Place, Scene
from motionloom.navigation.surroundings import Surroundings

Floats = NDArray[np.float64]
DETOUR = 1.0275  # how much longer than straight a way over the grid may be
MARGIN = 4.0  # metres of floor round everything that is there, where a scene has no bounds
FINEST, MOST_CELLS = 0.1, 1_500_000  # metres a cell at least; a larger scene gets coarser ones


@dataclass(frozen=True, eq=False)
class Guide:
    """Metres (H, W) to the goal from the middle of each cell; low: x, z of the first cell's middle; cell: metres."""

    goal: Place
    far: Floats
    low: Floats
    cell: float

    def distance(self, places: Floats) -> Floats:
        """At least so many metres (N,) are left from places (N, 2); inf where there is no way."""
        straight = np.hypot(*(places - np.asarray(self.goal)).T)
        at = np.rint((places - self.low) / self.cell).astype(np.int64)
        inside = np.all((at >= 0) & (at < self.far.shape[::-1]), axis=1)
        at = np.clip(at, 0, np.array(self.far.shape[::-1]) - 1)
        round_ = self.far[at[:, 1], at[:, 0]] / DETOUR - 1.5 * self.cell
        return np.where(inside, np.maximum(straight, round_), straight)


def make_guide(scene: Scene, around: Surroundings, goal: Place, also: Sequence[Place] = ()) -> Guide:
    """The guide to a goal round what stands; also: other places that must lie on it."""
    from motionloom.navigation._guide_kernels import BETWEEN, STEPS, spread

    low, high = _extent(scene, [goal, *also])
    cell = max(FINEST, float(np.sqrt(np.prod(high - low) / MOST_CELLS)))
    columns, rows = (np.floor((high - low) / cell).astype(int) + 1).tolist()
    x, z = np.meshgrid(low[0] + cell * np.arange(columns), low[1] + cell * np.arange(rows))
    free = np.ones(x.size, dtype=bool)
    for over, shape in around.still.items():
        if not over:
            shrunk = shape.buffer(-0.71 * cell)
            shapely.prepare(shrunk)
            free &= ~shapely.contains_xy(shrunk, x.ravel(), z.ravel())
    free = free.reshape(rows, columns)
    column, row = np.rint((np.asarray(goal) - low) / cell).astype(int).tolist()
    if not (0 <= row < rows and 0 <= column < columns and free[row, column]):
        return Guide(goal, np.full((rows, columns), np.inf), low, cell)
    far = spread(free, np.array([[row, column]]), STEPS, BETWEEN, cell)
    return Guide(goal, far, low, cell)


def _extent(scene: Scene, places: Sequence[Place]) -> tuple[Floats, Floats]:
    """The part of the floor that a way may lead over: the bounds, or all that is there and some room round it."""
    corners = [np.asarray(place, dtype=np.float64) for place in places]
    for obstacle in scene.obstacles:
        if obstacle.way is None:
            corners += [np.array(obstacle.shape.bounds[:2]), np.array(obstacle.shape.bounds[2:])]
    low, high = np.min(corners, axis=0) - MARGIN, np.max(corners, axis=0) + MARGIN
    if scene.bounds is not None:
        low, high = np.maximum(low, scene.bounds[:2]), np.minimum(high, scene.bounds[2:])
    return low, np.maximum(high, low + 1e-3)
