"""Weight: a body that balances over its feet, falls where nothing carries it, and is braked no harder than feet can brake it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core.gravity import GRAVITY
from motionloom.score.carriers import carriers
from motionloom.score.filters import mean_over, second_differences, smooth_below, without_ends
from motionloom.score.momentum import momentum_excess
from motionloom.score.support import distance_to_support
from motionloom.score.terms.base import register
from motionloom.score.tracks import LEG, RATE, SHARES, Tracks
from motionloom.score.zero_moment import LEAST_LOAD, TIPPED_BELOW, TIPPED_OVER

ENDS = round(0.1 * RATE)  # frames at each end, where a filter cannot know the acceleration


@register("balance", "a zero moment point outside what can carry", "m")
def balance(tracks: Tracks) -> NDArray[np.float64]:
    """Metres (F,) that the zero moment point lies outside everything that may carry, times the body weight borne; the mean of 0.2 s.

    It is the moment about its support, over body weight, that nothing can hold. At a rate that is twice too fast it is four times as large.
    """
    from motionloom.score._term_kernels import zero_moment_points

    centres = smooth_below(tracks.segments, TIPPED_BELOW, RATE)
    accelerations = second_differences(centres, RATE)
    points = np.empty((len(tracks), 2))
    zero_moment_points(centres, accelerations, SHARES, tracks.floor.min(axis=1), GRAVITY, LEAST_LOAD, points)
    outside = np.nan_to_num(distance_to_support(points, *carriers(tracks)))
    load = np.clip(1 + accelerations[..., 1] @ SHARES / GRAVITY, 0.0, 1.0)
    return without_ends(mean_over(outside * load, round(TIPPED_OVER * RATE)), ENDS)


@register("flight", "flights that do not fall", "m", lively=True, weight=0.5)
def flight(tracks: Tracks) -> NDArray[np.float64]:
    """Metres (F,) by which each flight departs from the parabola of its length: an acceleration wrong by e bends T seconds by e T^2 / 8."""
    out = np.zeros(len(tracks))
    wrong = np.linalg.norm(tracks.push + [0.0, GRAVITY, 0.0], axis=1)
    for start, stop in tracks.flights:
        out[start:stop] = wrong[start:stop] * ((stop - start) / RATE) ** 2 / 8
    return without_ends(out, ENDS)


@register("momentum", "a body braked or sped up harder than feet can", "leg/s2", lively=True)
def momentum(tracks: Tracks) -> NDArray[np.float64]:
    """Level acceleration (F,) of the centre of mass while something carries it, leg lengths a second squared."""
    support = np.ones(len(tracks), bool)
    for start, stop in tracks.flights:
        support[start:stop] = False
    return without_ends(momentum_excess(tracks.centre, support, RATE, LEG), ENDS)
