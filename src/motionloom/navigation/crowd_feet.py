"""How much planted feet slide in a crowd: runs of some of its characters, played again with their feet held."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.footing import Footing, find_footing
from motionloom.behaviours.maker import Performance, perform_run
from motionloom.behaviours.states import RATE
from motionloom.core.ground import foot_points
from motionloom.feet.skate_measures import measure_slide
from motionloom.navigation.crowd import CrowdRun

LONGEST = 60.0  # seconds of each run that are played


def measure_slides(run: CrowdRun, most: int, footing: Footing | None = None) -> NDArray[np.float64]:
    """Centimetres a second (K,) by which planted feet slide in the mean, of at most so many characters, evenly among those who came in."""
    there = np.flatnonzero(run.there.any(axis=0))
    chosen = there[np.unique(np.linspace(0, len(there) - 1, min(most, len(there))).round().astype(int))] if most else there[:0]
    steering = run.steering
    footing = find_footing(steering.repertoire.machine) if footing is None else footing
    found = []
    for n in chosen.tolist():
        whole = steering.run_of(n)
        frames = min(whole.frames, round(LONGEST * RATE))
        part = replace(whole, frames=frames, requests=tuple(each for each in whole.requests if each.step < frames))
        played: Performance = perform_run(steering.repertoire.machine, part, steering.controller.tables, footing).about
        if played.plants is not None and played.ground is not None:
            found.append(measure_slide(foot_points(played.motion), played.plants, played.ground).mean_cm_per_second)
    return np.array(found)
