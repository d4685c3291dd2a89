"""Compiled: one blend of representatives scored from its recipe, and the search for the best recipe of a pair."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.transitions._blending import blend_points, lead_path, time_frames
from motionloom.transitions._scoring import choose_plants, measure_balance

FAR = 1e9
UNTRIED = 1e12


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
    turn, place = np.zeros(length), np.zeros((length, 2))
    lead_path(begin, frames, weights, ground, facing, turn, place)
    blended = np.empty((length, points.shape[1], 3))
    blend_points(begin, frames, weights, points, turn, place, blended)
    bits, targets = np.empty((length, 4), dtype=np.bool_), np.empty((length, 4, 3))
    error = choose_plants(begin, frames, points, plants, turn, place, blended, bits, targets)
    if error >= limit:
        return error, FAR
    return error, measure_balance(blended, bits, looked_at, filters, shares, half_width, rate, limit - error)


@compiled
def search_pair(source, target, width, warps, firsts, data, measures, recipe):
    """The best recipe of a pair into recipe (2,): its intermediaries, -1 where there are fewer than two.

    width: how many of the best 4-way blends are followed up, each by every blend that shares its first or its second intermediary,
    until the best have all been; 0 tries all pairs of intermediaries. Comes out: (plant error, balance error, blends scored).
    """
    size = firsts.shape[0]
    pair, three = np.empty(2, np.intp), np.empty(3, np.intp)
    pair[0] = three[0] = source
    pair[1] = three[2] = target
    best = np.empty(2)
    best[0], best[1] = score_recipe(pair, warps, firsts, data, measures, FAR)
    recipe[0] = recipe[1] = -1
    singles, scores = np.empty(size), np.full((size, size), UNTRIED)
    for a in range(size):
        three[1] = a
        plant, balance = score_recipe(three, warps, firsts, data, measures, FAR)
        singles[a] = plant + balance
        if singles[a] < best[0] + best[1]:
            best[0], best[1], recipe[0], recipe[1] = plant, balance, a, -1
    first, second = np.zeros(size, np.bool_), np.zeros(size, np.bool_)  # intermediaries that were followed up in each place
    order = np.argsort(singles)
    limit = best[0] + best[1] if width == 0 else FAR
    for n in range(size if width == 0 else min(2, size)):
        _follow(order[n], True, source, target, limit, warps, firsts, data, measures, scores, best, recipe)
        first[order[n]] = True
        if width > 0:
            _follow(order[n], False, source, target, limit, warps, firsts, data, measures, scores, best, recipe)
            second[order[n]] = True
        limit = best[0] + best[1] if width == 0 else limit
    going = width > 0
    while going:
        going = False
        ranked = np.argsort(scores.ravel())
        limit = scores.ravel()[ranked[min(width, ranked.shape[0] - 1)]]
        for n in range(min(width, ranked.shape[0])):
            a, b = ranked[n] // size, ranked[n] % size
            if scores[a, b] >= FAR:
                break
            if not first[a]:
                _follow(a, True, source, target, limit, warps, firsts, data, measures, scores, best, recipe)
                first[a] = going = True
            if not second[b]:
                _follow(b, False, source, target, limit, warps, firsts, data, measures, scores, best, recipe)
                second[b] = going = True
    return best[0], best[1], 1 + size + np.sum(scores < UNTRIED)


@compiled
def _follow(middle, early, source, target, limit, warps, firsts, data, measures, scores, best, recipe):
    """Score every 4-way blend with this intermediary in the first place (early) or the second that has not been scored yet."""
    four = np.empty(4, np.intp)
    four[0], four[3] = source, target
    for other in range(firsts.shape[0]):
        a, b = (middle, other) if early else (other, middle)
        if scores[a, b] < UNTRIED:
            continue
        four[1], four[2] = a, b
        plant, balance = score_recipe(four, warps, firsts, data, measures, limit)
        scores[a, b] = plant + balance
        if plant + balance < best[0] + best[1]:
            best[0], best[1], recipe[0], recipe[1] = plant, balance, a, b
