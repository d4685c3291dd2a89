import json

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from motionloom.core.errors import FileError
from motionloom.judge.distribution import Distribution

VALUES = st.lists(st.floats(0.0, 1e4).map(lambda x: 0.0 if x < 1e-6 else x), min_size=1, max_size=200)


@given(VALUES, st.sampled_from([10.0, 50.0, 90.0, 99.0, 100.0]))
@settings(deadline=None)
def test_percentiles_are_those_of_the_values_within_a_bin(values, percent):
    found = Distribution.of(np.array(values)).percentile(percent)
    ordered = np.sort(values)
    exact = ordered[max(0, int(np.ceil(percent / 100 * len(ordered) - 1e-9)) - 1)]
    assert found == pytest.approx(exact, rel=0.021, abs=1e-6)


@given(VALUES, VALUES)
@settings(deadline=None)
def test_adding_up_is_as_measuring_together(a, b):
    together = Distribution.of(np.array(a + b))
    added = Distribution.merge([Distribution.of(np.array(a)), Distribution.of(np.array(b))])
    assert added.to_json() == together.to_json()


@given(VALUES)
@settings(deadline=None)
def test_json_and_back(values):
    one = Distribution.of(np.array(values))
    back = Distribution.from_json(json.loads(json.dumps(one.to_json())))
    assert back.to_json() == one.to_json()
    assert back.percentile(90) == one.percentile(90)


@given(VALUES, st.floats(1e-3, 1e4))
@settings(deadline=None)
def test_counts_above_are_right_but_for_one_bin(values, line):
    numbers = np.array(values)
    found = Distribution.of(numbers).count_above(line)
    assert np.sum(numbers > line * 1.021) <= found <= np.sum(numbers > line / 1.021)


def test_what_does_not_apply_does_not_count():
    one = Distribution.of(np.array([[np.nan, 0.0], [2.0, np.nan]]))
    assert (one.total, one.share_above_zero(), one.largest) == (2, 0.5, 2.0)
    nothing = Distribution.of(np.full(3, np.nan))
    assert (nothing.total, nothing.percentile(50), nothing.share_above_zero()) == (0, None, None)


@pytest.mark.parametrize("data", [{}, {"zeros": 1, "counts": [1]}, {"zeros": "x"}])
def test_other_data_is_refused(data):
    with pytest.raises(FileError, match="not a distribution"):
        Distribution.from_json(data)
