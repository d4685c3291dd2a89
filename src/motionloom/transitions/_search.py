"""Compiled: one blend of representatives scored from its recipe, and the search for the best recipe of a pair."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.transitions._blending import blend_points, lead_path, time_frames
from motionloom.transitions._scoring import choose_plants, measure_balance

FAR = 1e9


@compiled
def score_recipe(members, warps, firsts, data, measures, limit):
    """(plant error, balance error) in metres of the blend of windows members (k,), first the source and last the target.

    warps (R, R, N); firsts (R,): each window's first frame in data = (ground, facing, points, plants). A blend whose plants alone are
    worse than `limit` is given up there and then: its score could only be higher.
    """
    ground, facing, points, plants = data
    smoothing, acceleration, shares, half_width, curve = measures
    count, length = members.shape[0], curve.shape[0]
    own, begin = np.empty((count, length)), np.empty(count, dtype=np.intp)
    for k in range(count):
        begin[k] = firsts[members[k]]
        own[k] = warps[members[0], members[k]]
    frames, weights = np.empty((count, length)), np.empty((count, length))
    time_frames(own, curve, frames, weights)
    turn, place = np.zeros(length), np.zeros((length, 2))
    lead_path(begin, frames, weights, ground, facing, turn, place)
    blended = np.empty((length, points.shape[1], 3))
    blend_points(begin, frames, weights, points, turn, place, blended)
    bits, targets = np.empty((length, 4), dtype=np.bool_), np.empty((length, 4, 3))
    error = choose_plants(begin, frames, points, plants, turn, place, blended, bits, targets)
    if error >= limit:
        return error, FAR
    return error, measure_balance(blended, bits, smoothing, acceleration, shares, half_width)


@compiled
def search_pair(source, target, width, warps, firsts, data, measures, recipe):
    """The best recipe of a pair into recipe (2,): its intermediaries, -1 where there are fewer than two.

    width: how many 3-way blends are tried on with a second intermediary before or after the first; 0 tries all pairs of
    intermediaries. Comes out: (plant error, balance error, blends scored).
    """
    size = firsts.shape[0]
    pair, three, four = np.empty(2, np.intp), np.empty(3, np.intp), np.empty(4, np.intp)
    pair[0] = three[0] = four[0] = source
    pair[1] = three[2] = four[3] = target
    plant, balance = score_recipe(pair, warps, firsts, data, measures, FAR)
    best, best_plant, best_balance = plant + balance, plant, balance
    recipe[0] = recipe[1] = -1
    singles = np.empty(size)
    tried = 1
    for a in range(size):
        three[1] = a
        plant, balance = score_recipe(three, warps, firsts, data, measures, FAR)
        singles[a] = plant + balance
        tried += 1
        if singles[a] < best:
            best, best_plant, best_balance = singles[a], plant, balance
            recipe[0], recipe[1] = a, -1
    order = np.argsort(singles)
    for n in range(size if width == 0 else min(width, size)):
        for b in range(size):
            for side in range(1 if width == 0 else 2):
                four[1], four[2] = (order[n], b) if side == 0 else (b, order[n])
                plant, balance = score_recipe(four, warps, firsts, data, measures, best)
                tried += 1
                if plant + balance < best:
                    best, best_plant, best_balance = plant + balance, plant, balance
                    recipe[0], recipe[1] = four[1], four[2]
    return best_plant, best_balance, tried
