"""The covariance of an edit between two frames, about its mean: a part that goes with the pose, and one of frames that are alike."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
BROAD = 4.0  # lengths: how much farther than the other the nearly linear part reaches


@dataclass(frozen=True, eq=False)
class Kernel:
    """k(x, y) = broad exp(-|x - y|^2 / 2 BROAD^2) + alike exp(-|x - y|^2 / 2) of features (N, K) that are divided by lengths (K,).

    The broad part is nearly a line: it carries a swing made larger to other poses, and gives up far away. The other is what is no line.
    A group of features that an edit does not depend on has a long length. noise: what an edit differs by that the features do not tell,
    alike within `SLOW` seconds. All but the lengths are variances.
    """

    broad: float
    alike: float
    noise: float
    lengths: Floats

    def scale(self, x: Floats) -> Floats:
        """Features (N, K) in lengths, as the other methods take them."""
        return np.asarray(x / self.lengths)

    def between(self, x: Floats, y: Floats) -> Floats:
        """Covariances (N, M) of frames with scaled features x (N, K) and y (M, K)."""
        return self.of_distances(distances(x, y, x @ y.T))

    def of_distances(self, squared: Floats) -> Floats:
        """Covariances of frames whose scaled features have these squared distances."""
        return np.asarray(self.broad * np.exp(-0.5 / BROAD**2 * squared) + self.alike * np.exp(-0.5 * squared))

    def at(self, x: Floats) -> Floats:
        """Variances (N,) where nothing is known, of scaled features."""
        return np.full(len(x), self.broad + self.alike)


def distances(x: Floats, y: Floats, product: Floats) -> Floats:
    """Squared distances (N, M) of features, their products (N, M) known."""
    squares = np.einsum("nk,nk->n", x, x)[:, None] + np.einsum("mk,mk->m", y, y)[None]
    return np.maximum(squares - 2 * product, 0.0)


SLOW = 0.15  # seconds: what the features do not tell of an edit changes as slowly
JITTER = 1e-3  # of the noise, that single frames have alone


def noise_between(seconds: Floats) -> Floats:
    """Covariances (N, N) of the noise of frames at these seconds, as shares of its variance."""
    apart = np.abs(seconds[:, None] - seconds[None])
    found = np.exp(-apart / SLOW)
    found[np.diag_indices(len(seconds))] += JITTER
    return np.asarray(found)
