"""Layers applied to a motion: time first, then the pose, layer by layer, then the feet."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.body import is_body
from motionloom.core.editing import sample_at
from motionloom.core.heading import headings
from motionloom.edits.layers.curves import evaluate, make_turns_continuous, through_keys
from motionloom.edits.layers.layer import EditError, Layer, LayerStack, find_joint

Floats = NDArray[np.float64]
STEEPEST = 1.875  # of the curve between two keys, as a share of its mean slope: a fade so long never turns time back
SLOWEST = 1e-3  # frames of what lies below that a frame goes on at least


class Applied(NamedTuple):
    """The edited motion, and which frame (F,) of the source each of its frames shows; it may lie between two."""

    motion: Motion
    frames: Floats


def apply_layers(motion: Motion, stack: LayerStack, plants: NDArray[np.bool_] | None = None) -> Applied:
    """The motion edited by a stack of layers.

    plants (F, 4): the foot plants of the motion, which are kept or moved as the stack says; None leaves the feet to the pose. Frames that
    no layer reaches keep every bit.
    """
    edited, frames = motion, np.arange(len(motion), dtype=np.float64)
    for layer in stack.layers:
        if not layer.counts:
            continue
        at = warp_time(layer, len(edited), edited.fps)
        frames = np.interp(at, np.arange(len(frames)), frames)
        edited = offset_pose(sample(edited, at), layer)
    edited = edited if edited is motion else edited.with_arrays(edited.rotations, edited.root_positions, recipe={})
    if plants is None or stack.feet == "free" or edited is motion or not is_body(motion.skeleton):
        return Applied(edited, frames)
    from motionloom.edits.layers.planted import hold_plants

    base = sample(motion, frames)
    shown = plants[np.clip(np.rint(frames).astype(np.intp), 0, len(motion) - 1)]
    return Applied(hold_plants(base, edited, shown, moved=stack.feet == "move"), frames)


def shift_of(layer: Layer, seconds: Floats, duration: float) -> Floats:
    """The time offset k (F,) seconds of a layer at moments (F,), its weight in it.

    Its fades are as long as the shift needs, and end at the motion's ends.
    """
    if not layer.times:
        return np.zeros(len(seconds))
    moments = np.array([key.at for key in layer.times])
    shifts = np.array([key.shift for key in layer.times]) * layer.weight
    fades = []
    for fade, shift, room in ((layer.fade_in, shifts[0], moments[0]), (layer.fade_out, shifts[-1], duration - moments[-1])):
        wanted = None if fade is None else max(fade, 1.2 * STEEPEST * abs(float(shift)))
        fades.append(None if wanted is None or room <= 0 else min(wanted, room))
    return evaluate(*through_keys(moments, shifts[:, None], fades[0], fades[1]), seconds)[:, 0]


def warp_time(layer: Layer, frames: int, fps: float) -> Floats:
    """Which frame (F,) of what lies below each frame shows; held to the end, a shift makes the motion longer or shorter."""
    if not layer.times:
        return np.arange(frames, dtype=np.float64)
    duration = (frames - 1) / fps
    held = layer.times[-1].shift * layer.weight if layer.fade_out is None else 0.0
    count = max(1, frames - round(held * fps))
    seconds = np.arange(count) / fps
    at = np.arange(count) + shift_of(layer, seconds, duration) * fps
    slow = np.flatnonzero(np.diff(at) < SLOWEST)
    if len(slow):
        raise EditError(f"layer {layer.name!r}: time would stand still or run back at {slow[0] / fps:.2f} s; shift less")
    return np.asarray(np.clip(at, 0, frames - 1))


def offset_pose(motion: Motion, layer: Layer) -> Motion:
    """The motion with a layer's pose offsets; joints and frames that no key reaches keep every bit."""
    if not layer.poses:
        return motion
    seconds = np.arange(len(motion)) / motion.fps
    rotations, roots = motion.rotations.copy(), motion.root_positions.copy()
    joints = {word: find_joint(motion.skeleton, word) for word in layer.joints}
    moved = [key for key in layer.poses if key.root is not None]
    ahead = _facing(motion) if moved or 0 in joints.values() else None
    for word, joint in joints.items():
        keys = [key for key in layer.poses if word in key.turns]
        turns = make_turns_continuous([key.turns[word] for key in keys])
        offsets = _evaluate(layer, [key.at for key in keys], turns, seconds)
        rows = np.flatnonzero(offsets.any(axis=1))
        turn = offsets[rows] if joint or ahead is None else quaternion.rotate(ahead[rows], offsets[rows])
        rotations[rows, joint] = quaternion.normalise(quaternion.multiply(quaternion.exp(turn), rotations[rows, joint].astype(np.float64)))
    if moved and ahead is not None:
        offsets = _evaluate(layer, [key.at for key in moved], np.array([key.root for key in moved]), seconds)
        roots = (roots + quaternion.rotate(ahead, offsets)).astype(np.float32)
    return motion.with_arrays(rotations, roots)


def _evaluate(layer: Layer, moments: list[float], values: Floats, seconds: Floats) -> Floats:
    return layer.weight * evaluate(*through_keys(np.array(moments), values, layer.fade_in, layer.fade_out), seconds)


def _facing(motion: Motion) -> Floats:
    """The turn (F, 4) of the ground's frame that faces as the body does; none for what is no body."""
    return np.asarray(quaternion.about_y(headings(motion) if is_body(motion.skeleton) else np.zeros(len(motion))))


def facing_at(motion: Motion, frame: int) -> Floats:
    """The turn (4,) of the ground's frame that faces as the body does in a frame: what a root's offset key is said in."""
    return np.asarray(_facing(motion[frame : frame + 1])[0])


def sample(motion: Motion, at: Floats) -> Motion:
    """The motion at frames (F,), those that are whole bit by bit."""
    if len(at) == len(motion) and np.array_equal(at, np.arange(len(motion))):
        return motion
    sampled = sample_at(motion, at)
    whole = np.flatnonzero(at == np.rint(at))
    rotations, roots = sampled.rotations.copy(), sampled.root_positions.copy()
    rotations[whole], roots[whole] = motion.rotations[at[whole].astype(np.intp)], motion.root_positions[at[whole].astype(np.intp)]
    return sampled.with_arrays(rotations, roots)
