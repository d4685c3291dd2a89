"""Ways round what stands, from anywhere to anywhere: the upper of steering's two levels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray

from motionloom.navigation.floor_grid import extent
from motionloom.navigation.scene import Place, Scene

Floats = NDArray[np.float64]
CELL = 0.25  # metres
MOST_CELLS = 1_000_000  # a larger scene gets coarser cells
BERTHS = (0.5, 0.2, 0.0)  # metres that ways keep from walls beyond a body's radius: as much as there is room for
ROUNDABOUT = 1.15  # times the shortest: what a way with more room may be longer
MOST_KEPT = 20_000  # ways that are kept
NEAR = 12  # cells within which a start or a goal that is not free is moved to one that is


@dataclass(frozen=True, eq=False)
class Ways:
    """Floors (one for each berth, widest first) of cells (H, W), 0 where a body may be, from low (2,), cell metres each."""

    floors: tuple[NDArray[np.uint8], ...]
    low: Floats
    cell: float
    found: dict[tuple[float, ...], Floats | None] = field(default_factory=dict)  # ways that were asked for before
    searches: list[int] = field(default_factory=lambda: [0])  # how many searches there were

    @cached_property
    def scratch(self) -> tuple[NDArray[np.int64], Floats, NDArray[np.int64]]:
        """What searches write into: the last search that looked at each cell, cells spent, and the cell before."""
        count = self.tight.size
        return np.zeros(count, dtype=np.int64), np.zeros(count), np.zeros(count, dtype=np.int64)

    @property
    def tight(self) -> NDArray[np.uint8]:
        """The floor with the least berth, for lines of sight."""
        return self.floors[-1]

    def find(self, start: Floats | Place, goal: Floats | Place) -> Floats | None:
        """The corners (C, 2) of a short way between two places, the goal last; None where there is none."""
        key = (*map(float, start), *map(float, goal))
        if key not in self.found:
            if len(self.found) >= MOST_KEPT:
                self.found.clear()
            self.found[key] = self._find(start, goal)
        return self.found[key]

    def _find(self, start: Floats | Place, goal: Floats | Place) -> Floats | None:
        from motionloom.navigation._way_kernels import find_cells, nearest_free, pull_straight, sees

        # Nothing in the way, even with the widest berth: most often so, and much sooner known.
        if sees(self.floors[0], self.low, self.cell, *map(float, start), *map(float, goal)):
            return np.array([goal], dtype=np.float64)
        best, shortest = None, np.inf
        for floor in self.floors[::-1]:  # from the least berth to the widest
            begin, end = (nearest_free(floor, *self._cell_of(place), NEAR) for place in (start, goal))
            if begin[0] < 0 or end[0] < 0:
                continue
            self.searches[0] += 1
            cells = find_cells(floor, begin, end, *self.scratch, self.searches[0])
            if len(cells):
                places = (cells[:, ::-1] + 0.5) * self.cell + self.low
                places[0], places[-1] = start, goal
                corners: Floats = pull_straight(floor, self.low, self.cell, places)
                length = float(np.hypot(*np.diff(np.concatenate([places[:1], corners]), axis=0).T).sum())
                shortest = min(shortest, length)
                if length <= ROUNDABOUT * shortest:
                    best = corners
        return best

    def _cell_of(self, place: Floats | Place) -> tuple[int, int]:
        column, row = np.floor((np.asarray(place) - self.low) / self.cell).astype(int).tolist()
        rows, columns = self.tight.shape
        return min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)


def make_ways(scene: Scene, radius: float, places: Sequence[Place]) -> Ways:
    """The ways of bodies of a radius; places: that must lie on the grid."""
    low, high = extent(scene, list(places) or [(0.0, 0.0)])
    cell = max(CELL, float(np.sqrt(np.prod(high - low) / MOST_CELLS)))
    columns, rows = (np.ceil((high - low) / cell).astype(int) + 1).tolist()
    x, z = np.meshgrid(low[0] + cell * (np.arange(columns) + 0.5), low[1] + cell * (np.arange(rows) + 0.5))
    shapes = [obstacle.shape for obstacle in scene.obstacles if obstacle.way is None and not obstacle.over]
    melted = shapely.union_all(shapes) if shapes else None
    floors = []
    for berth in BERTHS:
        taken = np.zeros(x.shape, dtype=bool)
        if melted is not None:
            grown = melted.buffer(radius + berth, quad_segs=4)
            shapely.prepare(grown)
            taken = np.asarray(shapely.contains_xy(grown, x, z))
        if scene.bounds is not None:
            left, down, right, up = np.array(scene.bounds) + (radius + berth) * np.array([1, 1, -1, -1])
            taken |= (x < left) | (x > right) | (z < down) | (z > up)
        floors.append(taken.astype(np.uint8))
    return Ways(tuple(floors), low, cell)
