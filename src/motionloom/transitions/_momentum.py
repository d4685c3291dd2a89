"""Compiled: the way of a blend's root put right so that nothing stops, starts or turns the body harder than people are pushed."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.transitions._blending import blend_points, lead_path

USUAL = 1.8  # m/s2 that a blend's centre of mass may be pushed along the ground, whatever its ends ask for
MORE = 1.05  # times the even push that leads from the first speed to the last: no way has less than that throughout
ENDS = 5  # frames at both ends over which a push begins to be changed: the neighbouring motion is as it is
ROUNDS = 12
CALM = 1  # frames to each side over which pushes are averaged, twice: what is left is below some 10 Hz


@compiled
def lead_evenly(firsts, frames, weights, ground, facing, points, shares, rate, turn, ways, place, blended):
    """Lead the windows that begin at firsts (k,) along their common path, from turn[0] and place[0], and place their points, into
    blended (N, P, 3), with the path put right by `even_out`. A single window goes where it was captured."""
    lead_path(firsts, frames, weights, ground, facing, turn, ways, place)
    blend_points(firsts, frames, weights, points, ways, place, blended)
    if firsts.shape[0] > 1:
        even_out(blended, shares, rate, place)


@compiled
def even_out(points, shares, rate, place):
    """Move points (N, P, 3) metres and the path place (N, 2) by `find_even_way`. shares (S,) of body mass: of the first points."""
    length = place.shape[0]
    centre, shift = np.empty((length, 2)), np.empty((length, 2))
    _set_centre(points, shares, centre)
    find_even_way(centre, rate, shift)
    place += shift
    for n in range(length):
        for p in range(points.shape[1]):
            points[n, p, 0] += shift[n, 0]
            points[n, p, 2] += shift[n, 1]


@compiled
def hardest_push(points, shares, rate):
    """The hardest push in m/s2 along the ground of the centre of mass of points (N, P, 3), calmed as in `find_even_way`."""
    length = points.shape[0]
    centre, push, calm = np.empty((length, 2)), np.zeros((length, 2)), np.empty((length, 2))
    _set_centre(points, shares, centre)
    _set_pushes(centre, rate, push, calm)
    hardest = 0.0
    for n in range(ENDS, length - ENDS):
        hardest = max(hardest, math.sqrt(push[n, 0] ** 2 + push[n, 1] ** 2))
    return hardest


@compiled
def _set_centre(points, shares, centre):
    """The centre of mass over the ground, into centre (N, 2)."""
    centre[:] = 0.0
    for n in range(points.shape[0]):
        for s in range(shares.shape[0]):
            centre[n, 0] += shares[s] * points[n, s, 0]
            centre[n, 1] += shares[s] * points[n, s, 2]


@compiled
def _set_pushes(centre, rate, push, spare):
    """Pushes (N, 2) m/s2 of a centre of mass (N, 2), calmed; 0 at both ends. spare (N, 2): to work in."""
    length = centre.shape[0]
    push[0] = push[length - 1] = 0.0
    for n in range(1, length - 1):
        for c in range(2):
            push[n, c] = (centre[n + 1, c] - 2 * centre[n, c] + centre[n - 1, c]) * rate * rate
    _average(push, spare)
    _average(spare, push)


@compiled
def find_even_way(centre, rate, shift):
    """How far (N, 2) metres the centre of mass (N, 2) metres over the ground is moved so that its pushes are spread over all the time.

    Its first place, its first speed and its last speed stay; where it ends does not, since nothing waits there. What is above the bound
    in one frame is taken off and given to all frames alike.
    """
    length = centre.shape[0]
    push, even, ramp = np.empty((length, 2)), np.empty((length, 2)), np.zeros(length)
    for n in range(1, length - 1):
        ramp[n] = _ease(min(n, length - 1 - n) / ENDS)
    _set_pushes(centre, rate, push, even)
    total = ramp.sum()
    x, z = push[:, 0].sum(), push[:, 1].sum()
    bound = max(USUAL, MORE * math.sqrt(x * x + z * z) / total)
    even[:] = push
    for _ in range(ROUNDS):
        over_x, over_z = 0.0, 0.0
        for n in range(1, length - 1):
            size = math.sqrt(even[n, 0] ** 2 + even[n, 1] ** 2)
            if size > bound:
                part = ramp[n] * (1 - bound / size)
                over_x += part * even[n, 0]
                over_z += part * even[n, 1]
                even[n, 0] *= 1 - part
                even[n, 1] *= 1 - part
        if over_x * over_x + over_z * over_z < 1e-6:
            break
        for n in range(1, length - 1):
            even[n, 0] += ramp[n] * over_x / total
            even[n, 1] += ramp[n] * over_z / total
    even -= push
    _average(even, push)
    for c in range(2):
        _integrate(push[:, c], ramp, total, rate, shift[:, c])


@compiled
def _integrate(change, ramp, total, rate, out):
    """The way (N,) metres of changes of push (N,) m/s2, that leaves the first and the last speed as they were."""
    left = change[1 : change.shape[0] - 1].sum() / total
    speed, place = 0.0, 0.0
    out[0] = 0.0
    for n in range(1, change.shape[0]):
        place += speed
        out[n] = place
        speed += (change[n] - left * ramp[n]) / (rate * rate)


@compiled
def _average(values, out):
    """Means (N, 2) over a few frames to each side, over fewer at the ends."""
    length = values.shape[0]
    for n in range(length):
        reach = min(CALM, n, length - 1 - n)
        for c in range(2):
            total = 0.0
            for k in range(n - reach, n + reach + 1):
                total += values[k, c]
            out[n, c] = total / (2 * reach + 1)


@compiled
def _ease(x):
    return x * x * (3 - 2 * x) if x < 1 else 1.0
