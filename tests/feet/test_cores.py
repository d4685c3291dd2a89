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
    kept = keep_cores(points, bits, 60.0)
    assert np.flatnonzero(kept[:, 0]).tolist() == list(range(2, 18))
    assert bits.all(axis=0)[0]  # what was given is not changed


def test_a_plant_that_shakes_as_captures_do_is_kept_whole(rng):
    points, bits = track(40, {0: -0.02, 39: 0.02})
    points += rng.normal(0, 0.001, points.shape)
    assert keep_cores(points, bits, 60.0) is bits


def test_a_plant_that_slides_in_most_of_its_frames_is_kept_whole():
    points, bits = track(20, {frame: 0.002 * (frame - 7) for frame in range(8, 20)})
    assert np.array_equal(keep_cores(points, bits, 60.0), bits)


def test_a_plant_that_stands_altogether_is_kept_whole():
    points, bits = track(20, {})
    assert keep_cores(points, bits, 60.0) is bits


def test_a_short_plant_that_rests_exactly_ends_with_its_rest():
    """A held toe of a runner: three frames of nine."""
    points, bits = track(9, {0: -0.012, 1: -0.004, 5: 0.002, 6: 0.005, 7: 0.009, 8: 0.015})
    assert np.flatnonzero(keep_cores(points, bits, 60.0)[:, 0]).tolist() == [2, 3, 4]


def test_frames_that_a_file_repeats_are_no_rest():
    """Captured at 30 Hz, written at 120: every frame four times."""
    points, bits = track(12, {frame: 0.003 * (frame // 4) for frame in range(12)})
    assert keep_cores(points, bits, 120.0) is bits
