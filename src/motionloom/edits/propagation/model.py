"""An edit that was learned: fitted to examples, it predicts what the artist would have made of any other clip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.align.put_on import put_on
from motionloom.core import Motion, Skeleton
from motionloom.core.errors import list_names
from motionloom.edits.propagation.example import Example, ExampleError
from motionloom.edits.propagation.features import Features, dynamic_features, kinematic_features, second_derivative
from motionloom.edits.propagation.inducing import fit_process
from motionloom.edits.propagation.levers import square_levers
from motionloom.edits.propagation.moving_least_squares import fit_moving_least_squares
from motionloom.edits.propagation.offsets import PACE, PLACE, TAIL, TURN_RATE, VELOCITY, Anchors, Edited, decode, encode, offset_weights
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
TURNING, TURNED = np.radians(6.0), np.radians(60.0)  # the same of the heading, radians
# Numbers of an offset that are not predicted: velocity where the place is, and the other way round.
UNUSED = {(True, "place"): (-6, -5), (False, "place"): (-3, -2), (True, "heading"): (-4,), (False, "heading"): (-1,)}
APART = 1e6  # seconds between examples: they share no noise


@dataclass(frozen=True, eq=False)
class EditModel:
    """What was learned of an edit.

    target: the skeleton that edited motion is on, None where an edit keeps to its source's; basis (C, 3 J + TAIL): the directions in
    which offsets are predicted, weighted by `offset_weights` (3 J + TAIL,); anchors: what of edited motion stands beside its source;
    paces: the least and the most of the logarithm of the pace that was shown; speeds (2, 3): the same of velocities and turn rate;
    seconds that taught it; weights that suit it.
    """

    pose: Predictor
    dynamics: Predictor
    basis: Floats
    offset_weights: Floats
    skeleton: Skeleton
    target: Skeleton | None
    anchors: Anchors
    paces: tuple[float, float]
    speeds: Floats
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
    anchors = _find_anchors(offsets, [each.source.fps for each in examples])
    if (
        not anchors.heading
    ):  # that a whole take turns away from another is the take's, not the edit's: spread over minutes it would go in circles
        for each in offsets:
            each[:, TURN_RATE] -= each[:, TURN_RATE].mean()
    scale = offset_weights(first)
    scale[[*UNUSED[anchors.place, "place"], UNUSED[anchors.heading, "heading"][0]]] = 0.0
    basis, components = _find_basis([each * scale for each in offsets])
    bends = [second_derivative(part, each.source.fps) for part, each in zip(components, examples, strict=True)]
    make = PREDICTORS[predictor]
    sources = [each.source for each in examples]
    pose = make(_lessons([kinematic_features(each) for each in sources], components, sources))
    dynamics = make(_lessons([dynamic_features(each) for each in sources], bends, sources))
    keeps = all(each.source.skeleton.fits(each.edited.skeleton) for each in examples)
    seconds = sum(each.duration for each in examples)
    shown = np.concatenate([each[:, -TAIL:] for each in offsets])
    paces = (min(float(shown[:, PACE].min()), 0.0), max(float(shown[:, PACE].max()), 0.0))
    speeds = np.stack([shown[:, VELOCITY].min(axis=0), shown[:, VELOCITY].max(axis=0)])
    return EditModel(pose, dynamics, basis, scale, first, None if keeps else first, anchors, paces, speeds, seconds, Weights())


def estimate(model: EditModel, clip: Motion) -> Estimate:
    """What the predictors say of a clip; `assemble` makes it a motion."""
    mapped = put_on(clip, target_of(model, clip))
    pose = model.pose.predict(kinematic_features(clip))
    dynamics = model.dynamics.predict(dynamic_features(clip))
    return Estimate(mapped, pose, dynamics, _expected_error(model, mapped, pose.doubts))


def assemble(model: EditModel, found: Estimate, weights: Weights = Weights(), strength: float = 1.0) -> Edited:  # noqa: B008  # frozen
    """The edited motion: the sequence nearest to all that was estimated. strength: 0 is the source, 1 the edit, more is more of it."""
    components = solve_sequence(found.pose, found.dynamics, found.mapped.fps, weights)
    scale = np.where(model.offset_weights > 0, model.offset_weights, 1.0)
    offsets = strength * components @ model.basis / scale
    # Far from all examples a pace would run off, and its sum with it: five minutes became 27. Nobody showed it faster or slower than this.
    pace = offsets[:, -TAIL + PACE]
    offsets[:, -TAIL + PACE] = np.clip(pace, strength * model.paces[0], strength * model.paces[1])
    speeds = offsets[:, -TAIL:][:, VELOCITY]  # and nobody showed it walk off faster, or slower
    offsets[:, -TAIL:][:, VELOCITY] = np.clip(speeds, *(strength * model.speeds))
    return decode(found.mapped, offsets, model.anchors)


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


def _find_anchors(offsets: Sequence[Floats], rates: Sequence[float]) -> Anchors:
    """What of an edit stays where its source is in all examples: neither drifts nor goes far."""
    places = [(each[:, -TAIL:][:, PLACE], fps) for each, fps in zip(offsets, rates, strict=True)]
    return Anchors(
        all(_stays(place[:, :2], fps, DRIFT, BESIDE) for place, fps in places),
        all(_stays(place[:, 2:], fps, TURNING, TURNED) for place, fps in places),
    )


def _stays(values: Floats, fps: float, drift: float, far: float) -> bool:
    """Whether values (F, N) drift less than so much a second, and go less far from where they begin."""
    part = max(1, len(values) // 4)
    moved = float(np.linalg.norm(values[-part:].mean(axis=0) - values[:part].mean(axis=0)))
    return moved / max(len(values) / fps, 0.5) < drift and float(np.abs(values - values[0]).max()) < far


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


def _expected_error(model: EditModel, mapped: Motion, doubts: Floats) -> Floats:
    """Metres (F, J) by which each joint is likely to be off, of squared errors doubts (F, C) along the directions of the model's basis."""
    scale = np.where(model.offset_weights > 0, model.offset_weights, 1.0)
    return np.asarray(np.sqrt(doubts @ square_levers(mapped, model.basis / scale)))
