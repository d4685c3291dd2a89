"""What every predictor of edits answers: offsets and how uncertain they are, for any frames of a source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from motionloom.edits.propagation.features import Features

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Prediction:
    """mean (F, C) of the outputs; variance (F,): the squared error to be expected of all outputs together; energy: their mean square in
    the examples, so that variance / energy is the share of an edit that is not known; doubt (F,): the same for people, who are to
    see the difference between far from all examples and farther."""

    mean: Floats
    variance: Floats
    energy: float
    doubt: Floats

    @property
    def unknown(self) -> Floats:
        """The share (F,) of the edit that is not known: 0 sure, 1 as much as there is; more far away from all examples."""
        return np.asarray(self.variance / max(self.energy, 1e-12))


def far_from(away: Floats, mean: Floats, variance: Floats, energy: float) -> Prediction:
    """The prediction of frames that are `away` (F,) from all examples, squared lengths: a variance ends at that of knowing nothing, doubt
    grows on."""
    return Prediction(mean, variance, energy, variance * (1 + away))


class Predictor(Protocol):
    """Fitted to examples; spread: each output's part of the variance, they sum to one."""

    @property
    def spread(self) -> Floats:
        """Parts (C,) of the variance."""
        ...

    def predict(self, features: Features) -> Prediction:
        """The outputs for the features of F frames."""
        ...


@dataclass(frozen=True, eq=False)
class Lessons:
    """What a predictor is fitted to: features of N frames, outputs (N, C), and seconds (N,) at which they were seen, far apart where
    frames are of different examples: neighbours in time say nearly the same."""

    features: Features
    outputs: Floats
    seconds: Floats


@dataclass(frozen=True, eq=False)
class Projection:
    """Features as few numbers (F, K): moved to their mean (D,) and seen along the directions (D, K) in which each group varies most.

    groups (K,): the group that each number is of. Units are kept: nothing is whitened.
    """

    mean: Floats
    directions: Floats
    groups: NDArray[np.intp]

    def __call__(self, features: Features) -> Floats:
        return np.asarray((features.values - self.mean) @ self.directions)


def fit_projection(features: Features, most: int, share: float = 0.998) -> Projection:
    """The projection that keeps a share of each group's variance, in `most` numbers a group at most."""
    mean = features.values.mean(axis=0)
    kinds = np.unique(features.groups)
    columns, groups = [], []
    for kind in kinds:
        inside = np.flatnonzero(features.groups == kind)
        centred = features.values[:, inside] - mean[inside]
        values, vectors = np.linalg.eigh(centred.T @ centred)
        order = np.argsort(values)[::-1]
        energy = np.cumsum(np.maximum(values[order], 0.0))
        count = min(most, int(np.searchsorted(energy, share * energy[-1]) + 1)) if energy[-1] > 0 else 1
        chosen = vectors[:, order[:count]]
        flip = np.sign(chosen[np.abs(chosen).argmax(axis=0), np.arange(count)])  # eigenvectors have no sign of their own
        column = np.zeros((len(mean), count))
        column[inside] = chosen * np.where(flip == 0, 1.0, flip)
        columns.append(column)
        groups += [int(kind)] * count
    return Projection(mean, np.concatenate(columns, axis=1), np.array(groups, np.intp))
