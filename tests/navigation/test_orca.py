"""ORCA: laws of half-planes and of the velocity that is chosen."""

import math

import numpy as np
import pytest

from motionloom.core.errors import MotionloomError
from motionloom.navigation.avoidance import Seen, avoidances, find_avoidance
from motionloom.navigation.walls import to_walls


def seen(places, velocities, wanted=None, walls=None, radius=0.3, yields=1.0):
    places, velocities = np.array(places, dtype=float), np.array(velocities, dtype=float)
    wanted = velocities.copy() if wanted is None else np.array(wanted, dtype=float)
    count = len(places)
    near = np.array([[k for k in range(count) if k != n] + [-1] for n in range(count)])
    return Seen(
        places, velocities, np.arctan2(wanted[:, 0], wanted[:, 1]), wanted, np.full(count, radius), np.full(count, 1.3),
        np.full(count, yields), near, to_walls(np.zeros((0, 4)) if walls is None else np.array(walls, dtype=float)), np.arange(count),
    )  # fmt: skip


def closest(places, velocities, seconds):
    """Metres between the middles of two at their nearest within so many seconds."""
    at = np.array(places, dtype=float)
    times = np.linspace(0, seconds, 400)[:, None]
    return np.hypot(*((at[0] + times * velocities[0]) - (at[1] + times * velocities[1])).T).min()


def test_who_meets_nobody_goes_as_it_wants():
    alone = seen([(0, 0), (50, 0)], [(0, 1), (0, 1)])
    assert np.allclose(find_avoidance("orca").choose(alone), alone.wanted)


@pytest.mark.parametrize("offset", [0.01, 0.2, -0.3])
def test_two_who_meet_give_way_by_half_each_and_pass(offset):
    met = seen([(0, 0), (offset, 6)], [(0, 1.2), (0, -1.2)])
    chosen = find_avoidance("orca").choose(met)
    assert closest(met.places, chosen, 5.0) > 0.6 - 1e-6
    assert np.allclose(chosen[0] - met.wanted[0], -(chosen[1] - met.wanted[1]), atol=1e-9)


def test_the_chosen_velocity_is_the_nearest_of_those_allowed():
    from motionloom.navigation._orca_kernels import half_plane, solve

    rng = np.random.default_rng(3)
    for _ in range(50):
        planes = np.array(
            [half_plane(*rng.uniform(-6, 6, 2), *rng.uniform(-1, 1, 2), *rng.uniform(-1, 1, 2), 0.6, 4.0, 0.5, 0.2) for _ in range(3)]
        )
        wanted = rng.uniform(-1.2, 1.2, 2)
        x, z = solve(planes, 3, 0, 1.3, *wanted)
        tried = rng.uniform(-1.3, 1.3, (4000, 2))
        allowed = (np.hypot(*tried.T) <= 1.3) & np.all(tried @ planes[:, :2].T >= planes[:, 2], axis=1)
        if np.all(planes[:, :2] @ [x, z] >= planes[:, 2] - 1e-7) and allowed.any():
            assert math.dist((x, z), wanted) <= np.hypot(*(tried[allowed] - wanted).T).min() + 1e-6


def test_nobody_walks_into_a_wall():
    before = seen([(0, 0)], [(0, 1.3)], walls=[(-5, 0.5, 5, 0.5)])
    chosen = find_avoidance("orca").choose(before)
    assert chosen[0, 1] * 0.7 <= 0.5 - 0.3 + 1e-9


def test_the_field_pushes_only_what_is_in_sight():
    ahead, behind = seen([(0, 0), (0.2, 3)], [(0, 1.2), (0, 0)]), seen([(0, 0), (0.2, -3)], [(0, 1.2), (0, 0)])
    field = find_avoidance("field")
    assert field.choose(ahead)[0, 0] < -1e-3
    assert np.allclose(field.choose(behind)[0], behind.wanted[0])
    assert np.hypot(*field.choose(ahead)[0]) == pytest.approx(1.2)


def test_an_unknown_avoidance_is_named_with_those_that_there_are():
    assert set(avoidances()) >= {"orca", "field"}
    with pytest.raises(MotionloomError, match="field"):
        find_avoidance("luck")
