"""The maker of grafts: a base whose upper body is a donor's between two moments, eased in and out; legs and root stay bit for bit."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from motionloom.align.attach import Chest, attach
from motionloom.core import quaternion
from motionloom.core.errors import MotionError
from motionloom.core.parts import UPPER_BODY, find_part
from motionloom.making.makers import FrameMap, Made, Maker, register
from motionloom.making.recipe import Recipe, Source
from motionloom.making.sources import Sources

EASE = 0.3  # seconds over which the upper body changes from one to the other
Clock = Sequence[Sequence[float]]


def graft_recipe(base: Source, donor: Source, clock: Clock, enter: float, leave: float, *, chest: Chest = "local", warped: bool) -> Recipe:
    """The recipe for a base with the donor's upper body from `enter` to `leave` seconds of it.

    clock: two rows of seconds, of the base and of the donor, that answer to each other; between them linear, beyond them at one rate.
    """
    if len(clock) != 2 or len(clock[0]) != len(clock[1]) or len(clock[0]) < 2:
        raise MotionError("the clock of a graft is two rows of as many seconds, two at least: of the base and of the donor")
    options = {
        "clock": [[round(float(second), 4) for second in row] for row in clock],
        "enter": round(float(enter), 4),
        "leave": round(float(leave), 4),
        "chest": chest,
        "warped": bool(warped),
    }
    return GRAFT.recipe([base, donor], options)


def make_graft(sources: Sources, recipe: Recipe) -> Made:
    """The graft; plants and annotations are the base's, whose legs it has."""
    base, donor = (sources.open(source).motion for source in recipe.sources)
    options, part = recipe.options, find_part(base.skeleton, UPPER_BODY)
    seconds = base.times
    at = np.interp(seconds, options["clock"][0], options["clock"][1])
    frames = np.clip(at * donor.fps, 0, len(donor) - 1)
    grafted = attach(base, donor, part, frames, options["chest"])
    weights = _ease(seconds, float(options["enter"]), float(options["leave"]), base.duration)
    rotations = base.rotations.copy()
    whole, between = weights >= 1, (weights > 0) & (weights < 1)
    rotations[np.ix_(whole, part.joints)] = grafted.rotations[np.ix_(whole, part.joints)]
    rows = np.ix_(between, part.joints)
    rotations[rows] = quaternion.slerp(base.rotations[rows], grafted.rotations[rows], weights[between][:, None].astype(np.float32))
    made = base.with_arrays(rotations, base.root_positions)
    return Made(made, FrameMap.of_one(np.arange(len(made))), outcome={"donor": donor.name})


def _ease(
    seconds: np.ndarray[tuple[int], np.dtype[np.float64]], enter: float, leave: float, duration: float
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """How much (F,) 0..1 the donor's upper body counts: smooth over EASE about `enter` and `leave`; no easing at the clip's own ends."""
    rise = (seconds - enter) / EASE + 0.5 if enter > 0 else np.ones_like(seconds)
    fall = (leave - seconds) / EASE + 0.5 if leave < duration else np.ones_like(seconds)
    part = np.clip(np.minimum(rise, fall), 0, 1)
    return np.asarray(part * part * (3 - 2 * part))


GRAFT = register(Maker("graft", "Graft", make_graft, version=2))
