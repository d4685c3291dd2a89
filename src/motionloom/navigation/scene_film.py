"""A scene and those who go through it, as a film or a strip shows them: what stands as fences, what moves on the floor, lines to follow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray

from motionloom.behaviours.states import RATE
from motionloom.core.motion import Motion
from motionloom.navigation.scene import Obstacle, Scene
from motionloom.render.scene import Figure, Label, Patches, Scene as Picture, Trail
from motionloom.render.theme import LIGHT

HEIGHT = 0.7  # metres of the fences that are drawn round what stands
RAIL, LINE = 0.012, 0.02  # metres, radii of a fence's rails and of a line on the floor
WALL, MOVING, PIT, FOLLOWED = "#8a919c", "#c2571a", "#3b4350", "#2f6f9f"
SMOOTH = 0.03  # metres by which round shapes are drawn with fewer corners


def stage_scene(scene: Scene, motions: Sequence[Motion], states: Sequence[str] = ()) -> Picture:
    """What a film of motions through a scene shows. states (F,): what the first of them does, written in a corner."""
    figures = [Figure(motion, LIGHT.cast[n % len(LIGHT.cast)] if len(motions) > 1 else None) for n, motion in enumerate(motions)]
    seconds = max(motion.duration for motion in motions)
    trails, patches = list[Trail](), list[Patches]()
    for obstacle in scene.obstacles:
        colour = MOVING if obstacle.way is not None else PIT if obstacle.over else WALL
        patches += [Patches(corners, 10.0, colour, 0.55) for corners in _footprints(obstacle, seconds)]
        if obstacle.way is None and not obstacle.over:
            trails += _fence(obstacle, colour)
    for goal in (goal for agent in scene.agents for goal in agent.goals):
        if goal.along:
            trails.append(Trail(_lift(np.array(goal.along), 0.0), FOLLOWED, LINE, on_ground=True))
        trails.append(Trail(_lift(_ring(shapely.Point(goal.at).buffer(goal.within, 12)), 0.0), FOLLOWED, RAIL, on_ground=True))
    return Picture(tuple(figures), tuple(trails), patches=tuple(patches), labels=_name_states(states), floor=0.0)


def _footprints(obstacle: Obstacle, seconds: float) -> list[list[NDArray[np.float64]]]:
    """Convex parts of an obstacle's shape, each as its corners ten times a second."""
    shape = obstacle.shape.simplify(SMOOTH)
    parts = [shape] if shape.equals(shape.convex_hull) else list(shapely.get_parts(shapely.constrained_delaunay_triangles(shape)))
    count = max(2, round(10 * seconds) + 1)
    moves = np.zeros((1, 2)) if obstacle.way is None else obstacle.places(np.arange(count) / 10.0)
    return [[_ring(part)[:-1] + moves[min(k, len(moves) - 1)] for k in range(count)] for part in parts]


def _fence(obstacle: Obstacle, colour: str) -> list[Trail]:
    """Rails round what stands, half way up and at the top, and posts at its corners."""
    trails = list[Trail]()
    for part in shapely.get_parts(obstacle.shape.simplify(SMOOTH)):
        corners = _ring(part)
        trails += [Trail(_lift(corners, share * HEIGHT), colour, RAIL) for share in (0.5, 1.0)]
        trails += [Trail(np.array([[x, 0.0, z], [x, HEIGHT, z]]), colour, RAIL) for x, z in corners[:-1]]
    return trails


def _ring(shape: shapely.Geometry) -> NDArray[np.float64]:
    """Corners (N, 2) round a polygon, the first again at the end."""
    return np.asarray(shapely.get_coordinates(shapely.get_exterior_ring(shape)))


def _lift(places: NDArray[np.float64], height: float) -> NDArray[np.float64]:
    """Places (N, 2) on the floor as points (N, 3) at a height."""
    return np.column_stack([places[:, 0], np.full(len(places), height), places[:, 1]])


def _name_states(states: Sequence[str]) -> tuple[Label, ...]:
    changes = [0, *(k for k in range(1, len(states)) if states[k] != states[k - 1]), len(states)]
    return tuple(Label(states[a], "top left", a / RATE, b / RATE) for a, b in pairwise(changes) if b > a)
