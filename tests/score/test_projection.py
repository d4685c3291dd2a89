"""Projections keep what varies, each component of unit variance."""

import numpy as np

from motionloom.score.projection import fit_projection


def test_components_are_uncorrelated_and_of_unit_variance(rng):
    features = rng.normal(size=(500, 3)) @ rng.normal(size=(3, 12)) + rng.normal(scale=0.01, size=(500, 12)) + 5
    reduced = fit_projection(features, 3)(features)
    np.testing.assert_allclose(np.cov(reduced.T), np.eye(3), atol=0.02)
    np.testing.assert_allclose(reduced.mean(axis=0), 0, atol=1e-9)


def test_constant_features_do_no_harm():
    assert np.all(np.isfinite(fit_projection(np.ones((10, 6)), 4, group=3)(np.ones((2, 6)))))
