"""Rule 2 of paper 004: two motions whose feet stand at the same times, from the first plant that both have until they drift apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core.parts import LIMB_CUTS
from motionloom.enrich.transplants.pairing import both_ways
from motionloom.enrich.transplants.rule import Candidate, Rule, Settings, register, whole_span
from motionloom.making.recipe import Recipe

NAME = "similar_plants"
RATE = 60.0  # of the strings of plants
WINDOW = 0.5  # seconds over which two strings are held against each other
AGREE = 0.6  # share of frames in that window with the same feet down; below it the two have drifted apart


def apply(one: Candidate, two: Candidate, rng: np.random.Generator, settings: Settings) -> list[Recipe]:
    """Twelve results, none where the plants drift apart too early.

    Both run from their first frames, as in the paper; with the start "alike" the one that begins later than the other by whatever gives
    the longest stretch.
    """
    strings = plant_string(one), plant_string(two)
    shifts = _shifts(len(strings[0]), len(strings[1]), round(settings.shortest * RATE)) if settings.start == "alike" else (0,)
    best: tuple[int, int, int] | None = None
    for shift in shifts:
        found = find_shared_plants(strings[0][max(shift, 0) :], strings[1][max(-shift, 0) :])
        if found is not None and (best is None or found[1] - found[0] > best[2] - best[1]):
            best = shift, *found
    if best is None or (best[2] - best[1]) / RATE < settings.shortest:
        return []
    shift, start, stop = best
    spans = [
        whole_span(each.motion, (start + later) / RATE, (stop - 1 + later) / RATE)
        for each, later in ((one, max(shift, 0)), (two, max(-shift, 0)))
    ]
    return both_ways(one, two, spans[0], spans[1], LIMB_CUTS, NAME, settings)


def _shifts(one: int, two: int, shortest: int) -> range:
    """Frames by which the first may begin later (the second, where negative): every 1/20 s that leaves enough of both."""
    return range(-max(0, two - shortest), max(0, one - shortest) + 1, 3)


def plant_string(candidate: Candidate) -> NDArray[np.uint8]:
    """Which feet stand at each frame (F,) at 60 Hz: 0 none, 1 the left, 2 the right, 3 both."""
    bits = candidate.plants.astype(np.uint8)
    letters = (bits[:, 0] | bits[:, 1]) + 2 * (bits[:, 2] | bits[:, 3])
    count = int((len(letters) - 1) / candidate.motion.fps * RATE) + 1
    return letters[np.rint(np.arange(count) / RATE * candidate.motion.fps).astype(np.intp).clip(max=len(letters) - 1)]


def find_shared_plants(one: NDArray[np.uint8], two: NDArray[np.uint8]) -> tuple[int, int] | None:
    """Frames start:stop on one clock from the first foot that both have down until the strings agree too little; None for none."""
    frames = min(len(one), len(two))
    one, two = one[:frames], two[:frames]
    together = np.flatnonzero(one & two)
    if not len(together):
        return None
    start = int(together[0])
    same = (one == two)[start:].astype(np.float64)
    window = round(WINDOW * RATE)
    if len(same) < window:
        return start, frames
    shares = np.convolve(same, np.full(window, 1 / window), mode="valid")
    drifted = np.flatnonzero(shares < AGREE)
    return start, frames if not len(drifted) else start + int(drifted[0])


SIMILAR_PLANTS = register(Rule(NAME, 2, "similar foot plants", 12, apply))
