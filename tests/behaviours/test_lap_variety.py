"""What the laps of a long cycle are made of."""

import numpy as np

from motionloom.behaviours.lap_variety import DISTINCT, POSES, apart, list_entries, see_lap
from motionloom.sample import make


def laps(count, away, seed=0):
    """Poses of laps, each about so many metres from the others."""
    return np.random.default_rng(seed).normal(0, away / np.sqrt(60), (count, POSES, 30))


def test_captured_laps_come_before_blends_of_two_and_no_two_look_alike():
    poses = laps(5, 0.06)
    entries = list_entries(poses, [0] * 5, 12)
    assert entries[:5] == [((k, 1.0),) for k in range(5)]
    assert len(entries) == 12
    looks = [sum(share * poses[k] for k, share in entry) for entry in entries]
    assert min(apart(a, b) for n, a in enumerate(looks) for b in looks[:n]) >= DISTINCT
    assert all(abs(sum(share for _, share in entry) - 1) < 1e-9 for entry in entries)


def test_one_lap_alone_is_varied_as_laps_that_turn_otherwise_are():
    entries = list_entries(laps(13, 0.06), [0] + [1] * 12, 12)
    assert len(entries) == 12
    assert entries[0] == ((0, 1.0),)
    assert all(dict(entry)[0] == 1 and abs(sum(share for _, share in entry) - 1) < 1e-9 for entry in entries)


def test_laps_that_look_the_same_are_taken_last_and_never_twice():
    poses = laps(4, 0.06)
    poses[1] = poses[0] + 1e-4
    entries = list_entries(poses, [0] * 4, 3)
    assert ((1, 1.0),) not in entries
    assert list_entries(laps(1, 0.06), [0], 12) == [((0, 1.0),)]


def test_a_lap_is_seen_from_the_hips_wherever_it_goes():
    motion = make("ada", "walk").motion
    lap = see_lap(motion, np.arange(20.0, 90.0))
    assert lap.shape[0] == POSES
    assert apart(lap, lap) == 0
    assert 0.05 < apart(lap, np.roll(lap, POSES // 4, axis=0)) < 1
