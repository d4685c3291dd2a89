"""Words learnt from described examples: for each, the features that tell it, boosted trees on them, and a support vector machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import MotionError
from motionloom.enrich.annotation.descriptors import Described
from motionloom.enrich.annotation.words import (
    DESCRIPTION,
    FARTHEST,
    NO,
    UNKNOWN,
    WIDTH,
    YES,
    Floats,
    Words,
    mirror_labels,
    mirror_name,
)
from motionloom.feet.boosting import TreeOptions, Trees, grow

OPTIONS = TreeOptions(trees=48, depth=3, rate=0.3, stiffness=1.0, least=1.0, rows=0.7, features=0.4)
ASKED = 120  # features that the trees of a word may ask about: those that tell it best
PICKED = 60  # features of a word's machine
COST = 10.0  # of an example on the machine's wrong side
UNSAID = 3.0  # log odds of a word that was always or never said
Labels = NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class _Lesson:
    """What one word learns from: rows (L, D), units (L, D) standardised, ranks (L, D) of each feature, holds (L,)."""

    rows: Floats
    units: Floats
    ranks: Floats
    holds: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class _Learnt:
    trees: Trees
    picks: NDArray[np.intp]
    stress: Floats
    supports: Floats
    duals: Floats
    bias: float


def teach(names: Sequence[str], examples: Described, labels: Labels, description: str = DESCRIPTION) -> Words:
    """Words of described examples (L, D) and their labels (L, W): yes, no or unknown.

    A word with "left" or "right" in it learns from the mirrored examples too; all others from what is the same in the mirror.
    """
    if len(examples.rows) == 0:
        raise MotionError("there is nothing to learn words from; paint some on the timeline and confirm them")
    mean = examples.rows.mean(axis=0)
    scale = np.maximum(examples.rows.std(axis=0), 1e-3)
    both = np.concatenate([examples.rows, examples.mirrored]), np.concatenate([labels, mirror_labels(tuple(names), labels)])
    sides = {False: (examples.rows[:, : examples.shared], labels), True: both}
    ranked = {sided: _ranks(rows) for sided, (rows, _) in sides.items()}
    learnt = list[_Learnt | None]()
    for word, name in enumerate(names):
        sided = examples.shared == 0 or mirror_name(name) != name
        rows, answers = sides[sided]
        known = answers[:, word] != UNKNOWN
        holds = answers[known, word] == YES
        if not holds.any() or holds.all():
            learnt.append(None)
            continue
        width = rows.shape[1]
        units = np.clip((rows[known] - mean[:width]) / scale[:width], -FARTHEST, FARTHEST)
        learnt.append(_learn(_Lesson(rows[known], units, ranked[sided][known], holds)))
    never = [bool(not np.any(column == YES) or np.any(column == NO)) for column in labels.T]
    return _pack(tuple(names), description, mean, scale, learnt, never)


def _ranks(rows: Floats) -> Floats:
    from scipy.stats import rankdata

    return np.asarray(rankdata(rows, axis=0), np.float32)


def _learn(lesson: _Lesson) -> _Learnt:
    from sklearn.svm import SVC

    telling = find_telling(lesson.ranks, lesson.holds)
    order = np.argsort(-telling, kind="stable")
    asked, picks = order[:ASKED], order[:PICKED]
    grown = grow(np.ascontiguousarray(lesson.rows[:, asked].T), lesson.holds, OPTIONS)
    trees = Trees(asked[grown.questions].astype(np.int16), grown.limits, grown.values, grown.start)
    stress = telling[picks] / max(float(np.linalg.norm(telling[picks])), 1e-9)
    seen = lesson.units[:, picks] * stress
    machine = SVC(C=COST, gamma=WIDTH).fit(seen, lesson.holds)
    return _Learnt(trees, picks, stress, seen[machine.support_], machine.dual_coef_[0], float(machine.intercept_[0]))


def find_telling(ranks: Floats, holds: NDArray[np.bool_]) -> Floats:
    """How well each feature tells (D,) where a word holds (L,), by its ranks (L, D): 0 not at all, 0.5 without an error (Mann-Whitney)."""
    yes, no = float(holds.sum()), float((~holds).sum())
    return np.asarray(np.abs(ranks[holds].sum(axis=0, dtype=np.float64) - yes * (len(holds) + 1) / 2) / (yes * no), np.float32)


def _pack(
    names: tuple[str, ...], description: str, mean: Floats, scale: Floats, learnt: Sequence[_Learnt | None], never: Sequence[bool]
) -> Words:
    """What was learnt, as arrays of all words."""
    count, depth = len(names), OPTIONS.depth
    width = max([len(each.picks) for each in learnt if each is not None], default=0)
    questions, limits = np.zeros((count, OPTIONS.trees, depth), np.int16), np.zeros((count, OPTIONS.trees, depth), np.float32)
    leaves, start = np.zeros((count, OPTIONS.trees, 2**depth), np.float32), np.zeros(count, np.float32)
    picks, stress, bias = np.zeros((count, width), np.int16), np.zeros((count, width), np.float32), np.zeros(count, np.float32)
    supports, owner, duals = [np.empty((0, width), np.float32)], [np.empty(0, np.int16)], [np.empty(0, np.float32)]
    for word, each in enumerate(learnt):
        if each is None:
            start[word] = -UNSAID if never[word] else UNSAID
            continue
        questions[word], limits[word], leaves[word], start[word] = (
            each.trees.questions,
            each.trees.limits,
            each.trees.values,
            each.trees.start,
        )
        picks[word], stress[word], bias[word] = each.picks, each.stress, each.bias
        supports.append(each.supports.astype(np.float32))
        owner.append(np.full(len(each.duals), word, np.int16))
        duals.append(each.duals.astype(np.float32))
    taught = np.array([each is not None for each in learnt])
    examples = np.concatenate(supports), np.concatenate(owner), np.concatenate(duals)
    return Words(
        names, description, taught, mean.astype(np.float32), scale.astype(np.float32), questions, limits, leaves, start, picks, stress,
        *examples, bias,
    )  # fmt: skip
