"""What a foot's correction is at the borders of its plants, and how fast it changes there, compiled."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.core._vectors import add, length, point_at, scale, subtract
from motionloom.feet.cleanup._easing import fall, lean

SLOPE_SPAN = 2  # frames within a plant over which the speed at its border is taken
TRIES = 5  # speeds that are tried between that within the plant and that before it


@compiled
def _beyond(points, p, edge, frames):
    """The point so many frames from the border, or at the clip's end."""
    return point_at(points, min(max(edge + frames, 0), len(points) - 1), p)


@compiled
def _outward(points, p, place, edge, inner, way, fade, ease):
    """The speed (3,) metres a frame, away from the plant, that a point is taken to have at the border frame of its plant.

    A foot that strikes has one speed before and another after. Of those between them it is the one with which the corrected point
    changes its speed least in the three frames next to the plant.
    """
    border = point_at(points, edge, p)
    first, second, third = _beyond(points, p, edge, way), _beyond(points, p, edge, 2 * way), _beyond(points, p, edge, 3 * way)
    value = subtract(place, border)
    inside = scale(subtract(border, point_at(points, inner, p)), 1.0 / max(abs(edge - inner), 1))
    outside = subtract(first, border)
    best, least = inside, np.inf
    for n in range(TRIES):
        speed = add(inside, scale(subtract(outside, inside), n / (TRIES - 1)))
        one = add(add(first, scale(value, fall(1 / fade))), scale(speed, -ease * lean(1 / ease)))
        two = add(add(second, scale(value, fall(2 / fade))), scale(speed, -ease * lean(2 / ease)))
        three = add(add(third, scale(value, fall(3 / fade))), scale(speed, -ease * lean(3 / ease)))
        begins = length(subtract(one, place))
        goes_on = length(add(subtract(two, scale(one, 2.0)), place))
        ends = length(add(subtract(three, scale(two, 2.0)), one))
        most = max(begins, max(goes_on, ends))
        if most < least - 1e-9:
            best, least = speed, most
    return best


@compiled
def _measure(points, table_points, starts, stops, places, fade, ease, first, last, first_slope, last_slope):
    count = len(points)
    for r in range(len(starts)):
        p = table_points[r]
        start, end = min(max(starts[r], 0), count - 1), min(max(stops[r] - 1, 0), count - 1)
        place = places[r, 0], places[r, 1], places[r, 2]
        before = _outward(points, p, place, start, min(start + SLOPE_SPAN, end), -1, fade, ease)
        after = _outward(points, p, place, end, max(end - SLOPE_SPAN, start), 1, fade, ease)
        for c in range(3):
            first[r, c] = places[r, c] - points[start, p, c]
            last[r, c] = places[r, c] - points[end, p, c]
            first_slope[r, c] = before[c]
            last_slope[r, c] = -after[c]


def measure_borders(points: Any, table: Any, fade: int, ease: int) -> Any:
    """first, last (R, 3) metres: how far the points (F, 4, 3) of a table's plants must be moved at the first and the last frame;
    first_slope, last_slope (R, 3) metres a frame: how that changes there."""
    borders = tuple(np.zeros((len(table.starts), 3)) for _ in range(4))
    _measure(points, table.points, table.starts, table.stops, table.places, float(fade), float(ease), *borders)
    return borders
