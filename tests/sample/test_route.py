from __future__ import annotations

import numpy as np
import pytest

from motionloom.sample.bodies import performer
from motionloom.sample.route import Bout, Route, cadence_for, clock_for

TIMES = np.arange(-1, 9, 1 / 60)


def make_route(speed: float, running: float = 0.0, turn: float = 0.0) -> Route:
    count = len(TIMES)
    return Route(TIMES, np.full(count, speed), turn * TIMES, np.full(count, running), (Bout(0.0, 8.0),))


def test_the_path_is_the_integral_of_speed_and_heading() -> None:
    straight = make_route(1.5)
    assert straight.place_at(TIMES[0] + 2.0) == pytest.approx([0, 3.0])
    assert straight.place_at(TIMES[-1] + 2.0) - straight.path[-1] == pytest.approx([0, 3.0])
    circle = make_route(1.0, turn=0.5)
    middle = circle.path[0] + 2.0 * np.array([np.cos(-0.5), -np.sin(-0.5)])
    assert np.linalg.norm(circle.path - middle, axis=1) == pytest.approx(2.0, abs=1e-3)


def test_people_of_any_size_walk_at_human_cadences() -> None:
    for who in ("ada", "boris"):
        steps = [float(cadence_for(performer(who), make_route(speed))[0]) for speed in (0.8, 1.3, 1.8)]
        assert steps == sorted(steps)
        assert steps[0] > 1.2
        assert steps[2] < 2.5
        assert 2.4 < float(cadence_for(performer(who), make_route(3.0, running=1.0))[0]) < 3.1
    ada, boris = (float(cadence_for(performer(who), make_route(1.3))[0]) for who in ("ada", "boris"))
    assert ada > boris  # shorter legs, quicker steps


def test_a_clock_counts_whole_steps_between_the_ends_of_its_bout() -> None:
    route = make_route(1.3)
    clock = clock_for(route, np.full(len(TIMES), 1.83), route.bouts[0])
    assert clock.count == 15
    assert (clock.when(0), clock.when(clock.count)) == pytest.approx((0.0, 8.0), abs=0.01)
    assert np.all(np.diff(clock.steps) > 0)
    assert clock.count_at(np.array([-5.0, 20.0])).tolist() == [0, clock.count]
