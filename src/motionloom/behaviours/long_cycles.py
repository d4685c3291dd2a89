"""Cycles of many laps (paper 001 section 5.4.3): every good lap of every clip, one after the other, several side by side on one clock.

One lap that is repeated is seen at once. Here each lap of a sequence is another one that was captured, or a blend of two, so a walk varies
as its captures do; in which order is drawn while it plays (`lap_order`). Laps that turn alike make a column, which is one clip of the
state: weights between columns steer as they always do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import uniform_filter1d

from motionloom.align import blend as blend_motions, find_path
from motionloom.behaviours.lap_order import find_hops
from motionloom.behaviours.lap_variety import list_entries, see_lap
from motionloom.behaviours.loops import find_loop, mean_along
from motionloom.behaviours.parameters import make_parameter
from motionloom.behaviours.periodic_registration import LENGTHS, bend
from motionloom.behaviours.states import (
    BLEND,
    LONGEST_LAP,
    RATE,
    SHORTEST_LAP,
    STANDING,
    State,
    check_step,
    cost_between,
    find_piece,
    lap_of,
    make_transition_point,
)
from motionloom.behaviours.takes import Take, differ, find_steps, prepare
from motionloom.core import Motion, quaternion
from motionloom.core.editing import RootPath, join_root, split_root
from motionloom.core.errors import MotionError
from motionloom.core.heading import headings
from motionloom.feet.plants import Bits, Plants

LAPS = 12  # of a sequence: no lap comes again before ten others have
ALIKE, WORSE = 0.15, 1.4  # metres from the reference's lap, and how much worse than the best: a good lap
STRAIGHT, SHARP = 0.3, 0.9  # radians a second: where straight ends and where a sharp turn begins
SPREAD = 0.45  # radians a second by which laps of one column may differ
TRIED = 6  # laps that are tried as the reference


@dataclass(frozen=True, eq=False)
class Lap:
    """A lap of a clip on the reference's clock: at (P + 1 + blend,) its frames at each of the reference's, a tail included."""

    clip: int
    at: NDArray[np.float64]
    price: float
    turn: float


Mix = tuple[tuple[Lap, float], ...]  # laps of which one is made, and the share of each


@dataclass(frozen=True, eq=False)
class Column:
    """Laps on end as one take; clock (G,): its frame at each frame of the reference's lap, lap after lap."""

    take: Take
    clock: NDArray[np.float64]


def make_long_cycle(
    name: str, motions: Sequence[Motion], parameter: str = "turn", plants: Sequence[Plants] = (), laps: int = LAPS
) -> State:
    """A cyclic state of all good laps of some clips, up to `laps` of them on end; it is steered by laps that turn differently.

    plants: of the clips, or none.
    """
    for other in motions[1:]:
        if not other.skeleton.fits(motions[0].skeleton):
            raise MotionError(f"{other.name!r} has another skeleton than {motions[0].name!r}; make a state of clips of one body")
    takes, blend = prepare(motions, plants), round(BLEND * RATE)
    reference = find_reference(takes, blend)
    period = len(reference) - 1 - blend
    found, takes = find_laps(reference, takes, blend)
    columns = into_columns(found)
    entries = [_list_entries(k, columns, takes, period, laps) for k in range(len(columns))]
    length = max(len(each) for each in entries)
    played = [play_column(each, takes, period, blend, length) for each in entries]
    state = _close(name, played, period, blend, length)
    made = state.motions
    return state if len(made) == 1 else replace(state, parameter=make_parameter(parameter, state.motions, state.frames, lap_of(state)))


def find_reference(takes: Sequence[Take], blend: int) -> Take:
    """The lap, with a tail of `blend` frames, whose clock all are put on: of the straight ones the least far from all others."""
    found = _closed(takes, blend, stepping=True) or _closed(takes, blend, stepping=False)
    if not found:
        raise MotionError(f"no clip of it comes round within {LONGEST_LAP:g} s; take longer clips, or mark it acyclic")
    tried = [lap for _, _, lap in sorted(found, key=lambda each: each[:2])[:TRIED]]
    away = [np.mean([_apart(lap, take).min(axis=1).mean() for take in takes]) for lap in tried]
    return tried[int(np.argmin(away))]


def _closed(takes: Sequence[Take], blend: int, stepping: bool) -> list[tuple[float, float, Take]]:
    """The lap of each take that closes best, how fast it turns, radians a second, and how far apart its ends are; stepping: both feet
    step in it."""
    found = list[tuple[float, float, Take]]()
    for take in takes:
        clip = take.motion
        try:
            cost = cost_between(clip, clip)
            steps = find_steps(take) if stepping else None
            late, early = find_loop(cost, blend, round(SHORTEST_LAP * RATE), round(LONGEST_LAP * RATE), steps=steps)
        except MotionError:
            continue
        facing = headings(clip)
        turn = abs(float(facing[late] - facing[early])) / (late - early) * RATE
        found.append((max(turn, STRAIGHT), float(np.diagonal(cost, early - late).mean()), take[early : late + blend + 1]))
    return found


def find_laps(reference: Take, takes: Sequence[Take], blend: int) -> tuple[list[Lap], list[Take]]:
    """The good laps of all takes on the reference's clock, and the takes they are of: one that is too short is played round."""
    laps, used, period = list[Lap](), list[Take](), len(reference) - 1 - blend
    for take in takes:
        curves = _curves(_apart(reference, take), blend)
        if not curves:
            try:
                take, rows, at = find_piece(reference, take, blend)
            except MotionError:
                continue
            curves = [at + rows.start]
        cost, facing = cost_between(reference.motion, take.motion), headings(take.motion)
        for at in curves:
            price = float(cost[np.arange(len(at)), np.round(at).astype(np.intp)].mean())
            turned = np.diff(np.interp(at[[0, period]], np.arange(len(facing)), facing))[0]
            if _in_step(reference, take, at):
                laps.append(Lap(len(used), at, price, float(turned / (at[period] - at[0]) * RATE)))
        used.append(take)
    if not laps:
        raise MotionError("no clip of it has a lap like the others; leave clips out, or take longer ones")
    limit = max(WORSE * min(lap.price for lap in laps), ALIKE)
    return [lap for lap in laps if lap.price <= limit], used


def _apart(reference: Take, take: Take) -> NDArray[np.float64]:
    """Distances (R, F) in metres between the frames of two takes, more where not the same feet stand."""
    return np.asarray(cost_between(reference.motion, take.motion) + STANDING * differ(reference, take))


def _in_step(reference: Take, take: Take, at: NDArray[np.float64]) -> bool:
    try:
        check_step(reference, take, np.rint(at).astype(np.intp))
    except MotionError:
        return False
    return True


def _curves(cost: NDArray[np.float64], blend: int) -> list[NDArray[np.float64]]:
    """The frames (R,) of each lap of a clip at a reference's, in order: between moments that are like the reference's beginning."""
    period = len(cost) - 1 - blend
    begins = mean_along(cost[: blend + 1], blend)
    if not begins.size:
        return []
    near = begins[0]
    low = [
        f
        for f in range(len(near))
        if near[f] == near[max(f - period // 2, 0) : f + period // 2 + 1].min() and near[f] <= max(WORSE * near.min(), ALIKE)
    ]
    found = []
    for start, stop in pairwise(low):
        if not LENGTHS[0] * period <= stop - start <= LENGTHS[1] * period:
            continue
        path = find_path(cost[: period + 1, start : stop + 1])
        if path is None:
            continue
        rows, columns = path[0].T
        counts = np.bincount(rows, minlength=period + 1)
        mean = np.bincount(rows, columns, minlength=period + 1) / np.maximum(counts, 1)
        pace = (stop - start) / period
        away = np.interp(np.arange(period), np.flatnonzero(counts), mean[counts > 0]) - pace * np.arange(period)
        at = start + bend(away, pace, len(cost))
        if at[0] >= 0 and at[-1] <= cost.shape[1] - 1:
            found.append(at)
    return found


def into_columns(laps: Sequence[Lap]) -> list[list[Lap]]:
    """Laps that turn alike together, those that go straightest first, then from right to left; the best of each are alike in turn."""
    edges = (-np.inf, -SHARP, -STRAIGHT, STRAIGHT, SHARP, np.inf)
    bins = [[lap for lap in laps if low <= lap.turn < high] for low, high in pairwise(edges)]
    columns = []
    for column in bins:
        if column:
            middle = float(np.median([lap.turn for lap in column]))
            nearest = min(column, key=lambda lap: abs(lap.turn - middle))  # of two far apart neither is near their middle
            columns.append([lap for lap in column if abs(lap.turn - middle) <= SPREAD] or [nearest])
    first = min(range(len(columns)), key=lambda k: abs(np.mean([lap.turn for lap in columns[k]])))
    return [columns[first], *(column for k, column in enumerate(columns) if k != first)]


def _list_entries(number: int, columns: Sequence[Sequence[Lap]], takes: Sequence[Take], period: int, most: int) -> list[Mix]:
    """What each lap of a column is made of: laps and their shares, its own first; see `lap_variety`."""
    order = [number, *(k for k in range(len(columns)) if k != number)]
    laps = [(k, lap) for k in order for lap in columns[k]]
    poses = np.stack([see_lap(takes[lap.clip].motion, lap.at[: period + 1]) for _, lap in laps])
    return [tuple((laps[k][1], share) for k, share in entry) for entry in list_entries(poses, [k for k, _ in laps], most)]


def play_column(entries: Sequence[Mix], takes: Sequence[Take], period: int, blend: int, length: int) -> Column:
    """So many laps on end as one motion, each blended into the next, at the pace at which they were captured and turning evenly.

    entries: what each is made of; they come again where there are fewer.
    """
    rows = [(number, lap, share) for number in range(length) for lap, share in entries[number % len(entries)]]
    count = length * period + blend + 1
    place, weights, frames, paces = np.arange(count), np.zeros((len(rows), count)), np.zeros((len(rows), count)), np.zeros(count)
    for n, (number, lap, share) in enumerate(rows):
        at = place - number * period
        rise = np.clip(at / blend, 0, 1) if number else np.ones(count)
        fall = np.clip((at - period) / blend, 0, 1) if number + 1 < length else np.zeros(count)
        weights[n] = share * (_ease(rise) - _ease(fall))
        frames[n] = np.interp(at, np.arange(len(lap.at)), lap.at)
        paces += weights[n] * np.gradient(lap.at)[np.clip(at, 0, len(lap.at) - 1)]
    clock = np.concatenate([[0.0], np.cumsum((paces[1:] + paces[:-1]) / 2)])
    moments = np.interp(np.arange(int(clock[-1]) + 1), clock, place)
    played = np.stack([np.interp(moments, place, row) for row in frames])
    shares = np.stack([np.interp(moments, place, row) for row in weights])
    first = takes[rows[0][1].clip]
    sources = [takes[lap.clip].motion for _, lap, _ in rows]
    motion = blend_motions(sources, played, shares / shares.sum(axis=0), name=first.motion.name, beyond=True)
    bits = None if first.plants is None else _show([(takes[lap.clip], at) for (_, lap, _), at in zip(rows, played, strict=True)], shares)
    return Column(Take(_turn_evenly(motion, clock[np.arange(length + 1) * period]), bits, first.ground), clock)


def _show(sources: Sequence[tuple[Take, NDArray[np.float64]]], shares: NDArray[np.float64]) -> Bits:
    """The plants (F, 4) of a blend of takes at frames (F,) by shares (K, F): of the take that counts most in each frame."""
    out = np.zeros((shares.shape[1], 4), dtype=bool)
    for k, (take, at) in enumerate(sources):
        rows = np.flatnonzero(shares.argmax(axis=0) == k)
        if take.plants is not None:
            out[rows] = take.plants[np.clip(np.rint(at[rows]).astype(np.intp), 0, len(take) - 1)]
    return out


def _turn_evenly(motion: Motion, seams: NDArray[np.float64]) -> Motion:
    """The motion whose every lap turns as much a second as all of them do in the mean: what is asked to go straight does in each."""
    in_place, path = split_root(motion)
    turns = np.diff(np.interp(seams, np.arange(len(motion)), path.headings)) / np.diff(seams)
    mean = float(np.average(turns, weights=np.diff(seams)))
    rates = (mean - turns)[np.clip(np.searchsorted(seams, np.arange(len(motion)), side="right") - 1, 0, len(turns) - 1)]
    added = np.concatenate([[0.0], np.cumsum(uniform_filter1d(rates, round(BLEND * RATE), mode="nearest"))[:-1]])
    steps = np.diff(path.positions, axis=0)
    turned = quaternion.rotate(quaternion.about_y((added[1:] + added[:-1]) / 2), steps)
    positions = np.concatenate([path.positions[:1], path.positions[0] + np.cumsum(turned, axis=0)])
    return join_root(in_place, RootPath(positions, path.headings + added))


def _ease(share: NDArray[np.float64]) -> NDArray[np.float64]:
    return share * share * (3 - 2 * share)


def _close(name: str, columns: Sequence[Column], period: int, blend: int, laps: int) -> State:
    """The state of columns of so many laps on the reference's clock; the tail of each lap blends into the next, or into any other."""
    clock = columns[0].clock
    last = int(clock[-1] + 1e-9)
    place = np.interp(np.arange(last + 1), clock, np.arange(len(clock)))
    table = np.stack([np.interp(place, np.arange(len(each.clock)), each.clock) for each in columns], axis=1)
    takes = [columns[0].take[: last + 1], *(each.take for each in columns[1:])]
    motions, start = tuple(take.motion for take in takes), int(clock[laps * period])  # a way out at its start is passed before a hop
    cost = cost_between(motions[0], motions[0])
    point = make_transition_point(name, name, cost[start:, : last - start + 1], 0, 0, last - start)
    hops = find_hops(name, clock, period, blend, laps, cost)
    plants = tuple(take.plants for take in takes if take.plants is not None)
    return State(name, motions, table, replace(point, start=float(start), stop=float(last)), plants=plants or None, hops=hops)
