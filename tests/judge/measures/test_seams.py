import numpy as np

from motionloom.judge.measures.seams import read, read_everywhere
from motionloom.judge.take import Take


def test_only_the_tenth_of_a_second_about_joins_is_read(walk):
    values = read(Take(walk, joins=(200, 400))).values[:, 0]
    near = np.zeros(len(walk), bool)
    near[188:213] = near[388:413] = True
    assert np.array_equal(np.isfinite(values), near)


def test_a_jump_in_place_shows_at_its_join(walk):
    roots = walk.root_positions.copy()
    roots[300:] += [0.1, 0.0, 0.0]
    take = Take(walk.with_arrays(walk.rotations, roots), joins=(300,))
    assert np.nanmax(read(take).values) == np.nanmax(read_everywhere(take).values) > 300


def test_joins_at_the_ends_are_no_error(walk):
    assert np.isfinite(read(Take(walk, joins=(0, len(walk) - 1))).values).any()
