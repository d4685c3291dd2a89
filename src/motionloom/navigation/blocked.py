"""Why there is no way, in words."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.navigation.guide import make_guide
from motionloom.navigation.scene import Goal, Scene
from motionloom.navigation.surroundings import surround

Floats = NDArray[np.float64]


def find_block(scene: Scene, radius: float, goal: Goal, place: Floats) -> str:
    """What keeps a goal out of reach, in words."""
    around = surround(scene, radius)
    if around.touches(np.array([goal.at]), np.zeros(1))[0]:
        return f"the goal at {goal.at[0]:g}, {goal.at[1]:g} is out of bounds, in an obstacle, or nearer than {radius:g} m to one"
    for obstacle in scene.obstacles:
        if obstacle.way is None:
            fewer = Scene(scene.name, tuple(each for each in scene.obstacles if each is not obstacle), bounds=scene.bounds)
            guide = make_guide(fewer, surround(fewer, radius), goal.at, [(float(place[0]), float(place[1]))])
            if np.isfinite(guide.distance(place[None, :2])[0]):
                x, z = (round(value, 1) + 0.0 for value in obstacle.shape.centroid.coords[0])
                return f"{obstacle.name or 'the obstacle'} around {x:g}, {z:g} closes the way"
    return "several obstacles together close the way"
