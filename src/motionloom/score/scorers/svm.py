"""A support vector machine on joint positions about each frame (paper 000 section 4.2.2): it learns from both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.errors import MotionError
from motionloom.score.description import RATE, describe, to_frames
from motionloom.score.objective_set import Example
from motionloom.score.projection import Projection, fit_projection
from motionloom.score.scorers.base import Score, Scorer, Trial, naturals
from motionloom.score.scorers.registry import register

REACH = 0.5  # seconds to each side of a frame
COMPONENTS = 60
FRAMES = 2500  # of each side to learn from
COST = 10.0  # of a frame on the wrong side
BLOCK = 4096  # frames whose kernel is held in memory at once


@register
@dataclass(frozen=True, eq=False)
class PositionSvm(Scorer):
    """An RBF machine over frames: support (N, K) in the projected space, weights (N,), bias and width of its kernel.

    A frame's value is its distance to the far side of the border: above 0 it looks unnatural. A motion's is their mean.
    """

    name: ClassVar[str] = "svm"
    title: ClassVar[str] = "support vector machine"
    trials: ClassVar[tuple[Trial, ...]] = (Trial(), Trial("kind seen", unseen=False))
    needs_damaged: ClassVar[bool] = True
    projection: Projection
    support: NDArray[np.float64]
    weights: NDArray[np.float64]
    bias: float
    width: float

    def score(self, motion: Motion, plants: NDArray[np.bool_] | None = None, targets: NDArray[np.float64] | None = None) -> Score:
        """How far the frames are on the unnatural side; plants are not looked at."""
        values = self.decide(describe(motion).windows(REACH))
        return Score(float(values.mean()), {"frames rejected": float((values > 0).mean())}, {"unnatural": to_frames(values, motion)})

    def decide(self, windows: NDArray[np.float64]) -> NDArray[np.float64]:
        """The machine's value (F,) for windows (F, D): above 0 unnatural."""
        points = self.projection(windows)
        out = np.empty(len(points))
        own = (self.support**2).sum(axis=1)
        for start in range(0, len(points), BLOCK):
            part = points[start : start + BLOCK]
            squared = (part**2).sum(axis=1)[:, None] + own - 2 * part @ self.support.T
            out[start : start + BLOCK] = np.exp(-self.width * np.maximum(squared, 0)) @ self.weights + self.bias
        return out

    @classmethod
    def fit(cls, examples: Sequence[Example], rng: np.random.Generator) -> Self:
        """Train on the frames of natural examples against the touched frames of damaged ones."""
        from sklearn.svm import SVC

        good = np.concatenate([describe(example.motion).windows(REACH) for example in naturals(examples)])
        touched = [_touched_windows(example) for example in examples if not example.natural]
        if not touched:
            raise MotionError("the svm scorer learns from unnatural examples too, and none was given")
        bad = np.concatenate(touched)
        good, bad = (side[rng.permutation(len(side))[:FRAMES]] for side in (good, bad))
        both = np.concatenate([good, bad])
        projection = fit_projection(both, COMPONENTS, group=3)
        machine = SVC(C=COST, kernel="rbf", gamma=1.0 / projection.axes.shape[1], class_weight="balanced")
        machine.fit(projection(both), np.repeat([0, 1], [len(good), len(bad)]))
        width = 1.0 / projection.axes.shape[1]
        return cls(projection, machine.support_vectors_, machine.dual_coef_[0], float(machine.intercept_[0]), width)

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """Its parameters as named arrays."""
        p = self.projection
        kept = {"middle": p.middle, "spread": p.spread, "axes": p.axes, "support": self.support, "weights": self.weights}
        return kept | {"bias_width": np.array([self.bias, self.width])}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """The machine that `to_arrays` described."""
        projection = Projection(arrays["middle"], arrays["spread"], arrays["axes"])
        bias, width = arrays["bias_width"]
        return cls(projection, arrays["support"], arrays["weights"], float(bias), float(width))


def _touched_windows(example: Example) -> NDArray[np.float64]:
    windows = describe(example.motion).windows(REACH)
    at = np.clip(np.rint(np.arange(len(windows)) / RATE * example.motion.fps).astype(np.intp), 0, len(example.motion) - 1)
    return windows[example.touched[at]]
