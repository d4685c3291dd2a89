"""Who leaps is over a pit only while in the air."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from motionloom.navigation.flight import LEAP, find_flights

RATE = 60


def state(standing: str) -> Any:
    """A state of as many frames as letters: '.' in the air, anything else with a heel down."""
    plants = np.zeros((1, len(standing), 4), dtype=bool)
    plants[0, :, 0] = [letter != "." for letter in standing]
    return SimpleNamespace(frames=np.arange(len(standing)), plants=plants)


def flights(*states: Any) -> np.ndarray:
    return find_flights(cast(Any, SimpleNamespace(states=list(states))))


def test_a_leap_is_over_the_pit_only_in_its_longest_flight() -> None:
    long, short = int(0.5 * RATE), int(LEAP * RATE)
    over = flights(state("x" * 10 + "." * short + "x" * 5 + "." * long + "x" * 10))[0]
    assert np.flatnonzero(over).tolist() == list(range(10 + short + 5, 10 + short + 5 + long))


def test_a_run_whose_strides_are_short_may_be_over_at_any_frame() -> None:
    over = flights(state(("x" * 8 + "." * (int(LEAP * RATE) - 1)) * 3))[0]
    assert over.all()


def test_states_of_several_lengths_and_without_plants() -> None:
    over = flights(state("x" * 5), SimpleNamespace(frames=np.arange(9), plants=None))
    assert over.shape == (2, 10)
    assert over.all()


def test_a_flight_at_the_end_of_a_state_counts() -> None:
    over = flights(state("x" * 4 + "." * 20))[0]
    assert np.flatnonzero(over).tolist() == list(range(4, 24))
