import numpy as np
import pytest

from motionloom.navigation.scene import Obstacle, Scene, box, circle
from motionloom.navigation.surroundings import clearance, surround

SCENE = Scene(
    obstacles=(
        Obstacle(box((0.0, 2.0), (4.0, 3.0))),
        Obstacle(circle((0.0, 0.0), 0.5), np.array([[0.0, -4.0, 0.0], [4.0, 0.0, 0.0]])),
        Obstacle(box((-4.0, 6.0), (4.0, 7.0)), name="pit", over=("jump",)),
    ),
    bounds=(-10.0, -10.0, 10.0, 10.0),
)


def test_touching_is_being_nearer_than_the_radius_at_that_time():
    around = surround(SCENE, 0.3)
    places = np.array([[2.0, 1.6], [2.0, 1.8], [0.0, 0.0], [0.0, 0.0], [-4.0, 0.0], [9.8, 0.0]])
    times = np.array([0.0, 0.0, 0.0, 4.0, 4.0, 0.0])
    assert around.touches(places, times).tolist() == [False, True, False, True, False, True]


def test_a_pit_is_passed_over_by_those_who_jump():
    around = surround(SCENE, 0.3)
    assert around.touches(np.array([[0.0, 6.5]] * 2), np.zeros(2), np.array(["walk", "jump"])).tolist() == [True, False]


def test_clearance_agrees_with_touching():
    rng = np.random.default_rng(0)
    places, times = rng.uniform(-5, 8, (400, 2)), rng.uniform(0, 5, 400)
    room = clearance(SCENE, places, times, 0.3)
    touched = surround(Scene(obstacles=SCENE.obstacles), 0.3).touches(places, times)
    sure = np.abs(room) > 5e-3  # a grown corner is a polygon
    assert np.array_equal(touched[sure], (room < 0)[sure])
    assert np.isinf(clearance(Scene(), places, times, 0.3)).all()


def test_others_are_obstacles_that_move():
    other = Obstacle(circle((0.0, 0.0), 0.3), np.array([[0.0, 5.0, 5.0]]))
    assert surround(Scene(), 0.3, [other]).touches(np.array([[5.0, 5.5]]), np.zeros(1)).tolist() == [True]
    assert clearance(Scene(), np.array([[5.0, 6.0]]), np.zeros(1), 0.3, [other])[0] == pytest.approx(0.4, abs=1e-3)


def test_what_may_be_passed_over_is_not_in_the_way_of_who_does():
    pit = Scene(obstacles=(Obstacle(box((-1.0, -1.0), (1.0, 1.0)), over=("leap",)),))
    places, times = np.zeros((2, 2)), np.zeros(2)
    room = clearance(pit, places, times, 0.3, states=("leap", "walk"))
    assert np.isinf(room[0])
    assert room[1] < 0
