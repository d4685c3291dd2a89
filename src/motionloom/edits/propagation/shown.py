"""What of an edit was shown: its mean, how much it varies, how far it goes from its mean. Beyond that nobody knows it, and a kernel fitted
to three cycles runs off."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
BEYOND = 1.25  # times as far from the mean as any example an edit may be predicted
UNSURE = 0.5  # how much a prediction's variance counts against that of the examples about their mean


@dataclass(frozen=True, eq=False)
class Shown:
    """mean (C,) of the outputs of all examples; variance: their mean squared distance from it; farthest: the largest distance."""

    mean: Floats
    variance: float
    farthest: float

    def keep(self, outputs: Floats) -> Floats:
        """Outputs (F, C), those drawn towards the mean that are more than `BEYOND` times as far from it as any example."""
        apart = outputs - self.mean
        away = np.linalg.norm(apart, axis=1, keepdims=True)
        most = BEYOND * self.farthest
        return np.where(away > most, self.mean + apart * (most / np.maximum(away, 1e-12)), outputs)

    def draw(self, outputs: Floats, variances: Floats) -> Floats:
        """Outputs (F, C) drawn towards the mean as far as they are unsure; variances (F,) of all outputs of a frame together.

        Two estimates weighed by their inverse variances: the prediction, and the mean, off by what the examples vary. The process does not
        do that by itself where its broad part was fitted to a trend: its own mean may then lie outside of all that was shown. All outputs
        are drawn by one factor: turns that balance each other, as a back that leans and a neck that does not, stay so.
        """
        told = self.variance / np.maximum(self.variance + UNSURE * variances, 1e-15)
        return np.asarray(self.mean + told[:, None] * (outputs - self.mean))

    def limit(self, variances: Floats) -> Floats:
        """Variances (F,) no larger than that of the examples about their mean: who knows nothing says the mean and is off by so much.

        A kernel whose broad part was fitted to a trend promises far more, and the source would then count more than an edit which
        differs little from frame to frame.
        """
        return np.minimum(variances, self.variance)


def show(outputs: Floats) -> Shown:
    """What examples with outputs (N, C) show."""
    mean = outputs.mean(axis=0)
    squares = np.square(outputs - mean).sum(axis=1)
    return Shown(mean, float(squares.mean()), float(np.sqrt(squares.max())))
