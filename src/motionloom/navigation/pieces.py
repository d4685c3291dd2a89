"""A long way in pieces: places to pass on the shortest way, where there is room, and the part of the floor that each piece needs.

A search over a long way forgets nothing, so it drowns; and a grid over a large floor is coarse. A piece has a fine grid and a fresh search.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray

from motionloom.navigation.route import Route, make_route
from motionloom.navigation.scene import Goal, Obstacle, Scene
from motionloom.navigation.surroundings import Surroundings, surround

Floats = NDArray[np.float64]
PIECE = 24.0  # metres of a piece, about
BEFORE = 8.0  # metres of its end among which the place with the most room is taken
WITHIN = 0.6  # metres: as near as such a place is passed
AROUND = 10.0  # metres of floor round a piece's way
ROOM = 1.5  # metres: more room than this is no better
NARROW = 0.25  # metres of room below which a passage counts as a door: a way is cut where it is widest between two of them
APART = 1.0  # metres at least from one such cut to the next, and to the end
NEAR_CUT = 0.4  # metres: as near as a place between two doors is passed


@dataclass(frozen=True, eq=False)
class Piece:
    """A goal on the way, or the goal itself, and the scene as far as it matters for getting there."""

    goal: Goal
    scene: Scene


@dataclass(eq=False)
class Floors:
    """Surroundings of scenes that were met before: obstacles that stand are grown once for many plans, and laid on a grid once."""

    kept: OrderedDict[tuple[int, int, float], tuple[Scene, Surroundings]] = field(default_factory=OrderedDict)
    most: int = 8

    def find(self, scene: Scene, radius: float, others: Sequence[Obstacle] = ()) -> Surroundings:
        """The surroundings of a body of a radius in a scene, where others move."""
        key = (id(scene.obstacles), id(scene.regions), radius)
        known = self.kept.get(key)
        if known is None or known[0].bounds != scene.bounds:
            known = (scene, surround(scene, radius))
            self.kept[key] = known
            while len(self.kept) > self.most:
                self.kept.popitem(last=False)
        self.kept.move_to_end(key)
        if not others:
            return known[1]
        moving = surround(Scene(), radius, others).moving
        return replace(known[1], moving=(*known[1].moving, *moving))

    def split(self, scene: Scene, place: Floats, goal: Goal, radius: float) -> list[Piece]:
        """Pieces of the way from a place (2,) to a goal; one if it is not long, or if there is none."""
        here = (float(place[0]), float(place[1]))
        if goal.along or (scene.bounds is None and not any(each.way is None for each in scene.obstacles)):
            return [Piece(goal, scene)]
        route = make_route(scene, self.find(scene, radius), goal.at, [here])
        way = trace(route, place)
        gone = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(way, axis=0).T))])
        room, count = np.minimum(route.find_room(way), ROOM), 1 if _is_small(scene, here, goal) else max(int(gone[-1] // PIECE), 1)
        found, first = list[Piece](), 0
        for number in range(1, count + 1):
            last = len(way) - 1
            if number < count:
                stop = gone[-1] * number / count
                there = np.flatnonzero((gone > stop - BEFORE) & (gone <= stop))
                last = int(there[len(there) - 1 - np.argmax(room[there][::-1])])
            part = scene if count == 1 else crop(scene, way[first : last + 1])
            cuts = first + find_cuts(gone[first : last + 1], room[first : last + 1])
            found += [Piece(_pass(way[cut], min(max(0.8 * float(room[cut]), 0.2), NEAR_CUT)), part) for cut in cuts]
            found.append(Piece(goal if number == count else _pass(way[last], WITHIN), part))
            first = last
        return found


def find_cuts(gone: Floats, room: Floats) -> NDArray[np.int64]:
    """Where a way is widest between one door and the next: indices into its places, of which `gone` (K,) says how many metres from the
    beginning and `room` (K,) how much room there is."""
    narrow = room < NARROW
    doors = np.flatnonzero(narrow)
    if not len(doors):
        return np.zeros(0, dtype=np.int64)
    cuts, before = list[int](), 0.0
    for a, b in pairwise([*doors.tolist(), len(room)]):
        if b - a > 1:  # some room between the two, or between the last door and the end
            widest = a + 1 + int(np.argmax(room[a + 1 : b]))
            if gone[widest] - before >= APART and gone[-1] - gone[widest] >= APART:
                cuts.append(widest)
                before = float(gone[widest])
    return np.array(cuts, dtype=np.int64)


def _pass(place: Floats, within: float) -> Goal:
    return Goal((float(place[0]), float(place[1])), within)


def trace(route: Route, place: Floats) -> Floats:
    """The places (K, 2) from a place (2,) to the goal, cell by cell; only the place where no way leads on."""
    (row, column), columns = route.grid.locate(place[None])[0][0].tolist(), route.grid.shape[1]
    cell, found = row * columns + column, [place]
    onward = route.onward.ravel()
    while onward[cell] not in (-1, cell):
        cell = int(onward[cell])
        found.append(route.grid.low + route.grid.cell * np.array([cell % columns, cell // columns]))
    return np.array(found)


def crop(scene: Scene, way: Floats) -> Scene:
    """The part of a scene round a way (K, 2), with what stands there; what moves stays."""
    low, high = way.min(axis=0) - AROUND, way.max(axis=0) + AROUND
    if scene.bounds is not None:
        low, high = np.maximum(low, scene.bounds[:2]), np.minimum(high, scene.bounds[2:])
    window = shapely.box(*low, *high)
    obstacles = list[Obstacle]()
    for each in scene.obstacles:
        shape = each.shape if each.way is not None else shapely.intersection(each.shape, window)
        if not shape.is_empty:
            obstacles.append(replace(each, shape=shape))
    bounds = float(low[0]), float(low[1]), float(high[0]), float(high[1])
    return Scene(scene.name, tuple(obstacles), regions=scene.regions, bounds=bounds)


def _is_small(scene: Scene, here: tuple[float, float], goal: Goal) -> bool:
    """Whether no way through a scene can be long: a floor without anything on it, or hardly larger than a piece."""
    if scene.bounds is None and not any(each.way is None for each in scene.obstacles):
        return True
    from motionloom.navigation.floor_grid import extent

    low, high = extent(scene, [here, goal.at])
    return bool(np.max(high - low) < PIECE)
