import numpy as np

from motionloom.feet.boosting import TreeOptions, Trees, grow


def make_rows(rng, count=3000):
    columns = rng.standard_normal((6, count)).astype(np.float32)
    return columns, (columns[1] > 0.2) ^ (columns[4] < -0.3)


def test_trees_learn_what_no_single_number_tells(rng):
    columns, planted = make_rows(rng)
    new, truth = make_rows(rng)
    assert np.mean((grow(columns, planted).odds(new) > 0) == truth) > 0.97


def test_growing_is_the_same_each_time(rng):
    columns, planted = make_rows(rng)
    one, other = grow(columns, planted), grow(columns, planted)
    for part in ("questions", "limits", "values"):
        assert np.array_equal(getattr(one, part), getattr(other, part))


def test_odds_are_the_sum_of_the_leaves_that_a_row_reaches(rng):
    columns, planted = make_rows(rng, 500)
    trees = grow(columns, planted, TreeOptions(trees=7, depth=3))
    for row in range(0, 500, 50):
        total = trees.start
        for questions, limits, values in zip(trees.questions, trees.limits, trees.values, strict=True):
            answers = columns[questions, row] > limits
            total += values[int(answers @ [4, 2, 1])]
        assert np.isclose(trees.odds(columns)[row], total, atol=1e-5)


def test_numbers_that_never_change_are_not_asked_about(rng):
    columns, planted = make_rows(rng)
    columns[2] = 1
    assert 2 not in grow(columns, planted, TreeOptions(trees=20)).questions


def test_without_trees_the_start_is_the_answer():
    trees = Trees(np.zeros((0, 2), np.int16), np.zeros((0, 2), np.float32), np.zeros((0, 4), np.float32), 0.5)
    assert np.allclose(trees.odds(np.zeros((3, 4), np.float32)), 0.5)
