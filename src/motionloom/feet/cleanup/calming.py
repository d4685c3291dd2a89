"""Corrections that give way where they would shake a leg as the clip never does.

Whoever holds a foot still takes its trembling out of it and puts it into the knee. Where that shows as a new peak of acceleration, the foot
may keep its trembling and only loses its slide; where that does not help either, it goes as it was captured.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from motionloom.feet.cleanup.options import Windows
from motionloom.feet.cleanup.root import average
from motionloom.feet.cleanup.runs import SHAKES, Run
from motionloom.feet.spike_measures import Spike

Array = NDArray[np.float64]
ROUNDS = (6, 6, 8, 12, 24)  # of looking for peaks and giving way to them; after each but the last plants are given up
SLIDES = 0.05  # metres a second: a plant that moves faster is not held any more,
STEPS = 0.0009  # metres: nor one that moves so far in a frame
LET_GO = 2  # steps after which it is not the foot's own doing
SIDES = ("left", "right")


def no_calm(count: int) -> Array:
    """How far (F, 2) the corrections of both feet give way in so many frames: not at all."""
    return np.zeros((count, 2))


def calm_more(calm: Array, spikes: Iterable[Spike], fade: int) -> Array:
    """How far (F, 2) corrections give way when they do so by one step more around spikes.

    Those of the hips concern both feet, and so do those of a leg that has given way already: then the other one pulls at it.
    """
    steps = np.zeros_like(calm)
    for spike in spikes:
        wide = round(fade * (1 + calm[spike.frame].max() / 4))  # what came back comes from farther away
        reach = np.arange(max(spike.frame - wide, 0), min(spike.frame + wide + 1, len(calm)))
        # Level about the peak: its neighbours give way with it.
        rise = np.minimum(1.2 * (1 + np.cos(np.pi * (reach - spike.frame) / (wide + 1))) / 2, 1.0)
        for foot, side in enumerate(SIDES):
            own = spike.joint.startswith(side) or not spike.joint.startswith(SIDES)
            if own or calm[spike.frame, 1 - foot] >= LET_GO:
                steps[reach, foot] = np.maximum(steps[reach, foot], rise)
    return calm + steps


def give_up(runs: Iterable[Run], spikes: Iterable[Spike], fade: int) -> None:
    """Leave plants, in place, that still shake a leg: those of its foot within a fade of a spike."""
    for spike in spikes:
        for run in runs:
            own = spike.joint.startswith(SIDES[run.point // 2]) or not spike.joint.startswith(SIDES)
            if own and run.held and run.start - fade <= spike.frame < run.stop + fade:
                run.left = SHAKES


def ease_corrections(corrections: Array, calm: Array, windows: Windows) -> Array:
    """corrections (F, 4, 3) metres of heels and toes that give way as far as calm (F, 2) says.

    By one step they keep their slow part, by two the slower one, by three half of it, by four nothing.
    """
    if not calm.any():
        return corrections
    slow = average(corrections, windows.lift)
    slower = average(corrections, 4 * windows.lift)
    ladder = (corrections, slow, slower, 0.5 * slower, np.zeros_like(corrections))
    amounts = np.repeat(calm, 2, axis=1)[..., None]
    eased = np.zeros_like(corrections)
    for step, rung in enumerate(ladder):
        distance = np.abs(np.minimum(amounts, len(ladder) - 1.0) - step)
        near = np.maximum(1 - distance, 0.0)
        eased += rung * near * near * (3 - 2 * near)
    return eased


def keep_share(calm: Array) -> Array:
    """How much is kept, as large as calm, of what is done to feet besides holding them: none where a foot goes as it was captured."""
    let_go = np.clip(calm / 2 - 1, 0.0, 1.0)
    return np.asarray(1 - let_go * let_go * (3 - 2 * let_go))


def find_loose(points: Array, calm: Array, fps: float) -> NDArray[np.bool_]:
    """Where (F, 4) heels and toes, points (F, 4, 3) metres, gave way, calm (F, 2), so far that they move too fast to count as held."""
    return np.asarray(find_moving(points, fps) & (np.repeat(calm, 2, axis=1) > 0))


def find_moving(points: Array, fps: float) -> NDArray[np.bool_]:
    """Where (F, 4) heels and toes, points (F, 4, 3) metres, move too fast, to a frame or from it, to count as held."""
    steps = np.linalg.norm(np.diff(points, axis=0), axis=-1)
    moving = np.zeros(points.shape[:2], bool)
    moving[1:] = steps > min(SLIDES / fps, STEPS)
    moving[:-1] |= moving[1:]
    return moving
