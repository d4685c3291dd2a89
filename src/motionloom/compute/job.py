"""One piece of long work as its row has it, plain data."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, get_args

from motionloom.core.errors import MotionloomError

JobState = Literal["waiting", "running", "done", "failed", "cancelled", "interrupted"]
ENDED = ("done", "failed", "cancelled", "interrupted")
STOPPED = ("failed", "cancelled", "interrupted")  # what can be taken up again
Kind = TypeVar("Kind")


class JobError(MotionloomError):
    """A job that cannot do what was asked of it."""


class NoJob(MotionloomError):
    """A job that is not there."""


@dataclass(frozen=True)
class Job:
    """Long work: what it was asked to do, how far it is, what came of it.

    done of total items (0: not known); problems: (name, line) of items that failed while it went on; clips, entries: ids of what it
    made; download: a file in its folder; owner: the process that runs it or ran it last; cancel: somebody asked it to stop.
    """

    id: str
    kind: str
    title: str
    arguments: Mapping[str, Any]
    window: str
    state: JobState
    owner: str
    cancel: bool
    done: int
    total: int
    message: str
    seconds_left: float | None
    error: str
    problems: tuple[tuple[str, str], ...]
    clips: tuple[str, ...]
    entries: tuple[str, ...]
    download: str | None
    created: float
    changed: float

    @property
    def ended(self) -> bool:
        """Whether nobody works on it."""
        return self.state in ENDED


def from_row(row: sqlite3.Row) -> Job:
    """A job of its row. Values of the wrong type are left out: a damaged row must not hide the others."""
    problems = (pair for pair in _parsed(row["problems"], list) if isinstance(pair, list) and len(pair) == 2)
    return Job(
        id=str(row["id"]),
        kind=str(row["kind"]),
        title=str(row["title"]),
        arguments=_parsed(row["arguments"], dict),
        window=str(row["window"]),
        state=row["state"] if row["state"] in get_args(JobState) else "interrupted",
        owner=str(row["owner"]),
        cancel=bool(row["cancel"]),
        done=int(_number(row["done"]) or 0),
        total=int(_number(row["total"]) or 0),
        message=str(row["message"]),
        seconds_left=_number(row["seconds_left"]),
        error=str(row["error"]),
        problems=tuple((str(name), str(line)) for name, line in problems),
        clips=tuple(str(clip) for clip in _parsed(row["clips"], list)),
        entries=tuple(str(entry) for entry in _parsed(row["entries"], list)),
        download=row["download"] if isinstance(row["download"], str) else None,
        created=_number(row["created"]) or 0.0,
        changed=_number(row["changed"]) or 0.0,
    )


def canonical(arguments: Mapping[str, Any]) -> str:
    """Arguments as one text; equal arguments give equal texts."""
    try:
        return json.dumps(dict(arguments), sort_keys=True, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise MotionloomError(f"a job's arguments must be plain data: {error}") from None


def _parsed(text: object, kind: type[Kind]) -> Kind:
    try:
        found = json.loads(str(text))
    except ValueError:
        return kind()
    return found if isinstance(found, kind) else kind()


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None
