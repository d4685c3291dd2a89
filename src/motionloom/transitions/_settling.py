"""Compiled: how far heels and toes of a transition are moved in every frame so that plants are held, with nothing moved at both ends."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

import numpy as np

from motionloom.core._compiled import borrowing, compiled
from motionloom.feet.cleanup._easing import fall, lean
from motionloom.transitions._carrying import carry_body
from motionloom.transitions._holding import plan_holds

CLEAR = 0.03  # metres above where it stands that a point must be which goes over the ground at full speed
FULL_SPEED = 0.016  # metres a frame: 1 m/s at 60 Hz; half of it asks for half the height
LEAVES = 1.5  # times that speed: what is faster than this leaves the ground even if the other foot does not stand
LENGTHWISE = 0.15  # metres along the feet, or in height, within which heel and toe of one can touch those of the other
SLOPE_SPAN = 2  # frames over which the speed at a plant's border is taken


@compiled
def correct_feet(feet, bits, targets, stand, flies, places, hips, bounds, out):
    """Choose which of the plants bits (N, 4) at targets (N, 4, 3) are held, and fill the corrections out (N, 4, 3) metres of feet
    (N, 4, 3) that hold them, lead from one to the next, pass beside each other and clear the floor. Whether there are any comes out.

    stand (4,), flies (N,): see `settling.settle`; places (N, J, 3) of the joints, hips (2,) among them; bounds: the numbers of `settling`.
    """
    limit, fastest, push, carry_push, wear, lift, highest, apart, reach = bounds
    plan_holds(bits, targets, feet, limit, fastest, push)
    carry_body(bits, targets, feet, stand, flies, limit, carry_push)
    move_feet(feet, bits, targets, wear, lift, highest, push, out)
    across = np.empty((feet.shape[0], 2))
    _level_across(places, hips[0], hips[1], across)
    part_feet(feet, bits, across, apart, reach, out)
    clear_floor(feet, bits, stand, reach, out)
    return out.any()


@borrowing
def _level_across(places, left, right, across):
    """The level direction across (N, 2) from the right hip to the left one, joints of places (N, J, 3)."""
    for n in range(places.shape[0]):
        x, z = np.float64(places[n, left, 0] - places[n, right, 0]), np.float64(places[n, left, 2] - places[n, right, 2])
        size = max(math.sqrt(x * x + z * z), 1e-6)
        across[n, 0], across[n, 1] = x / size, z / size


@compiled
def move_feet(feet, bits, targets, ease, lift, highest, push, out):
    """Corrections out (N, 4, 3) metres of feet (N, 4, 3) that are held at targets (N, 4, 3) where bits (N, 4) say so.

    What heel and toe have in common and what turns the foot between them are found apart: where one of them is held the other goes along
    with it, and turns as it did when both last stood and will when both stand next. In between a correction goes over into the next one
    without a jump in place or speed. lift, highest, push: see `_raise`.
    """
    length = feet.shape[0]
    turn, middle, known = np.zeros((length, 3)), np.zeros((length, 3)), np.zeros(length, np.bool_)
    for foot in range(2):
        heel, toe = 2 * foot, 2 * foot + 1
        for n in range(length):
            known[n] = (bits[n, heel] and bits[n, toe]) or n == 0 or n == length - 1
            for c in range(3):
                if bits[n, heel] and bits[n, toe]:
                    turn[n, c] = (targets[n, heel, c] - feet[n, heel, c] - targets[n, toe, c] + feet[n, toe, c]) / 2
                else:
                    turn[n, c] = 0.0
        _bridge(turn, known, ease)
        for n in range(length):
            known[n] = bits[n, heel] or bits[n, toe] or n == 0 or n == length - 1
            for c in range(3):
                middle[n, c] = 0.0
                if bits[n, heel]:
                    middle[n, c] = targets[n, heel, c] - feet[n, heel, c] - turn[n, c]
                elif bits[n, toe]:
                    middle[n, c] = targets[n, toe, c] - feet[n, toe, c] + turn[n, c]
        _bridge(middle, known, ease)
        for n in range(length):
            for c in range(3):
                out[n, heel, c] = middle[n, c] + turn[n, c]
                out[n, toe, c] = middle[n, c] - turn[n, c]
        _raise(feet, bits, foot, lift, highest, push, out)


@compiled
def _bridge(values, known, ease):
    """Fill in values (N, 3) where they are not known (N,), with no jump in value or slope; the first and the last frame are known.

    A slope at a border is worn off within `ease` frames: kept up for longer it would carry the foot far from its way.
    """
    length = values.shape[0]
    n = 1
    while n < length:
        if known[n]:
            n += 1
            continue
        begin, end = n - 1, n
        while not known[end]:
            end += 1
        back, on = begin, end
        while back > 0 and known[back - 1] and begin - back < SLOPE_SPAN:
            back -= 1
        while on < length - 1 and known[on + 1] and on - end < SLOPE_SPAN:
            on += 1
        size = float(end - begin)
        reach = min(size, ease)
        for c in range(3):
            leaving = (values[begin, c] - values[back, c]) / max(begin - back, 1)
            arriving = (values[on, c] - values[end, c]) / max(on - end, 1)
            for k in range(begin + 1, end):
                share = fall((k - begin) / size)
                leant = leaving * lean((k - begin) / reach) - arriving * lean((end - k) / reach)
                values[k, c] = share * values[begin, c] + (1 - share) * values[end, c] + reach * leant
        n = end


@compiled
def _raise(feet, bits, foot, lift, highest, push, out):
    """Let a foot that goes from one place to another rise by `lift` of its way, up to `highest` metres, where it does not by itself.

    What the blend would drag along the ground takes a step. How far it rises in a short time is bounded by `push`.
    """
    heel, toe, last = 2 * foot, 2 * foot + 1, feet.shape[0] - 1
    begin = 0
    for end in range(1, last + 1):
        if not (bits[end, heel] or bits[end, toe] or end == last):
            continue
        size = end - begin
        if size > 3:
            here, there = _middle(feet, out, foot, begin), _middle(feet, out, foot, end)
            way = math.sqrt((there[0] - here[0]) ** 2 + (there[2] - here[2]) ** 2)
            height, count = 0.0, 0
            for n in range(begin + size // 4, end - size // 4 + 1):
                height += _middle(feet, out, foot, n)[1]
                count += 1
            missing = max(min(min(lift * way, highest) - height / count, push * size * size / 5), 0.0)
            for n in range(begin + 1, end):
                x = (n - begin) / size
                more = missing * 16 * x * x * (1 - x) * (1 - x)
                out[n, heel, 1] += more
                out[n, toe, 1] += more
        begin = end


@compiled
def clear_floor(feet, bits, stand, reach, out):
    """Raise free points that dip below a floor at height 0, or that skim where they stand, stand (4,) metres above it: the faster a point
    goes, the higher it must be. It is raised with its whole foot, over `reach` frames to either side where the foot is free."""
    length = feet.shape[0]
    dips, needed, smooth, since = np.zeros((2, length)), np.zeros(length), np.zeros(length), np.zeros((2, length))
    for foot in range(2):
        needed[:] = 0.0
        for p in range(2):
            q = 2 * foot + p
            dips[p] = 0.0
            for n in range(1, length - 1):
                if not bits[n, q]:
                    height = feet[n, q, 1] + out[n, q, 1]
                    dips[p, n] = max(-height, 0.0)
                    # With both feet raised the body would hover, so the lower one is let skim, unless it goes faster still.
                    full = FULL_SPEED if _lower(feet, bits, stand, out, 1 - foot, n) else LEAVES * FULL_SPEED
                    skims = 1 - fall(_pace(feet, out, q, n) / full)
                    needed[n] = max(needed[n], dips[p, n], skims * (stand[q] + CLEAR) - height)
            _count_from_plants(bits[:, q], since[p])
        if needed.max() == 0.0:
            continue
        _widen(needed, reach, smooth)
        for n in range(1, length - 1):
            for p in range(2):
                if not bits[n, 2 * foot + p]:
                    # Beside a plant of its own a point rises only as far as it must, which begins from nothing there.
                    free = 1 - fall(since[p, n] / (reach + 1))
                    out[n, 2 * foot + p, 1] += max(free * smooth[n], dips[p, n])


@compiled
def part_feet(feet, bits, across, apart, reach, out):
    """Push free feet outwards that would pass through the other one: along across (N, 2), level and to the left of the hips, `apart` metres
    from it, over `reach` frames to either side. Held feet stay; of two free ones each gives way by half."""
    length = feet.shape[0]
    needed, smooth, since = np.zeros((2, length)), np.empty(length), np.zeros(length)
    for n in range(1, length - 1):
        nearest = np.inf
        for p in range(2):
            for q in range(2, 4):
                x = feet[n, p, 0] + out[n, p, 0] - feet[n, q, 0] - out[n, q, 0]
                y = feet[n, p, 1] + out[n, p, 1] - feet[n, q, 1] - out[n, q, 1]
                z = feet[n, p, 2] + out[n, p, 2] - feet[n, q, 2] - out[n, q, 2]
                along = x * across[n, 1] - z * across[n, 0]
                if math.sqrt(along * along + y * y) < LENGTHWISE:
                    nearest = min(nearest, x * across[n, 0] + z * across[n, 1])
        missing = min(max(apart - nearest, 0.0), 2 * apart)  # legs that cross farther are meant to
        left, right = bits[n, 0] or bits[n, 1], bits[n, 2] or bits[n, 3]
        needed[0, n] = 0.0 if left else missing * (1.0 if right else 0.5)
        needed[1, n] = 0.0 if right else missing * (1.0 if left else 0.5)
    for foot in range(2):
        if needed[foot].max() == 0.0:
            continue
        _widen(needed[foot], reach, smooth)
        _count_from_plants(bits[:, 2 * foot] | bits[:, 2 * foot + 1], since)
        sign = 1.0 if foot == 0 else -1.0
        for n in range(1, length - 1):
            more = sign * (1 - fall(since[n] / (reach + 1))) * smooth[n]
            for p in range(2 * foot, 2 * foot + 2):
                out[n, p, 0] += more * across[n, 0]
                out[n, p, 2] += more * across[n, 1]


@borrowing
def _lower(feet, bits, stand, out, foot, n):
    """Whether a foot stands, or is nearer to where it stands than the other one."""
    own, other = 2 * foot, 2 - 2 * foot
    if bits[n, own] or bits[n, own + 1]:
        return True
    height = min(feet[n, own, 1] + out[n, own, 1] - stand[own], feet[n, own + 1, 1] + out[n, own + 1, 1] - stand[own + 1])
    beside = min(feet[n, other, 1] + out[n, other, 1] - stand[other], feet[n, other + 1, 1] + out[n, other + 1, 1] - stand[other + 1])
    return height < beside


@borrowing
def _pace(feet, out, p, n):
    """Metres a frame over the ground of a corrected point."""
    x = feet[n + 1, p, 0] + out[n + 1, p, 0] - feet[n - 1, p, 0] - out[n - 1, p, 0]
    z = feet[n + 1, p, 2] + out[n + 1, p, 2] - feet[n - 1, p, 2] - out[n - 1, p, 2]
    return math.sqrt(x * x + z * z) / 2


@compiled
def _widen(values, reach, out):
    """Values (N,) spread over `reach` frames to either side, and smoothed over as many: nowhere less than they were."""
    length = values.shape[0]
    widest = np.empty(length)
    for n in range(length):
        most = values[n]
        for k in range(max(n - reach, 0), min(n + reach + 1, length)):
            most = max(most, values[k])
        widest[n] = most
    for n in range(length):
        begin, end, total = max(n - reach, 0), min(n + reach + 1, length), 0.0
        for k in range(begin, end):
            total += widest[k]
        out[n] = total / (end - begin)


@borrowing
def _count_from_plants(planted, since):
    """since (N,): how many frames away the nearest planted (N,) frame, or end, is."""
    length = planted.shape[0]
    for n in range(length):
        since[n] = 0.0 if planted[n] or n == 0 else since[n - 1] + 1
    for n in range(length - 1, -1, -1):
        since[n] = 0.0 if n == length - 1 else min(since[n], since[n + 1] + 1)


@borrowing
def _middle(feet, out, foot, n):
    """The middle (3,) of a corrected foot."""
    heel, toe = 2 * foot, 2 * foot + 1
    return (
        (feet[n, heel, 0] + out[n, heel, 0] + feet[n, toe, 0] + out[n, toe, 0]) / 2,
        (feet[n, heel, 1] + out[n, heel, 1] + feet[n, toe, 1] + out[n, toe, 1]) / 2,
        (feet[n, heel, 2] + out[n, heel, 2] + feet[n, toe, 2] + out[n, toe, 2]) / 2,
    )
