"""Feet: that they stay where they stand, do not skim over the floor, and do not stand above it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.score.carriers import carried_beside_feet
from motionloom.score.filters import differences, least_over, lengths, mean_over, without_ends
from motionloom.score.plant_error import ERROR_IN_HEIGHT
from motionloom.score.terms.base import register
from motionloom.score.tracks import RATE, Tracks

LOW = 0.0125  # metres above where it stands: a point so low touches the floor
SKIMMED_OVER = 0.5  # seconds
TOUCHED_WITHIN = round(0.15 * RATE)  # frames before and after in which whoever is carried touches what carries
BORNE_OVER = 0.2  # seconds: shorter, and the load before a flight cannot be told from that in it


@register("slide", "planted feet that leave their place", "m")
def slide(tracks: Tracks) -> NDArray[np.float64]:
    """Metres (F,) by which the worse foot is off its place: what stands of it (heel, toe) and is least off.

    So a foot that turns on the spot does not slide. A place is the given one, or a point's median while it stands.
    """
    places = _own_places(tracks) if tracks.targets is None else tracks.targets
    away = (tracks.feet - places) * [1.0, ERROR_IN_HEIGHT, 1.0]
    distance = np.where(tracks.plants, np.nan_to_num(lengths(away)), np.inf)
    foot = np.minimum(distance[:, ::2], distance[:, 1::2])
    return np.asarray(np.where(np.isfinite(foot), foot, 0.0).max(axis=1))


def _own_places(tracks: Tracks) -> NDArray[np.float64]:
    from motionloom.score._term_kernels import median_places

    places = tracks.feet.copy()
    median_places(tracks.feet, tracks.plants, places)
    return places


@register("skim", "feet that skim over the floor", "m")
def skim(tracks: Tracks) -> NDArray[np.float64]:
    """Metres (F,) that the worse foot goes in the half second about a frame while heel and toe are as low as where they stand.

    The slower of the two counts: heels of every step come down fast, and feet turn on the spot.
    """
    level = differences(tracks.feet[..., [0, 2]], RATE)
    speeds = np.where(tracks.heights < LOW, np.sqrt(np.einsum("fpc,fpc->fp", level, level)), 0.0)
    slower = np.minimum(speeds[:, ::2], speeds[:, 1::2])
    return np.asarray(mean_over(slower, round(SKIMMED_OVER * RATE)).max(axis=1) * SKIMMED_OVER)


@register("hover", "a body that nothing carries, above the floor", "m")
def hover(tracks: Tracks) -> NDArray[np.float64]:
    """Metres (F,) of the lowest point of the feet above the floor, at its lowest in 0.3 s, times the body weight that is borne meanwhile.

    A step, a hop or a run touches the floor within that time; in the flight of a long jump nothing is borne. A clip may begin or end in
    flight, so its ends are not judged.
    """
    lowest = np.where(carried_beside_feet(tracks).any(axis=1), 0.0, np.maximum(tracks.heights.min(axis=1), 0.0))
    borne = mean_over(np.clip(tracks.load, 0.0, 1.0), round(BORNE_OVER * RATE))
    return without_ends(least_over(lowest, TOUCHED_WITHIN) * borne, TOUCHED_WITHIN)
