import numpy as np

from motionloom.feet.forest import Forest, grow_forest


def make_forest(rng):
    described = rng.standard_normal((1000, 4)).astype(np.float32)
    return grow_forest(described, np.stack([described[:, 0] > 0, described[:, 1] > 0], axis=1), reach=0.5)


def test_both_feet_are_judged_alike(rng):
    forest = make_forest(rng)
    foot = rng.standard_normal((4, 30)).astype(np.float32)
    chances = forest.chances(np.stack([foot, foot]))
    assert np.array_equal(chances[:, :2], chances[:, 2:])
    assert np.all((chances >= 0) & (chances <= 1))
    assert np.mean((chances[:, 0] > 0.5) == (foot[0] > 0)) > 0.85


def test_arrays_are_read_back_as_they_were(rng):
    forest = make_forest(rng)
    again = Forest.from_arrays(forest.to_arrays())
    foot = rng.standard_normal((2, 4, 30)).astype(np.float32)
    assert np.array_equal(forest.chances(foot), again.chances(foot))
    assert again.reach == forest.reach


def test_corrections_fade_with_distance(rng):
    surprises = np.array([[1, -1]], np.float32)
    distances = np.array([[0.0], [0.5], [5.0]], np.float32)
    added = make_forest(rng).corrections(surprises, np.zeros((3, 1), np.int32), distances)
    assert added[0, 0] > added[1, 0] > added[2, 0] >= 0
    assert added[2, 0] < 1e-6
    assert np.array_equal(added[:, 0], -added[:, 1])
