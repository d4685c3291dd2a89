"""Runs in an environment that has scikit-activeml, where Motionloom is not installed: its uncertainty sampling chooses the questions.

Lines of JSON come in. The first names files: rows (N, D) and piece (N,), and the kernel's gamma, cost and slope. Each other names
examples (L, D) and labels (L, W) and the questions asked and how many to choose; the numbers of the next questions go out.
"""

# mypy: ignore-errors
import json
import sys

import numpy as np
from skactiveml.classifier import SklearnClassifier
from skactiveml.pool import UncertaintySampling
from sklearn.svm import SVC


class Machine(SVC):
    """The same machine as ours, with its margins as chances."""

    slope = 2.0

    def predict_proba(self, X):
        chance = 1 / (1 + np.exp(-np.clip(self.slope * self.decision_function(X), -30, 30)))
        return np.stack([1 - chance, chance], axis=1)


def kernel(a, b, gamma):
    squares = np.sum(a**2, axis=1)[:, None] + np.sum(b**2, axis=1)[None] - 2 * a @ b.T
    return np.exp(-gamma * np.maximum(squares, 0))


def main():
    first = json.loads(sys.stdin.readline())
    rows, piece = np.load(first["rows"]), np.load(first["piece"])
    for line in sys.stdin:
        asked = json.loads(line)
        examples, labels = np.load(asked["examples"]), np.load(asked["labels"])
        products = kernel(rows, examples, first["gamma"])
        own, free = kernel(examples, examples, first["gamma"]), ~np.isin(piece, asked["asked"])
        total = np.zeros(int(free.sum()))
        for word in range(labels.shape[1]):
            known = labels[:, word] >= 0
            answers = labels[known, word].astype(float)
            if answers.min() == answers.max():
                continue
            machine = SklearnClassifier(Machine(C=first["cost"], kernel="precomputed"), classes=[0.0, 1.0], random_state=0)
            chooser = UncertaintySampling(method="least_confident", random_state=0)
            _, useful = chooser.query(
                own[np.ix_(known, known)], answers, machine, candidates=products[np.ix_(free, known)], return_utilities=True
            )
            total += np.nan_to_num(useful[0])
        there = piece[free]
        score = np.bincount(there, total, piece.max() + 1) / np.maximum(np.bincount(there, minlength=piece.max() + 1), 1)
        score[[each for each in asked["asked"] if each < len(score)]] = -np.inf
        print(json.dumps([int(each) for each in np.argsort(-score)[: asked["count"]]]), flush=True)


main()
