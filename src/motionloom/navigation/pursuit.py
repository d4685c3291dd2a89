"""Walking along a route: steered towards a place that is a little ahead on it, again and again (pure pursuit, Coulter 1992)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.characters import Characters
from motionloom.navigation.lean import lean_now

Floats = NDArray[np.float64]
FULLY = 100.0  # radians a metre: as sharply as can be
NEAREST = 0.1  # metres: what is nearer is reached, and says nothing about where to turn


class Ahead(Protocol):
    """Something to follow: a route round obstacles, a line on the floor."""

    def look_ahead(self, places: Floats, metres: Floats) -> Floats:
        """Places (N, 2) on it that are so many metres (N,) from places (N, 2)."""

    def find_room(self, places: Floats) -> Floats:
        """Metres (N,) that a body at places (N, 2) can be off by until it touches something; inf if nobody knows."""


@dataclass(frozen=True, eq=False)
class Pursuit:
    """M characters that follow a route. looks (M,): metres they look ahead, NaN for those who do not; speeds (M,): metres a second they go;
    lows and highs (M,): radians a second they can turn; leans (S, F): how hips swing, which is not followed."""

    route: Ahead
    looks: Floats
    speeds: Floats
    lows: Floats
    highs: Floats
    leans: Floats

    def turns(self, characters: Characters, which: NDArray[np.int64]) -> Floats:
        """Radians a second (K,) to turn by now, of those characters that are still there, rows `which` (K,) of these M: on the arc that
        leads through the place ahead; NaN for those who do not follow."""
        looks, asked = self.looks[which], np.full(len(which), np.nan)
        here = np.flatnonzero(np.isfinite(looks))
        if len(here):
            place, lean, rows = characters.place[here], lean_now(self.leans, characters)[here], which[here]
            ahead = self.route.look_ahead(place[:, :2], looks[here]) - place[:, :2]
            away = np.hypot(*ahead.T)
            error = np.remainder(np.arctan2(ahead[:, 0], ahead[:, 1]) - place[:, 2] + lean + math.pi, 2 * math.pi) - math.pi
            bend = np.where(np.abs(error) > math.pi / 2, FULLY * np.sign(error), 2 * np.sin(error) / np.maximum(away, NEAREST))
            bend = np.where(away < NEAREST, 0.0, bend)
            asked[here] = np.clip(bend * self.speeds[rows], self.lows[rows], self.highs[rows])
        return asked
