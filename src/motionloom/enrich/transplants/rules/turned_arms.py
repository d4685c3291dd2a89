"""Rule 4 of paper 004: no donor; shoulders, elbows or both are turned by 20 to 90 degrees, small angles likelier; right, left, both."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core.body import SIDES
from motionloom.enrich.transplants.maker import turn_arms_recipe
from motionloom.enrich.transplants.rule import Candidate, Rule, Settings, register
from motionloom.making.recipe import Recipe

NAME = "turned_arms"
LEAST, MOST = np.radians(20.0), np.radians(90.0)
SKEW = 2.0  # the angle goes with the square of a uniform number: half of all are under 38 degrees
JOINTS = (("shoulder",), ("elbow",), ("shoulder", "elbow"))


def apply(one: Candidate, two: Candidate, rng: np.random.Generator, settings: Settings) -> list[Recipe]:
    """Three results: the right arm, the left one mirrored, both."""
    if len(one.motion) / one.motion.fps < settings.shortest:
        return []
    joints = JOINTS[int(rng.integers(len(JOINTS)))]
    vectors = {joint: draw_turn(rng) for joint in joints}
    turns = {f"{side}_{joint}": _for_side(vector, side) for side in SIDES for joint, vector in vectors.items()}
    whole = one.part(0, len(one.motion))
    return [
        turn_arms_recipe(whole, {role: turn for role, turn in turns.items() if role.partition("_")[0] in sides}, rule=NAME)
        for sides in (("right",), ("left",), SIDES)
    ]


def draw_turn(rng: np.random.Generator) -> NDArray[np.float64]:
    """An axis times an angle (3,): any direction; 20 to 90 degrees, small ones likelier."""
    axis = rng.normal(size=3)
    angle = LEAST + (MOST - LEAST) * rng.random() ** SKEW
    return np.asarray(angle * axis / np.linalg.norm(axis))


def _for_side(vector: NDArray[np.float64], side: str) -> list[float]:
    """The turn as it is on the right, mirrored on the left."""
    return [float(value) for value in (vector if side == "right" else vector * [1.0, -1.0, -1.0])]


TURNED_ARMS = register(Rule(NAME, 4, "arms turned, no donor", 3, apply, single=True))
