"""Matches: a fragment finds itself, whatever its pace; too long ones are left out; the scale factor is the least-squares one."""

import numpy as np

from motionloom.keyframes.fragments import Fragments
from motionloom.keyframes.matching import LARGEST, find_matches, read_at, resample_places, scale_factor


def pieces(spans):
    starts, stops = np.array(spans, np.intp).T
    return Fragments(starts, stops, np.zeros(len(spans), np.intp))


def test_a_fragment_finds_itself_at_another_pace():
    rng = np.random.default_rng(0)
    captured = rng.normal(size=(60, 4)).cumsum(axis=0)
    table = pieces([(0, 19), (19, 39), (39, 59)])
    sketch = read_at(captured, resample_places(table.start[1:2], table.stop[1:2], 33)[0])
    found = find_matches(sketch, pieces([(0, 32)]), captured, table, count=3)
    assert found.fragment[0, 0] == 1
    assert found.error[0, 0] < 1e-9
    assert np.all(np.diff(found.error[0]) >= 0)


def test_over_four_times_as_long_is_left_out():
    captured = np.zeros((200, 2))
    table = pieces([(0, 150), (150, 160)])
    found = find_matches(np.zeros((12, 2)), pieces([(0, 11)]), captured, table, count=2)
    assert found.fragment[0].tolist() == [1, -1]


def test_the_scale_factor_minimises():
    rng = np.random.default_rng(1)
    captured, wanted = rng.normal(size=(5, 9, 3)), rng.normal(size=(9, 3)) * 0.1
    for one, best in zip(captured, scale_factor(captured, wanted), strict=True):
        tried = np.linspace(0, LARGEST, 500)
        errors = [np.sum((one * s - wanted) ** 2) for s in tried]
        assert abs(tried[int(np.argmin(errors))] - best) < 0.01
