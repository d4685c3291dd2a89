"""How far heels and toes are moved in every frame, compiled."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.core._vectors import add, length, point_at, scale, subtract
from motionloom.feet.cleanup._borders import measure_borders
from motionloom.feet.cleanup._easing import fall, keep_heights, lean
from motionloom.feet.cleanup._steadying import count_weights
from motionloom.feet.cleanup.calming import ease_corrections, keep_share
from motionloom.feet.cleanup.options import Windows
from motionloom.feet.cleanup.root import average

NONE, HEEL, TOE, BOTH = 0, 1, 2, 3
# Metres: what dips less than this below what is allowed is let be, what dips farther is lifted out of it altogether. So a clip that was
# lifted once is let be the second time, even if its floor is found a little higher: the knee of a straight leg moves by a centimetre for
# a tenth of a millimetre.
DIP = 0.001
SPARE = 0.0015  # metres that are allowed on top of it where no plant is near: what clean-up has no business with is not touched for less


@compiled
def _hold(points, table_points, starts, stops, places, still, holds, out, held):
    """Corrections out (F, 4, 3) of planted points, and held (F, 4): which are, of those that are held at all."""
    for r in range(len(starts)):
        p = table_points[r]
        for f in range(max(starts[r], 0), min(stops[r], len(points))):
            held[f, p] |= holds[r]
            for c in range(3):
                out[f, p, c] = 0.0 if still[r] else places[r, c] - points[f, p, c]


@compiled
def _fade(p, edge, way, room, value, slope, fade, ease, out, own):
    """Let a point's correction come or go beyond the border frame `edge` of its plant: its value (3,) and its slope (3,) a frame outwards.

    own (F, 4): how much a correction is the point's own, 1 in its plants and 0 far from all.
    """
    longest, quickest = min(fade, room), min(ease, room)
    for n in range(1, int(longest) + 1):
        f = edge + way * n
        if f < 0 or f >= len(out):
            break
        share, lent = fall(n / longest), quickest * lean(n / quickest)
        own[f, p] = min(own[f, p] + share, 1.0)
        for c in range(3):
            out[f, p, c] += value[c] * share + slope[c] * lent


@compiled
def _fade_all(p, table_points, starts, stops, still, first, last, first_slope, last_slope, fade, ease, out, own):
    """Corrections out (F, 4, 3) of one point before and after its plants.

    Value and slope of the correction at the border come and go, so that the corrected point has no jump in position or speed; both are gone
    before the next plant begins.
    """
    count = len(out)
    for r in range(len(starts)):
        if table_points[r] != p:
            continue
        before = stops[r - 1] - 1 if r > 0 and table_points[r - 1] == p else -(1 << 40)
        after = starts[r + 1] if r + 1 < len(starts) and table_points[r + 1] == p else 1 << 40
        moved = 0.0 if still[r] else 1.0
        for f in range(max(starts[r], 0), min(stops[r], count)):
            own[f, p] = 1.0
        if 0 < starts[r] < count:
            value = first[r, 0] * moved, first[r, 1] * moved, first[r, 2] * moved
            slope = -first_slope[r, 0] * moved, -first_slope[r, 1] * moved, -first_slope[r, 2] * moved
            _fade(p, starts[r], -1, float(starts[r] - before), value, slope, fade, ease, out, own)
        if 0 < stops[r] < count:
            value = last[r, 0] * moved, last[r, 1] * moved, last[r, 2] * moved
            slope = last_slope[r, 0] * moved, last_slope[r, 1] * moved, last_slope[r, 2] * moved
            _fade(p, stops[r] - 1, 1, float(after - (stops[r] - 1)), value, slope, fade, ease, out, own)


@compiled
def _go_along(own, smooth, corrections):
    """Let heel and toe go along with each other where their corrections (F, 4, 3) are not their own (F, 4), so that feet turn little.

    They follow each other's smooth (F, 4, 3) correction: a toe that shakes while it is held turns its foot, but does not shake it.
    """
    for f in range(len(corrections)):
        for p in range(4):
            for c in range(3):
                corrections[f, p, c] += (1 - own[f, p]) * smooth[f, p ^ 1, c]


@compiled
def _placed(points, corrections, pins, out):
    """out (F, 4, 3): where heels and toes come to lie, as long a foot apart as they are, when they are asked to go elsewhere."""
    for f in range(len(points)):
        for s in range(2):
            heel = add(point_at(points, f, 2 * s), point_at(corrections, f, 2 * s))
            sole = subtract(add(point_at(points, f, 2 * s + 1), point_at(corrections, f, 2 * s + 1)), heel)
            aim = keep_heights(sole, length(subtract(point_at(points, f, 2 * s + 1), point_at(points, f, 2 * s))))
            pinned = add(heel, scale(sole, pins[f, s]))
            new_heel = subtract(pinned, scale(aim, pins[f, s]))
            new_toe = add(new_heel, aim)
            for c in range(3):
                out[f, 2 * s, c] = new_heel[c]
                out[f, 2 * s + 1, c] = new_toe[c]


@compiled
def _spare(since, fade, out):
    """out (F,) metres that a free point may dip farther where no point is planted, since (4, F), within `fade` frames."""
    for f in range(len(out)):
        nearest = min(min(since[0, f], since[1, f]), min(since[2, f], since[3, f]))
        out[f] = SPARE * (1 - fall(min(max(2 * nearest / fade - 1, 0.0), 1.0)))


@compiled
def _dips(placed, p, held, spare, plane, rests, sink, limit, gaps):
    """gaps (F,): how far an unplanted point is to be lifted to be no lower than allowed; whether any is farther than `DIP`.

    Of what is deeper than `limit` ever less is lifted, and nothing from twice that: such a foot is not on this floor.
    """
    found = False
    for f in range(len(placed)):
        floor = plane[0] + plane[1] * placed[f, p, 0] + plane[2] * placed[f, p, 2]
        gaps[f] = 0.0 if held[f, p] else max(floor + rests[p] - sink - spare[f] - placed[f, p, 1], 0.0)
        if gaps[f] > limit:
            gaps[f] *= fall(gaps[f] / limit - 1)
        found |= gaps[f] > DIP
    return found


@compiled
def _smoothed(gaps, window, widened, out):
    """out (F,): a smooth curve nowhere below those of gaps (F,) that are larger than `DIP`."""
    count = len(gaps)
    total = 0.0
    for k in range(-window, window + 1):
        total += 1 + np.cos(np.pi * k / (window + 1))
    for f in range(count):
        widened[f] = 0.0
        for k in range(max(f - window, 0), min(f + window + 1, count)):
            if gaps[k] > DIP:
                widened[f] = max(widened[f], gaps[k])
    for f in range(count):
        out[f] = 0.0
        for k in range(-window, window + 1):
            out[f] += (1 + np.cos(np.pi * k / (window + 1))) / total * widened[min(max(f + k, 0), count - 1)]


@compiled
def lift_dips(points, corrections, pins, held, plane, rests, sink, limit, fade, window):
    """Raise unplanted points that would dip below the floor, smoothly, and the other point of their foot with them where it is free."""
    count = len(points)
    gaps, widened, since = np.zeros((4, count)), np.empty(count), np.empty((4, count))
    raised, placed, spare = np.zeros((4, count)), np.empty((count, 4, 3)), np.empty(count)
    _placed(points, corrections, pins, placed)
    for p in range(4):
        _frames_from_plants(held, p, since[p])
    _spare(since, fade, spare)
    for p in range(4):
        if _dips(placed, p, held, spare, plane, rests, sink, limit, gaps[p]):
            _smoothed(gaps[p], window, widened, raised[p])
    for p in range(4):
        for f in range(count):
            if not held[f, p]:
                # Next to a plant of its own a point rises only as far as it must, which begins from nothing there.
                free = 1 - fall(min(since[p, f] / (window + 1), 1.0))
                corrections[f, p, 1] += max(free * max(raised[p, f], raised[p ^ 1, f]), min(gaps[p, f], raised[p, f]))


@compiled
def _frames_from_plants(held, p, since):
    """since (F,): how many frames away the nearest planted frame of a point is."""
    count = len(held)
    far = 1 << 30
    distance = far
    for f in range(count):
        distance = 0 if held[f, p] else min(distance + 1, far)
        since[f] = distance
    distance = far
    for f in range(count - 1, -1, -1):
        distance = 0 if held[f, p] else min(distance + 1, far)
        since[f] = min(since[f], distance)


@compiled
def set_pins(held, foot, turn, fade, pins, flex):
    """pins (F, 2): which point of a foot is put exactly where it should be: 0 the heel, 1 the toe, between them both a little.

    flex (F, 2): how much the toes may bend to have both exactly: 1 while both are planted, coming and going over `turn` frames around
    that. So do pins, while both are planted.
    """
    count = len(held)
    count_weights(np.logical_and(held[:, 2 * foot : 2 * foot + 1], held[:, 2 * foot + 1 : 2 * foot + 2]), turn, flex[:, foot : foot + 1])
    states = np.zeros(count, np.int64)
    for f in range(count):
        states[f] = (HEEL if held[f, 2 * foot] else NONE) + (TOE if held[f, 2 * foot + 1] else NONE)
    start = 0
    while start < count:
        stop = start + 1
        while stop < count and states[stop] == states[start]:
            stop += 1
        before = states[start - 1] if start > 0 else NONE
        after = states[stop] if stop < count else NONE
        for f in range(start, stop):
            since, until = float(f - start + 1), float(stop - f)
            if states[f] == HEEL or states[f] == TOE:
                pins[f, foot] = 0.0 if states[f] == HEEL else 1.0
            elif states[f] == BOTH:
                begun, ending = fall(min(since / turn, 1.0)), fall(min(until / turn, 1.0))
                pins[f, foot] = 0.5 + begun * (_pin_of(before) - 0.5) + ending * (_pin_of(after) - 0.5)
                pins[f, foot] = min(max(pins[f, foot], 0.0), 1.0)
            else:
                # Far from plants both count alike. Nothing farther away than a fade counts.
                near = 0.0 if before == NONE else fall(since / min(fade, since + until))
                far = 0.0 if after == NONE else fall(until / min(fade, since + until))
                pins[f, foot] = 0.5 + near * (_pin_of(before) - 0.5) + far * (_pin_of(after) - 0.5)
        start = stop


@compiled
def _pin_of(state):
    return 0.0 if state == HEEL else (1.0 if state == TOE else 0.5)


def correct(points: Any, table: Any, plane: Any, rests: Any, windows: Windows, sink: float, limit: float, calm: Any) -> Any:
    """Corrections (F, 4, 3) metres of points (F, 4, 3), pins (F, 2), flex (F, 2) and held (F, 4) for a table of plants.

    Free points are lifted to `sink` metres below the floor, those deeper than `limit` metres ever less; none where that is 0. Corrections
    of feet give way as far as calm (F, 2) says.
    """
    count = len(points)
    corrections, held, own = np.zeros_like(points), np.zeros((count, 4), np.bool_), np.zeros((count, 4))
    _hold(points, table.points, table.starts, table.stops, table.places, table.still, table.held, corrections, held)
    borders = measure_borders(points, table, windows.fade, windows.ease)
    fade, ease = float(windows.fade), float(windows.ease)
    for p in range(4):
        _fade_all(p, table.points, table.starts, table.stops, table.still, *borders, fade, ease, corrections, own)
    _go_along(own, average(corrections, windows.along), corrections)
    corrections = ease_corrections(corrections, calm, windows)
    pins, flex = np.full((count, 2), 0.5), np.zeros((count, 2))
    for foot in range(2):
        set_pins(held, foot, float(windows.lift), fade, pins, flex)
    if limit > 0:
        lifted, firm = corrections.copy(), held & (np.repeat(calm, 2, axis=1) == 0)
        lift_dips(points, lifted, pins, firm, plane, rests, sink, limit, fade, windows.lift)
        corrections += np.repeat(keep_share(calm), 2, axis=1)[..., None] * (lifted - corrections)
    return corrections, pins, flex, held
