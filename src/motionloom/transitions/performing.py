"""A performance: transition after transition, each from where the performer is, with the captured motion that follows it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.editing import concatenate
from motionloom.core.heading import headings, turn_and_move
from motionloom.transitions.stock import RATE
from motionloom.transitions.synthesis import Transition, choose_target, make_transition, named_targets
from motionloom.transitions.table import TransitionTable

FOLLOWING = 6.0  # seconds of captured motion after a transition, at most


@dataclass(frozen=True)
class Place:
    """How a clip of the stock lies in the performer's world: turned by `angle` radians about the vertical, then moved by x, z metres."""

    angle: float = 0.0
    x: float = 0.0
    z: float = 0.0


@dataclass(frozen=True, eq=False)
class Stretch:
    """What a performer does next, on a floor at height 0.

    motion (F frames at 60 Hz) and its plants (F, 4). Its frames from `blend` - 1 on are captured ones: n is frame first + n - (blend - 1)
    of the stock, lying at `place`. leave: the last frame from which another transition can leave. made: the transition, None at the start.
    """

    motion: Motion
    plants: NDArray[np.bool_]
    blend: int
    first: int
    leave: int
    place: Place
    made: Transition | None


def begin(table: TransitionTable, activity: str, rng: np.random.Generator, x: float = 0.0, z: float = 0.0) -> Stretch:
    """A performer in the middle of an activity, standing at x, z metres and facing +z."""
    frame = int(rng.choice(named_targets(table, activity, onward=True)[0]))
    return _follow(table, frame, place_at(table, frame, 0.0, x, z), None, None)


def go_on(table: TransitionTable, frame: int, place: Place, activity: str) -> Stretch:
    """From a frame of a clip that lies at `place` to the best frame of an activity, and on from there."""
    made = make_transition(table, frame, choose_target(table, frame, activity, onward=True))
    floor = table.stock.clips[int(table.stock.clip_of[frame])].floor
    motion = turn_and_move(made.motion, place.angle, (place.x, -floor, place.z))
    last = motion[len(motion) - 1 :]
    x, _, z = (float(value) for value in last.root_positions[0])
    return _follow(table, made.target, place_at(table, made.target, float(headings(last)[0]), x, z), motion, made)


def place_at(table: TransitionTable, frame: int, heading: float, x: float, z: float) -> Place:
    """The place of a clip whose `frame` is to stand at x, z metres and face `heading` radians."""
    angle = heading - float(table.stock.facing[frame])
    ground = table.stock.ground[frame]
    turned = quaternion.rotate(quaternion.about_y(angle), np.array([ground[0], 0.0, ground[1]]))
    return Place(angle, x - float(turned[0]), z - float(turned[2]))


def _follow(table: TransitionTable, target: int, place: Place, before: Motion | None, made: Transition | None) -> Stretch:
    """The captured motion from `target` on, behind the transition that leads to it."""
    stock = table.stock
    end = int(stock.starts[int(stock.clip_of[target]) + 1])
    stop = min(end, target + 1 + round(FOLLOWING * RATE))
    captured = turn_and_move(stock.motion(target, stop), place.angle, (place.x, 0.0, place.z))
    plants = stock.plants[target:stop]
    if before is not None and made is not None:
        captured = concatenate([before, captured[1:]]) if len(captured) > 1 else before
        plants = np.concatenate([made.plants, plants[1:]])
    blend = 1 if before is None else len(before)
    leave = min(stop - 1, end - table.frames) - target + blend - 1
    return Stretch(captured, plants, blend, target, leave, place, made)
