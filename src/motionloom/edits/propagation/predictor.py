"""What every predictor of edits answers: offsets and how uncertain they are, for any frames of a source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from motionloom.edits.propagation.features import Features

Floats = NDArray[np.float64]


# How much counts, of what is to be expected of an error, the process's own variance, how far it sways when examples are left out, and how
# far it goes from the likest example: powers of a geometric mean.
OWN, SWAYS, LEAVES = 0.6, 0.2, 0.2


@dataclass(frozen=True, eq=False)
class Prediction:
    """mean (F, C) of the outputs; variance (F,): the squared error to be expected of all outputs together; energy: their mean square in
    the examples, so that variance / energy is the share of an edit that is not known; doubts (F, C): the squared error of each output as
    people are told it, who are to see the difference between far from all examples and farther."""

    mean: Floats
    variance: Floats
    energy: float
    doubts: Floats

    @property
    def unknown(self) -> Floats:
        """The share (F,) of the edit that is not known: 0 sure, 1 as much as there is; more far away from all examples."""
        return np.asarray(self.variance / max(self.energy, 1e-12))

    @property
    def doubt(self) -> Floats:
        """The squared error (F,) to be expected of all outputs together, as people are told it."""
        return np.asarray(self.doubts.sum(axis=1))


def to_doubts(variances: Floats, nothing: Floats, away: Floats, sways: Floats, leaves: Floats) -> Floats:
    """Squared errors (F, C) as people are told them, of the variances (F, C) of frames that are `away` (F,) from all examples, squared
    lengths: a variance ends at that of knowing nothing, doubt grows on. nothing (F,): the share of what is not known at all.

    sways (F, C): the jackknife's variance, how much an output changes when parts of the examples are left out; leaves (F, C): the square
    of how far it goes from that of the likest example. Both know what one variance for all outputs cannot: which output varies here.
    Where nothing is known both are nothing too, for all say the mean: there the variance counts alone.
    """
    own = variances * (1 + away)[:, None]
    blind = np.square(nothing)[:, None] * own
    return np.asarray(own**OWN * (sways + blind) ** SWAYS * (leaves + blind) ** LEAVES)


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
