"""Names and bodies of uploads."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given, strategies as st

from motionloom.studio.uploads import MAX_DEPTH, UploadError, clean_name, receive_files
from tests.studio import in_thread


@given(st.text(max_size=300))
def test_no_name_leads_anywhere(name: str) -> None:
    path = clean_name(name)
    assert not path.is_absolute()
    assert ".." not in path.parts
    assert 1 <= len(path.parts) <= MAX_DEPTH
    for part in path.parts:
        assert part.strip(" .") == part
        assert not set(part) & set('/\\:*?"<>|\0\n')


@pytest.mark.parametrize(
    ("given_name", "expected"),
    [
        ("walk.bvh", "walk.bvh"),
        ("../../etc/passwd", "etc/passwd"),
        ("C:\\Users\\me\\walk.bvh", "C_/Users/me/walk.bvh"),
        ("/abs/olute.bvh", "abs/olute.bvh"),
        ("cmu/02/02_01.amc", "cmu/02/02_01.amc"),
        ("....", "unnamed"),
        ("con.bvh", "_con.bvh"),
        ("Läufer 2.bvh", "Läufer 2.bvh"),
    ],
)
def test_names_keep_what_is_safe(given_name: str, expected: str) -> None:
    assert PurePosixPath(clean_name(given_name).as_posix()) == PurePosixPath(expected)


def test_a_long_name_keeps_its_suffix() -> None:
    assert clean_name("x" * 400 + ".bvh").suffix == ".bvh"


def part(name: str, filename: str | None, data: bytes) -> bytes:
    where = f'; filename="{filename}"' if filename is not None else ""
    return f'--b\r\nContent-Disposition: form-data; name="{name}"{where}\r\n\r\n'.encode() + data + b"\r\n"


def receive(folder: Path, body: bytes, step: int = 7, kind: str = "multipart/form-data; boundary=b") -> list[Path]:
    async def stream() -> AsyncIterator[bytes]:
        for start in range(0, len(body), step):
            yield body[start : start + step]

    folder.mkdir()
    return in_thread.run(receive_files({"content-type": kind}, stream(), folder))


@pytest.mark.parametrize("step", [1, 7, 100_000])
def test_files_arrive_whole_however_they_are_cut(tmp_path: Path, step: int) -> None:
    body = (
        part("files", "a.bvh", b"one\r\n--two") + part("other", None, b"x") + part("files", "set/b.amc", bytes(range(256))) + b"--b--\r\n"
    )
    paths = receive(tmp_path / "in", body, step)
    assert [path.relative_to(tmp_path / "in").as_posix() for path in paths] == ["a.bvh", "set/b.amc"]
    assert paths[0].read_bytes() == b"one\r\n--two"
    assert paths[1].read_bytes() == bytes(range(256))


def test_two_files_of_one_name_both_stay(tmp_path: Path) -> None:
    body = part("files", "a.bvh", b"1") + part("files", "A.bvh", b"2") + part("files", "a.bvh/c.bvh", b"3") + b"--b--\r\n"
    paths = receive(tmp_path / "in", body)
    assert len({str(path).lower() for path in paths}) == 3
    assert [path.read_bytes() for path in paths] == [b"1", b"2", b"3"]


@pytest.mark.parametrize(
    ("body", "kind", "words"),
    [
        (b"", "application/json", "multipart"),
        (b"", "multipart/form-data", "multipart"),
        (b"nonsense", "multipart/form-data; boundary=b", "multipart"),
        (b"--b--\r\n", "multipart/form-data; boundary=b", "no files"),
        (part("other", "a.bvh", b"1") + b"--b--\r\n", "multipart/form-data; boundary=b", "no files"),
        (part("files", "a.bvh", b"1")[:-2], "multipart/form-data; boundary=b", "broke off"),
    ],
)
def test_a_bad_body_leaves_nothing(tmp_path: Path, body: bytes, kind: str, words: str) -> None:
    with pytest.raises(UploadError, match=words):
        receive(tmp_path / "in", body, kind=kind)
    assert not list((tmp_path / "in").rglob("*.bvh")) if (tmp_path / "in").exists() else True
