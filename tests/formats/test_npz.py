"""NPZ: exact, and safe to open from a stranger."""

from __future__ import annotations

import io
import json
import tracemalloc
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from motionloom.core import FileError, Motion
from motionloom.formats import load, read, save


def with_member(path: Path, name: str, data: bytes | None, compression: int = zipfile.ZIP_STORED) -> Path:
    """The archive with one member replaced, or left out."""
    with zipfile.ZipFile(path) as archive:
        members = {info.filename: archive.read(info) for info in archive.infolist()}
    members.pop(name)
    if data is not None:
        members[name] = data
    with zipfile.ZipFile(path, "w", compression) as archive:
        for member, content in members.items():
            archive.writestr(member, content)
    return path


def npy(array: np.ndarray, pickled: bool = False) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=pickled)
    return stream.getvalue()


@pytest.fixture
def path(motion: Motion, tmp_path: Path) -> Path:
    save(motion, tmp_path / "clip.npz")
    return tmp_path / "clip.npz"


def test_nothing_is_lost(motion: Motion, tmp_path: Path) -> None:
    made = replace(motion, recipe={"blend": [0.1, {"of": "wälzen"}]}, name="a name", fps=29.97)
    made = replace(made, skeleton=replace(made.skeleton, given_roles={"head": 12}))
    save(made, tmp_path / "out.npz")
    loaded = read(tmp_path / "out.npz")
    again = loaded.motion
    assert np.array_equal(again.rotations, made.rotations)
    assert np.array_equal(again.root_positions, made.root_positions)
    assert again.skeleton.hash == made.skeleton.hash
    assert (again.fps, again.name, again.recipe) == (29.97, "a name", made.recipe)
    assert (loaded.unit, loaded.unit_guessed, loaded.notes) == ("m", False, ())


def test_the_same_motion_gives_the_same_bytes(motion: Motion, path: Path, tmp_path: Path) -> None:
    save(motion, tmp_path / "again.npz")
    assert path.read_bytes() == (tmp_path / "again.npz").read_bytes()


def test_numpy_alone_reads_the_arrays(motion: Motion, path: Path) -> None:
    with np.load(path, allow_pickle=False) as arrays:
        assert np.array_equal(arrays["rotations"], motion.rotations)
        assert json.loads(arrays["motion"].tobytes())["fps"] == motion.fps


def test_compressed_files_are_read(motion: Motion, path: Path) -> None:
    with_member(path, "rotations.npy", npy(motion.rotations), zipfile.ZIP_DEFLATED)
    assert np.array_equal(load(path).rotations, motion.rotations)


def test_a_recipe_that_is_not_json(motion: Motion, tmp_path: Path) -> None:
    with pytest.raises(FileError, match="expected a recipe of plain JSON data"):
        save(replace(motion, recipe={"what": object()}), tmp_path / "out.npz")
    assert list(tmp_path.iterdir()) == []


class TestErrors:
    def fail(self, path: Path) -> str:
        with pytest.raises(FileError) as caught:
            load(path)
        message = str(caught.value)
        assert message.startswith(str(path))
        assert "\n" not in message
        return message

    def test_not_a_zip(self, path: Path) -> None:
        path.write_bytes(b"hello")
        assert "expected an NPZ file written by Motionloom, found a file of another kind" in self.fail(path)

    @pytest.mark.parametrize("name", ["rotations", "root_positions", "motion"])
    def test_a_missing_array(self, name: str, path: Path) -> None:
        assert f"found no {name}" in self.fail(with_member(path, f"{name}.npy", None))

    def test_pickles_are_never_opened(self, path: Path) -> None:
        with_member(path, "rotations.npy", npy(np.array([{"a": 1}], dtype=object), pickled=True))
        assert "found rotations.npy of object, not plain numbers" in self.fail(path)

    @pytest.mark.parametrize("shape", [(10**9, 21, 4), (10**18, 10**18, 4), (60, 21, 5), (0, 21, 4), (-1, 21, 4)])
    def test_a_header_that_claims_another_shape(self, shape: tuple[int, ...], path: Path, motion: Motion) -> None:
        header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}".encode().ljust(117) + b"\n"
        data = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + motion.rotations.tobytes()
        tracemalloc.start()
        try:
            self.fail(with_member(path, "rotations.npy", data))
            assert tracemalloc.get_traced_memory()[1] < 4e6
        finally:
            tracemalloc.stop()

    def test_a_bomb(self, path: Path) -> None:
        bomb = npy(np.zeros((210_000, 21, 4), dtype=np.float32))
        message = self.fail(with_member(path, "rotations.npy", bomb, zipfile.ZIP_DEFLATED))
        assert "expands to more than 200 times its size" in message

    @pytest.mark.parametrize(
        ("about", "expected"),
        [
            (b"{", "with JSON in its array motion, found Expecting"),
            (b"[]", "expected fps and skeleton"),
            (b"{}", "expected fps and skeleton"),
            (b'{"fps": "fast", "skeleton": {}}', "expected fps and skeleton"),
            (b'{"fps": 60, "skeleton": {}}', "this is not a skeleton"),
            (b"[" * 100_000, "found lists nested thousands deep"),
            (b"\xff\xfe", "found what is no UTF-8 text"),
        ],
    )
    def test_json_that_describes_no_motion(self, about: bytes, expected: str, path: Path) -> None:
        assert expected in self.fail(with_member(path, "motion.npy", npy(np.frombuffer(about, dtype=np.uint8))))

    def test_arrays_that_do_not_fit(self, path: Path, motion: Motion) -> None:
        assert "expected rotations of shape (60, 21, 4)" in self.fail(with_member(path, "rotations.npy", npy(motion.rotations[:, :5])))

    def test_rotations_that_are_none(self, path: Path, motion: Motion) -> None:
        assert "not unit quaternions" in self.fail(with_member(path, "rotations.npy", npy(motion.rotations * 2)))
        assert "not finite" in self.fail(with_member(path, "rotations.npy", npy(motion.rotations * np.float32(np.nan))))
