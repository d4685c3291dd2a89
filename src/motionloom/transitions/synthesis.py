"""Run time: from any frame to any other, or to a named activity, in the table's time, with the score that says how it will look."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, Skeleton
from motionloom.core.body import body_of
from motionloom.score.momentum import USUAL
from motionloom.score.rarity import score_window
from motionloom.score.segments import segment_weights
from motionloom.transitions.entering import entering_frames
from motionloom.transitions.settling import settle
from motionloom.transitions.stock import POINTS, RATE
from motionloom.transitions.table import TransitionTable

TRIED = 4  # targets of an activity that are scored before one is taken
APART = 8  # frames between them: neighbours score alike
FIRST_TRIED = 2  # candidates of each of them
RECIPES = np.array(
    [(0, 0), (0, 1), (1, 0), (1, 1)], dtype=np.intp
)  # whose recipes are tried: how near to the source, how near to the target
HARD = 3.0  # m/s2: settled feet that push the body harder than this are settled again, on a way that is put right for it
ROUNDS = 3  # times that feet are settled at most


@dataclass(frozen=True, eq=False)
class Transition:
    """A made transition: its first frame is the source frame, its last the target's pose.

    plants (N, 4) and targets (N, 4, 3) metres, world: where the feet stand (nan where they do not); plant, balance and momentum (what
    pushes beyond the usual add to balance): the score's terms in metres, of the motion as it is here, its feet settled; source, target:
    frames of the stock; members: first frames of the blended windows; frames and weights (k, N).
    """

    motion: Motion
    plants: NDArray[np.bool_]
    targets: NDArray[np.float64]
    plant: float
    balance: float
    momentum: float
    source: int
    target: int
    members: NDArray[np.intp]
    frames: NDArray[np.float64]
    weights: NDArray[np.float64]

    @property
    def score(self) -> float:
        """Metres: the sum of its terms, which the search goes by. The lower, the more natural."""
        return self.plant + self.balance + self.momentum

    @cached_property
    def rarity(self) -> float:
        """How rare it is in captures, on the one scale for all motion: up to `score.rarity.LINE` it is called natural."""
        return score_window(self.motion, self.plants)


def make_transition(table: TransitionTable, source: int, target: int | str, *, straight: bool = False) -> Transition:
    """The transition from a frame of the stock to another, or to whichever frame of a named activity scores best.

    Where the target follows the source in one clip by a transition's time, it is what was captured. straight: without the intermediaries
    of a recipe, to see what they are good for.
    """
    if isinstance(target, str):
        target = choose_target(table, source, target)
    candidates = find_candidates(table, source, target)
    made = _blend(table, candidates[:1] if straight else candidates)
    bits, targets, terms = _settle(table, made)
    floor = table.stock.clips[int(table.stock.clip_of[source])].floor
    roots = made.roots + np.array([0.0, floor, 0.0], dtype=np.float32)
    motion = Motion(table.stock.skeleton, made.rotations, roots, RATE, "transition")
    return Transition(motion, bits, targets + [0.0, floor, 0.0], *terms, source, target, made.members, made.frames, made.weights)


def find_candidates(table: TransitionTable, source: int, target: int) -> NDArray[np.intp]:
    """The blends worth trying (m, 4), as first frames of their windows, -1 where there are fewer: the two windows alone, then by the
    recipes of the representatives that they are most like. A single window where source and target have one: the capture."""
    a, b = table.source_window(source), table.target_window(target)
    if a == b:
        return np.array([[table.starts[a], -1, -1, -1]], dtype=np.intp)
    candidates = np.full((1 + len(RECIPES), 4), -1, dtype=np.intp)
    candidates[:, 0], candidates[:, 3] = table.starts[a], table.starts[b]
    candidates[1:, 1:3] = table.intermediaries[table.neighbours[a][RECIPES[:, 0]], table.neighbours[b][RECIPES[:, 1]]]
    return candidates


def choose_target(table: TransitionTable, source: int, name: str, onward: bool = False) -> int:
    """The frame of a named activity with the best transition: the likeliest by the table, the best of those by its own score.

    onward: only frames from which another transition can leave.
    """
    targets, windows = named_targets(table, name, onward)
    row = table.scores[table.nearest[table.source_window(source)]]
    likely = row[table.nearest[windows]] + table.distances[windows, table.nearest[windows]]
    taken = np.empty(0, dtype=np.intp)
    for target in targets[np.argsort(likely, kind="stable")]:
        if not np.any(np.abs(taken - target) < APART):
            taken = np.append(taken, target)
        if len(taken) == TRIED:
            break
    onwards = source + table.frames - 1
    if onwards in targets:
        taken = np.append(taken, onwards)  # to go on as captured
    candidates = np.concatenate([find_candidates(table, source, int(target))[:FIRST_TRIED] for target in taken])
    winner = candidates[_choose(table, candidates)[0]]
    return int(winner[3] if winner[3] >= 0 else winner[0]) + table.frames - 1


@lru_cache(maxsize=256)
def named_targets(table: TransitionTable, name: str, onward: bool = False) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Frames (n,) at which an activity can be entered (onward: and left again), and the windows (n,) that end there."""
    from motionloom.core.errors import MotionError

    stock = table.stock
    usable = np.zeros(len(stock), dtype=bool)
    usable[table.starts + table.frames - 1] = True
    if onward:
        usable &= table.window_of >= 0
    frames = entering_frames(stock, name, usable)
    if len(frames) == 0:
        raise MotionError(f"{name!r} never lasts the {table.frames} frames that lead into it; ask for shorter transitions")
    return frames, table.window_of[frames - table.frames + 1]


@dataclass(frozen=True, eq=False)
class _Blend:
    """A blend before its feet are looked at: rotations (N, J, 4), roots (N, 3) above a floor at 0, and how it was made."""

    members: NDArray[np.intp]
    rotations: NDArray[np.float32]
    roots: NDArray[np.float32]
    frames: NDArray[np.float64]
    weights: NDArray[np.float64]
    ways: NDArray[np.float64]
    place: NDArray[np.float64]


def _choose(table: TransitionTable, candidates: NDArray[np.intp]) -> tuple[int, NDArray[np.float64]]:
    """The candidate (m, 4) that scores best on the real windows, and its warps (4, N)."""
    from motionloom.transitions._making import choose_blend

    stock, warps = table.stock, np.empty((candidates.shape[1], table.frames))
    data = (stock.ground, stock.facing, stock.points, stock.plants)
    return choose_blend(candidates, stock.features, stock.squares, data, tuple(table.measures), warps)[0], warps


def _blend(table: TransitionTable, candidates: NDArray[np.intp]) -> _Blend:
    """The best of some candidates (m, 4)."""
    from motionloom.transitions._making import make_rotations

    winner, warps = _choose(table, candidates)
    members = candidates[winner][candidates[winner] >= 0]
    stock, count, length = table.stock, len(members), table.frames
    frames, weights = np.empty((count, length)), np.empty((count, length))
    turn, ways, place = np.empty(length), np.empty((length, 2)), np.empty((length, 2))
    turn[0], place[0] = stock.facing[members[0]], stock.ground[members[0]]
    rotations = np.empty((length, len(stock.skeleton), 4), dtype=np.float32)
    roots = np.empty((length, 3), dtype=np.float32)
    make_rotations(
        members, warps[:count], stock.ground, stock.facing, stock.rotations, stock.calm, stock.heights, table.measures.curve,
        frames, weights, turn, ways, place, rotations, roots,
    )  # fmt: skip
    return _Blend(members, rotations, roots, frames, weights, ways, place)


def _settle(table: TransitionTable, made: _Blend) -> tuple[NDArray[np.bool_], NDArray[np.float64], tuple[float, float, float]]:
    """Put a blend on an even way and its feet where its plants say, in place: the plants (N, 4) that are held, where (N, 4, 3), and the
    terms of the score of the motion as it is then. A plant that was given up still counts for the feet: there it stood, or should have.

    Legs weigh a third of a body, so settling them pushes it: where it is pushed hard then, the way is put right for that, twice at most.
    """
    from motionloom.transitions._momentum import even_out
    from motionloom.transitions._rounds import look, move_way
    from motionloom.transitions._scoring import measure_plants, measure_settled

    skeleton, shares = table.stock.skeleton, table.measures.shares
    seen, world, points = _eyes(skeleton), _room(skeleton, table.frames), np.empty((table.frames, POINTS, 3))
    bare, way, places = (made.rotations.copy(), made.roots.copy()), made.place.copy(), np.empty_like(world[1])
    alone = len(made.members) == 1
    look(*bare, *seen, shares, RATE, *world, points)
    before = points.copy()
    if not alone:
        even_out(points, shares, RATE, made.place)
    move_way(way, made.place, bare[1], world[1], before, made.roots, places, points)
    spare = _room(skeleton, table.frames)
    for rounds in range(1 if alone else ROUNDS, 0, -1):
        made.rotations[:] = bare[0]
        asked, asked_at, bits, targets = _hold_feet(table, made, (world[0], places), points)
        push = look(made.rotations, made.roots, *seen, shares, RATE, *spare, points)
        if rounds == 1 or push < HARD:
            break
        even_out(points, shares, RATE, made.place)
        move_way(way, made.place, bare[1], world[1], before, made.roots, places, points)
    plant = measure_plants(points, asked, np.where(bits[:, :, None], targets, asked_at))
    balance, pushed = measure_settled(points, bits, *table.measures[:5], USUAL)
    return bits, targets, (float(plant), float(balance), float(pushed - balance))


def _hold_feet(
    table: TransitionTable, made: _Blend, world: tuple[NDArray[np.float32], NDArray[np.float32]], points: NDArray[np.float64]
) -> tuple[NDArray[np.bool_], NDArray[np.float64], NDArray[np.bool_], NDArray[np.float64]]:
    """Settle the feet of a blend in place: the plants (N, 4) that it asks for and where (N, 4, 3), those that are held and where."""
    from motionloom.transitions._rounds import ask_plants

    stock, length = table.stock, table.frames
    bits, targets, flies, feet = np.empty((length, 4), bool), np.empty((length, 4, 3)), np.empty(length, bool), np.empty((length, 4, 3))
    blend = made.members, made.frames, made.weights, stock.points, stock.plants, made.ways, made.place
    ask_plants(*blend, points, bits, targets, flies, feet)
    if len(made.members) == 1:
        return bits, targets, bits, targets
    held, where = bits.copy(), targets.copy()
    settle(stock.skeleton, made.rotations, made.roots, world, feet, held, where, stock.stand, flies)
    return bits, targets, held, where


@lru_cache(maxsize=64)
def _point_map(skeleton: Skeleton) -> tuple[NDArray[Any], ...]:
    """Which joints (n,) make up which segments (n,) with which weights (n,); joints (6,) and offsets (6, 3) of the feet's points."""
    body, weights = body_of(skeleton), segment_weights(skeleton)
    segments, parts = np.nonzero(weights)
    feet = np.concatenate([body.foot_joints, body.tip_joints])
    return segments, parts, weights[segments, parts], feet, np.concatenate([body.foot_offsets, body.tip_offsets]).astype(np.float64)


@lru_cache(maxsize=64)
def _eyes(skeleton: Skeleton) -> tuple[NDArray[np.float32], NDArray[np.int32], tuple[NDArray[Any], ...]]:
    """What `_rounds.look` must know of a skeleton: offsets (J, 3), parents (J,), and the parts of the points that are scored."""
    return skeleton.offsets.astype(np.float32), skeleton.parents.astype(np.int32), _point_map(skeleton)


def _room(skeleton: Skeleton, frames: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Room for the world rotations (N, J, 4) and positions (N, J, 3) of the joints."""
    return np.empty((frames, len(skeleton), 4), np.float32), np.empty((frames, len(skeleton), 3), np.float32)
