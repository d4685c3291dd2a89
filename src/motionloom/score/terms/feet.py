"""Feet: that they stay where they stand, do not skim over the floor, and do not stand above it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.score.filters import differences, lengths, mean_over
from motionloom.score.plant_error import ERROR_IN_HEIGHT
from motionloom.score.terms.base import register
from motionloom.score.tracks import RATE, Tracks

LOW = 0.0125  # metres above where it stands: a point so low touches the floor
SKIMMED_OVER = 0.5  # seconds
HOVERED_OVER = 0.2  # seconds: shorter, and the load before a flight cannot be told from that in it
OTHER_SUPPORT = ("head", "left_wrist", "right_wrist", "left_knee", "right_knee", "hips")
NEAR_FLOOR = 0.25  # metres above the floor at which hands, knees, hips or head may carry the body


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
    """Metres (F,) of the lowest point of the feet above the floor, times the share of body weight that something must bear there."""
    lowest = np.maximum(tracks.heights.min(axis=1), 0.0)
    floor = tracks.floor.min(axis=1) + NEAR_FLOOR
    other = tracks.joints[:, [tracks.roles[role] for role in OTHER_SUPPORT], 1].min(axis=1)
    return mean_over(np.where(other < floor, 0.0, lowest * np.clip(tracks.load, 0.0, 1.0)), round(HOVERED_OVER * RATE))
