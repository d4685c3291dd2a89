from dataclasses import replace

import numpy as np
import pytest

from motionloom import sample
from motionloom.core.masks import find_runs
from motionloom.judge.measures.hover import read
from motionloom.judge.take import Take


@pytest.fixture(scope="module")
def jump():
    return sample.make("boris", "jump").motion


def test_a_jump_falls(jump):
    assert not read(Take(jump)).values.any()


def test_a_jump_in_slow_motion_hovers_in_its_flight_only(jump):
    slow = Take(replace(jump, fps=jump.fps / 2))
    hovering = read(slow).values[:, 0] > 0
    assert hovering.any()
    assert not (hovering & ~slow.flight).any()


def test_a_pose_held_above_the_floor_hovers(walk):
    roots = walk.root_positions.copy()
    middle = slice(len(roots) // 2, len(roots) // 2 + round(0.3 * walk.fps))
    roots[middle, 1] += 0.1
    take = Take(walk.with_arrays(walk.rotations, roots))
    hovering = read(take).values[:, 0] > 0
    assert hovering[middle].mean() > 0.5
    assert not hovering[: middle.start - 5].any()
    assert all(stop - start < 0.5 * walk.fps for start, stop in find_runs(np.asarray(hovering)))
