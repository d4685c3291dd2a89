import math

import numpy as np
import pytest

from motionloom.navigation.scene import Agent, Emitter, Goal, Obstacle, Scene, SceneError, box, circle, wall


def test_an_obstacle_that_moves_goes_straight_from_place_to_place_and_stays_where_its_way_ends():
    obstacle = Obstacle(circle((0, 0), 0.5), np.array([[1.0, 0.0, 0.0], [3.0, 4.0, 2.0]]))
    assert obstacle.places(np.array([0.0, 2.0, 9.0])).tolist() == [[0, 0], [2, 1], [4, 2]]


def test_a_box_turns_to_the_left_as_headings_do():
    # Facing +z the left is +x: what lies ahead (+z) comes to lie at +x.
    turned = box((-0.1, -2.0), (0.1, 2.0), math.pi / 4)
    assert turned.covers(circle((1.0, 1.0), 0.05))
    assert not turned.covers(circle((-1.0, 1.0), 0.05))


def test_a_wall_is_as_wide_as_it_says():
    assert wall(np.array([[0.0, 0.0], [4.0, 0.0]]), 0.2).bounds == pytest.approx((0, -0.1, 4, 0.1))


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: Goal((0.0, math.nan)), "x and z"),
        (lambda: Goal((0.0, 0.0), within=0.0), "within some metres"),
        (lambda: Goal((0.0, 0.0), by=-1.0), "later than 0 s"),
        (lambda: Agent("a", (0.0, 0.0), radius=-1.0), "radius"),
        (lambda: Agent("a", (0.0, 0.0), speed=-1.0), "speed"),
        (lambda: Emitter(Agent("a", (0.0, 0.0)), 0.0), "some seconds apart"),
        (lambda: Obstacle(circle((0, 0), 1e9)), "within"),
        (lambda: Obstacle(circle((0, 0), 1), np.array([[1.0, 0, 0], [1.0, 1, 1]])), "increase"),
        (lambda: Scene(bounds=(0.0, 0.0, 0.0, 1.0)), "bounds"),
        (lambda: Scene(agents=(Agent("a", (0.0, 0.0)), Agent("a", (1.0, 0.0)))), "two agents called 'a'"),
        (lambda: Scene(agents=(Agent("ada", (0.0, 0.0)),)).agent("bo"), "there is ada"),
    ],
)
def test_what_makes_no_sense_is_one_line(make, text):
    with pytest.raises(SceneError, match=text):
        make()
