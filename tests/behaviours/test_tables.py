import numpy as np

from motionloom.behaviours.tables import FEATURES, make_tables


def test_tables_hold_the_machine(sample_machine):
    t = make_tables(sample_machine)
    frames = sum(len(motion) for state in sample_machine.states for motion in state.motions)
    assert t.rotations.shape == (frames, len(sample_machine.skeleton), 4)
    assert t.features.shape == (t.firsts[-1], 3, FEATURES)
    assert len(t.windows) == len(sample_machine.transitions) + 2  # the loops of stand and walk
    for s, state in enumerate(sample_machine.states):
        assert t.sizes[s] == len(state.motions)
        assert t.clips[s, t.sizes[s]] - t.clips[s, 0] == sum(map(len, state.motions))
        assert np.array_equal(t.warps[t.firsts[s] : t.firsts[s + 1], : t.sizes[s]], state.frames)
        assert (t.ranges[s, s, 1] > t.ranges[s, s, 0]) == state.cyclic
    assert np.allclose(t.weights.sum(axis=2), 1)
    assert np.allclose(t.samples.sum(axis=2), 1)
