"""Every error a user can cause derives from `MotionloomError`; its text is one line that says what to do."""

from __future__ import annotations


class MotionloomError(Exception):
    """A problem with what was asked or given. The command line prints it as one line and exits with 2."""


class FileError(MotionloomError):
    """A file that cannot be read or written; the text names the file and, where known, the line."""


class SkeletonError(MotionloomError):
    """A skeleton that is malformed or lacks body roles."""


class MotionError(MotionloomError):
    """Arrays that do not make a motion, or motions that do not fit together."""


class LibraryError(MotionloomError):
    """A library folder that is missing, damaged or asked for something it does not hold."""


class JobCancelled(MotionloomError):
    """A person cancelled a job; what it had finished is kept."""


def count_of(number: int, noun: str) -> str:
    """A number with its noun: "1 clip", "3 clips"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def list_names(names: list[str] | tuple[str, ...], limit: int = 12) -> str:
    """The names, comma separated, cut after `limit` with a count of the rest."""
    shown = ", ".join(names[:limit])
    return shown if len(names) <= limit else f"{shown} and {len(names) - limit} more"
