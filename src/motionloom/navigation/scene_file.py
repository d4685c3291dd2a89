"""Scenes as small JSON files that people write and read; angles are in degrees there, and every error names its place.

A whole one, all of it optional but the shapes' and agents' places:

    {"name": "doorway", "bounds": [-5, -5, 5, 5],
     "obstacles": [{"circle": [0, 2], "radius": 0.75}, {"box": [-4, 0, -1, 0.3], "turn_degrees": 10},
                   {"polygon": [[1, 0], [4, 0], [4, 1]]}, {"wall": [[-5, 5], [5, 5]], "width": 0.2},
                   {"circle": [0, 0], "radius": 0.5, "way": [[0, -3, 1], [6, 3, 1]]},
                   {"box": [-1, 3, 1, 4], "name": "pit", "over": ["leap"]}],
     "regions": [{"box": [0, 2, 1, 3], "behaviour": "duck"}],
     "agents": [{"name": "ada", "start": [0, -4], "heading_degrees": 0, "speed": 1.3,
                 "goals": [{"at": [0, 4], "within": 0.3, "heading_degrees": 90, "behaviour": "stand", "by": 12}]}],
     "emitters": [{"agent": {"name": "guest", "start": [-4, -4], "goals": [{"at": [4, 4]}]}, "every": 2.5, "count": 20}]}

A moving shape (`way`: seconds, x, z) is drawn around the origin.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from motionloom.core.errors import FileError
from motionloom.core.files import read_json, write_file
from motionloom.navigation.scene import RADIUS, WITHIN, Agent, Emitter, Goal, Obstacle, Region, Scene, SceneError, box, circle, wall

T = TypeVar("T")
_SHAPES = ("circle", "box", "polygon", "wall")


def read_scene_file(path: Path) -> Scene:
    """The scene of a JSON file."""
    return scene_from_json(read_json(path, "a scene as JSON"), str(path), path.stem)


def write_scene_file(scene: Scene, path: Path) -> None:
    """Write a scene as JSON, one thing a line."""
    data = scene_to_json(scene)
    rows = [f"{json.dumps(key)}: {_dump_rows(value)}" for key, value in data.items()]
    write_file(path, "{\n " + ",\n ".join(rows) + "\n}\n")


def _dump_rows(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n  " + ",\n  ".join(json.dumps(each) for each in value) + "\n ]"
    return json.dumps(value)


class Reader:
    """Plain data at a place of a file: what is asked for is checked, and errors say where they are."""

    def __init__(self, data: Any, where: str, known: tuple[str, ...]) -> None:
        if not isinstance(data, Mapping):
            raise FileError(f"{where}: expected names and values in braces, found {_short(data)}")
        unknown = next((str(key) for key in data if key not in known), None)
        if unknown is not None:
            raise FileError(f"{where}: {unknown!r} is not known here; there are {', '.join(known)}")
        self.data, self.where = data, where

    def number(self, key: str, default: float | None = None) -> float:
        """A finite number."""
        value = self.data.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise FileError(f"{self.where}.{key}: expected a finite number, found {_short(value)}")
        return float(value)

    def angle(self, key: str) -> float | None:
        """Degrees as radians; None where they are not given."""
        return math.radians(self.number(key)) if key in self.data else None

    def numbers(self, key: str, shape: tuple[int | None, ...]) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Finite numbers of a shape; None is any length."""
        try:
            found = np.asarray(self.data.get(key), dtype=np.float64)
        except (TypeError, ValueError):
            found = np.full(0, np.nan)
        fits = found.ndim == len(shape) and all(want in (None, have) for want, have in zip(shape, found.shape, strict=True))
        if not fits or not np.isfinite(found).all():
            words = " x ".join("some" if want is None else str(want) for want in shape)
            raise FileError(f"{self.where}.{key}: expected {words} finite numbers, found {_short(self.data.get(key))}")
        return found

    def place(self, key: str) -> tuple[float, float]:
        """x and z."""
        x, z = self.numbers(key, (2,)).tolist()
        return x, z

    def text(self, key: str, default: str = "") -> str:
        """Words."""
        value = self.data.get(key, default)
        if not isinstance(value, str):
            raise FileError(f"{self.where}.{key}: expected words in quotes, found {_short(value)}")
        return value

    def rows(self, key: str, read: Callable[[Any, str], T]) -> tuple[T, ...]:
        """A list, each of its things read."""
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise FileError(f"{self.where}.{key}: expected a list, found {_short(value)}")
        return tuple(read(each, f"{self.where}.{key}[{k}]") for k, each in enumerate(value))

    def make(self, thing: Callable[..., T], *arguments: Any, **named: Any) -> T:
        """A checked value; what it says of itself gets the place in front."""
        try:
            return thing(*arguments, **named)
        except (SceneError, shapely.errors.ShapelyError, ValueError) as error:
            raise FileError(f"{self.where}: {error}") from None


def _short(value: Any) -> str:
    text = json.dumps(value, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."


def scene_from_json(data: Any, where: str = "scene", name: str = "scene") -> Scene:
    """The scene of plain data; `where` begins the errors."""
    found = Reader(data, where, ("name", "bounds", "obstacles", "regions", "agents", "emitters"))
    bounds = tuple(found.numbers("bounds", (4,)).tolist()) if found.data.get("bounds") is not None else None
    return found.make(
        Scene,
        found.text("name", name),
        found.rows("obstacles", _read_obstacle),
        found.rows("agents", _read_agent),
        found.rows("regions", _read_region),
        found.rows("emitters", _read_emitter),
        bounds,
    )


def _read_shape(found: Reader) -> BaseGeometry:
    given = [key for key in _SHAPES if key in found.data]
    if len(given) != 1:
        raise FileError(f"{found.where}: expected one shape of {', '.join(_SHAPES)}, found {', '.join(given) or 'none'}")
    if given == ["circle"]:
        if (radius := found.number("radius")) <= 0:
            raise FileError(f"{found.where}.radius: expected more than 0 m, found {radius:g}")
        return found.make(circle, found.place("circle"), radius)
    if given == ["box"]:
        x0, z0, x1, z1 = found.numbers("box", (4,)).tolist()
        if not (x0 < x1 and z0 < z1):
            raise FileError(f"{found.where}.box: expected xmin, zmin, xmax, zmax, found {_short(found.data['box'])}")
        return found.make(box, (x0, z0), (x1, z1), found.angle("turn_degrees") or 0.0)
    corners = found.numbers(given[0], (None, 2))
    if len(corners) < (3 if given == ["polygon"] else 2):
        raise FileError(f"{found.where}.{given[0]}: expected more corners, found {len(corners)}")
    if given == ["polygon"]:
        shape = found.make(shapely.Polygon, corners)
        return shape if shape.is_valid else shapely.make_valid(shape)
    return found.make(wall, corners, found.number("width", 0.1))


def _read_obstacle(data: Any, where: str) -> Obstacle:
    found = Reader(data, where, (*_SHAPES, "radius", "turn_degrees", "width", "way", "name", "over"))
    way = found.numbers("way", (None, 3)) if "way" in found.data else None
    return found.make(Obstacle, _read_shape(found), way, found.text("name"), found.rows("over", _read_word))


def _read_word(data: Any, where: str) -> str:
    if not isinstance(data, str):
        raise FileError(f"{where}: expected words in quotes, found {_short(data)}")
    return data


def _read_region(data: Any, where: str) -> Region:
    found = Reader(data, where, (*_SHAPES, "radius", "turn_degrees", "width", "behaviour", "name"))
    return found.make(Region, _read_shape(found), found.text("behaviour"), found.text("name"))


def _read_goal(data: Any, where: str) -> Goal:
    found = Reader(data, where, ("at", "within", "heading_degrees", "behaviour", "by", "along"))
    by = found.number("by") if "by" in found.data else None
    heading = found.angle("heading_degrees")
    along = tuple((x, z) for x, z in found.numbers("along", (None, 2)).tolist()) if "along" in found.data else ()
    at = found.place("at") if "at" in found.data or not along else along[-1]
    return found.make(Goal, at, found.number("within", WITHIN), heading, found.text("behaviour"), by, along)


def _read_agent(data: Any, where: str) -> Agent:
    found = Reader(data, where, ("name", "start", "heading_degrees", "radius", "speed", "goals", "state"))
    speed = found.number("speed") if "speed" in found.data else None
    name, goals = found.text("name", "agent"), found.rows("goals", _read_goal)
    heading, radius = found.angle("heading_degrees") or 0.0, found.number("radius", RADIUS)
    return found.make(Agent, name, found.place("start"), heading, radius, speed, goals, found.text("state"))


def _read_emitter(data: Any, where: str) -> Emitter:
    found = Reader(data, where, ("agent", "every", "count"))
    count = int(found.number("count")) if "count" in found.data else None
    return found.make(Emitter, _read_agent(found.data.get("agent"), f"{where}.agent"), found.number("every"), count)


def scene_to_json(scene: Scene) -> dict[str, Any]:
    """Plain data that `scene_from_json` turns back; shapes become polygons."""
    told: dict[str, Any] = {"name": scene.name}
    if scene.bounds is not None:
        told["bounds"] = list(scene.bounds)
    told["obstacles"] = [row for obstacle in scene.obstacles for row in _obstacle_to_json(obstacle)]
    told["regions"] = [{**row, "behaviour": r.behaviour, **_named(r.name)} for r in scene.regions for row in _shape_to_json(r.shape)]
    told["agents"] = [_agent_to_json(agent) for agent in scene.agents]
    told["emitters"] = [
        {"agent": _agent_to_json(e.agent), "every": e.every, **({} if e.count is None else {"count": e.count})} for e in scene.emitters
    ]
    return {key: value for key, value in told.items() if value or key == "name"}


def _named(name: str) -> dict[str, str]:
    return {"name": name} if name else {}


def _shape_to_json(shape: BaseGeometry) -> list[dict[str, Any]]:
    """A shape in pieces that have no holes."""
    rows = list[dict[str, Any]]()
    for part in getattr(shape, "geoms", [shape]):
        if part.geom_type == "Polygon" and part.interiors:
            low, high = part.bounds[0], part.bounds[2]
            cuts = sorted(shapely.Polygon(ring).centroid.x for ring in part.interiors)
            for left, right in zip([low, *cuts], [*cuts, high], strict=True):
                rows += _shape_to_json(part.intersection(shapely.box(left, part.bounds[1], right, part.bounds[3])))
        elif part.geom_type == "Polygon":
            rows.append({"polygon": [[round(float(x), 6), round(float(z), 6)] for x, z in part.exterior.coords[:-1]]})
    return rows


def _obstacle_to_json(obstacle: Obstacle) -> list[dict[str, Any]]:
    way = {} if obstacle.way is None else {"way": obstacle.way.tolist()}
    over = {"over": list(obstacle.over)} if obstacle.over else {}
    return [{**row, **way, **_named(obstacle.name), **over} for row in _shape_to_json(obstacle.shape)]


def _agent_to_json(agent: Agent) -> dict[str, Any]:
    goals = []
    for goal in agent.goals:
        heading = {} if goal.heading is None else {"heading_degrees": math.degrees(goal.heading)}
        behaviour, by = {"behaviour": goal.behaviour} if goal.behaviour else {}, {} if goal.by is None else {"by": goal.by}
        along = {"along": [list(corner) for corner in goal.along]} if goal.along else {}
        goals.append({"at": list(goal.at), "within": goal.within, **heading, **behaviour, **by, **along})
    told = {"name": agent.name, "start": list(agent.start), "heading_degrees": math.degrees(agent.heading), "radius": agent.radius}
    speed, state = {} if agent.speed is None else {"speed": agent.speed}, {"state": agent.state} if agent.state else {}
    return {**told, **speed, **state, "goals": goals}
