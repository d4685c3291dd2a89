"""Archives of arrays: what was written is read, and a stranger's file does no harm."""

from __future__ import annotations

import io
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motionloom.core.array_files import read_arrays
from motionloom.core.errors import FileError


def archive(members: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return stream.getvalue()


def npy(array: Any, pickled: bool = False) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=pickled)
    return stream.getvalue()


def claims(shape: str, descr: str = "<f4") -> bytes:
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}".encode().ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(64)


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_what_was_written_is_read(tmp_path: Path, save: Any) -> None:
    rng = np.random.default_rng(0)
    arrays = {
        "whole": rng.integers(-9, 9, (3, 4)).astype(np.int32),
        "by column": np.asfortranarray(rng.random((3, 4, 5))),
        "half": rng.random(7).astype(np.float16),
        "yes/no": rng.random((5, 2)) > 0.5,
        "text": np.array("hmm"),
        "none": np.zeros((0, 2)),
        "one": np.array(3),
    }
    save(tmp_path / "a.npz", **arrays)
    for source in (tmp_path / "a.npz", (tmp_path / "a.npz").read_bytes()):
        found = read_arrays(source, "arrays")
        assert found.keys() == arrays.keys()
        for name, array in arrays.items():
            assert found[name].dtype == array.dtype
            assert np.array_equal(found[name], array)
            assert found[name].flags.writeable  # as NumPy gives them: compiled code is made for those


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", "an empty file"),
        (b"hello", "a file of another kind"),
        (npy(np.zeros(3)), "a file of another kind"),
        (b"PK\x03\x04" + bytes(40), "it broken"),
        (archive({"a.npy": npy(np.zeros(3))})[:-30], "it broken"),
        (archive({"a.npy": b"hello"}), "it broken"),
        (archive({"a.npy": claims("(10, (")}), "it broken"),
        (archive({"a.npy": claims("(10 ** 9,)")}), "it broken"),  # a sum is no number
        (archive({"a.npy": claims("(1000000000000,)")}), "a.npy of shape (1000000000000,), which takes 4000000000000 bytes, with 64"),
        (archive({"a.npy": claims(f"({10**17}, {10**17})")}), "a.npy of shape"),
        (archive({"a.npy": claims("(-4, -4)")}), "a.npy of shape"),
        (archive({"a.npy": npy(np.array([{}], dtype=object), pickled=True)}), "a.npy of object, not plain numbers"),
        (archive({"a.npy": npy(np.zeros(30_000_000))}), "that a.npy expands to more than 200 times its size"),
        (archive({"b.npy": npy(np.zeros(3))}), "no a in it"),
        (b"PK\x05\x06" + bytes(18), "no a in it"),
    ],
)
def test_what_is_none_is_one_line_and_takes_no_memory(content: bytes, found: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(FileError) as caught:
            read_arrays(content, "a machine", "x.npz", needed=("a",))
        assert tracemalloc.get_traced_memory()[1] < 4e6
    finally:
        tracemalloc.stop()
    assert str(caught.value).startswith(f"x.npz: expected a machine, found {found}")
    assert "pickle" not in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"a\.npz: No such file"):
        read_arrays(tmp_path / "a.npz", "a machine")
