"""The forward pass agrees with hmmlearn; the least likely part counts."""

import numpy as np
import pytest

from motionloom.score.objective_set import make_naturals
from motionloom.score.projection import Projection
from motionloom.score.scorers.hmm import PARTS, HmmEnsemble, PartModel, part_features


def test_frame_likelihoods_add_up_to_the_motion_s(rng):
    from hmmlearn.hmm import GaussianHMM

    hmm = GaussianHMM(3, "diag")
    hmm.startprob_, hmm.transmat_ = np.array([0.5, 0.3, 0.2]), np.array([[0.8, 0.1, 0.1], [0.2, 0.7, 0.1], [0.1, 0.3, 0.6]])
    hmm.means_, variances = rng.normal(size=(3, 2)), rng.uniform(0.5, 2, (3, 2))
    hmm.covars_ = variances
    model = PartModel(Projection(np.zeros(2), np.ones(2), np.eye(2)), hmm.startprob_, hmm.transmat_, hmm.means_, variances)
    features = rng.normal(size=(50, 2))
    assert model.frame_likelihoods(features).sum() == pytest.approx(hmm.score(features))


def test_whole_body_limbs_and_pairs(walk):
    assert len(PARTS) == 1 + 5 + 10
    features = part_features(walk.motion)
    assert features["whole body"].shape[1] == 9 * 21
    assert features["left arm"].shape[1] == 9 * 4


def test_the_worst_part_counts(captures, walk, rng):
    score = HmmEnsemble.fit(make_naturals(captures, 6, rng), rng).score(walk.motion)
    assert score.total == max(score.terms.values())
    assert set(score.terms) == set(PARTS)
