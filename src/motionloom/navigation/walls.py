"""Obstacles that stand as segments in the cells of a grid: what steering looks at many times a second."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from motionloom.navigation.scene import Scene

Floats = NDArray[np.float64]
REACH = 2.0  # metres: walls farther away than this are not seen
CELL = 1.0  # metres
SMOOTH = 0.01  # metres: round shapes have fewer corners by so much


class Walls(NamedTuple):
    """Segments (M, 4): x, z to x, z metres; the cells of a grid from low (2,), and which segments are within REACH of each cell.

    firsts (rows * columns + 1,): where the members (L,) of each cell begin.
    """

    segments: Floats
    low: Floats
    rows: int
    columns: int
    firsts: NDArray[np.int64]
    members: NDArray[np.int64]


def make_walls(scene: Scene) -> Walls:
    """The walls of a scene: outlines of all that stands, and its bounds."""
    return to_walls(find_segments(scene))


def find_segments(scene: Scene) -> Floats:
    """Outlines (M, 4) of what stands, melted together, and of the bounds."""
    shapes = [obstacle.shape for obstacle in scene.obstacles if obstacle.way is None and not obstacle.over]
    outlines = list(_rings(shapely.union_all(shapes).simplify(SMOOTH))) if shapes else []
    if scene.bounds is not None:
        outlines += _rings(shapely.box(*scene.bounds))
    parts = [np.concatenate([ring[:-1], ring[1:]], axis=1) for ring in outlines]
    return np.concatenate(parts) if parts else np.zeros((0, 4))


def _rings(shape: shapely.Geometry) -> list[Floats]:
    lines = shapely.get_parts(shapely.get_parts(shapely.boundary(shape)))
    return [np.asarray(line.coords, dtype=np.float64)[:, :2] for line in lines if len(line.coords) > 1]


def to_walls(segments: Floats) -> Walls:
    """Segments (M, 4) with the grid that finds them."""
    if not len(segments):
        return Walls(np.zeros((0, 4)), np.zeros(2), 1, 1, np.zeros(2, dtype=np.int64), np.zeros(0, dtype=np.int64))
    corners = segments.reshape(-1, 2)
    low = corners.min(axis=0) - REACH
    columns, rows = (np.ceil((corners.max(axis=0) + REACH - low) / CELL).astype(int) + 1).tolist()
    middles = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2) * CELL + low + CELL / 2
    lines: list[shapely.LineString] = [shapely.LineString(segment) for segment in segments.reshape(-1, 2, 2)]
    tree = shapely.STRtree(lines)
    cells, members = tree.query(shapely.points(middles), predicate="dwithin", distance=REACH + CELL * 0.7072)
    order = np.lexsort((members, cells))
    firsts = np.searchsorted(cells[order], np.arange(rows * columns + 1))
    return Walls(np.ascontiguousarray(segments), low, rows, columns, firsts.astype(np.int64), members[order].astype(np.int64))
