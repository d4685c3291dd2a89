import numpy as np

from motionloom.navigation.scene import Obstacle, Scene, box, circle
from motionloom.navigation.walls import make_walls
from motionloom.navigation.ways import make_ways

WALL = Obstacle(box((-3.0, 4.0), (3.0, 4.5)), name="wall")


def length(start, corners):
    return np.hypot(*np.diff(np.concatenate([[start], corners]), axis=0).T).sum()


def test_a_way_goes_round_a_wall_and_is_not_much_longer_than_it_must_be():
    ways = make_ways(Scene(obstacles=(WALL,)), 0.3, [(0.0, 0.0), (0.0, 8.0)])
    corners = ways.find((0.0, 0.0), (0.0, 8.0))
    assert np.allclose(corners[-1], (0.0, 8.0))
    round_ = 2 * np.hypot(3.3, 4.0) + 0.5
    assert round_ - 0.5 < length((0.0, 0.0), corners) < 1.15 * round_
    from shapely import LineString

    assert LineString([(0.0, 0.0), *corners]).distance(WALL.shape) > 0.1


def test_a_free_way_is_straight():
    corners = make_ways(Scene(), 0.3, [(0.0, 0.0), (5.0, 8.0)]).find((0.0, 0.0), (5.0, 8.0))
    assert np.allclose(corners, [(5.0, 8.0)])


def test_a_goal_that_is_walled_in_has_no_way():
    ring = Obstacle(circle((0, 0), 6.0).difference(circle((0, 0), 5.0)), name="ring")
    assert make_ways(Scene(obstacles=(ring,)), 0.3, [(0.0, 0.0), (0.0, 20.0)]).find((0.0, 0.0), (0.0, 20.0)) is None


def test_a_way_is_the_same_whatever_was_looked_for_before():
    """Scratch is kept from search to search."""
    pillars = tuple(Obstacle(circle((float(x), float(z)), 0.7)) for x in range(0, 15, 3) for z in range(0, 15, 3))
    scene, places = Scene(obstacles=pillars), np.random.default_rng(0).uniform(-1, 14, (12, 2, 2))
    known = [tuple(place) for place in places.reshape(-1, 2).tolist()]
    kept = make_ways(scene, 0.3, known)
    for start, goal in places.tolist():
        found, fresh = kept.find(start, goal), make_ways(scene, 0.3, known).find(start, goal)
        assert np.array_equal(found, fresh)
        assert length(start, found) < 1.3 * np.hypot(start[0] - goal[0], start[1] - goal[1]) + 1.5


def test_distances_to_walls_are_those_of_shapely():
    from shapely import Point, union_all

    from motionloom.navigation._crowd_kernels import wall_distances

    scene = Scene(obstacles=(WALL, Obstacle(circle((6, 1), 1.0))))
    shape = union_all([obstacle.shape for obstacle in scene.obstacles])
    places = np.random.default_rng(0).uniform((-6, -2), (9, 8), (300, 2))
    found = np.empty(len(places))
    wall_distances(make_walls(scene), places, found)
    for place, distance in zip(places, found, strict=True):
        true = shape.boundary.distance(Point(place))
        assert abs(distance - true) < 0.011 if true < 1.9 else distance > 1.8
