import numpy as np

from motionloom.navigation.route import make_route
from motionloom.navigation.scene import Obstacle, Scene, box
from motionloom.navigation.surroundings import surround

WALL = Scene("wall", (Obstacle(box((-3.0, 4.0), (3.0, 4.4)), name="wall"),))
GOAL = (0.0, 9.0)


def walk(route, place, step=0.25, most=200):
    """Places on the way from a place to the goal, a little at a time."""
    found = [np.asarray(place, dtype=np.float64)]
    while len(found) < most and np.hypot(*(found[-1] - route.goal)) > 1e-9:
        found.append(route.look_ahead(found[-1][None], np.array([step]))[0])
    return np.array(found)


def test_it_leads_to_the_goal_round_the_wall_with_room_to_spare():
    around = surround(WALL, 0.3)
    way = walk(make_route(WALL, around, GOAL, [(0.0, 0.0)]), (0.0, 0.0))
    assert np.allclose(way[-1], GOAL)
    assert not around.touches(way, np.zeros(len(way))).any()
    assert not surround(WALL, 0.45).touches(way, np.zeros(len(way))).any()  # there is room, so it takes some
    assert np.hypot(*np.diff(way, axis=0).T).sum() < 1.12 * 2 * np.hypot(3.3, 4.5)


def test_through_a_gap_as_narrow_as_a_body_it_goes_in_the_middle():
    sides = [box((-4.0, 4.0), (-0.32, 4.4)), box((0.32, 4.0), (4.0, 4.4))]
    gap = Scene("gap", tuple(Obstacle(side) for side in sides), bounds=(-4.0, -1.0, 4.0, 10.0))
    way = walk(make_route(gap, surround(gap, 0.3), GOAL, [(0.0, 0.0)]), (0.0, 0.0))
    assert np.allclose(way[-1], GOAL)
    assert np.abs(way[(way[:, 1] > 3.9) & (way[:, 1] < 4.5), 0]).max() < 0.02


def test_who_is_astray_is_led_back_and_who_is_shut_in_stays():
    route = make_route(WALL, surround(WALL, 0.3), GOAL, [(0.0, 0.0)])
    inside = np.array([[0.0, 3.8]])  # nearer to the wall than a body can be
    assert np.hypot(*(route.look_ahead(inside, np.array([1.0])) - inside)[0]) > 0.5
    far_inside = Scene("block", (Obstacle(box((-3.0, -3.0), (3.0, 3.0))),))
    shut = make_route(far_inside, surround(far_inside, 0.3), GOAL)
    assert np.array_equal(shut.look_ahead(np.zeros((1, 2)), np.ones(1)), np.zeros((1, 2)))
