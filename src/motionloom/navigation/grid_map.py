"""MovingAI grid maps (`.map`) and their scenarios (`.scen`): blocked cells become obstacles, a scenario's rows agents.

Column grows along x, row along z; a cell's middle is its place. The scale is metres a cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import shapely
from numpy.typing import NDArray

from motionloom.core.errors import FileError
from motionloom.navigation.scene import Agent, Goal, Obstacle, Scene

SCALE = 0.5  # metres a cell
FREE = ".GS"  # cells one can walk on; swamp counts as ground
LARGEST = 4096  # cells along a side


@dataclass(frozen=True)
class Scenario:
    """A row of a `.scen` file: cells (column, row) to go from and to, and the length in cells of the shortest 8-connected way."""

    start: tuple[int, int]
    goal: tuple[int, int]
    optimal: float


def read_cells(path: Path) -> NDArray[np.bool_]:
    """Which cells (rows, columns) of a map are free."""
    try:
        lines = path.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from None
    header = dict(line.split(maxsplit=1) for line in lines[:3] if len(line.split()) >= 2)
    if len(lines) < 4 or "type" not in header or lines[3].strip() != "map":
        raise FileError(f"{path}: expected a MovingAI map: type, height, width and map in its first four lines")
    try:
        height, width = int(header["height"]), int(header["width"])
    except (KeyError, ValueError):
        raise FileError(f"{path}: expected height and width in its first four lines") from None
    if not (0 < height <= LARGEST and 0 < width <= LARGEST):
        raise FileError(f"{path}: expected 1 to {LARGEST} cells a side, found {width} x {height}")
    rows = lines[4 : 4 + height]
    short = next((k for k, row in enumerate(rows) if len(row) != width), len(rows) if len(rows) < height else None)
    if short is not None:
        found = len(rows[short]) if short < len(rows) else 0
        raise FileError(f"{path} line {short + 5}: expected {width} cells, found {found}; the file may be cut off")
    return np.array([[cell in FREE for cell in row] for row in rows])


def read_scenarios(path: Path) -> list[Scenario]:
    """All rows of a `.scen` file."""
    try:
        lines = path.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from None
    if not lines or not lines[0].startswith("version"):
        raise FileError(f"{path}: expected a MovingAI scenario, whose first line is its version")
    rows = list[Scenario]()
    for number, line in enumerate(lines[1:], start=2):
        words = line.split()
        if not words:
            continue
        try:
            x0, z0, x1, z1 = (int(word) for word in words[-5:-1])
            rows.append(Scenario((x0, z0), (x1, z1), float(words[-1])))
        except ValueError:
            raise FileError(f"{path} line {number}: expected bucket, map, width, height, start, goal and length, found {line!r}") from None
    return rows


def read_map(path: Path, scale: float = SCALE) -> Scene:
    """The scene of a map, without agents."""
    free = read_cells(path)
    blocked = _merge(~free, scale)
    bounds = (0.0, 0.0, free.shape[1] * scale, free.shape[0] * scale)
    return Scene(path.stem, (Obstacle(blocked, name=path.stem),) if not blocked.is_empty else (), bounds=bounds)


def with_scenario(scene: Scene, scenario: Scenario, scale: float = SCALE, radius: float = 0.2) -> Scene:
    """The scene with one agent that goes a scenario's way; it faces its goal."""
    start, goal = (tuple((k + 0.5) * scale for k in cell) for cell in (scenario.start, scenario.goal))
    heading = float(np.arctan2(goal[0] - start[0], goal[1] - start[1]))
    agent = Agent("agent", (start[0], start[1]), heading, radius, None, (Goal((goal[0], goal[1])),))
    return Scene(scene.name, scene.obstacles, (agent,), scene.regions, scene.emitters, scene.bounds)


def _merge(blocked: NDArray[np.bool_], scale: float) -> shapely.geometry.base.BaseGeometry:
    """The union of blocked cells, run by run of each row."""
    edges = np.diff(np.pad(blocked.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    rows, starts = np.nonzero(edges == 1)
    _, stops = np.nonzero(edges == -1)
    return shapely.union_all(shapely.box(starts * scale, rows * scale, stops * scale, (rows + 1) * scale))
