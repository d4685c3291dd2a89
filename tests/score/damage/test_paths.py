"""Damage to the path: poses stay in a slide, feet stay in a lean, time runs faster at a wrong rate."""

import numpy as np

from motionloom.core.ground import foot_points
from motionloom.score.captures import Capture
from motionloom.score.damage.paths import lean, play_too_fast, slide


def first_made(damage, capture, rng):
    return next(found for found in (damage(capture, capture, rng) for _ in range(20)) if found is not None)


def test_a_slide_changes_no_pose(walk, rng):
    damaged = first_made(slide, walk, rng)
    np.testing.assert_array_equal(damaged.motion.rotations, walk.motion.rotations)
    away = np.linalg.norm(damaged.motion.root_positions - walk.motion.root_positions, axis=1)
    assert 0.03 < away[-1] < 0.7


def test_what_does_not_stand_cannot_slide(walk, rng):
    flying = Capture(walk.motion, "nobody", (), np.zeros_like(walk.plants))
    assert slide(flying, flying, rng) is None
    assert lean(flying, flying, rng) is None


def test_a_lean_moves_the_head_and_hardly_the_feet(captures, rng):
    standing = captures[2].part(0, 120)
    damaged = first_made(lean, standing, rng)
    feet = np.abs(foot_points(damaged.motion) - foot_points(standing.motion)).max()
    head = np.abs(damaged.motion.positions() - standing.motion.positions()).max()
    assert head > 0.3
    assert feet < 0.5 * head


def test_a_wrong_rate_goes_as_far_in_less_time(walk, captures, rng):
    damaged = play_too_fast(walk, walk, rng)
    assert len(damaged.motion) < len(walk.motion) / 1.5
    assert damaged.motion.fps == walk.motion.fps
    standing = captures[2].part(0, 120)
    assert play_too_fast(standing, standing, rng) is None
