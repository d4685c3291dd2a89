import numpy as np

from motionloom.judge.measures.depth import read
from motionloom.judge.take import Take


def test_a_foot_that_sinks_is_as_deep_as_it_sinks(walk):
    roots = np.repeat(walk.root_positions[:1], 240, axis=0).copy()
    roots[100:110, 1] -= 0.05
    sunk = walk.with_arrays(np.repeat(walk.rotations[:1], 240, axis=0), roots)
    values = read(Take(sunk)).values
    assert np.allclose(values[102:108].max(axis=1), 0.05, atol=2e-3)
    assert values[:90].max() < 1e-3
