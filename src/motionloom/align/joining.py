"""One motion after another: where and how the second must stand to go on from the first."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from motionloom.align.blend import blend, ease_weights
from motionloom.core import Motion
from motionloom.core.editing import concatenate
from motionloom.core.heading import headings, turn_and_move


def follow_on(before: Motion, after: Motion, frame: int = 0) -> Motion:
    """`after` turned and moved along the ground so that its frame stands where the last of `before` does, facing the same way."""
    angle = float(headings(before)[-1] - headings(after)[frame])
    turned = turn_and_move(after, angle)
    offset = before.root_positions[-1].astype(np.float64) - turned.root_positions[frame]
    return turn_and_move(turned, 0.0, (float(offset[0]), 0.0, float(offset[2])))


def crossfade(before: Motion, after: Motion, overlap: int) -> Motion:
    """`before` that becomes `after`: the last `overlap` frames of the one are eased into the first of the other.

    All frames but those are as they were, the later ones turned and moved along the ground to go on. The result is `overlap` frames
    shorter than both; with less than two, the motions merely follow each other.
    """
    if overlap < 2:
        return concatenate([before, follow_on(before, after)])
    ends = [before[len(before) - overlap :], after[:overlap]]
    concatenate(ends)  # says what does not fit together
    shown = np.tile(np.arange(overlap, dtype=np.float64), (2, 1))
    seam = blend(ends, shown, ease_weights(overlap), name=before.name)
    parts = [before[: len(before) - overlap], seam, follow_on(seam, after, overlap - 1)[overlap:]]
    return concatenate([part for part in parts if len(part)])


def crossfade_all(motions: Sequence[Motion], overlaps: Sequence[int]) -> Motion:
    """Motions one after the other, each faded into the next over as many frames as `overlaps` (one fewer) says."""
    joined = motions[0]
    for motion, overlap in zip(motions[1:], overlaps, strict=True):
        joined = crossfade(joined, motion, overlap)
    return joined
