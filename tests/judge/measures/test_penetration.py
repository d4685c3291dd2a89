import numpy as np

from motionloom.judge._kernels import _gap, deepest_overlap
from motionloom.judge.measures.penetration import capsules, read
from motionloom.judge.take import Take
from tests.judge.damage import put_arm_through_body


def test_an_arm_through_the_body_is_deep_in_it(walk):
    before, after = (read(Take(motion)) for motion in (walk, put_arm_through_body(walk, 3.0)))
    assert before.values.max() < 0.02
    assert after.values[360, 0] > 0.05
    assert "forearm" in after.channel(360, 0)


def test_no_pair_touches_in_the_rest_pose_or_shares_a_joint(walk):
    ends, radii, pairs, names = capsules(walk.skeleton)
    rest = np.ascontiguousarray(walk.skeleton.rest_positions[None])
    depth, which = np.ones(1), np.zeros(1, np.intp)
    deepest_overlap(np.ascontiguousarray(rest[:, ends[:, 0]]), np.ascontiguousarray(rest[:, ends[:, 1]]), radii, pairs, depth, which)
    assert depth[0] == 0.0
    assert len(names) == len(pairs) > 20
    assert all(not set(ends[m]) & set(ends[n]) for m, n in pairs)


def test_gaps_are_the_least_over_a_fine_grid(rng):
    s = np.linspace(0, 1, 201)[:, None]
    for _ in range(50):
        a, b, c, d = rng.normal(size=(4, 3))
        grid = np.linalg.norm((a + s * (b - a))[:, None] - (c + s * (d - c))[None], axis=-1).min()
        assert abs(_gap(a, b, c, d) - grid) < 0.02
        assert _gap(a, b, c, d) <= grid + 1e-12
    assert _gap(a, a, a, a) == 0.0
