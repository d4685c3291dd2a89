"""The binary container."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from motionloom.studio.arrays import pack_arrays, unpack_arrays


@given(st.lists(st.tuples(st.sampled_from(["float32", "int32", "uint8"]), st.lists(st.integers(0, 5), max_size=3)), max_size=4))
def test_unpacking_gives_back_what_was_packed(shapes: list[tuple[str, list[int]]]) -> None:
    arrays = {f"a{i}": np.arange(np.prod(shape, dtype=int)).astype(dtype).reshape(shape) for i, (dtype, shape) in enumerate(shapes)}
    found, meta = unpack_arrays(pack_arrays(arrays, {"fps": 120.0, "names": ["x", "é"]}))
    assert meta == {"fps": 120.0, "names": ["x", "é"]}
    assert found.keys() == arrays.keys()
    for name, array in arrays.items():
        assert found[name].dtype == array.dtype
        np.testing.assert_array_equal(found[name], array)


def test_every_array_begins_on_eight_bytes() -> None:
    data = pack_arrays({"a": np.zeros(3, np.uint8), "b": np.zeros(5, np.float32)}, {})
    header = int.from_bytes(data[4:8], "little")
    assert (8 + header) % 8 == 0
    assert len(data) % 8 == 0


def test_something_else_is_refused() -> None:
    with pytest.raises(ValueError, match="MLAB"):
        unpack_arrays(b"RIFF0000")
