"""Forty demands written by hand over all measured words, as paper 004 added forty to those of a game: for reports and comparisons."""

from __future__ import annotations

import math
from collections.abc import Iterable

from motionloom.demands.demand import Demand, Place, Span

# Words one after the other, each with its seconds; "a+b" is both at once, "-" asks for nothing; after | the end: x, z, degrees.
_WRITTEN = """
walk 5 | 0 6 0
walk 2.5, stand 2 | 0 3 0
stand 1.5, walk 3 | 0 3.5 0
walk 2, - 0.5, run 2.5 | 0 9 0
run 2.5, - 0.5, walk 2 | 0 10 0
run 4.5 | 0 13 0
walk 1, walk+turn_left 1.5, walk 2 | 2.5 2.5 90
walk 1, walk+turn_right 1.5, walk 2 | -2.5 2.5 -90
run 1.5, run+turn_left 1, run 1.5 | 4 5 90
run 1.5, run+turn_right 1, run 1.5 | -4 5 -90
stand 1, - 0.3, jump 0.7, - 0.3, stand 1 | 0 0.5 0
walk 2, - 0.4, jump 0.7, - 0.4, walk 1.5 |
run 2, - 0.3, jump 0.7, - 0.3, run 1.5 |
stand 1.5, - 0.5, run 3 |
run 3, - 0.8, stand 1 |
backward 2, stand 1.5 |
stand 1, backward 3 |
sideways 3 |
stand 1, sideways 2, stand 1 |
walk 2, backward 2 |
crouch 2, stand 1.5 |
stand 1, - 0.5, bend 1.5, - 0.5, stand 1 |
walk 2, - 0.5, right_hand_out 1, - 0.5, walk 1 |
run 2, - 1.5, crouch 1.5 |
stand+left_hand_up 2, stand 1 |
stand 1, stand+right_hand_up 2, stand 1 |
walk 1.5, - 0.5, right_hand_up 1.5, - 0.5, walk 1.5 |
stand+left_hand_up+right_hand_up 2 |
walk+right_hand_up 3 |
stand 0.5, turn_left 1.5, stand 1 |
stand 0.5, turn_right 1.5, stand 1 |
walk 1.5, stand 1, walk 1.5 | 0 4 0
walk+turn_left 4 | 0 0.5 180
walk+turn_right 4 | 0 0.5 180
stand 5 | 0 0 0
walk 2, stand 0.8, walk+turn_left 1.2, walk 1 |
run 1.5, walk 1.5, run 1.5 | 0 9 0
walk 1.5, - 0.3, run 1.2, - 0.6, stand 1, - 0.3, walk 1.5 |
walk 1, jump 0.7, walk 1, - 0.3, stand 1 |
stand 1, walk 2, - 0.4, run 2, - 0.8, walk 1, - 0.3, stand 1 | 3 9 45
"""


def hand_demands() -> list[Demand]:
    """The forty, each from the origin facing +z."""
    return [_read(line, f"by hand {n}") for n, line in enumerate(_WRITTEN.strip().splitlines(), start=1)]


def _read(line: str, name: str) -> Demand:
    asked, _, goal = line.partition("|")
    spans, at = list[Span](), 0.0
    for part in asked.split(","):
        words, seconds = part.split()
        stop = round(at + float(seconds), 3)
        spans += [Span(word, at, stop) for word in words.split("+") if word != "-"]
        at = stop
    x, z, degrees = (float(number) for number in goal.split()) if goal.strip() else (math.nan,) * 3
    end = None if math.isnan(x) else Place(x, z, math.radians(degrees))
    return Demand(at, tuple(spans), Place(0.0, 0.0, 0.0), end, name=name)


def without_missing(demands: Iterable[Demand], words: Iterable[str]) -> list[tuple[Demand, tuple[str, ...]]]:
    """The demands without words that a library does not have, and those words."""
    from dataclasses import replace

    known, found = set(words), list[tuple[Demand, tuple[str, ...]]]()
    for demand in demands:
        missing = tuple(word for word in demand.words if word not in known)
        found.append((replace(demand, spans=tuple(span for span in demand.spans if span.word in known)), missing))
    return found
