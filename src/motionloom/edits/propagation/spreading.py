"""An edit on a clip, from examples to a motion that plays: predicted, put on a steady clock, feet held where the source's stood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.editing import sample_at
from motionloom.core.errors import MotionloomError
from motionloom.core.ground import foot_points
from motionloom.core.heading import headings, to_heading_frame
from motionloom.edits.propagation.example import Example
from motionloom.edits.propagation.follow_feet import follow_feet
from motionloom.edits.propagation.model import EditModel, Estimate, assemble, estimate, fit
from motionloom.edits.propagation.offsets import Edited
from motionloom.edits.propagation.sequence_solve import Weights
from motionloom.feet.cleanup import CleanUpOptions, clean
from motionloom.feet.plants import Plants

Floats = NDArray[np.float64]
UNTOUCHED = 0.002  # leg lengths by which an edit may move feet and still leave them as the source had them
STRONGEST = 3.0


@dataclass(frozen=True)
class SpreadOptions:
    """weights: see `Weights`, None for those that suit the examples; strength: 0 the source, 1 the edit, more is more of it; feet: hold
    planted feet still where the edit moved them."""

    weights: Weights | None = None
    strength: float = 1.0
    feet: bool = True

    def __post_init__(self) -> None:
        if not (np.isfinite(self.strength) and 0 <= self.strength <= STRONGEST):
            raise MotionloomError(f"the strength of an edit is 0 to {STRONGEST:g}, found {self.strength!r}")


@dataclass(frozen=True, eq=False)
class Spread:
    """An edited clip: motion; frames (F,) of the source that its frames show; plants (F, 4); confidence (F,), 1 sure; expected (F, J)
    metres by which joints are likely to be off; notes of the clean-up."""

    motion: Motion
    frames: Floats
    plants: NDArray[np.bool_]
    confidence: Floats
    expected: Floats
    notes: tuple[str, ...] = ()


def learn_edit(examples: Sequence[Example], predictor: str = "gaussian-process") -> EditModel:
    """Learn an edit from examples; `propagate` spreads it. predictor: "gaussian-process" or "moving-least-squares"."""
    return fit(examples, predictor)


def propagate(examples: Sequence[Example] | EditModel, clip: Motion, strength: float = 1.0, weights: Weights | None = None) -> Motion:
    """What the artist who made the examples would make of a clip. Examples are made by `make_example(source, edited)`.

    To do many clips, learn once: `model = ml.learn_edit(examples)`, then `ml.propagate(model, clip)`.
    """
    from motionloom.feet.oracle import default_oracle

    model = examples if isinstance(examples, EditModel) else fit(examples)
    return spread(model, clip, default_oracle().label(clip), SpreadOptions(weights, strength)).motion


def spread(model: EditModel, clip: Motion, plants: Plants, options: SpreadOptions) -> Spread:
    """A clip with the edit that was learned; plants are the clip's own and go along."""
    return finish(model, estimate(model, clip), plants, options)


def finish(model: EditModel, found: Estimate, plants: Plants, options: SpreadOptions) -> Spread:
    """What was estimated of a clip as a motion: solved, on a steady clock, feet held."""
    edited = assemble(model, found, options.weights or model.weights, options.strength)
    motion, frames = on_clock(edited, found.mapped)
    shown = np.rint(frames).astype(np.intp)
    bits = plants.bits[shown]
    notes: tuple[str, ...] = ()
    if options.feet and moves_feet(edited.motion, found.mapped):
        if not model.anchors.place:
            motion = follow_feet(motion, bits)
        held = clean(motion, Plants(bits, motion.fps, source=plants.source), CleanUpOptions())
        motion, notes = held.motion, tuple(held.describe())
    return Spread(motion, frames, bits, found.confidence[shown], found.expected[shown], notes)


def on_clock(edited: Edited, mapped: Motion) -> tuple[Motion, Floats]:
    """An edit at the source's rate, and the source's frame (F,) that each of its frames shows."""
    if np.allclose(np.diff(edited.times), 1 / mapped.fps, rtol=1e-6):
        return edited.motion, np.arange(len(mapped), dtype=np.float64)
    count = int(np.floor(edited.times[-1] * mapped.fps + 1e-6)) + 1
    frames = np.interp(np.arange(count) / mapped.fps, edited.times, np.arange(len(mapped)))
    return sample_at(edited.motion, frames), frames


def moves_feet(edited: Motion, mapped: Motion) -> bool:
    """Whether an edit moves feet in the body's frame or over the ground, frame for frame."""
    apart = np.abs(foot_points(edited).astype(np.float64) - foot_points(mapped)).max()
    return bool(apart > UNTOUCHED * body_of(mapped.skeleton).leg_length)


def pose_errors(one: Motion, other: Motion) -> Floats:
    """How far apart joints (F, J) of two motions on one skeleton are, frame for frame, each seen from its own heading; metres."""
    seen = []
    for motion in (one, other):
        places = motion.positions().astype(np.float64)
        seen.append(to_heading_frame(places, places[:, 0], headings(motion)))
    return np.asarray(np.linalg.norm(seen[0] - seen[1], axis=-1))


def timing_of(frames: Floats, fps: float) -> list[list[float]]:
    """Knots [source seconds, made seconds] of a made clip that shows `frames` (F,), where it has a timing of its own; else none."""
    if np.array_equal(frames, np.arange(len(frames))):
        return []
    rows = np.unique(np.linspace(0, len(frames) - 1, max(2, round(len(frames) / fps / 0.1) + 1)).astype(np.intp))
    return [[round(float(frames[row]) / fps, 5), round(float(row) / fps, 5)] for row in rows]


def with_weights(model: EditModel, weights: Weights) -> EditModel:
    """The same edit weighed otherwise where nothing else is said."""
    return replace(model, weights=weights)
