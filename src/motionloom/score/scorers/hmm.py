"""An ensemble of hidden Markov models of captured motion: the least likely part of the body counts.

After Ren et al. 2005 as paper 000 section 5.5 describes it: one model for the whole body, one for each limb and one for each
pair of limbs, on positions, velocities and accelerations. It learns from natural motion only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import ROLES
from motionloom.score.description import LIMBS, RATE, describe, to_frames
from motionloom.score.objective_set import Example
from motionloom.score.projection import Projection, fit_projection
from motionloom.score.scorers.base import Score, Scorer, naturals
from motionloom.score.scorers.registry import register

PARTS: dict[str, tuple[str, ...]] = {
    "whole body": tuple(LIMBS),
    **{limb: (limb,) for limb in LIMBS},
    **{f"{a} + {b}": (a, b) for a, b in combinations(LIMBS, 2)},
}
STATES = 12
COMPONENTS = {1: 10, 2: 14, len(LIMBS): 20}  # kept of one limb's features, of a pair's, of the body's
ROUNDS = 8  # of expectation maximisation
SEEDING = 2000  # frames among which the states' first means are found
STRETCH = 0.2  # seconds: a motion is as likely as its least likely stretch, or one twitch would drown in two good seconds
LEAST_VARIANCE = 1e-2


@dataclass(frozen=True, eq=False)
class PartModel:
    """The model of one part of the body.

    start (K,), moves (K, K): probabilities; means and variances (K, D) in the projected space; usual and spread: mean and
    standard deviation of the log-likelihood a frame of the least likely stretches of what it was trained on.
    """

    projection: Projection
    start: NDArray[np.float64]
    moves: NDArray[np.float64]
    means: NDArray[np.float64]
    variances: NDArray[np.float64]
    usual: float = 0.0
    spread: float = 1.0

    def frame_likelihoods(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """Log-likelihood (F,) of each frame of features (F, D) given those before it: their sum is the motion's."""
        away = (self.projection(features)[:, None] - self.means) ** 2 / self.variances
        emitted = -0.5 * (away + np.log(2 * np.pi * self.variances)).sum(axis=-1)  # (F, K)
        highest = emitted.max(axis=1)
        seen = np.exp(emitted - highest[:, None])
        out = np.empty(len(seen))
        belief = self.start
        for f, likelihoods in enumerate(seen):
            joint = belief * likelihoods
            total = max(float(joint.sum()), 1e-300)
            out[f] = np.log(total) + highest[f]
            belief = joint / total @ self.moves
        return out


@register
@dataclass(frozen=True, eq=False)
class HmmEnsemble(Scorer):
    """Standard deviations by which the least likely part is less likely than captured motion usually is."""

    name: ClassVar[str] = "hmm"
    title: ClassVar[str] = "hidden Markov models"
    models: tuple[PartModel, ...]  # in the order of `PARTS`

    def score(self, motion: Motion, plants: NDArray[np.bool_] | None = None, targets: NDArray[np.float64] | None = None) -> Score:
        """How unlikely the motion is under the worst of the models; plants are not looked at."""
        features = part_features(motion)
        traces = {}
        for part, model in zip(PARTS, self.models, strict=True):
            traces[part] = (model.usual - model.frame_likelihoods(features[part])) / model.spread
        terms = {part: _worst_stretch(trace) for part, trace in traces.items()}
        worst = max(terms, key=terms.__getitem__)
        return Score(terms[worst], terms, {"unlikely": to_frames(traces[worst], motion)})

    @classmethod
    def fit(cls, examples: Sequence[Example], rng: np.random.Generator) -> Self:
        """Train every part's model on the natural examples."""
        features = [part_features(example.motion) for example in naturals(examples)]
        seeds = rng.integers(0, 2**31, len(PARTS))
        models = [_fit_part([f[part] for f in features], len(PARTS[part]), int(seed)) for part, seed in zip(PARTS, seeds, strict=True)]
        return cls(tuple(models))

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """Its parameters as named arrays."""
        arrays: dict[str, NDArray[Any]] = {}
        for n, model in enumerate(self.models):
            p = model.projection
            parts = {"middle": p.middle, "spread": p.spread, "axes": p.axes, "start": model.start, "moves": model.moves}
            parts |= {"means": model.means, "variances": model.variances, "usual": np.array([model.usual, model.spread])}
            arrays |= {f"{n}_{key}": np.asarray(value) for key, value in parts.items()}
        return arrays

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """The ensemble that `to_arrays` described."""
        models = []
        for n in range(len(PARTS)):
            projection = Projection(*(arrays[f"{n}_{key}"] for key in ("middle", "spread", "axes")))
            start, moves, means, variances = (arrays[f"{n}_{key}"] for key in ("start", "moves", "means", "variances"))
            usual, spread = arrays[f"{n}_usual"]
            models.append(PartModel(projection, start, moves, means, variances, float(usual), float(spread)))
        return cls(tuple(models))


def part_features(motion: Motion) -> dict[str, NDArray[np.float64]]:
    """Features (F, D) of every part in `PARTS`: position, velocity and acceleration of its joints."""
    seen = describe(motion).seen_from_hips()
    found = {}
    for part, limbs in PARTS.items():
        joints = [ROLES.index(role) for limb in limbs for role in LIMBS[limb]]
        found[part] = seen[:, joints].reshape(len(seen), -1)
    return found


def _fit_part(sequences: list[NDArray[np.float64]], limbs: int, seed: int) -> PartModel:
    from hmmlearn.hmm import GaussianHMM
    from sklearn.cluster import KMeans
    from threadpoolctl import threadpool_limits

    together = np.concatenate(sequences)
    projection = fit_projection(together, COMPONENTS[limbs], group=3)
    points = projection(together)
    hmm = GaussianHMM(STATES, "diag", min_covar=LEAST_VARIANCE, n_iter=ROUNDS, tol=1.0, random_state=seed, init_params="stc")
    some = points[np.random.default_rng(seed).permutation(len(points))[:SEEDING]]
    with threadpool_limits(1):  # many small products: threads only get in each other's way
        hmm.means_ = KMeans(STATES, n_init=1, random_state=seed).fit(some).cluster_centers_
        hmm.fit(points, [len(sequence) for sequence in sequences])
    variances = np.array([np.diag(matrix) for matrix in hmm.covars_])
    model = PartModel(projection, hmm.startprob_, hmm.transmat_, hmm.means_, variances)
    worst = [-_worst_stretch(-model.frame_likelihoods(sequence)) for sequence in sequences]
    return replace(model, usual=float(np.mean(worst)), spread=max(float(np.std(worst)), 1e-6))


def _worst_stretch(trace: NDArray[np.float64]) -> float:
    """The highest mean over `STRETCH` seconds of a trace at `RATE`."""
    frames = max(min(round(STRETCH * RATE), len(trace)), 1)
    return float(np.convolve(trace, np.full(frames, 1 / frames), mode="valid").max())
