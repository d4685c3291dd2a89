"""Compiled: a foot that carries the body where a blend has left both without a plant, though nobody flies there."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

import numpy as np

from motionloom.core._compiled import borrowing, compiled
from motionloom.transitions._holding import correction

SHORTEST = 4  # frames without support that are worth a plant, and frames of such a plant
BEYOND = 6  # frames that it may begin before and end after the time without support
MOST = 6  # plants that are tried
COST = 20.0  # frames of support that a metre of moving the foot is worth
LEVEL = 0.02  # metres between heel and toe up to which both of them stand


@borrowing
def find_flight(firsts, frames, weights, plants, flies):
    """flies (N,): whether most of the windows that begin at firsts (k,) have no plant, at frames and by weights (k, N) of their blend."""
    count, length = frames.shape
    for n in range(length):
        share = 0.0
        for k in range(count):
            f = firsts[k] + min(max(int(np.rint(frames[k, n])), 0), length - 1)
            if not (plants[f, 0] or plants[f, 1] or plants[f, 2] or plants[f, 3]):
                share += weights[k, n]
        flies[n] = share > 0.5


@compiled
def carry_body(bits, targets, feet, stand, flies, limit, push):
    """Add plants to bits (N, 4), at targets (N, 4, 3), where no foot stands and the body does not fly, flies (N,).

    Such a plant is where its foot, feet (N, 4, 3), is on the average of that time, down where it stands, stand (4,) metres high: of
    both feet and all times the one that leaves the fewest frames without support. It is nowhere farther than `limit` metres from the
    blended foot, and can be reached from the plants before and after it without being pushed: see `_holding.plan_holds`.
    """
    tried = np.zeros(bits.shape[0], np.bool_)
    total = _add_up(feet, stand)
    for _ in range(MOST):
        start, stop = _longest_gap(bits, flies, tried)
        if stop - start < SHORTEST:
            return
        most, begin, end, foot = 0.0, 0, 0, 0
        for side in range(2):
            worth, first, last = _best_plant(bits, targets, feet, total, side, start, stop, limit, push)
            if worth > most:
                most, begin, end, foot = worth, first, last, side
        if most == 0.0:
            tried[start:stop] = True
            continue
        mean = (total[end, foot] - total[begin, foot]) / (end - begin)
        low = min(mean[0, 1], mean[1, 1]) + LEVEL
        for p in range(2):
            if mean[p, 1] <= low:
                q = 2 * foot + p
                for n in range(begin, end):
                    bits[n, q] = True
                    targets[n, q, 0], targets[n, q, 1], targets[n, q, 2] = mean[p, 0], stand[q], mean[p, 2]


@compiled
def _add_up(feet, stand):
    """Sums (N + 1, 2, 2, 3) over the frames before each one of where heel and toe of both feet are, heights above where they stand."""
    length = feet.shape[0]
    total = np.zeros((length + 1, 2, 2, 3))
    for n in range(length):
        for q in range(4):
            for c in range(3):
                total[n + 1, q // 2, q % 2, c] = total[n, q // 2, q % 2, c] + feet[n, q, c]
            total[n + 1, q // 2, q % 2, 1] -= stand[q]
    return total


@borrowing
def _longest_gap(bits, flies, tried):
    """The longest stretch (start, stop) in which no foot stands, nobody flies and nothing was tried."""
    length = bits.shape[0]
    best_start, best_stop, start = 0, 0, 0
    for n in range(length + 1):
        if n < length and not (flies[n] or tried[n] or bits[n, 0] or bits[n, 1] or bits[n, 2] or bits[n, 3]):
            continue
        if n - start > best_stop - best_start:
            best_start, best_stop = start, n
        start = n + 1
    return best_start, best_stop


@borrowing
def _best_plant(bits, targets, feet, total, foot, start, stop, limit, push):
    """What the best plant of a foot is worth between start and stop, 0 where there is none, and its frames begin:end."""
    last = bits.shape[0] - 1
    before, after = start - 1, stop
    while before > 0 and not (bits[before, 2 * foot] or bits[before, 2 * foot + 1]):
        before -= 1
    while after < last and not (bits[after, 2 * foot] or bits[after, 2 * foot + 1]):
        after += 1
    before, after = max(before, 0), min(after, last)
    left, right = correction(bits, targets, feet, foot, before), correction(bits, targets, feet, foot, after)
    most, best_begin, best_end = 0.0, 0, 0
    for begin in range(max(before + 1, start - BEYOND), stop - SHORTEST + 1):
        for end in range(max(begin, start) + SHORTEST, min(after, stop + BEYOND) + 1):
            heel, toe = _mean(total, begin, end, foot, 0), _mean(total, begin, end, foot, 1)
            x, down, z = (heel[0] + toe[0]) / 2, min(heel[1], toe[1]), (heel[2] + toe[2]) / 2
            here, reached = _moves(feet, foot, begin, x, z, down, left, push * (begin - before) ** 2)
            there, left_again = _moves(feet, foot, end - 1, x, z, down, right, push * (after - end + 1) ** 2)
            if reached and left_again and max(here, there) <= limit:
                worth = min(end, stop) - max(begin, start) - COST * max(here, there)
                if worth > most:
                    most, best_begin, best_end = worth, begin, end
    return most, best_begin, best_end


@borrowing
def _mean(total, begin, end, foot, p):
    """Where (x, y, z) a point of a foot is on the average of frames begin:end; total: see `_add_up`."""
    count = end - begin
    x, y, z = total[end, foot, p, 0], total[end, foot, p, 1], total[end, foot, p, 2]
    return (x - total[begin, foot, p, 0]) / count, (y - total[begin, foot, p, 1]) / count, (z - total[begin, foot, p, 2]) / count


@borrowing
def _moves(feet, foot, n, x, z, down, neighbour, most):
    """How far a foot is moved at a frame to stand at x, z, and whether that is within `most` metres of how far its neighbour is."""
    heel, toe = 2 * foot, 2 * foot + 1
    dx, dz = x - (feet[n, heel, 0] + feet[n, toe, 0]) / 2, z - (feet[n, heel, 2] + feet[n, toe, 2]) / 2
    change = math.sqrt((dx - neighbour[0]) ** 2 + (down + neighbour[1]) ** 2 + (dz - neighbour[2]) ** 2)
    return math.sqrt(dx * dx + down * down + dz * dz), change <= most
