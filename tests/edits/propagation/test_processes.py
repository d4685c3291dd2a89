"""Gaussian processes, moving least squares and the solve over a sequence: what they must be whatever the data."""

import numpy as np
import pytest

from motionloom.core.errors import MotionloomError
from motionloom.edits.propagation import gaussian_process
from motionloom.edits.propagation.features import MOMENT, Features
from motionloom.edits.propagation.gaussian_process import _likelihood, _problem, condition, fit_kernel
from motionloom.edits.propagation.inducing import choose_points, fit_process, induce
from motionloom.edits.propagation.kernel import noise_between
from motionloom.edits.propagation.moving_least_squares import fit_moving_least_squares
from motionloom.edits.propagation.predictor import Lessons, Prediction, fit_projection
from motionloom.edits.propagation.sequence_solve import Weights, solve_sequence


def walk(frames=240, seed=0):
    """Features that go round as a gait does, in two groups, and outputs that depend on the first alone."""
    rng = np.random.default_rng(seed)
    phase = np.arange(frames) / 60 * 2 * np.pi + rng.uniform(0, 6)
    values = np.column_stack([np.sin(phase), np.cos(phase), np.sin(2 * phase), rng.normal(0, 0.3, frames).cumsum() / 9])
    features = Features(values, np.array([0, 0, 0, 1]))
    outputs = np.column_stack([0.3 + 0.2 * values[:, 0], 0.1 * values[:, 0] * values[:, 1], 0.05 * values[:, 2]])
    return Lessons(features, outputs, np.arange(frames) / 60)


def test_the_gradient_of_the_likelihood_is_its_own():
    lessons = walk(60)
    projection = fit_projection(lessons.features, 12)
    x = projection(lessons.features)
    problem = _problem(x, projection.groups, lessons.outputs, noise_between(lessons.seconds))
    theta = np.log([0.4, 0.7, 0.05, *problem.usual]) + 0.1
    slope = _likelihood(theta, problem)[1]
    for number in range(len(theta)):
        step = np.eye(len(theta))[number] * 1e-5
        numeric = (_likelihood(theta + step, problem)[0] - _likelihood(theta - step, problem)[0]) / 2e-5
        assert slope[number] == pytest.approx(numeric, rel=1e-3, abs=1e-3)


def test_what_was_taught_is_known_and_what_is_far_is_not():
    lessons, other = walk(), walk(seed=3)
    process = fit_process(lessons)
    again, elsewhere = process.predict(lessons.features), process.predict(other.features)
    assert np.abs(again.mean - lessons.outputs).max() < 0.02
    assert np.abs(elsewhere.mean - other.outputs).max() < 0.05
    far = process.predict(Features(lessons.features.values + 20.0, lessons.features.groups))
    assert far.variance.min() > 10 * again.variance.max()


def test_a_group_that_an_edit_does_not_depend_on_gets_a_longer_length():
    lessons = walk()
    projection = fit_projection(lessons.features, 12)
    lengths = fit_kernel(projection, lessons).lengths
    usual = [np.sqrt(np.var(projection(lessons.features)[:, projection.groups == group], axis=0).sum()) for group in (0, 1)]
    assert lengths[-1] / usual[1] > 2 * lengths[0] / usual[0]


def test_many_frames_through_few_points_are_nearly_the_same():
    lessons = walk(900)
    projection = fit_projection(lessons.features, 12)
    kernel = fit_kernel(projection, lessons)
    x = kernel.scale(projection(lessons.features))
    other = walk(seed=5).features
    dense, few = condition(projection, kernel, x, lessons), induce(projection, kernel, x, lessons, points=120)
    assert np.abs(dense.predict(other).mean - few.predict(other).mean).max() < 0.02
    points = choose_points(kernel, x, 120)
    assert len(set(points.tolist())) == len(points)


def test_more_frames_than_a_dense_process_holds_are_seen_through_points(monkeypatch):
    monkeypatch.setattr("motionloom.edits.propagation.inducing.DENSE", 100)
    assert hasattr(fit_process(walk(200)), "inner")


def test_an_edit_that_is_the_same_everywhere_is_so_everywhere():
    lessons = walk()
    same = Lessons(lessons.features, np.repeat([[0.2, -0.1]], len(lessons.outputs), axis=0), lessons.seconds)
    far = Features(lessons.features.values + 5.0, lessons.features.groups)
    for fit in (fit_process, fit_moving_least_squares):
        assert np.abs(fit(same).predict(far).mean - [0.2, -0.1]).max() < 1e-3, fit.__name__


def test_a_batch_is_its_frames_one_by_one():
    lessons = walk()
    rows = [Features(lessons.features.values[row : row + 1], lessons.features.groups) for row in (3, 77)]
    for fit in (fit_process, fit_moving_least_squares):
        process = fit(lessons)
        whole = process.predict(lessons.features)
        for row, features in zip((3, 77), rows, strict=True):
            assert np.allclose(process.predict(features).mean, whole.mean[row], atol=1e-9)


def predicted(rng, frames, outputs):
    variance = rng.uniform(0.05, 1, frames)
    return Prediction(rng.normal(size=(frames, outputs)), variance, 1.0, variance[:, None] * np.full(outputs, 1 / outputs))


def brute(pose, dynamics, fps, weights):
    """The same problem with dense matrices."""
    count = len(pose.mean)
    known, plain = weights.pose / pose.variance, weights.source_pose * pose.variance / pose.energy**2
    moved, still = (
        w[1:-1] for w in (weights.dynamics / dynamics.variance, weights.source_dynamics * dynamics.variance / dynamics.energy**2)
    )
    second = np.zeros((count - 2, count))
    for row in range(count - 2):
        second[row, row : row + 3] = np.array([1, -2, 1]) * (MOMENT * fps) ** 2
    matrix = np.diag(known + plain) + second.T @ np.diag(moved + still) @ second
    return np.linalg.solve(matrix, known[:, None] * pose.mean + second.T @ (moved[:, None] * dynamics.mean[1:-1]))


def test_the_banded_solve_is_the_dense_one():
    rng = np.random.default_rng(1)
    pose = predicted(rng, 30, 4)
    dynamics = predicted(rng, 30, 4)
    weights = Weights(1.0, 0.3, 0.5, 0.2)
    assert np.allclose(solve_sequence(pose, dynamics, 30.0, weights), brute(pose, dynamics, 30.0, weights), atol=1e-8)


def test_weights_say_whom_to_believe():
    rng = np.random.default_rng(2)
    pose, dynamics = (predicted(rng, 40, 2) for _ in range(2))
    assert np.allclose(solve_sequence(pose, dynamics, 60.0, Weights(1, 0, 0, 0)), pose.mean)
    assert np.abs(solve_sequence(pose, dynamics, 60.0, Weights(0, 0, 1, 1))).max() < 1e-9
    with pytest.raises(MotionloomError, match="nothing else says where the body is"):
        Weights(pose=0.0, source_pose=0.0)
    with pytest.raises(MotionloomError, match="dynamics"):
        Weights(dynamics=float("nan"))


def test_fitting_is_the_same_every_time():
    lessons = walk()
    projection = fit_projection(lessons.features, gaussian_process.INPUTS)
    one, other = fit_kernel(projection, lessons), fit_kernel(projection, lessons)
    assert (one.broad, one.alike, one.noise) == (other.broad, other.alike, other.noise)


def test_leaving_frames_out_is_never_having_seen_them():
    lessons = walk(120)
    projection = fit_projection(lessons.features, 12)
    kernel = fit_kernel(projection, lessons)
    x = kernel.scale(projection(lessons.features))
    whole = condition(projection, kernel, x, lessons)
    rows = gaussian_process.parts_of(120)[2]
    kept = np.ones(120, bool)
    kept[rows] = False
    covariance = kernel.between(x, x) + kernel.noise * noise_between(lessons.seconds)
    alone = np.linalg.solve(covariance[np.ix_(kept, kept)], lessons.outputs[kept] - whole.mean)
    assert not whole.without[2][rows].any()
    assert np.allclose(whole.without[2][kept], alone, rtol=1e-6, atol=1e-6 * np.abs(alone).max())


def test_doubt_is_least_at_what_was_taught_and_grows_with_the_distance():
    lessons = walk()
    for process in (fit_process(lessons), fit_moving_least_squares(lessons)):
        seen = process.predict(lessons.features).doubt
        far, farther = (process.predict(Features(lessons.features.values + by, lessons.features.groups)).doubt for by in (3.0, 6.0))
        assert seen.mean() < 0.2 * far.mean()
        assert far.mean() <= farther.mean() * 1.001
