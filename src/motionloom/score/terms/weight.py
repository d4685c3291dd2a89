"""Weight: a body that balances over its feet, falls where nothing carries it, and is braked no harder than feet can brake it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core.body import body_of
from motionloom.core.gravity import GRAVITY
from motionloom.score.filters import second_differences, smooth_below
from motionloom.score.momentum import momentum_excess
from motionloom.score.support import FOOT_WIDTH, HEEL_WIDTH, POINTS, distance_to_support, standing_corners
from motionloom.score.terms.base import register
from motionloom.score.tracks import LEG, RATE, SHARES, Tracks
from motionloom.score.zero_moment import CUTOFF, LEAST_LOAD

ENDS = 0.1  # seconds at each end, where a filter cannot know the acceleration


@register("balance", "a zero moment point outside the feet", "m")
def balance(tracks: Tracks) -> NDArray[np.float64]:
    """Metres (F,) that the zero moment point lies outside what stands; 0 where nothing does."""
    from motionloom.score._term_kernels import sole_points, zero_moment_points

    centres, body = smooth_below(tracks.segments, CUTOFF, RATE), body_of(tracks.skeleton)
    accelerations = second_differences(centres, RATE)
    points, corners = np.empty((len(tracks), 2)), np.empty((len(tracks), POINTS, 2))
    zero_moment_points(centres, accelerations, SHARES, tracks.floor.min(axis=1), GRAVITY, LEAST_LOAD, points)
    sole_points(tracks.feet, tracks.tips, FOOT_WIDTH * body.height / body.leg_length * LEG, HEEL_WIDTH, corners)
    outside = distance_to_support(points, corners, standing_corners(tracks.carrying))
    return _without_ends(np.where(tracks.plants.any(axis=1), np.nan_to_num(outside), 0.0))


@register("flight", "flights that do not fall", "m", lively=True, weight=0.5)
def flight(tracks: Tracks) -> NDArray[np.float64]:
    """Metres (F,) by which each flight departs from the parabola of its length: an acceleration wrong by e bends T seconds by e T^2 / 8."""
    out = np.zeros(len(tracks))
    wrong = np.linalg.norm(tracks.push + [0.0, GRAVITY, 0.0], axis=1)
    for start, stop in tracks.flights:
        out[start:stop] = wrong[start:stop] * ((stop - start) / RATE) ** 2 / 8
    return _without_ends(out)


@register("momentum", "a body braked or sped up harder than feet can", "leg/s2", lively=True)
def momentum(tracks: Tracks) -> NDArray[np.float64]:
    """Level acceleration (F,) of the centre of mass while something carries it, leg lengths a second squared."""
    support = np.ones(len(tracks), bool)
    for start, stop in tracks.flights:
        support[start:stop] = False
    return _without_ends(momentum_excess(tracks.centre, support, RATE, LEG))


def _without_ends(values: NDArray[np.float64]) -> NDArray[np.float64]:
    end = min(round(ENDS * RATE), len(values) // 4)
    values[:end] = values[len(values) - end :] = 0.0
    return values
