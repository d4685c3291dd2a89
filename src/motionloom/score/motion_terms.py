"""A motion as some fifty numbers that mean something: the physics terms, how limbs move, how the body is held, what comes near what."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import ROLES
from motionloom.score.description import LIMBS, RATE, Description, describe
from motionloom.score.scorers.physics import measure_terms

LEAST = 1e-3  # leg lengths, and leg lengths a second: below that, logarithms tell nothing apart
# Parts of the body that touch, or pass through each other, when an arm or a leg is where it should not be.
NEAR = (
    ("left_wrist", "right_wrist"),
    ("left_knee", "right_knee"),
    ("left_ankle", "right_ankle"),
    ("left_wrist", "hips"),
    ("right_wrist", "hips"),
    ("left_elbow", "chest"),
    ("right_elbow", "chest"),
)
GROUPS = ("physics", "limbs", "posture", "feet", "nearness")
Array = NDArray[np.float64]


def measure_motion(motion: Motion, plants: NDArray[np.bool_]) -> dict[str, dict[str, float]]:
    """The numbers of a motion whose feet stand as plants (F, 4) say, by group and name; lengths in leg lengths."""
    described = describe(motion)
    return {
        "physics": dict(measure_terms(motion, plants)[0]),
        "limbs": _measure_limbs(described),
        "posture": _measure_posture(described),
        "feet": _measure_feet(described),
        "nearness": _measure_nearness(described),
    }


def _measure_limbs(described: Description) -> dict[str, float]:
    """Of each limb: its fastest and its usual movement, how far one moment stands out, and where its end is kept."""
    seen, found = described.seen_from_hips(), dict[str, float]()
    speeds, accelerations = (np.linalg.norm(seen[..., start : start + 3], axis=-1) for start in (3, 6))
    for limb, roles in LIMBS.items():
        joints = _joints(roles)
        speed, acceleration = (values[:, joints].max(axis=1) for values in (speeds, accelerations))
        found[f"{limb}, largest acceleration"] = _log(acceleration.max())
        found[f"{limb}, usual acceleration"] = _log(np.median(acceleration))
        found[f"{limb}, largest speed"] = _log(speed.max())
        found[f"{limb}, how far a moment stands out"] = _log(acceleration.max()) - _log(np.percentile(acceleration, 80))
        found[f"{limb}, to the side"], found[f"{limb}, ahead"] = seen[:, joints[-1], 0].mean(), seen[:, joints[-1], 2].mean()
    return found


def _measure_posture(described: Description) -> dict[str, float]:
    """How high the hips are and how much they bob, how far the trunk leans, how fast the body turns, and its lowest point."""
    world = described.world
    hips, chest = (world[:, ROLES.index(role)] for role in ("hips", "chest"))
    up = chest - hips
    lean = np.linalg.norm(up[:, [0, 2]], axis=1) / np.maximum(up[:, 1], LEAST)
    turning = np.abs(np.gradient(np.unwrap(described.facing), 1 / RATE))
    return {
        "hips": hips[:, 1].mean(),
        "bobbing": _log(np.ptp(hips[:, 1])),
        "lean": lean.mean(),
        "largest lean": lean.max(),
        "largest turn": turning.max(),
        "lowest point": world[..., 1].min(),
    }


def _measure_feet(described: Description) -> dict[str, float]:
    """How fast the slower foot goes over the ground, usually and nearly at most."""
    feet = described.world[:, _joints([f"{side}_{part}" for side in ("left", "right") for part in ("ankle", "toe")])]
    speed = np.linalg.norm(np.gradient(feet[..., [0, 2]], 1 / RATE, axis=0), axis=-1).min(axis=1)
    return {"usual slide": _log(np.median(speed)), "large slide": _log(np.percentile(speed, 90))}


def _measure_nearness(described: Description) -> dict[str, float]:
    """How near parts of the body come that could touch."""
    ends = ((described.world[:, ROLES.index(role)] for role in pair) for pair in NEAR)
    return {f"{one} and {other}": _log(np.linalg.norm(a - b, axis=-1).min(), 0.01) for (one, other), (a, b) in zip(NEAR, ends, strict=True)}


def _joints(roles: Sequence[str]) -> list[int]:
    return [ROLES.index(role) for role in roles]


def _log(value: float | np.floating, least: float = LEAST) -> float:
    return float(np.log(value + least))
