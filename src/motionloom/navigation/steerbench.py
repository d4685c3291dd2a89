"""SteerBench test cases (Singh, Kapadia, Faloutsos and Reinman 2009): agents, goals and obstacles as XML, in metres on the x-z plane.

What is random there (places in a region, goals that are said to be random) is drawn by a seed, free of obstacles and of each other.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as xml

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from motionloom.core.errors import FileError
from motionloom.navigation.scene import Agent, Emitter, Goal, Obstacle, Scene, SceneError, box, circle

EVERY = 4.0  # seconds between agents of an emitter; the files do not say
RADIUS = 0.5  # of an agent whose file does not say
TRIES = 2000  # places that are drawn for an agent before a region counts as full
SOMEWHERE = (-10.0, -10.0, 10.0, 10.0)  # where a case without bounds puts what is random
MOST = 100_000  # agents or obstacles of a region
_IGNORED = ("header", "suggestedCameraView", "SteeringAlgorithm", "Behaviour")


def read_steerbench(path: Path, seed: int = 0) -> Scene:
    """The scene of a SteerBench XML file."""
    try:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from None
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise FileError(f"{path}: expected a SteerBench test case, found document type declarations, which are not read")
    declared = re.search(r"<\?xml[^>]*\?>", text)  # comments may stand before it, which XML forbids
    try:
        root = xml.fromstring(text if declared is None else text[declared.end() :])
    except xml.ParseError as error:
        raise FileError(f"{path}: expected XML, found {error}") from None
    if _tag(root) != "SteerBenchTestCase":
        raise FileError(f"{path}: expected a SteerBenchTestCase, found {_tag(root)}")
    return _Case(path, np.random.default_rng(seed)).read(root)


def _tag(element: xml.Element) -> str:
    return element.tag.rpartition("}")[2]


class _Taken:
    """Discs that are there already, by the cell of a coarse grid that their middle lies in; fixed ones keep goals away too."""

    CELL = 4.0  # metres; no disc is larger

    def __init__(self) -> None:
        self.cells = dict[tuple[int, int], list[tuple[float, float, float, bool]]]()

    def add(self, x: float, z: float, radius: float, fixed: bool = False) -> None:
        self.cells.setdefault((int(x // self.CELL), int(z // self.CELL)), []).append((x, z, radius, fixed))

    def clear(self, x: float, z: float, radius: float, alone: bool) -> bool:
        i, j = int(x // self.CELL), int(z // self.CELL)
        near = (each for di in (-1, 0, 1) for dj in (-1, 0, 1) for each in self.cells.get((i + di, j + dj), ()))
        return not any((alone or fixed) and math.hypot(x - a, z - b) < radius + other for a, b, other, fixed in near)


@dataclass
class _Case:
    """A case that is being read: what is there so far, so that what is random stays clear of it."""

    path: Path
    rng: np.random.Generator
    bounds: tuple[float, float, float, float] | None = None
    obstacles: list[Obstacle] = field(default_factory=list)
    agents: list[Agent] = field(default_factory=list)
    emitters: list[Emitter] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)
    taken: _Taken = field(default_factory=_Taken)
    blocked: BaseGeometry = field(default_factory=shapely.MultiPolygon)  # by the obstacles that have places of their own

    def read(self, root: xml.Element) -> Scene:
        header = self.child(root, "header")
        name = (self.find(header, "name") or self.path.stem).strip()
        world = next((e for e in header if _tag(e) == "worldBounds"), None)
        if world is not None:
            self.bounds = self.box_of(world)
        for element in root:  # what is random keeps clear of what is not
            self.read_obstacle(element)
        self.blocked = shapely.union_all([obstacle.shape for obstacle in self.obstacles])
        for read in (self.read_agents, self.scatter):
            for element in root:
                read(element)
        try:
            return Scene(name, tuple(self.obstacles), tuple(self.agents), (), tuple(self.emitters), self.bounds)
        except SceneError as error:
            raise FileError(f"{self.path}: {error}") from None

    def fail(self, text: str) -> FileError:
        return FileError(f"{self.path}: {text}")

    def child(self, element: xml.Element, tag: str) -> xml.Element:
        found = next((each for each in element if _tag(each) == tag), None)
        if found is None:
            raise self.fail(f"expected <{tag}> in <{_tag(element)}>")
        return found

    def find(self, element: xml.Element, tag: str) -> str | None:
        return next((each.text or "" for each in element if _tag(each) == tag), None)

    def number(self, element: xml.Element, tag: str, default: float | None = None) -> float:
        text = self.find(element, tag)
        try:
            value = float(text) if text is not None else default
        except ValueError:
            value = None
        if value is None or not math.isfinite(value):
            raise self.fail(f"expected a number in <{tag}> of <{_tag(element)}>, found {text!r}")
        return value

    def box_of(self, element: xml.Element) -> tuple[float, float, float, float]:
        x0, z0, x1, z1 = (self.number(element, tag) for tag in ("xmin", "zmin", "xmax", "zmax"))
        if not (x0 < x1 and z0 < z1):
            raise self.fail(f"<{_tag(element)}> has no size: {x0:g} to {x1:g}, {z0:g} to {z1:g}")
        return x0, z0, x1, z1

    def place(self, element: xml.Element) -> tuple[float, float] | None:
        """x and z; None for one that is said to be random."""
        if (self.find(element, "random") or "").strip() == "true":
            return None
        return self.number(element, "x"), self.number(element, "z")

    def shape_of(self, element: xml.Element) -> BaseGeometry | None:
        tag = _tag(element)
        if tag == "obstacle":
            x0, z0, x1, z1 = self.box_of(element)
            return box((x0, z0), (x1, z1))
        if tag == "circleObstacle":
            return circle(self.place(self.child(element, "position")) or (0.0, 0.0), self.number(element, "radius"))
        if tag == "orientedBoxObstacle":
            size = self.child(element, "size")
            half = self.number(size, "x") / 2, self.number(size, "z") / 2
            x, z = self.place(self.child(element, "position")) or (0.0, 0.0)
            turn = math.radians(self.number(element, "thetaY", 0.0))
            return box((x - half[0], z - half[1]), (x + half[0], z + half[1]), turn)
        if tag == "polygonObstacle":
            corners = [self.place(each) or (0.0, 0.0) for each in element if _tag(each) == "vertex"]
            return self.polygon(corners, element.get("isClosed", "true") == "true")
        return None

    def polygon(self, corners: Sequence[tuple[float, float]], closed: bool) -> BaseGeometry:
        if closed and len(corners) > 2:
            shape: BaseGeometry = shapely.Polygon(corners)
            return shape if shape.is_valid else shapely.make_valid(shape)
        if len(corners) < 2:
            raise self.fail("<polygonObstacle> has fewer than two corners")
        return shapely.LineString(corners).buffer(0.05)

    def read_obstacle(self, element: xml.Element) -> None:
        try:
            shape = self.shape_of(element)
            if shape is not None:
                self.obstacles.append(Obstacle(shape, name=f"{_tag(element)} {len(self.obstacles)}"))
        except SceneError as error:
            raise self.fail(str(error)) from None

    def scatter(self, element: xml.Element) -> None:
        """Obstacles, then agents, somewhere in a region."""
        tag = _tag(element)
        if tag not in ("obstacleRegion", "agentRegion"):
            return
        bounds = self.box_of(self.child(element, "regionBounds"))
        if tag == "obstacleRegion":
            half = self.number(element, "obstacleSize") / 2
            for x, z in self.draw(bounds, half * math.sqrt(2), self.count(element, "numObstacles"), fixed=True):
                self.obstacles.append(Obstacle(box((x - half, z - half), (x + half, z + half)), name=f"obstacle {len(self.obstacles)}"))
            return
        radius = self.number(self.child(element, "initialConditions"), "radius", RADIUS)
        for at in self.draw(bounds, radius, self.count(element, "numAgents")):
            self.agents.append(self.agent(element, at))

    def count(self, element: xml.Element, tag: str) -> int:
        number = self.number(element, tag)
        if not 0 <= number <= MOST:
            raise self.fail(f"<{tag}> must be 0 to {MOST}, found {number:g}")
        return int(number)

    def draw(
        self, bounds: tuple[float, float, float, float], radius: float, count: int, alone: bool = True, fixed: bool = False
    ) -> Iterator[tuple[float, float]]:
        """Random places in a region, clear of obstacles and, if alone, of agents and of each other."""
        shapely.prepare(self.blocked)
        low, high = np.array(bounds[:2]) + radius, np.array(bounds[2:]) - radius
        for number in range(count):
            for _ in range(TRIES):
                x, z = (self.rng.uniform(np.minimum(low, high), np.maximum(low, high))).tolist()
                if self.taken.clear(x, z, radius, alone) and not shapely.dwithin(self.blocked, shapely.Point(x, z), radius):
                    break
            else:
                raise self.fail(f"a region has no room for {count}, only for {number}")
            if alone:
                self.taken.add(x, z, radius, fixed)
            yield x, z

    def read_agents(self, element: xml.Element) -> None:
        tag = _tag(element)
        if tag in ("agent", "agentEmitter"):
            at = self.place(self.child(self.child(element, "initialConditions"), "position"))
            at = at if at is not None else next(self.draw(self.bounds or SOMEWHERE, RADIUS, 1))
            agent = self.agent(element, at)
            self.taken.add(*at, agent.radius)
            if tag == "agent":
                self.agents.append(agent)
            else:
                self.emitters.append(Emitter(agent, EVERY))
        elif tag not in _IGNORED and not tag.endswith(("Region", "bstacle")):
            raise self.fail(f"<{tag}> is not known; expected agents, agent regions, emitters and obstacles")

    def agent(self, element: xml.Element, at: tuple[float, float]) -> Agent:
        initial = self.child(element, "initialConditions")
        facing = self.place(self.child(initial, "direction"))
        heading = self.rng.uniform(-math.pi, math.pi) if facing is None else math.atan2(facing[0], facing[1])
        goals, speeds = list[Goal](), list[float]()
        for goal in next((each for each in element if _tag(each) == "goalSequence"), ()):
            if _tag(goal) != "seekStaticTarget":
                raise self.fail(f"goals of the kind <{_tag(goal)}> are not read yet; expected <seekStaticTarget>")
            to = self.place(self.child(goal, "targetLocation"))
            speeds.append(self.number(goal, "desiredSpeed", 1.3))
            goals.append(Goal(to or next(self.draw(self.bounds or SOMEWHERE, RADIUS, 1, alone=False)), within=0.5))
        radius = self.number(initial, "radius", RADIUS)
        return Agent(
            self.free_name((self.find(element, "name") or "").strip()), at, heading, radius, max(speeds, default=1.3), tuple(goals)
        )

    def free_name(self, name: str) -> str:
        name = name or str(len(self.agents))
        number = self.names[name] = self.names.get(name, 0) + 1
        return name if number == 1 else self.free_name(f"{name} {number}")
