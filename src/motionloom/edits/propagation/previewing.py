"""An edit as it would be with other weights, for a moment of a clip: solved over all of it, put together where it is looked at."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.editing import sample_at
from motionloom.edits.propagation.example_set import ExampleSet
from motionloom.edits.propagation.maker import open_model
from motionloom.edits.propagation.model import EditModel, Estimate, estimate
from motionloom.edits.propagation.offsets import Anchors, decode
from motionloom.edits.propagation.sequence_solve import Weights, solve_sequence
from motionloom.making.sources import Sources, clip_source

Floats = NDArray[np.float64]
KEPT = 3  # clips whose estimates are kept
_kept: OrderedDict[tuple[int, str], tuple[EditModel, Estimate]] = OrderedDict()
_lock = threading.Lock()


def preview(model: EditModel, found: Estimate, frames: Floats, weights: Weights, strength: float) -> Motion:
    """Frames (N,) of the source, in order, with the edit; beside the source's way, feet not held, on the source's clock."""
    first, last = int(np.floor(frames[0])), int(np.ceil(frames[-1]))
    rows = slice(first, min(last + 1, len(found.mapped)))
    components = solve_sequence(found.pose, found.dynamics, found.mapped.fps, weights)[rows]
    scale = np.where(model.offset_weights > 0, model.offset_weights, 1.0)
    edited = decode(found.mapped[rows], strength * components @ model.basis / scale, Anchors(True, True)).motion
    if len(frames) == len(edited) and np.array_equal(frames, np.arange(rows.start, rows.stop)):
        return edited
    return sample_at(edited, np.clip(frames - first, 0, len(edited) - 1))


def open_estimate(sources: Sources, examples: ExampleSet, clip: str, content: str) -> tuple[EditModel, Estimate]:
    """What the model of examples says of a clip of the sources' library, estimated once: sliders only weigh it."""
    model = open_model(sources, examples)
    key = (id(model), content)
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    found = model, estimate(model, sources.open(clip_source(sources.library.clip(clip))).motion)
    with _lock:
        _kept[key] = found
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return found


def source_frames(outcome: Mapping[str, Any], shown: Floats, fps: float, count: int) -> Floats:
    """The frames (N,) of the source, which has `count`, that frames (N,) of a predicted clip show, by the timing in its outcome."""
    knots = np.array(outcome.get("timing") or [[0.0, 0.0], [count / fps, count / fps]], np.float64)
    return np.clip(np.interp(shown / fps, knots[:, 1], knots[:, 0]) * fps, 0, count - 1)
