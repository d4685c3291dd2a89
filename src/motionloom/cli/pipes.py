"""Motions by way of pipes: `-` is standard input or output, and an option says of which format it is, for there is no suffix."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from motionloom.core.errors import MotionloomError

PIPE = "-"


@dataclass(frozen=True)
class Pipes:
    """The files that stand for what was named: files to read and the one to write; those in `spooled` stand for a pipe."""

    files: list[str]
    target: Path
    spooled: tuple[str, ...]

    def told(self, text: str) -> str:
        """A line for a person, who knows the pipe and not the file that stands for it."""
        for place in self.spooled:
            text = text.replace(place, PIPE)
        return text


@contextmanager
def open_pipes(names: Sequence[str], target: str, reads: str, writes: str) -> Iterator[Pipes]:
    """Files in place of pipes; what was written goes to standard output when all went well.

    reads, writes: suffixes of what comes in and goes out by pipe.
    """
    if list(names).count(PIPE) > 1:
        raise MotionloomError("one motion comes by standard input; name - once")
    with tempfile.TemporaryDirectory(prefix="motionloom-") as folder:
        files = [str(_spool(Path(folder), reads)) if name == PIPE else name for name in names]
        written = Path(folder) / f"stdout{_suffix(writes, '--to')}" if target == PIPE else Path(target)
        own = [file for file, name in zip(files, names, strict=True) if name == PIPE]
        pipes = Pipes(files, written, (*own, str(written)) if target == PIPE else tuple(own))
        try:
            yield pipes
        except MotionloomError as error:
            raise type(error)(pipes.told(str(error))) from error
        if target == PIPE:
            with written.open("rb") as file:
                shutil.copyfileobj(file, sys.stdout.buffer)
            sys.stdout.buffer.flush()


def _spool(folder: Path, reads: str) -> Path:
    place = folder / f"stdin{_suffix(reads, '--from')}"
    with place.open("wb") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
    return place


def _suffix(said: str, option: str) -> str:
    if not said:
        raise MotionloomError(f"a pipe has no suffix that tells its format; say {option} bvh, for one")
    return f".{said.lstrip('.').lower()}"
