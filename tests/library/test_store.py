"""Stored files are named by their content, whole or absent, and read without being loaded."""

import hashlib

import numpy as np
import pytest

from motionloom.core.errors import LibraryError
from motionloom.library.store import BYTES, Store, is_stored_name


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path)


def test_frames_come_back_bit_for_bit_and_read_only(store, motion):
    content = store.write_motion(motion)
    rotations, roots = store.read_motion(content, motion.skeleton, len(motion))
    np.testing.assert_array_equal(rotations, motion.rotations)
    np.testing.assert_array_equal(roots, motion.root_positions)
    assert not rotations.flags.writeable
    assert rotations.flags.c_contiguous
    assert isinstance(rotations.base, np.memmap) or isinstance(rotations.base.base, np.memmap)


def test_a_file_is_named_by_the_hash_of_its_bytes(store, motion):
    content = store.write_motion(motion)
    path = store.path(content)
    assert hashlib.sha256(path.read_bytes()).hexdigest() == content == path.stem
    assert path.parent.name == content[:2]
    assert is_stored_name(path)


def test_the_same_frames_are_stored_once(store, motion):
    first = store.write_motion(motion)
    inode = store.path(first).stat().st_ino
    assert store.write_motion(motion) == first
    assert store.path(first).stat().st_ino == inode
    assert len(list(store.files())) == 1


def test_writing_again_heals_an_altered_file(store):
    content = store.write(b"a model", BYTES)
    store.path(content, BYTES).write_bytes(b"a modem")
    with pytest.raises(LibraryError, match="has been altered"):
        store.read_bytes(content)
    assert store.write(b"a model", BYTES) == content
    assert store.read_bytes(content) == b"a model"


def test_nothing_is_left_when_the_disk_refuses(store, monkeypatch):
    def refuse(*paths):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", refuse)
    with pytest.raises(LibraryError, match=r"No space left on device.*check that the disk has room"):
        store.write(b"a model", BYTES)
    assert list(store.files()) == []


@pytest.mark.parametrize("name", ["../../etc/passwd", "", "A" * 64, "0" * 63, "0" * 64 + "/x"])
def test_a_name_is_never_a_path(store, name):
    with pytest.raises(LibraryError, match="is not the name of stored content"):
        store.path(name)


def test_missing_foreign_and_wrong_arrays_are_told_apart(store, motion):
    content = store.write_motion(motion)
    with pytest.raises(LibraryError, match=r"expected .* float32"):
        store.read_motion(content, motion.skeleton, len(motion) + 1)
    path = store.path(content)
    np.save(path, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    with pytest.raises(LibraryError, match="cannot be read"):  # a pickle is refused, not loaded
        store.read_motion(content, motion.skeleton, len(motion))
    path.unlink()
    with pytest.raises(LibraryError, match="is missing; import the clip's file again"):
        store.read_motion(content, motion.skeleton, len(motion))
