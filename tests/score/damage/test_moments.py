"""Damage of a moment: a knee pops and is back, a body on its way stops and stays."""

import numpy as np

from motionloom.core.body import body_of
from motionloom.score.damage.moments import pop_knee, stop_dead


def test_a_knee_pops_and_is_back(walk, rng):
    damaged = pop_knee(walk, walk, rng)
    knees = [body_of(walk.motion.skeleton).roles[f"{side}_knee"] for side in ("left", "right")]
    changed = np.abs(damaged.motion.rotations - walk.motion.rotations).max(axis=2) > 1e-4
    assert set(np.flatnonzero(changed.any(axis=0))) <= set(knees)
    assert 1 <= changed.any(axis=1).sum() <= 0.12 * walk.motion.fps
    assert damaged.touched[changed.any(axis=1)].all()


def test_a_body_on_its_way_stops_within_a_tenth_of_a_second(walk, rng):
    damaged = stop_dead(walk, walk, rng)
    speed = np.linalg.norm(np.diff(damaged.motion.root_positions[:, [0, 2]], axis=0), axis=1) * walk.motion.fps
    stopped = np.flatnonzero(speed < 1e-3)
    assert len(stopped)
    assert (speed[stopped[0] :] < 1e-3).all()
    before = int(np.flatnonzero(damaged.touched)[0])
    np.testing.assert_allclose(damaged.motion.rotations[:before], walk.motion.rotations[:before], atol=1e-6)


def test_who_stands_has_no_momentum_to_lose(captures, rng):
    standing = captures[2].part(0, 120)
    assert stop_dead(standing, standing, rng) is None
