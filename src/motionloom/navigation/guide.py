"""How far it is to a goal round the obstacles that stand: the guide of the planner.

Lengths over the grid are divided by what a grid's ways are too long by, and cells count as free while any part of them may be walked on,
so the guide is never longer than the way: A* with it finds the best plan of those it looks at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.navigation.floor_grid import FloorGrid, lay_grid
from motionloom.navigation.scene import Place, Scene
from motionloom.navigation.surroundings import Surroundings

Floats = NDArray[np.float64]
DETOUR = 1.0275  # how much longer than straight a way over the grid may be


@dataclass(frozen=True, eq=False)
class Guide:
    """Metres (rows, columns) to the goal from the middle of each cell of a grid."""

    goal: Place
    far: Floats
    grid: FloorGrid

    def distance(self, places: Floats) -> Floats:
        """At least so many metres (N,) are left from places (N, 2); inf where there is no way."""
        straight = np.hypot(*(places - np.asarray(self.goal)).T)
        at, inside = self.grid.locate(places)
        round_ = self.far[at[:, 0], at[:, 1]] / DETOUR - 1.5 * self.grid.cell
        return np.where(inside, np.maximum(straight, round_), straight)


def make_guide(scene: Scene, around: Surroundings, goal: Place, also: Sequence[Place] = ()) -> Guide:
    """The guide to a goal round what stands; also: places from which somebody will come. Places much farther off count as without a way."""
    from motionloom.navigation._guide_kernels import spread

    grid = lay_grid(scene, goal, also)
    free = grid.find_free(around, 0.71 * grid.cell)
    starts, _ = grid.locate(np.asarray(also, dtype=np.float64).reshape(-1, 2))
    far, _ = spread(free, np.ones(grid.shape), grid.locate(np.asarray([goal]))[0], starts, grid.cell)
    return Guide(goal, far, grid)
