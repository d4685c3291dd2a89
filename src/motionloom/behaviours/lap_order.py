"""Laps of a long cycle in an order that varies while it plays: from the end of each lap into any other, drawn by a seeded generator.

Laps are all on one clock, so the end of one is like the beginning of any other. A hop is the transition between the two. What is drawn is
part of a character's state: the same seed gives the same laps, here and in an engine (`examples/three-machine`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motionloom.behaviours.states import State, TransitionPoint

NONE, ONWARD = -1, -2  # no hop from a lap into another; the other comes next anyhow
KNOTS = 16  # moments of a hop at which the target's frame is kept
WORD = 0xFFFFFFFF


def find_hops(
    name: str, clock: NDArray[np.float64], period: int, blend: int, laps: int, cost: NDArray[np.float64]
) -> tuple[TransitionPoint, ...]:
    """The hops from the end of each of some laps into every other that does not follow it anyhow.

    clock (G,): reference frame at each moment of the laps' common clock; period, blend: moments of a lap and of a hop; cost (R, R): metres
    between the reference's frames.
    """
    moments, last = np.arange(len(clock), dtype=np.float64), len(cost) - 1
    hops = list[TransitionPoint]()
    for i in range(laps if laps > 2 else 0):
        begins = (i + 1) * period
        start, stop = float(clock[begins]), min(float(clock[begins + blend]), float(last))
        leaves = np.linspace(start, stop, KNOTS)
        into = np.interp(leaves, clock, moments) - begins
        for k in range(laps):
            if k in (i, i + 1):
                continue
            enters = np.interp(k * period + into, moments, clock)
            apart = float(cost[np.rint(leaves).astype(np.intp), np.rint(enters).astype(np.intp)].mean())
            hops.append(TransitionPoint(name, name, start, stop, enters, apart))
    return tuple(hops)


def order_of(state: State) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Reference frame (L,) at which each lap of a state ends, and the number (L, L) of the hop from each lap into each other: NONE where
    there is none, ONWARD where the other comes next. Nothing where a state has no hops."""
    if not state.hops:
        return np.zeros(0), np.zeros((0, 0), dtype=np.int64)
    ends = np.unique([hop.start for hop in state.hops])
    begins = np.concatenate([[0.0], ends[:-1]])
    numbers = np.full((len(ends), len(ends)), NONE, dtype=np.int64)
    for i in range(len(ends) - 1):
        numbers[i, i + 1] = ONWARD
    for number, hop in enumerate(state.hops):
        lap, into = int(np.searchsorted(ends, hop.start)), int(np.argmin(np.abs(begins - hop.frames[0])))
        numbers[lap, into] = number
    return ends, numbers


def flatten_hops(states: Sequence[State], firsts: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Ends (S, M) of the laps of states, infinite beyond those there are, and hops (S, M, M) by their numbers among all transitions.

    firsts (S,): the number of each state's first hop.
    """
    orders = [order_of(state) for state in states]
    most = max(max(len(ends) for ends, _ in orders), 1)
    seams, hops = np.full((len(states), most), np.inf), np.full((len(states), most, most), NONE, dtype=np.int64)
    for s, (ends, numbers) in enumerate(orders):
        seams[s, : len(ends)] = ends
        hops[s, : len(ends), : len(ends)] = np.where(numbers >= 0, numbers + firsts[s], numbers)
    return seams, hops


def begin_chance(seeds: ArrayLike) -> NDArray[np.int64]:
    """The generator's first state (N,) for seeds (N,): neighbours give orders that have nothing to do with each other."""
    mixed = np.asarray(seeds, dtype=np.int64).astype(np.uint64) & WORD
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35), (16, 1)):
        mixed = ((mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)) & np.uint64(WORD)
    return mixed.astype(np.int64)
