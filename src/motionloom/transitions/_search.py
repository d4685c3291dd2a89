"""Compiled: one blend of representatives scored from its recipe, and the search for the best recipe of a pair."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.score.momentum import USUAL
from motionloom.transitions._blending import time_frames
from motionloom.transitions._momentum import lead_evenly
from motionloom.transitions._scoring import choose_plants, measure_balance

FAR = 1e9


@compiled
def score_recipe(members, warps, firsts, data, measures, limit):
    """(plant error, balance error) in metres of the blend of windows members (k,), first the source and last the target.

    warps (R, R, N); firsts (R,): each window's first frame in data = (ground, facing, points, plants). A blend whose plants alone are
    worse than `limit` is given up there and then, and so is one out of balance by more than is left: its score can only be higher.
    """
    ground, facing, points, plants = data
    looked_at, filters, shares, half_width, rate, curve = measures
    count, length = members.shape[0], curve.shape[0]
    own, begin = np.empty((count, length)), np.empty(count, dtype=np.intp)
    for k in range(count):
        begin[k] = firsts[members[k]]
        own[k] = warps[members[0], members[k]]
    frames, weights = np.empty((count, length)), np.empty((count, length))
    time_frames(own, curve, frames, weights)
    turn, ways, place = np.zeros(length), np.empty((length, 2)), np.zeros((length, 2))
    blended = np.empty((length, points.shape[1], 3))
    lead_evenly(begin, frames, weights, ground, facing, points, shares, rate, turn, ways, place, blended)
    bits, targets = np.empty((length, 4), dtype=np.bool_), np.empty((length, 4, 3))
    error = choose_plants(begin, frames, points, plants, ways, place, blended, bits, targets)
    if error >= limit:
        return error, FAR
    return error, measure_balance(blended, bits, looked_at, filters, shares, half_width, rate, USUAL, limit - error)


@compiled
def search_pair(source, target, warps, firsts, data, measures, recipe):
    """The best recipe of a pair into recipe (2,): its intermediaries, -1 where there are fewer than two; (plant, balance error) come out.

    Every recipe is tried; a blend is given up as soon as it is worse than the best so far. Intermediaries that are good alone come first,
    so that the best is good early.
    """
    size = firsts.shape[0]
    pair, three, four = np.empty(2, np.intp), np.empty(3, np.intp), np.empty(4, np.intp)
    pair[0] = three[0] = four[0] = source
    pair[1] = three[2] = four[3] = target
    best_plant, best_balance = score_recipe(pair, warps, firsts, data, measures, FAR)
    recipe[0] = recipe[1] = -1
    singles = np.empty(size)
    for a in range(size):
        three[1] = a
        plant, balance = score_recipe(three, warps, firsts, data, measures, FAR)
        singles[a] = plant + balance
        if singles[a] < best_plant + best_balance:
            best_plant, best_balance, recipe[0], recipe[1] = plant, balance, a, -1
    for a in np.argsort(singles):
        for b in range(size):
            four[1], four[2] = a, b
            plant, balance = score_recipe(four, warps, firsts, data, measures, best_plant + best_balance)
            if plant + balance < best_plant + best_balance:
                best_plant, best_balance, recipe[0], recipe[1] = plant, balance, a, b
    return best_plant, best_balance
