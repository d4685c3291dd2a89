"""Seeds depend on what a task is and on nothing else."""

import subprocess
import sys
from pathlib import PurePosixPath

import numpy as np
import pytest
from hypothesis import given, strategies as st

from motionloom.compute import make_key, make_rng, make_seed
from motionloom.core.errors import MotionloomError

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(plain, plain)
def test_equal_data_has_equal_keys(one, other):
    assert make_key(one) == make_key(one)
    assert make_key("a", one) == make_key("a", one)
    assert make_key("a", one) != make_key("b", one)
    assert len(make_key(one, other)) == 32


def test_seeds_are_the_same_in_every_process():
    code = "from motionloom.compute import make_seed; print(make_seed('walk', 3, {'b': 1, 'a': [2.5, None]}))"
    runs = {subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout for _ in range(2)}
    assert runs == {f"{make_seed('walk', 3, {'a': [2.5, None], 'b': 1})}\n"}


def test_arrays_paths_and_numpy_numbers_count_as_data():
    assert make_key(np.float64(2.5), PurePosixPath("a/b"), (1, 2)) == make_key(2.5, "a/b", [1, 2])
    assert make_key(np.arange(3)) != make_key(np.arange(4))
    assert make_rng("walk").random() == make_rng("walk").random() != make_rng("run").random()


def test_what_is_not_plain_data_is_refused():
    with pytest.raises(MotionloomError, match="plain data"):
        make_key(object())
    with pytest.raises(MotionloomError, match="plain data"):
        make_key(float("nan"))
