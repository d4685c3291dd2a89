"""Run time: from any frame to any other, or to a named activity, in the table's time, with the score that says how it will look."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, Skeleton, quaternion
from motionloom.core.body import body_of
from motionloom.core.kinematics import forward_kinematics
from motionloom.score.segments import segment_weights
from motionloom.transitions.settling import settle
from motionloom.transitions.stock import POINTS, RATE
from motionloom.transitions.table import TransitionTable

GOES_ON = 15  # frames of an activity that should follow the frame at which it is entered
TRIED = 4  # targets of an activity that are scored before one is taken
APART = 8  # frames between them: neighbours score alike
FEET_BEGIN, FEET_END = POINTS - 6, POINTS - 2  # heels and toes among the points that are scored


@dataclass(frozen=True, eq=False)
class Transition:
    """A made transition: its first frame is the source frame, its last the target's pose.

    plants (N, 4) and targets (N, 4, 3) metres, world: where the feet stand (nan where they do not); plant and balance: the score's
    two terms in metres; source, target: frames of the stock; members: first frames of the blended windows; frames and weights (k, N).
    """

    motion: Motion
    plants: NDArray[np.bool_]
    targets: NDArray[np.float64]
    plant: float
    balance: float
    source: int
    target: int
    members: NDArray[np.intp]
    frames: NDArray[np.float64]
    weights: NDArray[np.float64]

    @property
    def score(self) -> float:
        """Metres: the sum of both terms. The lower, the more natural."""
        return self.plant + self.balance


def make_transition(table: TransitionTable, source: int, target: int | str, *, straight: bool = False) -> Transition:
    """The transition from a frame of the stock to another, or to whichever frame of a named activity scores best.

    straight: without the intermediaries of its recipe, to see what they are good for.
    """
    if isinstance(target, str):
        target = choose_target(table, source, target)
    members = find_members(table, source, target)
    members = members[[0, -1]] if straight else members
    made = _blend(table, members)
    world = _see_joints(table.stock.skeleton, made.rotations, made.roots)
    points, targets = _see_points(table.stock.skeleton, *world), np.full((table.frames, 4, 3), np.nan)
    bits, plant, balance = _score(table, made, points, targets)
    targets[~bits] = np.nan
    settle(table.stock.skeleton, made.rotations, made.roots, world, points[:, FEET_BEGIN:FEET_END], bits, targets)
    floor = table.stock.clips[int(table.stock.clip_of[source])].floor
    roots = made.roots + np.array([0.0, floor, 0.0], dtype=np.float32)
    motion = Motion(table.stock.skeleton, made.rotations, roots, RATE, "transition", _recipe(table, members, source, target))
    return Transition(motion, bits, targets + [0.0, floor, 0.0], plant, balance, source, target, members, made.frames, made.weights)


def find_members(table: TransitionTable, source: int, target: int) -> NDArray[np.intp]:
    """The first frames (k,) of the windows to blend: the source's own, the intermediaries of its recipe, the target's own."""
    a, b = table.source_window(source), table.target_window(target)
    between = table.found.recipes[table.nearest[a], table.nearest[b]]
    middle = table.representatives[between[between >= 0]]
    return np.concatenate([[table.starts[a]], middle, [table.starts[b]]]).astype(np.intp)


def choose_target(table: TransitionTable, source: int, name: str, onward: bool = False) -> int:
    """The frame of a named activity with the best transition: the likeliest by the table, the best of those by its own score.

    onward: only frames from which another transition can leave.
    """
    from motionloom.transitions._making import score_windows

    stock = table.stock
    targets, windows = named_targets(table, name, onward)
    row = table.scores[table.nearest[table.source_window(source)]]
    likely = row[table.nearest[windows]] + table.distances[windows, table.nearest[windows]]
    order = np.argsort(likely, kind="stable")
    best, best_score, taken = int(targets[order[0]]), np.inf, np.empty(0, dtype=np.intp)
    data = (stock.ground, stock.facing, stock.points, stock.plants)
    for target in targets[order]:
        if np.any(np.abs(taken - target) < APART):
            continue
        score = score_windows(find_members(table, source, int(target)), stock.features, data, tuple(table.measures))
        if score < best_score:
            best, best_score = int(target), score
        taken = np.append(taken, target)
        if len(taken) == TRIED:
            break
    return best


@lru_cache(maxsize=256)
def named_targets(table: TransitionTable, name: str, onward: bool = False) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Frames (n,) at which an activity can be entered (onward: and left again), and the windows (n,) that end there."""
    from motionloom.core.errors import MotionError

    frames = table.stock.named_frames(name)
    if onward:
        frames = frames[table.window_of[frames] >= 0]
    firsts = frames - table.frames + 1
    inside = (firsts >= 0) & (table.stock.clip_of[np.maximum(firsts, 0)] == table.stock.clip_of[frames])
    frames, firsts = frames[inside], firsts[inside]
    if len(frames) == 0:
        raise MotionError(f"{name!r} never lasts the {table.frames} frames that lead into it; ask for shorter transitions")
    named = np.zeros(len(table.stock) + GOES_ON, dtype=bool)
    named[frames] = True
    goes_on = named[frames + GOES_ON]
    keep = goes_on if goes_on.any() else np.ones(len(frames), dtype=bool)
    return frames[keep], table.window_of[firsts[keep]]


@dataclass(frozen=True, eq=False)
class _Blend:
    """A blend before its feet are looked at: rotations (N, J, 4), roots (N, 3) above a floor at 0, and how it was made."""

    members: NDArray[np.intp]
    rotations: NDArray[np.float32]
    roots: NDArray[np.float32]
    frames: NDArray[np.float64]
    weights: NDArray[np.float64]
    turn: NDArray[np.float64]
    place: NDArray[np.float64]


def _blend(table: TransitionTable, members: NDArray[np.intp]) -> _Blend:
    from motionloom.transitions._making import make_rotations

    stock, count, length = table.stock, len(members), table.frames
    frames, weights = np.empty((count, length)), np.empty((count, length))
    turn, place = np.empty(length), np.empty((length, 2))
    turn[0], place[0] = stock.facing[members[0]], stock.ground[members[0]]
    rotations = np.empty((length, len(stock.skeleton), 4), dtype=np.float32)
    roots = np.empty((length, 3), dtype=np.float32)
    make_rotations(
        members, stock.features, stock.ground, stock.facing, stock.rotations, stock.calm, stock.heights, table.measures.curve,
        frames, weights, turn, place, rotations, roots,
    )  # fmt: skip
    return _Blend(members, rotations, roots, frames, weights, turn, place)


def _score(
    table: TransitionTable, made: _Blend, points: NDArray[np.float64], targets: NDArray[np.float64]
) -> tuple[NDArray[np.bool_], float, float]:
    """Plants (N, 4), with targets (N, 4, 3) filled in, and both terms of the score."""
    from motionloom.transitions._scoring import choose_plants, measure_balance

    stock, measures = table.stock, table.measures
    bits = np.empty((table.frames, 4), dtype=bool)
    plant = choose_plants(made.members, made.frames, stock.points, stock.plants, made.turn, made.place, points, bits, targets)
    balance = measure_balance(points, bits, *measures[:5], 1e9)
    return bits, float(plant), float(balance)


@lru_cache(maxsize=64)
def _point_map(skeleton: Skeleton) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """The segments' weights (S, J), and joints (6,) and offsets (6, 3) of the feet's points."""
    body = body_of(skeleton)
    joints = np.concatenate([body.foot_joints, body.tip_joints])
    return segment_weights(skeleton), joints, np.concatenate([body.foot_offsets, body.tip_offsets]).astype(np.float32)


def _see_joints(
    skeleton: Skeleton, rotations: NDArray[np.float32], roots: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """World rotations (N, J, 4) and positions (N, J, 3) of the joints."""
    return forward_kinematics(rotations, roots, skeleton.offsets, skeleton.parents)


def _see_points(skeleton: Skeleton, turned: NDArray[np.float32], places: NDArray[np.float32]) -> NDArray[np.float64]:
    """The points (N, 16, 3) that are scored, in the world."""
    segments, joints, offsets = _point_map(skeleton)
    points = np.empty((len(turned), POINTS, 3))
    points[:, : len(segments)] = segments @ places
    points[:, len(segments) :] = places[:, joints] + quaternion.rotate(turned[:, joints], offsets[None])
    return points


def _recipe(table: TransitionTable, members: NDArray[np.intp], source: int, target: int) -> dict[str, Any]:
    """How it was made, as plain data."""
    stock = table.stock

    def say(frame: int) -> dict[str, Any]:
        clip = int(stock.clip_of[frame])
        described = stock.clips[clip]
        return {
            "clip": described.id,
            "name": described.name,
            "mirrored": described.mirrored,
            "second": round((frame - int(stock.starts[clip])) / RATE, 4),
        }

    return {
        "made_by": "transition",
        "from": say(source),
        "to": say(target),
        "by_way_of": [say(int(first)) for first in members[1:-1]],
        "seconds": table.frames / RATE,
    }
