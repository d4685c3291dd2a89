"""An edit as numbers: how an edited motion differs from its source, frame by frame, and back.

The predictors of paper 000 give the edited pose itself. Ours give its difference from the source put on the target's skeleton: the same
quadratic problem (both sides of it are moved by the source), but an edit that nobody showed is no edit, angles stay small and never flip,
and what is not edited stays exactly as it was.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, Skeleton, quaternion
from motionloom.core.body import body_of
from motionloom.core.heading import headings, with_heading_in_root
from motionloom.edits.propagation.features import MOMENT

Floats = NDArray[np.float64]
TAIL = 8  # numbers after the joints: height, pace, velocity and turn rate, place and heading
HEIGHT, PACE, VELOCITY, PLACE = 0, 1, slice(2, 5), slice(5, 8)
TURN_RATE = -4  # of all numbers
TIME_WEIGHT = 0.2  # metres that count as much as a pace e times as slow
TURN_WEIGHT = 0.3  # metres that count as much as a radian of heading


@dataclass(frozen=True, eq=False)
class Edited:
    """Frames of an edit before they are put on a clock: motion at the source's rate, times (F,) seconds at which its frames show."""

    motion: Motion
    times: Floats


@dataclass(frozen=True)
class Anchors:
    """What of an edit stays beside its source: its place on the ground, its heading. What does not is integrated from its velocity."""

    place: bool
    heading: bool


def offset_weights(skeleton: Skeleton) -> Floats:
    """How much each number of an offset counts (3 J + TAIL,): about the metres by which it moves the body."""
    positions = skeleton.rest_positions
    levers = np.zeros(len(skeleton))
    for joint in range(len(skeleton)):
        below = [j for j in range(len(skeleton)) if skeleton.is_below(j, joint)]
        reach = np.linalg.norm(positions[below] - positions[joint], axis=1)
        levers[joint] = max(float(reach.mean()), 0.03)
    tail = [body_of(skeleton).leg_length, TIME_WEIGHT, MOMENT, MOMENT, MOMENT * TURN_WEIGHT, 1.0, 1.0, TURN_WEIGHT]
    return np.concatenate([np.repeat(levers, 3), tail])


def encode(mapped: Motion, edited: Motion, times: Floats) -> Floats:
    """Offsets (F, 3 J + TAIL) of an edited motion from the source put on its skeleton, frame for frame.

    Joints: exponential maps in the parent's frame, continuous over time; the root's without its heading. Then height (leg lengths),
    pace (the logarithm of seconds a second), ground velocity along and across the heading (m/s) and turn rate (rad/s) of the source's
    clock, and the same two as a place: how far the edit stands from the source, seen from the source's heading.
    """
    mapped, edited = with_heading_in_root(mapped), with_heading_in_root(edited)
    facing = headings(mapped), headings(edited)
    facing = facing[0], facing[1] + 2 * np.pi * np.round((facing[0][0] - facing[1][0]) / (2 * np.pi))
    one, other = (_without_heading(motion, angles) for motion, angles in zip((mapped, edited), facing, strict=True))
    turned = _continuous(quaternion.log(quaternion.multiply(other, quaternion.conjugate(one))))
    leg = body_of(mapped.skeleton).leg_length
    ground = [motion.root_positions[:, [0, 2]].astype(np.float64) for motion in (mapped, edited)]
    steps = [_local_steps(place, angles) * mapped.fps for place, angles in zip(ground, facing, strict=True)]
    tail = np.zeros((len(mapped), TAIL))
    tail[:, HEIGHT] = (edited.root_positions[:, 1].astype(np.float64) - mapped.root_positions[:, 1]) / leg
    pace = np.diff(times) * mapped.fps
    tail[:, PACE] = np.log(np.concatenate([pace[:1], pace]))
    tail[:, VELOCITY] = steps[1] - steps[0]
    tail[:, PLACE] = np.column_stack([_to_local(ground[1] - ground[0], facing[0]), facing[1] - facing[0]])
    return np.concatenate([turned.reshape(len(mapped), -1), tail], axis=1)


def decode(mapped: Motion, offsets: Floats, anchors: Anchors) -> Edited:
    """The edited motion of offsets (F, 3 J + TAIL) from a source put on the target's skeleton, its way as the anchors say."""
    mapped = with_heading_in_root(mapped)
    facing = headings(mapped)
    local = _without_heading(mapped, facing)
    turns, tail = offsets[:, :-TAIL].reshape(len(mapped), -1, 3), offsets[:, -TAIL:]
    rotations = quaternion.multiply(quaternion.exp(turns), local)
    ground = mapped.root_positions[:, [0, 2]].astype(np.float64)
    steps = _local_steps(ground, facing) + tail[:, VELOCITY] / mapped.fps
    angles = facing + tail[:, 7] if anchors.heading else facing[0] + np.cumsum(np.concatenate([[0.0], steps[1:, 2]]))
    if anchors.place:
        place = ground + _to_world(tail[:, 5:7], facing)
    else:
        moved = _to_world(steps[1:, :2], angles[:-1])
        place = ground[0] + np.cumsum(np.concatenate([np.zeros((1, 2)), moved]), axis=0)
    rotations[:, 0] = quaternion.multiply(quaternion.about_y(angles), rotations[:, 0])
    height = mapped.root_positions[:, 1] + body_of(mapped.skeleton).leg_length * tail[:, HEIGHT]
    roots = np.column_stack([place[:, 0], height, place[:, 1]])
    smooth = quaternion.make_continuous(quaternion.normalise(rotations))
    times = np.concatenate([[0.0], np.cumsum(np.exp(tail[1:, PACE]) / mapped.fps)])
    return Edited(mapped.with_arrays(smooth.astype(np.float32), roots.astype(np.float32)), times)


def _without_heading(motion: Motion, angles: Floats) -> Floats:
    """Rotations (F, J, 4), the root's as if it faced zero."""
    rotations = motion.rotations.astype(np.float64)
    rotations[:, 0] = quaternion.multiply(quaternion.about_y(-angles), rotations[:, 0])
    return rotations


def _continuous(turns: Floats) -> Floats:
    """Exponential maps (F, J, 3), each the representative nearest to that of the frame before."""
    out = turns.copy()
    length = np.linalg.norm(turns, axis=-1)
    if length.max(initial=0.0) < 2.0:  # a jump needs one near pi
        return out
    for frame in range(1, len(out)):
        size = np.linalg.norm(out[frame], axis=-1, keepdims=True)
        way = out[frame] / np.maximum(size, 1e-9)
        other = out[frame] - 2 * np.pi * way
        nearer = np.linalg.norm(other - out[frame - 1], axis=-1) < np.linalg.norm(out[frame] - out[frame - 1], axis=-1)
        out[frame] = np.where((nearer & (size[:, 0] > 1e-3))[:, None], other, out[frame])
    return out


def _local_steps(ground: Floats, angles: Floats) -> Floats:
    """Movement across and along the heading of the frame before, and turn (F, 3), a frame; the first as the second."""
    moved = _to_local(np.diff(ground, axis=0), angles[:-1])
    steps = np.column_stack([moved, np.diff(angles)])
    return np.concatenate([steps[:1], steps]) if len(steps) else np.zeros((1, 3))


def _to_local(vectors: Floats, angles: Floats) -> Floats:
    """Ground vectors (F, 2) x, z seen from headings (F,)."""
    cos, sin = np.cos(angles), np.sin(angles)
    return np.column_stack([cos * vectors[:, 0] - sin * vectors[:, 1], sin * vectors[:, 0] + cos * vectors[:, 1]])


def _to_world(vectors: Floats, angles: Floats) -> Floats:
    return _to_local(vectors, -angles)
