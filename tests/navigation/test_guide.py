import math
from itertools import pairwise

import numpy as np
import pytest

from motionloom.navigation.guide import make_guide
from motionloom.navigation.scene import Obstacle, Scene, box
from motionloom.navigation.surroundings import surround

WALL = Scene("wall", (Obstacle(box((-3.0, 4.0), (3.0, 4.4)), name="wall"),))


def test_the_way_round_a_wall_is_its_length_and_never_more():
    radius, goal = 0.3, (0.0, 9.0)
    guide = make_guide(WALL, surround(WALL, radius), goal, [(0.0, 0.0)])
    # Round both corners of one end; the corners of the grown wall are round, so this is a little more than the shortest way.
    corners = [(0.0, 0.0), (3.0 + radius, 4.0 - radius * 0.41), (3.0 + radius, 4.4 + radius * 0.41), goal]
    longest = sum(math.dist(a, b) for a, b in pairwise(corners))
    found = float(guide.distance(np.zeros((1, 2)))[0])
    assert 0.93 * longest < found < longest


def test_without_obstacles_it_is_the_straight_line():
    guide = make_guide(Scene(), surround(Scene(), 0.3), (3.0, 4.0), [(0.0, 0.0)])
    assert guide.distance(np.zeros((1, 2)))[0] == pytest.approx(5.0)


def test_where_there_is_no_way_it_is_without_end():
    closed = Scene(
        "closed", tuple(Obstacle(box(*corners)) for corners in [((-2, 1), (2, 1.2)), ((-2, 3), (2, 3.2))]), bounds=(-2, -2, 2, 6)
    )
    guide = make_guide(closed, surround(closed, 0.3), (0.0, 5.0), [(0.0, 0.0)])
    assert np.isinf(guide.distance(np.zeros((1, 2)))[0])
