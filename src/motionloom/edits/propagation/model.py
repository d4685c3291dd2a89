"""An edit that was learned: fitted to examples, it predicts what the artist would have made of any other clip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.align.put_on import put_on
from motionloom.core import Motion, Skeleton
from motionloom.core.body import body_of
from motionloom.core.errors import list_names
from motionloom.edits.propagation.example import Example, ExampleError
from motionloom.edits.propagation.features import Features, dynamic_features, kinematic_features, second_derivative
from motionloom.edits.propagation.inducing import fit_process
from motionloom.edits.propagation.moving_least_squares import fit_moving_least_squares
from motionloom.edits.propagation.offsets import HEIGHT, PLACE, TAIL, VELOCITY, Edited, decode, encode, offset_weights
from motionloom.edits.propagation.predictor import Lessons, Prediction, Predictor
from motionloom.edits.propagation.sequence_solve import Weights, solve_sequence

Floats = NDArray[np.float64]
PREDICTORS: dict[str, Callable[[Lessons], Predictor]] = {
    "gaussian-process": fit_process,
    "moving-least-squares": fit_moving_least_squares,
}
COMPONENTS = 40  # directions of the offsets that are predicted
KEPT = 1 - 1e-5  # of the offsets' energy
DRIFT = 0.05  # metres a second by which an edit may leave its source's way and still stand beside it
BESIDE = 0.5  # metres, and how far
APART = 1e6  # seconds between examples: they share no noise


@dataclass(frozen=True, eq=False)
class EditModel:
    """What was learned of an edit.

    target: the skeleton that edited motion is on, None where an edit keeps to its source's; basis (C, 3 J + TAIL): the directions in
    which offsets are predicted, weighted by `offset_weights` (3 J + TAIL,); anchored: whether edited motion stands beside its source;
    seconds that taught it; weights that suit it.
    """

    pose: Predictor
    dynamics: Predictor
    basis: Floats
    offset_weights: Floats
    skeleton: Skeleton
    target: Skeleton | None
    anchored: bool
    seconds: float
    weights: Weights


@dataclass(frozen=True, eq=False)
class Estimate:
    """What the predictors say of a clip before it is weighed: all that weight sliders need.

    mapped: the clip on the target's skeleton. expected (F, J) metres by which each joint is likely to be off.
    """

    mapped: Motion
    pose: Prediction
    dynamics: Prediction
    expected: Floats

    @property
    def confidence(self) -> Floats:
        """How sure the prediction is (F,), 1 sure, 0 unknown."""
        return np.asarray(1.0 / (1.0 + 3.0 * np.sqrt(self.pose.doubt / max(self.pose.energy, 1e-12))))


def fit(examples: Sequence[Example], predictor: str = "gaussian-process") -> EditModel:
    """Learn an edit from examples, which all are edits of the same joints."""
    if not examples:
        raise ExampleError("an edit is learned from examples; add one")
    if predictor not in PREDICTORS:
        raise ExampleError(f"no predictor {predictor!r}; there are {list_names(tuple(PREDICTORS))}")
    first = examples[0].edited.skeleton
    for example in examples[1:]:
        if example.edited.skeleton.names != first.names:
            raise ExampleError(f"{example.edited.name!r} has other joints than {examples[0].edited.name!r}; one edit has one target")
    offsets = [encode(put_on(each.source, each.edited.skeleton), each.edited, each.times) for each in examples]
    anchored = all(_stands_beside(each, example.source.fps) for each, example in zip(offsets, examples, strict=True))
    scale = offset_weights(first)
    scale[-TAIL:][VELOCITY if anchored else PLACE] = 0.0
    basis, components = _find_basis([each * scale for each in offsets])
    bends = [second_derivative(part, each.source.fps) for part, each in zip(components, examples, strict=True)]
    make = PREDICTORS[predictor]
    sources = [each.source for each in examples]
    pose = make(_lessons([kinematic_features(each) for each in sources], components, sources))
    dynamics = make(_lessons([dynamic_features(each) for each in sources], bends, sources))
    keeps = all(each.source.skeleton.fits(each.edited.skeleton) for each in examples)
    seconds = sum(each.duration for each in examples)
    return EditModel(pose, dynamics, basis, scale, first, None if keeps else first, anchored, seconds, Weights())


def estimate(model: EditModel, clip: Motion) -> Estimate:
    """What the predictors say of a clip; `assemble` makes it a motion."""
    mapped = put_on(clip, target_of(model, clip))
    pose = model.pose.predict(kinematic_features(clip))
    dynamics = model.dynamics.predict(dynamic_features(clip))
    return Estimate(mapped, pose, dynamics, _expected_error(model, mapped.skeleton, pose.doubt))


def assemble(model: EditModel, found: Estimate, weights: Weights = Weights(), strength: float = 1.0) -> Edited:  # noqa: B008  # frozen
    """The edited motion: the sequence nearest to all that was estimated. strength: 0 is the source, 1 the edit, more is more of it."""
    components = solve_sequence(found.pose, found.dynamics, found.mapped.fps, weights)
    scale = np.where(model.offset_weights > 0, model.offset_weights, 1.0)
    return decode(found.mapped, strength * components @ model.basis / scale, model.anchored)


def target_of(model: EditModel, clip: Motion) -> Skeleton:
    """The skeleton that a clip's edit is on: the clip's own where the edit keeps to its source's and the joints are the same."""
    if model.target is None and clip.skeleton.names == model.skeleton.names:
        return clip.skeleton
    return model.skeleton


def _lessons(features: Sequence[Features], outputs: Sequence[Floats], sources: Sequence[Motion]) -> Lessons:
    """The lessons of all examples together."""
    seconds = [np.arange(len(each)) / each.fps + APART * number for number, each in enumerate(sources)]
    seen = Features(np.concatenate([each.values for each in features]), features[0].groups)
    return Lessons(seen, np.concatenate(outputs), np.concatenate(seconds))


def _stands_beside(offsets: Floats, fps: float) -> bool:
    """Whether an edit stays where its source is: its place neither drifts nor goes far."""
    place = offsets[:, -TAIL:][:, PLACE] * [1.0, 1.0, 0.5]
    seconds = max(len(place) / fps, 0.5)
    part = max(1, len(place) // 4)
    drift = np.linalg.norm(place[-part:].mean(axis=0) - place[:part].mean(axis=0)) / seconds
    return bool(drift < DRIFT and np.abs(place - place[0]).max() < BESIDE)


def _find_basis(offsets: Sequence[Floats]) -> tuple[Floats, list[Floats]]:
    """Directions (C, D) of weighted offsets (F, D) each, and the offsets along them (F, C)."""
    together = np.concatenate(offsets)
    values, vectors = np.linalg.eigh(together.T @ together)
    order = np.argsort(values)[::-1]
    energy = np.cumsum(np.maximum(values[order], 0.0))
    count = min(COMPONENTS, int(np.searchsorted(energy, KEPT * energy[-1]) + 1)) if energy[-1] > 0 else 1
    basis = vectors[:, order[:count]].T
    signs = np.sign(basis[np.arange(count), np.abs(basis).argmax(axis=1)])
    basis = basis * np.where(signs == 0, 1.0, signs)[:, None]
    return basis, [each @ basis.T for each in offsets]


def _expected_error(model: EditModel, skeleton: Skeleton, variance: Floats) -> Floats:
    """Metres (F, J) by which each joint is likely to be off: the turns of all joints above it, each by its lever."""
    scale = np.where(model.offset_weights > 0, model.offset_weights, 1.0)
    spread = (model.pose.spread[:, None] * (model.basis / scale) ** 2).sum(axis=0)
    turns = spread[:-TAIL].reshape(-1, 3).sum(axis=1)
    positions = skeleton.rest_positions
    own = np.zeros(len(skeleton))
    for joint in range(len(skeleton)):
        above = int(skeleton.parents[joint])
        while above >= 0:
            own[joint] += turns[above] * float(np.sum((positions[joint] - positions[above]) ** 2))
            above = int(skeleton.parents[above])
    own += (spread[-TAIL:][HEIGHT]) * body_of(skeleton).leg_length ** 2
    return np.asarray(np.sqrt(variance)[:, None] * np.sqrt(own)[None])
