import numpy as np
import pytest

from motionloom.feet.cleanup.ground import level_ground
from motionloom.feet.cleanup.runs import FAR, HIGH, Bounds, place_all, to_table


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
    (run,) = place_all(points, bits(20, (5, 15), (0, 0)), level_ground(0.0), Bounds())
    assert np.allclose(run.place, [0, 0, points[5:15, 0, 2].mean()])
    assert run.farthest == pytest.approx(np.hypot(0.045, 0.03))


def test_heel_and_toe_stay_a_foot_apart():
    runs = place_all(foot(30, drift=0.01), bits(30, (2, 20), (6, 28)), level_ground(0.0), Bounds())
    heel, toe = sorted(runs, key=lambda run: run.point)
    assert np.linalg.norm(heel.place - toe.place) == pytest.approx(0.15, abs=1e-6)
    assert (heel.start, toe.start) == (2, 6)


def test_only_the_horizon_is_looked_at():
    points = foot(30, drift=0.01)
    (run,) = place_all(points, bits(30, (0, 30), (0, 0)), level_ground(0.0), Bounds(limit=1.0, horizon=5))
    assert run.place[2] == pytest.approx(points[:5, 0, 2].mean())


def test_what_would_move_too_far_is_not_held():
    (run,) = place_all(foot(60, drift=0.02), bits(60, (0, 60), (0, 0)), level_ground(0.0), Bounds())
    assert run.left == FAR
    assert not run.held
    table = to_table([run])
    assert not table.held.any()
    assert table.still.all()


def test_what_stands_already_is_still():
    (run,) = place_all(foot(10), bits(10, (0, 10), (0, 0)), level_ground(0.0), Bounds())
    assert run.still


def test_what_is_too_high_is_not_held_and_in_passing_less_is_too_high():
    points = foot(60)
    points[:20, 0, 1], points[20:40, 0, 1], points[40:, 0, 1] = 0.05, 0.28, 0.05
    planted = bits(60, (5, 8), (0, 0)) | bits(60, (20, 38), (0, 0)) | bits(60, (45, 60), (0, 0))
    runs = place_all(points, planted, level_ground(0.0), Bounds(shortest=4, rise=0.08))
    assert [run.left for run in runs] == [HIGH, HIGH, ""]
    assert [run.height for run in runs] == pytest.approx([0.05, 0.28, 0.05])


def test_a_plant_that_goes_on_beyond_the_horizon_counts_as_long():
    bounds = Bounds(shortest=10, rise=0.09, horizon=2)
    assert bounds.rise_of(2) == 0.09
    assert bounds.rise_of(1) == pytest.approx(0.03)


@pytest.mark.parametrize("horizon", [None, 6, 40])
def test_a_foot_that_is_lifted_for_a_moment_comes_down_in_the_same_place(horizon):
    planted = bits(40, (0, 12), (0, 0)) | bits(40, (15, 40), (0, 0))
    soon = place_all(foot(40, drift=0.002), planted, level_ground(0.0), Bounds(pause=5, horizon=horizon))
    assert np.array_equal(soon[0].place, soon[1].place)
    late = place_all(foot(40, drift=0.002), planted, level_ground(0.0), Bounds(pause=2, horizon=horizon))
    assert not np.allclose(late[0].place, late[1].place)


def test_without_a_horizon_the_shared_place_is_the_mean_of_all():
    points = foot(40, drift=0.001)
    planted = bits(40, (0, 4), (0, 0)) | bits(40, (6, 40), (0, 0))
    runs = place_all(points, planted, level_ground(0.0), Bounds(pause=5))
    assert runs[1].place[2] == pytest.approx(points[planted[:, 0], 0, 2].mean())


def test_a_step_is_a_step_however_quick():
    points = foot(40)
    points[20:, 0, 2] += 0.2
    runs = place_all(points, bits(40, (0, 18), (0, 0)) | bits(40, (21, 40), (0, 0)), level_ground(0.0), Bounds(pause=5))
    assert runs[1].place[2] - runs[0].place[2] == pytest.approx(0.2)


def test_nobody_calls_a_plant_still_whose_end_was_not_seen():
    points = foot(60)
    points[30:, :2, 2] += 0.01 * np.arange(30)[:, None]
    (run,) = place_all(points, bits(60, (0, 60), (0, 0)), level_ground(0.0), Bounds(horizon=10))
    assert run.farthest == 0
    assert not run.still
    (whole,) = place_all(foot(10), bits(10, (0, 5), (0, 0)), level_ground(0.0), Bounds(horizon=10))
    assert whole.still
