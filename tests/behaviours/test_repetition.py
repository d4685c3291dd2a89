"""What is done over and over without a rest."""

import numpy as np

from motionloom.behaviours.repetition import cut_evenly, find_rhythm


def practised(period, times, uneven=0.0, seed=0):
    """Hands (F, 6) that do the same so many times, each a little longer or shorter, and how much they move (F,)."""
    rng = np.random.default_rng(seed)
    phase = np.concatenate([np.linspace(0, 1, round(period * (1 + uneven * rng.uniform(-1, 1))), endpoint=False) for _ in range(times)])
    waves = ((1, 0), (2, 0.1), (1, 0.3), (1, 0.5), (2, 0), (1, 0.9))
    hands = np.stack([np.sin(2 * np.pi * (phase * k + shift)) for k, shift in waves], axis=1)
    return hands + rng.normal(0, 0.05, hands.shape), 1 + np.cos(2 * np.pi * (phase - 0.5))


def test_how_long_one_takes_is_found_and_each_begins_where_it_is_calm():
    hands, moves = practised(100, 9, uneven=0.08)
    period = find_rhythm(hands, 60.0)
    assert 92 <= period <= 108
    cuts = cut_evenly(moves, period)
    assert 8 <= len(cuts) <= 10
    assert max(moves[cuts]) < 0.1
    assert all(70 < gap < 130 for gap in np.diff(cuts))


def test_what_never_comes_again_has_no_rhythm():
    rng = np.random.default_rng(1)
    wandering = np.cumsum(rng.normal(0, 1, (900, 6)), axis=0)
    assert find_rhythm(wandering, 60.0) == 0
    assert find_rhythm(wandering[:60], 60.0) == 0
