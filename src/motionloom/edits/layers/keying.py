"""A pose as a key: which offsets of a layer make the edited motion take it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.edits.layers.applying import apply_layers, facing_at, sample, shift_of, warp_time
from motionloom.edits.layers.curves import turn_of
from motionloom.edits.layers.layer import EditError, Layer, LayerStack, PoseKey, Vector, find_joint

Floats = NDArray[np.float64]
TURNED, MOVED = 1e-4, 1e-5  # radians and metres from which a joint or the root counts as changed


def key_pose(
    motion: Motion, stack: LayerStack, layer: int, edited: Motion, frame: int, rotations: NDArray[np.floating], root: NDArray[np.floating]
) -> PoseKey:
    """The key of a layer with which a frame of the edited motion has a new pose.

    edited: what the stack makes of the motion, feet and all; rotations (J, 4), root (3,): the new pose of its frame. What changed is keyed,
    and what the layer has keys of already; layers above it, and feet that are held, stay as they are.
    """
    if not 0 <= layer < len(stack.layers):
        raise EditError(f"there are {len(stack.layers)} layers; {layer} is none of them")
    chosen = stack.layers[layer]
    if chosen.muted or chosen.weight == 0:
        raise EditError(f"layer {chosen.name!r} is muted or has no weight: a key in it would not be seen")
    below, own, at = _around(motion, stack, layer, frame)
    wanted, place = _as_of_layer(own, edited[frame : frame + 1], rotations, root)
    skeleton, names = motion.skeleton, dict[int, str]()
    for word in chosen.joints:
        names.setdefault(find_joint(skeleton, word), word)
    changed = np.linalg.norm(turn_of(edited.rotations[frame], rotations), axis=-1) > TURNED
    joints = sorted({*np.flatnonzero(changed).tolist(), *names})
    ahead = quaternion.conjugate(facing_at(below, 0))
    turns = turn_of(below.rotations[0], wanted) / chosen.weight
    turns[0] = quaternion.rotate(ahead, turns[0])
    told = {names.get(joint, skeleton.names[joint]): _vector(turns[joint]) for joint in joints}
    moved = np.linalg.norm(np.asarray(root, np.float64) - edited.root_positions[frame]) > MOVED or any(key.root for key in chosen.poses)
    offset = quaternion.rotate(ahead, place - below.root_positions[0].astype(np.float64)) / chosen.weight
    return PoseKey(round(at, 6), told, _vector(offset) if moved else None)


def _around(motion: Motion, stack: LayerStack, layer: int, frame: int) -> tuple[Motion, Motion, float]:
    """One frame below a layer on its clock, one with it, and the moment on its clock, for a frame of the whole stack."""
    at = float(frame)
    for above in reversed(stack.layers[layer + 1 :]):
        if above.counts and above.times:
            at = float(np.interp(at, *_clock(above, motion)))
    chosen = stack.layers[layer]
    under = apply_layers(motion, LayerStack(stack.layers[:layer], "free")).motion
    shown = at
    if chosen.times:
        seconds = np.array([at / motion.fps])
        shown = float(np.clip(at + shift_of(chosen, seconds, (len(under) - 1) / motion.fps)[0] * motion.fps, 0, len(under) - 1))
    with_it = apply_layers(motion, LayerStack(stack.layers[: layer + 1], "free")).motion
    return sample(under, np.array([shown])), sample(with_it, np.array([at])), at / motion.fps


def _clock(layer: Layer, motion: Motion) -> tuple[Floats, Floats]:
    at = warp_time(layer, len(motion), motion.fps)
    return np.arange(len(at), dtype=np.float64), at


def _as_of_layer(own: Motion, edited: Motion, rotations: NDArray[np.floating], root: NDArray[np.floating]) -> tuple[Floats, Floats]:
    """The new pose without what comes after the layer: layers above it and held feet turn each joint by the same as they did."""
    after = quaternion.multiply(edited.rotations[0].astype(np.float64), quaternion.conjugate(own.rotations[0].astype(np.float64)))
    wanted = quaternion.multiply(quaternion.conjugate(after), np.asarray(rotations, np.float64))
    away = edited.root_positions[0].astype(np.float64) - own.root_positions[0]
    return wanted, np.asarray(root, np.float64) - away


def _vector(values: Floats) -> Vector:
    x, y, z = (round(float(value), 9) for value in values)
    return x, y, z
