"""Two motions put together without care: blended out of step, or cut hard."""

from __future__ import annotations

import numpy as np

from motionloom.align.blend import blend, ease_weights
from motionloom.core.heading import headings, turn_and_move
from motionloom.score.blend_plants import choose_plants
from motionloom.score.captures import Capture
from motionloom.score.damage.base import Damaged, choose_span, register

BLEND = 1.0  # seconds


@register("unaligned blend")
def blend_unaligned(capture: Capture, other: Capture, rng: np.random.Generator) -> Damaged:
    """One second of blend into another motion, with no regard to which foot is where."""
    motion, frames = capture.motion, len(capture.motion)
    start, stop = choose_span(frames, round(BLEND * motion.fps), rng)
    weights = np.repeat([[1.0], [0.0]], frames, axis=1)
    weights[:, start:stop] = ease_weights(stop - start)
    weights[:, stop:] = [[0.0], [1.0]]
    at = np.tile(np.arange(frames, dtype=np.float64), (2, 1))
    blended = blend([motion, other.motion], at, weights, name=motion.name)
    chosen = choose_plants(blended, [motion, other.motion], [capture.plants, other.plants], at)
    bits = np.where(weights[0, :, None] == 1, capture.plants, np.where(weights[1, :, None] == 1, other.plants, chosen.bits))
    touched = np.zeros(frames, dtype=bool)
    touched[start:stop] = True
    return Damaged(blended, bits, touched)


@register("hard cut")
def cut_hard(capture: Capture, other: Capture, rng: np.random.Generator) -> Damaged:
    """Another motion follows from one frame to the next, at the same place and facing the same way."""
    motion, frames = capture.motion, len(capture.motion)
    at, _ = choose_span(frames, 1, rng)
    turned = turn_and_move(other.motion, float(headings(motion)[at] - headings(other.motion)[at]))
    offset = (motion.root_positions[at] - turned.root_positions[at]) * np.array([1.0, 0.0, 1.0], dtype=np.float32)
    moved = turn_and_move(turned, 0.0, offset)
    after = np.arange(frames) >= at
    rotations = np.where(after[:, None, None], moved.rotations, motion.rotations)
    roots = np.where(after[:, None], moved.root_positions, motion.root_positions)
    near = np.abs(np.arange(frames) - at) <= 0.1 * motion.fps
    return Damaged(motion.with_arrays(rotations, roots), np.where(after[:, None], other.plants, capture.plants), near)


__all__ = ["blend_unaligned", "cut_hard"]
