"""Labels for many files from one CSV table: path, and any of label, description, subject, source, licence."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from motionloom.core.errors import FileError, list_names
from motionloom.library.additions import NewClip

COLUMNS = ("label", "description", "subject", "source", "licence")
SEPARATOR = ";"  # between several labels of one file


@dataclass(frozen=True)
class LabelRow:
    """One line of the table: what it says about the file whose path ends in `path`."""

    path: str
    line: int
    labels: tuple[str, ...] = ()
    description: str = ""
    subject: str = ""
    source: str = ""
    licence: str = ""

    def put_on(self, clip: NewClip) -> NewClip:
        """The clip with what this row says."""
        words = {name: getattr(self, name) for name in COLUMNS[1:] if getattr(self, name)}
        return replace(clip, labels=(*clip.labels, *self.labels), labels_by="file", **words)


@dataclass(frozen=True)
class LabelTable:
    """The rows of a CSV, found by the end of a file's path: `cmu/016/16_01.bvh` fits that file wherever it lies."""

    name: str
    rows: dict[tuple[str, ...], LabelRow]

    def find(self, file: str) -> LabelRow | None:
        """The row with the longest path that the file's path ends in."""
        parts = _parts(file)
        for start in range(len(parts)):
            row = self.rows.get(parts[start:])
            if row is not None:
                return row
        return None

    def find_by_name(self, name: str) -> LabelRow | None:
        """The one row about a file of this name, whatever its folder; None where there is none, or several."""
        found = {row.path: row for parts, row in self.rows.items() if parts[-1] == name}
        return next(iter(found.values())) if len(found) == 1 else None

    def with_places(self, places: Mapping[str, str]) -> LabelTable:
        """The table with what it says about files that lie elsewhere now: `places` has where each lay, by where it lies.

        A file of which only its name was known is found by that.
        """
        found = {
            place: self.find(file) or (None if PurePath(file).parts[1:] else self.find_by_name(file)) for place, file in places.items()
        }
        return replace(self, rows={**self.rows, **{_parts(place): row for place, row in found.items() if row is not None}})


def read_label_table(path: Path) -> LabelTable:
    """Read a CSV with a header; an error names the file, the line and what is wrong with it."""
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, strict=True)
            names = [name.strip().lower() for name in reader.fieldnames or ()]
            if "path" not in names:
                raise FileError(f"{path} line 1: expected a column `path`, found {list_names(names) or 'no header'}; add one")
            reader.fieldnames = names
            rows = [_to_row(path, reader.line_num, values) for values in reader]
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}; name the CSV file with the labels") from None
    except (csv.Error, UnicodeDecodeError) as error:
        raise FileError(f"{path}: not a CSV table in UTF-8 ({error}); save it as one") from None
    return LabelTable(path.name, {_parts(row.path): row for row in rows})


def _to_row(path: Path, line: int, values: dict[str, str | None]) -> LabelRow:
    given = {name: (values.get(name) or "").strip() for name in ("path", *COLUMNS)}
    if not given["path"]:
        raise FileError(f"{path} line {line}: the column `path` is empty; give the end of a file's path")
    labels = tuple(label.strip() for label in given.pop("label").split(SEPARATOR) if label.strip())
    return LabelRow(line=line, labels=labels, **given)


def _parts(file: str) -> tuple[str, ...]:
    return tuple(part for part in PurePath(file.replace("\\", "/")).parts if part not in ("/", "."))
