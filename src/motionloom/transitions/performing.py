"""A performance: transition after transition, each from where the performer is, with the captured motion that follows it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.editing import concatenate
from motionloom.core.errors import MotionError
from motionloom.core.heading import headings, turn_and_move
from motionloom.transitions.stock import RATE
from motionloom.transitions.synthesis import Transition, choose_target, make_transition, named_targets
from motionloom.transitions.table import TransitionTable

FOLLOWING = 6.0  # seconds of captured motion after a transition, at most
EASING = 0.25  # seconds in which the difference between two alike poses is taken away
PLANTED = 0.03  # metres that a foot which stands in one pose and not in the other counts when they are compared
FARTHEST = 0.1  # metres: farther apart, poses are not alike and a hop between them is seen


@dataclass(frozen=True)
class GroundTransform:
    """How a clip of the stock lies in the performer's world: turned by `angle` radians about the vertical, then moved by x, z metres."""

    angle: float = 0.0
    x: float = 0.0
    z: float = 0.0


@dataclass(frozen=True, eq=False)
class Stretch:
    """What a performer does next, on a floor at height 0.

    motion (F frames at 60 Hz) and its plants (F, 4). Its frames from `blend` - 1 on are captured ones: n is frame first + n - (blend - 1)
    of the stock, lying at `place`. leave: the last frame after which the clip goes on for as long as a transition; where there is none, the
    last. made: the transition, None at the start. hop: metres between the pose that was left and the alike one the transition begins with.
    """

    motion: Motion
    plants: NDArray[np.bool_]
    blend: int
    first: int
    leave: int
    place: GroundTransform
    made: Transition | None
    hop: float = 0.0


def begin(table: TransitionTable, activity: str, rng: np.random.Generator, x: float = 0.0, z: float = 0.0) -> Stretch:
    """A performer in the middle of an activity, standing at x, z metres and facing +z."""
    frame = int(rng.choice(named_targets(table, activity, can_go_on(table, activity))[0]))
    return _follow(table, frame, place_at(table, frame, 0.0, x, z), None, None)


def go_on(table: TransitionTable, frame: int, place: GroundTransform, activity: str) -> Stretch:
    """From a frame of a clip that lies at `place` to the best frame of an activity, and on from there.

    Where the clip ends too soon for a transition, it is made from the most alike pose whose clip does not, and the difference eased away.
    """
    source, _ = find_source(table, frame)
    return go_to(table, frame, place, choose_target(table, source, activity, can_go_on(table, activity)))


def find_source(table: TransitionTable, frame: int) -> tuple[int, float]:
    """The frame that a transition which leaves at `frame` begins with: itself, or the most alike one, so many metres away."""
    if not 0 <= frame < len(table.stock):
        raise MotionError(f"frame {frame} of {len(table.stock)}; begin the performance again")
    return (frame, 0.0) if table.window_of[frame] >= 0 else find_alike(table, frame)


def go_to(table: TransitionTable, frame: int, place: GroundTransform, target: int, until: int | None = None) -> Stretch:
    """From a frame of a clip that lies at `place` to another, and on from there, up to frame `until` of its clip where one is given."""
    stock = table.stock
    source, hop = find_source(table, frame)
    made = make_transition(table, source, target)
    here = turn_and_move(stock.motion(frame, frame + 1), place.angle, (place.x, 0.0, place.z))
    if source != frame:
        place = _place_like(table, source, here)
    floor = stock.clips[int(stock.clip_of[source])].floor
    motion = turn_and_move(made.motion, place.angle, (place.x, -floor, place.z))
    motion = motion if source == frame else ease_from(here, motion)
    return _follow(table, made.target, _place_like(table, made.target, motion[len(motion) - 1 :]), motion, made, hop, until)


def can_go_on(table: TransitionTable, activity: str) -> bool:
    """Whether an activity has frames that can be entered and left again by transitions."""
    try:
        return len(named_targets(table, activity, onward=True)[0]) > 0
    except MotionError:
        return False


def find_alike(table: TransitionTable, frame: int) -> tuple[int, float]:
    """The frame with a window after it that is most like a frame in pose and movement, and their distance in metres (root mean square)."""
    stock = table.stock
    away = np.sqrt(np.mean((stock.features[table.starts] - stock.features[frame]) ** 2, axis=1) * stock.features.shape[1])
    other_feet = PLANTED * np.sum(stock.plants[table.starts] != stock.plants[frame], axis=1)
    best = int(np.argmin(away + other_feet))
    return int(table.starts[best]), float(away[best])


def ease_from(pose: Motion, motion: Motion) -> Motion:
    """The motion begun in a pose of one frame that stands in the same place: the difference is gone after a quarter of a second."""
    count = min(round(EASING * motion.fps), len(motion))
    s = np.arange(count) / count
    share = ((1 - s) ** 2 * (1 + 2 * s)).astype(np.float32)
    rotations, roots = motion.rotations.copy(), motion.root_positions.copy()
    off = quaternion.multiply(pose.rotations[0], quaternion.conjugate(rotations[0]))
    still = np.broadcast_to(np.array([0, 0, 0, 1], np.float32), (count, *off.shape))
    part = quaternion.slerp(still, np.broadcast_to(off, still.shape), np.broadcast_to(share[:, None], still.shape[:2]))
    rotations[:count] = quaternion.multiply(part, rotations[:count])
    roots[:count] += share[:, None] * (pose.root_positions[0] - roots[0])
    return motion.with_arrays(rotations, roots)


def place_at(table: TransitionTable, frame: int, heading: float, x: float, z: float) -> GroundTransform:
    """The place of a clip whose `frame` is to stand at x, z metres and face `heading` radians."""
    angle = heading - float(table.stock.facing[frame])
    ground = table.stock.ground[frame]
    turned = quaternion.rotate(quaternion.about_y(angle), np.array([ground[0], 0.0, ground[1]]))
    return GroundTransform(angle, x - float(turned[0]), z - float(turned[2]))


def _place_like(table: TransitionTable, frame: int, pose: Motion) -> GroundTransform:
    """The place of a clip whose `frame` is to stand where a pose of one frame does."""
    x, _, z = (float(value) for value in pose.root_positions[0])
    return place_at(table, frame, float(headings(pose)[0]), x, z)


def _follow(
    table: TransitionTable,
    target: int,
    place: GroundTransform,
    before: Motion | None,
    made: Transition | None,
    hop: float = 0.0,
    until: int | None = None,
) -> Stretch:
    """The captured motion from `target` on, behind the transition that leads to it."""
    stock = table.stock
    end = int(stock.starts[int(stock.clip_of[target]) + 1])
    stop = min(end, (target + round(FOLLOWING * RATE) if until is None else until) + 1)
    captured = turn_and_move(stock.motion(target, stop), place.angle, (place.x, 0.0, place.z))
    plants = stock.plants[target:stop]
    if before is not None and made is not None:
        captured = concatenate([before, captured[1:]]) if len(captured) > 1 else before
        plants = np.concatenate([made.plants, plants[1:]])
    blend = 1 if before is None else len(before)
    windowed = min(stop - 1, end - table.frames) - target
    leave = windowed + blend - 1 if windowed >= 0 else len(captured) - 1
    return Stretch(captured, plants, blend, target, leave, place, made, hop)
