"""Makers of transplants: a part of a donor on a host, and arms turned by a fixed angle where there is no donor (paper 004 section 3.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.align.attach import Chest, attach
from motionloom.align.time_warp import Warp
from motionloom.core import Motion, quaternion
from motionloom.core.body import SIDES, body_of
from motionloom.core.errors import MotionError
from motionloom.core.parts import CUTS, find_part
from motionloom.making.makers import FrameMap, Made, Maker, register
from motionloom.making.recipe import Recipe, RecipeError, Source
from motionloom.making.sources import Sources

TRANSPLANT, TURNED = "transplant", "turn_arms"
ARM_JOINTS = ("shoulder", "elbow")


def transplant_recipe(
    host: Source, donor: Source, cut: str, warp: Sequence[Sequence[float]] = (), *, rule: str = "", chest: Chest = "local"
) -> Recipe:
    """The recipe for the host with one of the seven cuts moving as the donor's does.

    warp: two rows of seconds, of the host and of the donor, both from the beginning of their spans; empty where both run on one clock.
    rule: which rule found the pair, for those who count.
    """
    if cut not in CUTS:
        raise MotionError(f"no cut is called {cut!r}; there are {', '.join(CUTS)}")
    options: dict[str, Any] = {"cut": cut, "rule": rule, "chest": chest}
    if len(warp):
        options["warp"] = [[round(float(second), 4) for second in row] for row in warp]
    return TRANSPLANTED.recipe([host, donor], options)


def turn_arms_recipe(source: Source, turns: Mapping[str, Sequence[float]], *, rule: str = "") -> Recipe:
    """The recipe for a source with joints of the arms turned all through.

    turns: by role ("left_shoulder", "right_elbow", ...) an axis times an angle (3,) radians, x to the body's left, y up, z ahead, as the
    joint above it stands at rest.
    """
    allowed = {f"{side}_{part}" for side in SIDES for part in ARM_JOINTS}
    wrong = sorted(set(turns) - allowed)
    if wrong or not turns:
        raise MotionError(f"arms turn at {', '.join(sorted(allowed))}; found {', '.join(wrong) or 'nothing to turn'}")
    rounded = {role: [round(float(value), 5) for value in turns[role]] for role in sorted(turns)}
    return ARMS_TURNED.recipe([source], {"turns": rounded, "rule": rule})


def make_transplant(sources: Sources, recipe: Recipe) -> Made:
    """The host with the donor's part; plants and annotations are those of the host, whose legs it has."""
    host, donor = (sources.open(source).motion for source in recipe.sources)
    options = recipe.options
    frames = donor_frames(host, donor, options.get("warp"))
    made = attach(host, donor, find_part(host.skeleton, options["cut"]), frames, options["chest"])
    return Made(made, FrameMap.of_one(np.arange(len(made))), outcome={"donor": donor.name})


def donor_frames(host: Motion, donor: Motion, warp: Sequence[Sequence[float]] | None) -> NDArray[np.float64] | None:
    """Which frame (F,) of the donor plays at each frame of the host; None where both run on one clock."""
    if not warp:
        return None
    if len(warp) != 2:
        raise RecipeError("the warp of a transplant is two rows of seconds, of the host and of the donor")
    seconds = Warp(np.array(warp[0]), np.array(warp[1]))(np.arange(len(host)) / host.fps)
    return np.asarray(np.clip(seconds * donor.fps, 0, len(donor) - 1))


def make_turned(sources: Sources, recipe: Recipe) -> Made:
    """The source with its arms turned."""
    motion = sources.open(recipe.sources[0]).motion
    body = body_of(motion.skeleton)
    rotations = motion.rotations.astype(np.float64)
    for role, vector in recipe.options["turns"].items():
        joint = body.joint(role)
        turn = _in_parent(motion, joint, np.array(vector))
        rotations[:, joint] = quaternion.multiply(turn, rotations[:, joint])
    changed = [body.joint(role) for role in recipe.options["turns"]]
    kept = motion.rotations.copy()
    kept[:, changed] = rotations[:, changed]
    return Made(motion.with_arrays(kept, motion.root_positions), FrameMap.of_one(np.arange(len(motion))))


def _in_parent(motion: Motion, joint: int, vector: NDArray[np.float64]) -> NDArray[np.float64]:
    """The turn (4,) about a body axis (x left, y up, z ahead) as the joint's parent has it at rest."""
    facing = body_of(motion.skeleton).facing
    left = np.cross([0.0, 1.0, 0.0], facing)
    axis = vector[0] * left + vector[1] * np.array([0.0, 1.0, 0.0]) + vector[2] * facing
    angle = float(np.linalg.norm(axis))
    above = motion.skeleton.rest_world[0][motion.skeleton.parents[joint]]
    local = quaternion.rotate(quaternion.conjugate(above), axis / max(angle, 1e-12))
    return np.asarray(quaternion.from_axis_angle(local, np.array(angle)))


TRANSPLANTED = register(Maker(TRANSPLANT, "Transplant", make_transplant, version=2))
ARMS_TURNED = register(Maker(TURNED, "Arms turned", make_turned))
