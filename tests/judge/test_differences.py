import numpy as np
import pytest

from motionloom.judge.differences import acceleration, length, mean_over, stride_of, velocity


@pytest.mark.parametrize(("fps", "stride"), [(240, 4), (120, 2), (100, 2), (60, 1), (50, 1), (30, 1)])
def test_a_step_is_a_sixtieth_of_a_second_where_there_are_frames_enough(fps, stride):
    assert stride_of(fps) == stride


@pytest.mark.parametrize("stride", [1, 2, 4])
def test_a_parabola_has_its_own_velocity_and_acceleration(stride):
    fps = 120.0
    time = np.arange(100) / fps
    values = (1.5 * time + 4.0 * time**2)[:, None]
    speeds, pushes = velocity(values, fps, stride), acceleration(values, fps, stride)
    middle = time if stride % 2 == 0 else time - 0.5 / fps
    assert np.nanmax(np.abs(speeds[:, 0] - (1.5 + 8.0 * middle))) < 1e-9
    assert np.nanmax(np.abs(pushes - 8.0)) < 1e-6
    assert np.isnan(pushes[:stride]).all()
    assert np.isnan(pushes[-stride:]).all()


def test_too_few_frames_have_no_differences():
    assert np.isnan(velocity(np.zeros((2, 3)), 60.0, 2)).all()
    assert np.isnan(acceleration(np.zeros((2, 3)), 60.0, 1)).all()


def test_length_is_the_norm(rng):
    vectors = rng.normal(size=(5, 4, 3))
    assert np.allclose(length(vectors), np.linalg.norm(vectors, axis=-1))


def test_a_moving_mean_is_the_mean_of_what_is_there(rng):
    values = rng.normal(size=(30, 2))
    found = mean_over(values, 7)
    looped = np.array([values[max(0, n - 3) : n + 4].mean(axis=0) for n in range(30)])
    assert np.allclose(found, looped)
