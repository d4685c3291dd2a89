"""A source put elsewhere: moved along the ground, turned where it begins, raised, or put on the floor."""

from __future__ import annotations

import math

import numpy as np

from motionloom.core import Motion
from motionloom.core.errors import MotionError
from motionloom.core.ground import ground_height
from motionloom.core.heading import turn_and_move
from motionloom.making.makers.registry import FrameMap, Made, Maker, register
from motionloom.making.recipe import Recipe, Source
from motionloom.making.sources import Sources

FARTHEST = 10_000.0  # metres


def move_recipe(
    source: Source, x: float = 0.0, z: float = 0.0, up: float = 0.0, turn_degrees: float = 0.0, *, to_floor: bool = False
) -> Recipe:
    """The recipe for a source moved by x, z and up metres and turned about the vertical where it begins, to the left for more than 0.

    to_floor: its floor is put to height 0 first, by `core.ground`. What is left as it is, is not written down.
    """
    told = {"x": float(x), "z": float(z), "up": float(up), "turn_degrees": float(turn_degrees)}
    if not all(math.isfinite(value) and abs(value) <= FARTHEST for value in told.values()):
        raise MotionError(f"a motion is moved by at most {FARTHEST:g} metres, and turned by a number of degrees; found {told}")
    return MOVE.recipe([source], {name: value for name, value in told.items() if value} | ({"to_floor": True} if to_floor else {}))


def move(motion: Motion, x: float = 0.0, z: float = 0.0, up: float = 0.0, turn_degrees: float = 0.0) -> Motion:
    """The motion turned about the vertical through its first frame's root, then moved by (x, up, z) metres."""
    begins = motion.root_positions[0].astype(np.float64) * [1.0, 0.0, 1.0]
    there = turn_and_move(motion, 0.0, -begins)
    return turn_and_move(there, math.radians(turn_degrees), begins + [x, up, z])


def _move(sources: Sources, recipe: Recipe) -> Made:
    motion = sources.open(recipe.sources[0]).motion
    told = {name: float(recipe.options.get(name, 0.0)) for name in ("x", "z", "up", "turn_degrees")}
    outcome = {}
    if recipe.options.get("to_floor"):
        height = ground_height(motion)
        told["up"] -= height
        outcome = {"floor_was_at": round(height, 4)}
    return Made(move(motion, **told), FrameMap.of_one(np.arange(len(motion))), outcome=outcome)


MOVE = register(Maker("move", "Moved", _move, loop="keeps"))
