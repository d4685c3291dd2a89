import numpy as np

from motionloom.feet.cores import keep_cores


def track(frames, moves):
    """A left heel that stands, but for the frames in which it is moved by so many metres."""
    points = np.zeros((frames, 4, 3))
    for frame, metres in moves.items():
        points[frame, 0, 2] = metres
    bits = np.zeros((frames, 4), bool)
    bits[:, 0] = True
    return points, bits


def test_ends_that_move_are_given_up_where_the_middle_stands():
    points, bits = track(20, {0: -0.02, 1: -0.006, 18: 0.004, 19: 0.01})
    kept = keep_cores(points, bits)
    assert np.flatnonzero(kept[:, 0]).tolist() == list(range(2, 18))
    assert bits.all(axis=0)[0]  # what was given is not changed


def test_a_plant_that_shakes_as_captures_do_is_kept_whole(rng):
    points, bits = track(40, {0: -0.02, 39: 0.02})
    points += rng.normal(0, 0.001, points.shape)
    assert keep_cores(points, bits) is bits


def test_a_plant_that_slides_in_most_of_its_frames_is_kept_whole():
    points, bits = track(20, {frame: 0.002 * (frame - 7) for frame in range(8, 20)})
    assert np.array_equal(keep_cores(points, bits), bits)


def test_a_plant_that_stands_altogether_is_kept_whole():
    points, bits = track(20, {})
    assert keep_cores(points, bits) is bits
