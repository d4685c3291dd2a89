"""Which plants of a transition are held: none that tears or rushes a foot, and a standing foot that must change its place steps."""

from __future__ import annotations

import numpy as np

from motionloom.transitions._holding import BRAKE, SHORTEST, STEADY
from motionloom.transitions.settling import FASTEST, OPTIONS, PUSH

FRAMES = 60


def plan(feet: np.ndarray, bits: np.ndarray, targets: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    from motionloom.transitions._holding import plan_holds

    held, places = bits.copy(), targets.copy()
    plan_holds(held, places, feet, OPTIONS.limit, FASTEST, PUSH)
    return held, places


def feet_at(x: np.ndarray) -> np.ndarray:
    """Feet (N, 4, 3) with both heels at x (N,) and toes 0.2 metres in front."""
    feet = np.zeros((FRAMES, 4, 3))
    feet[..., 0] = np.asarray(x)[:, None]
    feet[:, 1::2, 2] = 0.2
    return feet


def planted(feet: np.ndarray, first: int, stop: int, place: float) -> tuple[np.ndarray, np.ndarray]:
    """Plants of the left foot for some frames, at x = place."""
    bits = np.zeros((FRAMES, 4), dtype=bool)
    bits[first:stop, :2] = True
    targets = np.where(bits[..., None], feet * [0.0, 1.0, 1.0] + [place, 0.0, 0.0], np.nan)
    return bits, targets


def test_a_plant_where_the_foot_is_anyway_is_held_as_it_is() -> None:
    feet = feet_at(np.zeros(FRAMES))
    bits, targets = planted(feet, 15, 40, 0.0)
    held, places = plan(feet, bits, targets)
    assert np.array_equal(held, bits)
    assert np.allclose(places[bits], targets[bits])


def test_a_plant_is_not_held_before_its_foot_can_be_there() -> None:
    feet = feet_at(np.zeros(FRAMES))
    held, _ = plan(feet, *planted(feet, 2, 40, 0.1))
    assert held[:, 0].any()
    first = int(np.argmax(held[:, 0]))
    assert PUSH * (first - 1) ** 2 < 0.1 <= PUSH * first**2
    assert held[first:40, :2].all()
    late, _ = plan(feet, *planted(feet, 20, 58, 0.1))
    assert np.flatnonzero(late[:, 0])[-1] == FRAMES - 1 - first  # the same at the other end


def test_there_is_time_between_two_places() -> None:
    feet = feet_at(np.zeros(FRAMES))
    bits, targets = planted(feet, 12, 30, 0.1)
    more, others = planted(feet, 30, 48, -0.1)
    targets[more] = others[more]
    held, _ = plan(feet, bits | more, targets)
    gap = np.flatnonzero(~held[20:45, 0])
    assert PUSH * (len(gap) + 1) ** 2 >= 0.2
    assert held[:30, 0].sum() >= SHORTEST
    assert held[30:, 0].sum() >= SHORTEST


def test_a_foot_far_away_or_on_its_way_is_not_held() -> None:
    far = feet_at(np.full(FRAMES, 0.5))
    assert not plan(far, *planted(far, 20, 40, 0.0))[0].any()
    moving = feet_at((np.arange(FRAMES) - 30) * 1.2 * FASTEST)
    assert not plan(moving, *planted(moving, 20, 40, 0.0))[0].any()


def test_plants_that_reach_an_end_stand_where_the_foot_is_there() -> None:
    feet = feet_at(np.linspace(0, 0.1, FRAMES))
    held, places = plan(feet, *planted(feet, 0, 20, 0.05))
    assert held[:10, 0].all()
    assert np.allclose(places[held], np.broadcast_to(feet[0], feet.shape)[held])
    held, places = plan(feet, *planted(feet, 40, FRAMES, 0.02))
    assert held[50:, 0].all()
    assert np.allclose(places[held], np.broadcast_to(feet[-1], feet.shape)[held])


def test_a_foot_that_moves_at_an_end_is_not_stopped_there() -> None:
    feet = feet_at(np.maximum(10 - np.arange(FRAMES), 0) * -0.02)
    held, _ = plan(feet, *planted(feet, 0, 50, 0.0))
    assert not held[:BRAKE].any()
    assert held[15:50, 0].all()


def test_a_plant_that_drifts_from_end_to_end_is_held_in_between_so_that_the_body_does_not_hover() -> None:
    feet = feet_at(np.arange(FRAMES) * 0.0075)  # 0.45 m/s
    held, _ = plan(feet, *planted(feet, 0, FRAMES, 0.22))
    assert not held[[0, -1]].any()
    assert held[:, 0].mean() > 0.4


def test_a_standing_foot_that_ends_elsewhere_takes_one_step() -> None:
    feet = feet_at(np.linspace(0, 0.1, FRAMES))
    held, places = plan(feet, *planted(feet, 0, FRAMES, 0.05))
    free = np.flatnonzero(~held[:, 0])
    assert np.array_equal(free, np.arange(free[0], free[-1] + 1))
    assert 15 <= len(free) <= 25
    assert np.allclose(places[: free[0], 0], feet[0, 0])
    assert np.allclose(places[free[-1] + 1 :, 0], feet[-1, 0])


def test_two_standing_feet_do_not_step_at_the_same_time() -> None:
    feet = feet_at(np.linspace(0, 0.1, FRAMES))[:30]
    bits, targets = np.ones((30, 4), dtype=bool), feet * [0.0, 1.0, 1.0] + [0.05, 0.0, 0.0]
    held, _ = plan(feet * [2.0, 1.0, 1.0], bits, targets)
    assert held[:, [0, 2]].any(axis=1).mean() > 0.75  # steps overlap a little in half a second


def test_a_standing_foot_steps_while_the_other_stands() -> None:
    feet = feet_at(np.linspace(0, 0.1, FRAMES))
    bits, targets = planted(feet, 0, FRAMES, 0.05)
    bits[:, 2:] = True
    bits[18:42, 2:] = False  # the other foot is in the air in the middle
    targets = np.where(bits[..., None], feet * [0.0, 1.0, 1.0] + [0.05, 0.0, 0.0], np.nan)
    held, _ = plan(feet, bits, targets)
    assert (held[:, 0] | bits[:, 2]).mean() > 0.9


def test_a_foot_that_hardly_changes_its_place_just_stands() -> None:
    feet = feet_at(np.linspace(0, 0.9 * STEADY, FRAMES))
    held, places = plan(feet, *planted(feet, 0, FRAMES, 0.0))
    assert held[:, :2].all()
    assert np.linalg.norm(np.diff(places[:, 0], axis=0), axis=1).max() < 2 * STEADY / FRAMES
