import numpy as np
import pytest

from motionloom.feet.cleanup.ground import level_ground
from motionloom.feet.cleanup.runs import place_all, to_table


def foot(frames, drift=0.0):
    """A flat left foot 0.15 m long that drifts along z, and a right foot far away."""
    points = np.zeros((frames, 4, 3))
    points[:, 0, 2] = np.arange(frames) * drift
    points[:, 1, 2] = 0.15 + np.arange(frames) * drift
    points[:, 2:, 0] = 5.0
    return points


def bits(frames, heel, toe):
    found = np.zeros((frames, 4), bool)
    found[slice(*heel), 0] = True
    found[slice(*toe), 1] = True
    return found


def test_a_place_is_the_mean_on_the_ground():
    points = foot(20, drift=0.01)
    points[:, :2, 1] = 0.03
    (run,) = place_all(points, bits(20, (5, 15), (0, 0)), level_ground(0.0), 0.3, None)
    assert np.allclose(run.place, [0, 0, points[5:15, 0, 2].mean()])
    assert run.farthest == pytest.approx(np.hypot(0.045, 0.03))


def test_heel_and_toe_stay_a_foot_apart():
    runs = place_all(foot(30, drift=0.01), bits(30, (2, 20), (6, 28)), level_ground(0.0), 0.3, None)
    heel, toe = sorted(runs, key=lambda run: run.point)
    assert np.linalg.norm(heel.place - toe.place) == pytest.approx(0.15, abs=1e-6)
    assert (heel.start, toe.start) == (2, 6)


def test_only_the_horizon_is_looked_at():
    points = foot(30, drift=0.01)
    (run,) = place_all(points, bits(30, (0, 30), (0, 0)), level_ground(0.0), 1.0, 5)
    assert run.place[2] == pytest.approx(points[:5, 0, 2].mean())


def test_what_would_move_too_far_is_not_held():
    (run,) = place_all(foot(60, drift=0.02), bits(60, (0, 60), (0, 0)), level_ground(0.0), 0.3, None)
    assert not run.held
    assert len(to_table([run], foot(60)).points) == 0


def test_what_stands_already_is_still():
    (run,) = place_all(foot(10), bits(10, (0, 10), (0, 0)), level_ground(0.0), 0.3, None)
    assert run.still
