"""In which order a character plays the laps of a long cycle, compiled; `lap_order` says how. Imported only where it runs."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

from motionloom.core._compiled import borrowing

NONE = -1  # of hops: there is none
APART = 10  # laps between a lap and itself, or two fewer than there are


@borrowing
def begin_lap(t, c, n):
    """A character came into its state: the lap it is in is the first it plays."""
    lap = 0
    while lap + 1 < t.seams.shape[1] and t.seams[c.state[n], lap] <= c.at[n] and t.seams[c.state[n], lap + 1] < math.inf:
        lap += 1
    for k in range(c.laps.shape[1]):
        c.laps[n, k] = 1 if k == lap else 0


@borrowing
def begin_laps(t, c, which):
    """`begin_lap` for characters (M,) by number."""
    for n in which:
        begin_lap(t, c, n)


@borrowing
def _played(c, n):
    """How many laps a character has begun since it came into its state."""
    most = 0
    for k in range(c.laps.shape[1]):
        most = max(most, c.laps[n, k])
    return most


@borrowing
def _draw_lap(t, c, n, lap):
    """The lap to play after one: drawn among those that are not among the last ones played; the one played longest ago if all are."""
    hops, count, played = t.hops[c.state[n]], 0, _played(c, n)
    for k in range(t.seams.shape[1]):
        count += t.seams[c.state[n], k] < math.inf
    apart, rest, oldest = min(APART, count - 2), 0, -1
    for k in range(count):
        if hops[lap, k] != NONE:
            rest += c.laps[n, k] == 0 or played + 1 - c.laps[n, k] > apart
            if oldest < 0 or c.laps[n, k] < c.laps[n, oldest]:
                oldest = k
    c.chance[n] = (c.chance[n] * 1664525 + 1013904223) & 0xFFFFFFFF
    left = (c.chance[n] * rest) >> 32
    chosen = oldest
    for k in range(count if rest > 0 else 0):
        if hops[lap, k] != NONE and (c.laps[n, k] == 0 or played + 1 - c.laps[n, k] > apart):
            if left == 0:
                chosen = k
                break
            left -= 1
    c.laps[n, chosen] = played + 1
    return chosen


@borrowing
def next_hop(t, c, n, begin, end):
    """The hop to take while the reference frame goes from begin to end, where a lap ends then; -1 for none, and on."""
    state, lap = c.state[n], 0
    while lap + 1 < t.seams.shape[1] and t.seams[state, lap] <= begin and t.seams[state, lap + 1] < math.inf:
        lap += 1
    if end < t.seams[state, lap]:
        return -1
    following = lap + 1 if lap + 1 < t.seams.shape[1] and t.seams[state, lap + 1] < math.inf else 0
    if c.goal[n] >= 0:  # whoever is about to leave goes on in order: so every way out is passed
        c.laps[n, following] = _played(c, n) + 1
    else:
        following = _draw_lap(t, c, n, lap)
    return max(t.hops[state, lap, following], -1)
