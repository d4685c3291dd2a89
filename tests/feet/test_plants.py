import numpy as np
import pytest
from hypothesis import given, strategies as st

from motionloom.core.errors import MotionError
from motionloom.core.masks import fill_runs, find_runs
from motionloom.feet.plants import Plants, apply_hysteresis, drop_short

masks = st.lists(st.booleans(), min_size=1, max_size=60).map(np.array)


@given(masks)
def test_runs_make_the_mask_again(mask):
    assert np.array_equal(fill_runs(find_runs(mask), len(mask)), mask)


def test_a_run_outside_of_the_clip_is_refused():
    with pytest.raises(MotionError, match="frames 3 to 9 do not lie in 0 to 5"):
        fill_runs([(3, 9)], 5)


def test_hysteresis_keeps_the_last_decision_between_the_thresholds():
    values = np.array([0.5, 0.7, 0.5, 0.45, 0.3, 0.5, 0.65, 0.5])
    assert apply_hysteresis(values, 0.4, 0.6).tolist() == [False, True, True, True, False, False, True, True]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40), st.floats(0.05, 0.45))
def test_hysteresis_agrees_with_a_loop(values, margin):
    low, high = 0.5 - margin, 0.5 + margin
    state, expected = False, []
    for value in values:
        state = True if value > high else (False if value < low else state)
        expected.append(state)
    assert apply_hysteresis(np.array(values), low, high).tolist() == expected


def test_short_gaps_and_runs_go_but_not_at_the_borders():
    mask = np.array([1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], bool)
    assert drop_short(mask, 2).astype(int).tolist() == [1] * 10 + [0] * 9 + [1]


def test_a_persons_labels_win():
    machine = Plants(np.ones((6, 4), bool), 60.0, source="oracle 1")
    mine = Plants(np.zeros((6, 4), bool), 60.0).corrected(2, np.zeros((3, 4), bool))
    both = mine.under(machine)
    assert both.bits[:, 0].tolist() == [True, True, False, False, False, True]
    assert both.checked.tolist() == [2, 3, 4]
    assert both.source == "oracle 1"


def test_correcting_past_the_end_changes_nothing():
    plants = Plants(np.zeros((4, 4), bool), 60.0)
    with pytest.raises(MotionError, match="frames 3 to 5 were labelled, but the clip has 4"):
        plants.corrected(3, np.ones((2, 4), bool))


def test_mirrored_twice_is_the_same(rng):
    plants = Plants(rng.random((20, 4)) > 0.5, 60.0, rng.random((20, 4)) > 0.5)
    twice = plants.mirrored().mirrored()
    assert np.array_equal(twice.bits, plants.bits)
    assert np.array_equal(twice.by_person, plants.by_person)
    assert np.array_equal(plants.mirrored().bits[:, 0], plants.bits[:, 2])


def test_resampled_keeps_the_time_of_borders(walk):
    half = walk.plants.resampled(30.0, len(walk.motion) // 2)
    for point in range(4):
        before = [start / 60 for start, _ in walk.plants.runs(point)]
        after = [start / 30 for start, _ in half.runs(point)]
        assert np.allclose(before, after, atol=1 / 30)
