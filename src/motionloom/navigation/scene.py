"""A scene: what stands and moves on the floor, who walks there, and where they are to go.

Places are x, z in metres on the floor; headings are radians about +y, 0 along +z.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from motionloom.core.errors import MotionloomError

Place = tuple[float, float]
RADIUS = 0.3  # metres: a body seen from above, shoulders and swinging arms
WITHIN = 0.3  # metres: as near as a goal must be reached
FACING = math.radians(15)  # how far off a goal's heading may be met
FARTHEST = 1e5  # metres: places beyond make no sense


class SceneError(MotionloomError):
    """A scene that makes no sense; the text names the place."""


@dataclass(frozen=True, eq=False)
class Obstacle:
    """A shape on the floor that nobody may walk into, as a shapely geometry in metres.

    way (K, 3): seconds, x and z of where it is, for one that moves: the shape is then drawn around the origin, goes straight from place to
    place, and stays where the way ends. over: states of a machine that may pass over it, a leap over a pit, say.
    """

    shape: BaseGeometry
    way: NDArray[np.float64] | None = None
    name: str = ""
    over: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.shape.is_empty or not np.isfinite(self.shape.bounds).all() or max(map(abs, self.shape.bounds)) > FARTHEST:
            raise SceneError(f"obstacle {self.name!r} needs a shape of some size, within {FARTHEST:g} m")
        if self.way is None:
            return
        way = np.array(self.way, dtype=np.float64)
        if way.ndim != 2 or way.shape[1:] != (3,) or not len(way) or not np.isfinite(way).all():
            raise SceneError(f"obstacle {self.name!r} needs a way of [second, x, z] places")
        if np.any(np.diff(way[:, 0]) <= 0) or np.abs(way[:, 1:]).max() > FARTHEST:
            raise SceneError(f"obstacle {self.name!r} needs a way whose seconds increase, within {FARTHEST:g} m")
        way.flags.writeable = False
        object.__setattr__(self, "way", way)

    def places(self, times: NDArray[np.float64]) -> NDArray[np.float64]:
        """Where it is (N, 2) at these seconds (N,); the origin for one that stands still, whose shape is where it is."""
        if self.way is None:
            return np.zeros((len(times), 2))
        return np.stack([np.interp(times, self.way[:, 0], self.way[:, 1 + k]) for k in range(2)], axis=1)


@dataclass(frozen=True)
class Goal:
    """Somewhere to go: a place, as near as `within` metres; optionally a heading, a behaviour to arrive in and a second to arrive by.

    along: corners of a line on the floor that is to be followed there; the place is its last one.
    """

    at: Place
    within: float = WITHIN
    heading: float | None = None
    behaviour: str = ""
    by: float | None = None
    along: tuple[Place, ...] = ()

    def __post_init__(self) -> None:
        check_place(self.at, "a goal")
        for corner in self.along:
            check_place(corner, "a corner of the line to a goal")
        if self.along and (len(self.along) < 2 or math.dist(self.along[-1], self.at) > self.within):
            raise SceneError("a line to follow has two corners or more, and ends at its goal")
        if not 0 < self.within <= FARTHEST:
            raise SceneError(f"a goal is reached within some metres, found {self.within:g}")
        if (self.heading is not None and not math.isfinite(self.heading)) or (self.by is not None and not self.by > 0):
            raise SceneError("a goal's heading must be a finite angle, and its time later than 0 s")


@dataclass(frozen=True)
class Agent:
    """Somebody who begins somewhere and has goals, one after the other. speed: what they would like to walk at, metres a second."""

    name: str
    start: Place
    heading: float = 0.0
    radius: float = RADIUS
    speed: float | None = None
    goals: tuple[Goal, ...] = ()
    state: str = ""

    def __post_init__(self) -> None:
        check_place(self.start, f"agent {self.name!r}")
        if not 0 < self.radius <= 100 or not math.isfinite(self.heading):
            raise SceneError(f"agent {self.name!r} needs a radius in metres and a finite heading")
        if self.speed is not None and not 0 <= self.speed <= 100:
            raise SceneError(f"agent {self.name!r} wants a speed from 0 to 100 m/s, found {self.speed:g}")


@dataclass(frozen=True, eq=False)
class Region:
    """A part of the floor that asks for a behaviour: duck under this."""

    shape: BaseGeometry
    behaviour: str
    name: str = ""


@dataclass(frozen=True)
class Emitter:
    """A place where agents like `agent` come in, one every so many seconds, up to `count` of them (None: without end)."""

    agent: Agent
    every: float
    count: int | None = None

    def __post_init__(self) -> None:
        if not self.every > 0 or (self.count is not None and self.count < 1):
            raise SceneError(f"emitter {self.agent.name!r} lets in one agent or more, some seconds apart")


@dataclass(frozen=True, eq=False)
class Scene:
    """All of it. bounds: xmin, zmin, xmax, zmax of the floor, None where it has no end."""

    name: str = "scene"
    obstacles: tuple[Obstacle, ...] = ()
    agents: tuple[Agent, ...] = ()
    regions: tuple[Region, ...] = ()
    emitters: tuple[Emitter, ...] = ()
    bounds: tuple[float, float, float, float] | None = None

    def __post_init__(self) -> None:
        if self.bounds is not None and not (self.bounds[0] < self.bounds[2] and self.bounds[1] < self.bounds[3]):
            raise SceneError(f"scene {self.name!r} needs bounds xmin, zmin, xmax, zmax, found {self.bounds}")
        names = [agent.name for agent in self.agents]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise SceneError(f"scene {self.name!r} has two agents called {twice!r}; give each a name of its own")

    def closed_to(self, state: str) -> Scene:
        """The scene as somebody meets it who does nothing but this: what other states may pass over stands in the way, and so do regions
        that ask for another behaviour."""
        obstacles = tuple(each if not each.over or state in each.over else replace(each, over=()) for each in self.obstacles)
        regions = tuple(Obstacle(each.shape, name=each.name or each.behaviour) for each in self.regions if each.behaviour != state)
        return replace(self, obstacles=obstacles + regions, regions=())

    def agent(self, name: str) -> Agent:
        """One agent by name, or an error that says who there is."""
        found = [agent for agent in self.agents if agent.name == name]
        if not found:
            there = ", ".join(agent.name for agent in self.agents) or "nobody"
            raise SceneError(f"scene {self.name!r} has no agent {name!r}; there is {there}")
        return found[0]


def check_place(place: Any, whose: str) -> None:
    """An error where a place is not two finite numbers."""
    if len(place) != 2 or not all(math.isfinite(value) and abs(value) <= FARTHEST for value in place):
        raise SceneError(f"{whose} is at x and z within {FARTHEST:g} m, found {place}")


def circle(at: Place, radius: float) -> BaseGeometry:
    """A disc; 32 corners a quarter keep it within 0.03 % of round."""
    return shapely.Point(at).buffer(radius, quad_segs=32)


def box(low: Place, high: Place, turn: float = 0.0) -> BaseGeometry:
    """A box from its lower to its higher corner, turned about its middle by radians (left is positive, as headings are)."""
    from shapely.affinity import rotate

    return rotate(shapely.box(*low, *high), -turn, use_radians=True)


def wall(corners: NDArray[np.float64], width: float) -> BaseGeometry:
    """A wall along corners (K, 2), so wide."""
    return shapely.LineString(corners).buffer(width / 2, cap_style="flat", join_style="mitre")
