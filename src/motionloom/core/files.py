"""Files written whole or not at all, and JSON read with one clear line for what is wrong with it."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any

from motionloom.core.errors import FileError


@contextmanager
def whole_file(path: str | PathLike[str]) -> Iterator[Path]:
    """A path to write to, which becomes `path` only if nothing goes wrong; what is written beside it goes along.

    It has the same name, in a folder of its own: some formats write their name into the file, or a second file next to it.
    """
    target = Path(path)
    check_place(target)
    try:
        with tempfile.TemporaryDirectory(prefix=".motionloom-", dir=target.parent, ignore_cleanup_errors=True) as folder:
            partial = Path(folder) / target.name
            yield partial
            # A link stays a link; the named file comes last, so that what it refers to is there before it.
            place = target.resolve()
            for beside in sorted(other for other in Path(folder).iterdir() if other != partial):
                os.replace(beside, place.parent / beside.name)
            os.replace(partial, place)
    except OSError as error:
        raise FileError(f"{target}: cannot write: {error.strerror or error}") from None


@contextmanager
def whole_folder(path: str | PathLike[str]) -> Iterator[Path]:
    """A new folder to write into, which becomes `path`, new or empty, only if nothing goes wrong."""
    target = Path(path)
    check_empty(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".motionloom-", dir=target.parent, ignore_cleanup_errors=True) as folder:
            partial = Path(folder) / target.name
            partial.mkdir()
            yield partial
            if target.exists():
                target.rmdir()
            os.replace(partial, target)
    except OSError as error:
        raise FileError(f"{target}: {error.strerror or error}") from None


def check_empty(folder: Path) -> None:
    """An error where a folder holds something already."""
    try:
        if folder.exists() and any(folder.iterdir()):
            raise FileError(f"{folder} is not empty; name a new folder")
    except OSError as error:
        raise FileError(f"{folder}: {error.strerror or error}") from None


def check_place(path: str | PathLike[str]) -> None:
    """An error where a file cannot come to lie at `path`, before any work is done for it."""
    target = Path(path)
    if not target.parent.is_dir():
        raise FileError(f"{target}: cannot write: the folder {target.parent} does not exist; make it first")
    if target.is_dir():
        raise FileError(f"{target}: cannot write: it is a folder; name a file in it")
    if target.exists() and not target.is_file():  # replacing /dev/null would do harm
        raise FileError(f"{target}: cannot write: it is a device or a pipe; name a file")


def write_file(path: str | PathLike[str], content: bytes | str) -> None:
    """Write bytes, or text as UTF-8. If that fails, what was there before is still there."""
    with whole_file(path) as partial:
        partial.write_bytes(content.encode() if isinstance(content, str) else content)


def read_json(path: Path, expected: str = "JSON") -> Any:
    """The data of a JSON file; an error says that `expected` was expected."""
    try:
        return parse_json(path.read_bytes(), str(path), expected)
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from None


def parse_json(text: bytes, where: str, expected: str = "JSON") -> Any:
    """The data of JSON text, UTF-8; an error names `where` it lies."""
    try:
        return json.loads(text.decode("utf-8-sig"))
    except UnicodeDecodeError:
        reason = "what is no UTF-8 text"
    except RecursionError:
        reason = "lists nested thousands deep"
    except ValueError as error:
        reason = str(error)
    raise FileError(f"{where}: expected {expected}, found {reason}")
