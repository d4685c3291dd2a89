"""What was measured of each result, kept as JSON beside the page, and what of it is no longer true."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from motionloom.core.errors import FileError
from motionloom.core.files import read_json, write_file
from motionloom.reproduce.result import PICTURES, Number, Outcome, Result

FOLDER = "papers"  # below the folder of the page


@dataclass(frozen=True)
class Record:
    """The last full run of a result and the last quick one, where there were any; digests: of the pictures that the full one left."""

    full: Outcome | None = None
    quick: Outcome | None = None
    digests: Mapping[str, str] = field(default_factory=dict)

    @property
    def pictures(self) -> tuple[str, ...]:
        """What the page shows: pictures of the full form; those of a quick one are made again at every check, and kept nowhere."""
        return () if self.full is None else self.full.pictures

    def with_outcome(self, outcome: Outcome, quick: bool) -> Record:
        """The record with what was measured now; pictures of a quick run do not replace those of a full one."""
        return replace(self, quick=outcome) if quick else replace(self, full=outcome)


def path_of(folder: Path, result: Result) -> Path:
    """Where the record of a result lies."""
    return folder / FOLDER / f"{result.name}.json"


def read_record(folder: Path, result: Result) -> Record:
    """The record of a result, empty where it was never run."""
    path = path_of(folder, result)
    if not path.exists():
        return Record()
    data = read_json(path, "a record of `motionloom reproduce`")
    try:
        full, quick = (None if data.get(form) is None else _to_outcome(data[form]) for form in ("full", "quick"))
        return Record(full, quick, {str(name): str(digest) for name, digest in data.get("digests", {}).items()})
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise FileError(f"{path}: not a record of `motionloom reproduce` ({error}); run it again for {result.name}") from None


def write_record(folder: Path, result: Result, record: Record) -> None:
    """Keep a record."""
    path = path_of(folder, result)
    path.parent.mkdir(parents=True, exist_ok=True)
    data = {form: _from_outcome(getattr(record, form)) for form in ("full", "quick")}
    write_file(path, json.dumps({**data, "digests": dict(record.digests)}, indent=1) + "\n")


def digest_pictures(folder: Path, record: Record) -> dict[str, str]:
    """What tells that a picture is the one that was drawn, by name; of those that are there."""
    paths = {name: folder / PICTURES / name for name in record.pictures}
    return {name: hashlib.sha256(path.read_bytes()).hexdigest()[:32] for name, path in paths.items() if path.exists()}


def compare(result: Result, kept: Outcome | None, now: Outcome) -> list[str]:
    """What of a kept outcome a new measurement does not bear out, a line each."""
    if kept is None:
        return [f"{result.name}: was never measured; run `motionloom reproduce {result.paper} {result.figure} --quick`"]
    said = {number.what: number for number in kept.numbers}
    lines = [f"{result.name}: {what!r} is no longer measured" for what in said if what not in {number.what for number in now.numbers}]
    for number in now.numbers:
        if number.what not in said:
            lines.append(f"{result.name}: {number.what!r} is not in the docs")
        elif not number.agrees(said[number.what]):
            lines.append(f"{result.name}: {number.what!r} is {number.show()}, the docs say {said[number.what].show()}")
    return lines


def _from_outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    return None if outcome is None else asdict(outcome)


def _to_outcome(data: dict[str, Any]) -> Outcome:
    numbers = tuple(Number(**each) for each in data["numbers"])
    return Outcome(str(data["on"]), numbers, str(data["differs"]), tuple(map(str, data["pictures"])), float(data["seconds"]))
