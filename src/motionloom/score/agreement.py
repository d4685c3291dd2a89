"""Does a scorer say what people say? Each clip is called by a line that was drawn without it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.score.objective_set import Example
from motionloom.score.roc import measure_roc
from motionloom.score.scorers.base import Scorer

Train = Callable[[Sequence[Example]], Scorer]


@dataclass(frozen=True, eq=False)
class Agreement:
    """scores (n,) of the judged motions; called (n,): natural by a line drawn from all the others; area: under the ROC curve.

    line: the score that parts natural from unnatural best; None, as area, where people found none, or nothing but, natural.
    """

    scores: NDArray[np.float64]
    called: NDArray[np.bool_]
    agree: int
    area: float | None
    line: float | None


def measure_agreement(scorer: Scorer, judged: Sequence[Example]) -> Agreement:
    """A scorer beside people's verdicts on some motions."""
    return agree_on([scorer.score(example.motion, example.plants).total for example in judged], [example.natural for example in judged])


def cross_measure(train: Train, judged: Sequence[Example], folds: int = 2) -> Agreement:
    """A scorer that learns from judgements, each motion scored by one trained without it: in `folds` parts, natural and not in each."""
    natural = np.array([example.natural for example in judged], dtype=bool)
    part = np.empty(len(judged), dtype=np.intp)
    for side in (True, False):
        part[natural == side] = np.arange(int(np.sum(natural == side))) % folds
    scores = np.empty(len(judged))
    for fold in range(folds):
        scorer = train([example for example, own in zip(judged, part, strict=True) if own != fold])
        for n, example in enumerate(judged):
            if part[n] == fold:
                scores[n] = scorer.score(example.motion, example.plants).total
    return agree_on(scores, natural)


def agree_on(scores: Sequence[float] | NDArray[np.float64], natural: Sequence[bool] | NDArray[np.bool_]) -> Agreement:
    """The agreement of scores (n,) with verdicts (n,)."""
    values, said = np.asarray(scores, np.float64), np.asarray(natural, dtype=bool)
    both = bool(said.any() and not said.all())
    called = np.array([_call(values, said, n) for n in range(len(values))], dtype=bool)
    area = measure_roc(values[said], values[~said]).area if both else None
    return Agreement(values, called, int(np.sum(called == said)), area, draw_line(values, said) if both else None)


def draw_line(scores: NDArray[np.float64], natural: NDArray[np.bool_]) -> float:
    """The score up to which motions are called natural so that most verdicts are met; in the middle of the best gap."""
    order = np.argsort(scores, kind="stable")
    values, said = scores[order], natural[order]
    right = np.concatenate([[0], np.cumsum(said)]) + np.concatenate([np.cumsum((~said)[::-1])[::-1], [0]])
    edges = np.concatenate([[values[0] - 1e-6], (values[1:] + values[:-1]) / 2, [values[-1] + 1e-6]])
    real = np.concatenate([[True], values[1:] > values[:-1], [True]])  # no line fits between two equal scores
    return float(edges[np.argmax(np.where(real, right, -1))])


def _call(scores: NDArray[np.float64], natural: NDArray[np.bool_], n: int) -> bool:
    others = np.arange(len(scores)) != n
    if not others.any():
        return True  # nobody has said anything else yet
    return bool(scores[n] <= draw_line(scores[others], natural[others]))
