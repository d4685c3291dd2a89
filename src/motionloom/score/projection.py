"""Standardised principal components: the dimension reduction in front of the learnt scorers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

LEAST_SPREAD = 1e-6


@dataclass(frozen=True, eq=False)
class Projection:
    """middle (D,), spread (D,), axes (D, K): features x become ((x - middle) / spread) @ axes, each of about unit variance."""

    middle: NDArray[np.float64]
    spread: NDArray[np.float64]
    axes: NDArray[np.float64]

    def __call__(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """Features (..., D) in the reduced space (..., K)."""
        return ((features - self.middle) / self.spread) @ self.axes


def fit_projection(features: NDArray[np.float64], count: int, group: int = 1) -> Projection:
    """The `count` leading components of features (N, D); `group` neighbouring columns share one spread."""
    middle = features.mean(axis=0)
    variance = features.var(axis=0).reshape(-1, group).mean(axis=1).repeat(group)
    spread = np.maximum(np.sqrt(variance), LEAST_SPREAD)
    scaled = (features - middle) / spread
    values, vectors = np.linalg.eigh(scaled.T @ scaled / len(scaled))
    best = np.argsort(values)[::-1][: min(count, len(values))]
    return Projection(middle, spread, vectors[:, best] / np.sqrt(np.maximum(values[best], LEAST_SPREAD)))
