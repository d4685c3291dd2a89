"""A way to walk along: the shortest to a goal that keeps some room to what stands, where there is room.

The guide (`guide.py`) says how far it is at the least; a route is what somebody would walk. It is followed by looking ahead along it.
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
COMFORT = 0.35  # metres: nearer than this to touching anything, a metre counts for more
PRICE = 1.5  # how much more, where it all but touches
ASTRAY = 4  # cells off the floor from which a way back is still found


@dataclass(frozen=True, eq=False)
class Route:
    """To a goal from anywhere: for each cell (rows, columns) the one that comes after it, counted row by row; -1 where none does.

    room (rows, columns): metres from a cell to the nearest at which a body touches something.
    """

    goal: Place
    onward: NDArray[np.int64]
    grid: FloorGrid
    room: Floats

    def find_room(self, places: Floats) -> Floats:
        """Metres (N,) that a body at places (N, 2) can be off by until it touches something, to about a cell."""
        at, _ = self.grid.locate(places)
        return self.room[at[:, 0], at[:, 1]]

    def look_ahead(self, places: Floats, metres: Floats) -> Floats:
        """Places (N, 2) on the route that are so many metres (N,) away from places (N, 2); the goal where it is nearer."""
        from motionloom.navigation._guide_kernels import follow

        grid = self.grid
        at, _ = grid.locate(places)
        return np.asarray(follow(self.onward, places, at, metres, grid.low, grid.cell, np.asarray(self.goal), ASTRAY))


def make_route(scene: Scene, around: Surroundings, goal: Place, also: Sequence[Place] = ()) -> Route:
    """The route to a goal round what stands; also: places from which somebody will come."""
    from scipy.ndimage import distance_transform_edt

    from motionloom.navigation._guide_kernels import spread

    grid = lay_grid(scene, goal, also)
    free = grid.find_free(around, 0.0)
    room = grid.cell * np.asarray(distance_transform_edt(free)) if not free.all() else np.full(grid.shape, np.inf)
    price = 1 + PRICE * np.clip(1 - room / COMFORT, 0, 1)
    starts, _ = grid.locate(np.asarray(also, dtype=np.float64).reshape(-1, 2))
    _, onward = spread(free, price, grid.locate(np.asarray([goal]))[0], starts, grid.cell)
    return Route(goal, onward, grid, room)
