"""Malformed files through the command line: exit code 2, one line that names the file, no traceback, nothing imported."""

import sys

import pytest

from motionloom import cli
from motionloom.library import Library
from tests.formats.corpus import malformed, write_malformed


def run(monkeypatch, *arguments):
    """The exit code of a command, run in this process: hundreds of interpreters would take minutes to start."""
    monkeypatch.setattr(sys, "argv", ["motionloom", *map(str, arguments)])
    with pytest.raises(SystemExit) as end:
        cli.main()
    return end.value.code


def test_there_are_enough_of_them():
    assert len(malformed()) >= 200


def test_info_says_one_line_and_2(monkeypatch, capsys, tmp_path):
    for path in write_malformed(tmp_path):
        assert run(monkeypatch, "info", path) == 2, path
        said = capsys.readouterr()
        assert len(said.err.strip().splitlines()) == 1, (path, said.err)
        assert path.parent.name in said.err, (path, said.err)  # each case has a folder of its own
        assert said.out == "", path


def test_import_takes_none_of_them(monkeypatch, capsys, tmp_path):
    files = write_malformed(tmp_path / "files")
    assert run(monkeypatch, "import", tmp_path / "library", tmp_path / "files", "--workers", 1) == 2
    with Library.open(tmp_path / "library") as library:
        assert library.count() == 0
        assert list(library.store.files()) == []
    said = capsys.readouterr()
    assert f"{len(files)} failed" in said.out
    assert len(said.out.splitlines()) == 1
    assert len(said.err.splitlines()) >= len(files)
