"""The environment at a time, E(t) of paper 001 section 6.2: which places a body may be at, and how much room it has there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from motionloom.navigation.scene import Obstacle, Scene

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Surroundings:
    """A scene as a body of some radius meets it: places of its middle that touch nothing.

    Obstacles that stand are grown by the radius and melted together, those that move are grown one by one. Obstacles that some states may
    pass over are kept apart by these states; a region that asks for a behaviour is one that only this behaviour may pass. laid: cells that
    are free of what stands, by grid (`floor_grid.py`), found once.
    """

    radius: float
    still: Mapping[tuple[str, ...], BaseGeometry] = field(default_factory=dict)
    moving: tuple[tuple[Obstacle, BaseGeometry], ...] = ()
    bounds: tuple[float, float, float, float] | None = None
    laid: dict[tuple[float, ...], Flags] = field(default_factory=dict)

    def touches(self, places: Floats, times: Floats, states: Sequence[str] | NDArray[np.str_] = ()) -> Flags:
        """Whether a body at places (N, 2) and seconds (N,), in these states (N,) where they matter, touches anything (N,)."""
        found = np.zeros(len(places), dtype=bool)
        if self.bounds is not None:
            low, high = np.array(self.bounds[:2]) + self.radius, np.array(self.bounds[2:]) - self.radius
            found |= np.any((places < low) | (places > high), axis=1)
        for over, shape in self.still.items():
            hit = shapely.contains_xy(shape, places[:, 0], places[:, 1])
            found |= hit & ~_passes(over, states, len(places))
        for obstacle, shape in self.moving:
            local = places - obstacle.places(times)
            hit = shapely.contains_xy(shape, local[:, 0], local[:, 1])
            found |= hit & ~_passes(obstacle.over, states, len(places))
        return found


def _passes(over: tuple[str, ...], states: Sequence[str] | NDArray[np.str_], count: int) -> Flags:
    """Which of so many bodies may pass over an obstacle (N,)."""
    return np.isin(states, over) if over and len(states) else np.zeros(count, dtype=bool)


def surround(scene: Scene, radius: float, others: Sequence[Obstacle] = ()) -> Surroundings:
    """The surroundings of a body of a radius; others: who else is there, as obstacles that move."""
    groups = dict[tuple[str, ...], list[BaseGeometry]]()
    for obstacle in scene.obstacles:
        if obstacle.way is None:
            groups.setdefault(obstacle.over, []).append(obstacle.shape)
    for region in scene.regions:
        groups.setdefault((region.behaviour,), []).append(region.shape)
    # A body that slips under a corner by a millimetre has touched nothing that anybody sees.
    still = {over: shapely.union_all(shapes).buffer(radius, quad_segs=8) for over, shapes in groups.items()}
    moving = tuple((each, each.shape.buffer(radius)) for each in (*scene.obstacles, *others) if each.way is not None)
    for shape in (*still.values(), *(shape for _, shape in moving)):
        shapely.prepare(shape)
    return Surroundings(radius, still, moving, scene.bounds)


def clearance(
    scene: Scene, places: Floats, times: Floats, radius: float, others: Sequence[Obstacle] = (), states: Sequence[str] = ()
) -> Floats:
    """Metres (N,) between a body of a radius and what is nearest to it at places (N, 2) and seconds (N,); negative inside, inf if alone.

    states (N,): what it does there; what that may pass over is not in its way.
    """
    points = shapely.points(places)
    nearest = np.full(len(places), np.inf)
    for obstacle in (*scene.obstacles, *others):
        at = points if obstacle.way is None else shapely.points(places - obstacle.places(times))
        inside = shapely.contains_xy(obstacle.shape, shapely.get_x(at), shapely.get_y(at))
        gap = np.where(inside, -shapely.distance(obstacle.shape.boundary, at), shapely.distance(obstacle.shape, at))
        nearest = np.minimum(nearest, np.where(_passes(obstacle.over, states, len(places)), np.inf, gap))
    return nearest - radius
