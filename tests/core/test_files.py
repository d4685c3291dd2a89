"""Files are written whole or not at all; JSON that is none is one line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from motionloom.core.errors import FileError
from motionloom.core.files import check_place, read_json, whole_file, whole_folder, write_file


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_bytes_and_text_are_written_as_they_are(tmp_path: Path) -> None:
    write_file(tmp_path / "a", b"\x00\r\n")
    write_file(tmp_path / "b", "wälzen\n")
    assert (tmp_path / "a").read_bytes() == b"\x00\r\n"
    assert (tmp_path / "b").read_bytes() == "wälzen\n".encode()
    assert names(tmp_path) == ["a", "b"]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), ZeroDivisionError(), KeyboardInterrupt()])
def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path, error: BaseException) -> None:
    target = tmp_path / "a.png"
    target.write_bytes(b"old")

    def fail() -> None:
        with whole_file(target) as partial:
            partial.write_bytes(b"half")
            raise error

    with pytest.raises(FileError if isinstance(error, OSError) else type(error)):
        fail()
    with pytest.raises(FileError, match=r"a\.png: cannot write: No such file"), whole_file(target):
        pass  # nothing was written, so nothing can take the old file's place
    assert target.read_bytes() == b"old"
    assert names(tmp_path) == ["a.png"]


@pytest.mark.skipif(os.name == "nt", reason="file size limits are POSIX's")
def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "a.npz"
    write_file(target, b"o" * 200_000)
    script = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "from motionloom.core.files import write_file\n"
        "from motionloom.core.errors import FileError\n"
        "try: write_file(sys.argv[1], b'n' * 200_000)\n"
        "except FileError as error: print(error)\n"
    )
    said = subprocess.run([sys.executable, "-c", script, str(target)], capture_output=True, text=True, check=True).stdout
    assert said.strip() == f"{target}: cannot write: File too large"
    assert target.read_bytes() == b"o" * 200_000
    assert names(tmp_path) == ["a.npz"]


def test_what_lies_beside_a_file_goes_along(tmp_path: Path) -> None:
    with whole_file(tmp_path / "a.gltf") as partial:
        partial.write_text(partial.name)
        partial.with_suffix(".bin").write_text("numbers")
    assert names(tmp_path) == ["a.bin", "a.gltf"]
    assert (tmp_path / "a.gltf").read_text() == "a.gltf"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "b").write_text("old")
    try:
        (tmp_path / "a").symlink_to(tmp_path / "elsewhere" / "b")
    except OSError:
        pytest.skip("this system makes no links")
    write_file(tmp_path / "a", "new")
    assert (tmp_path / "a").is_symlink()
    assert (tmp_path / "elsewhere" / "b").read_text() == "new"


def test_a_place_that_takes_no_file_is_told_before_any_work(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"the folder .*nowhere does not exist; make it first"):
        check_place(tmp_path / "nowhere" / "a")
    with pytest.raises(FileError, match="it is a folder"):
        check_place(tmp_path)
    check_place(tmp_path / "a")
    assert names(tmp_path) == []


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no devices in the file system here")
def test_devices_are_not_replaced() -> None:
    with pytest.raises(FileError, match="it is a device"):
        write_file("/dev/null", b"")


def test_json_is_read(tmp_path: Path) -> None:
    write_file(tmp_path / "a.json", '\ufeff{"a": [1]}')
    assert read_json(tmp_path / "a.json") == {"a": [1]}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "expected JSON of states, found Expecting value: line 1"),
        (b"[" * 100_000, "expected JSON of states, found lists nested thousands deep"),
        (b"\xff\xfe\x00", "expected JSON of states, found what is no UTF-8 text"),
        (b"9" * 10_000, "expected JSON of states, found Exceeds the limit"),
    ],
)
def test_what_is_no_json_is_one_line(tmp_path: Path, content: bytes, expected: str) -> None:
    (tmp_path / "a.json").write_bytes(content)
    with pytest.raises(FileError) as caught:
        read_json(tmp_path / "a.json", "JSON of states")
    assert str(caught.value).startswith(f"{tmp_path / 'a.json'}: {expected}")
    assert "\n" not in str(caught.value)


def test_json_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"a\.json: No such file"):
        read_json(tmp_path / "a.json")


def test_a_folder_comes_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "new" / "out"

    def write(error: BaseException | None) -> None:
        with whole_folder(target) as partial:
            write_file(partial / "a", "1")
            if error is not None:
                raise error

    for error in (KeyboardInterrupt(), ZeroDivisionError()):
        with pytest.raises(type(error)):
            write(error)
        assert names(target.parent) == []
    write(None)
    assert names(target) == ["a"]
    with pytest.raises(FileError, match="out is not empty; name a new folder"):
        write(None)
    (target / "a").unlink()
    write(None)
    assert names(target) == ["a"]
