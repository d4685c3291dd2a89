"""The captures that reports are made of: files of a folder with a catalogue, by performer and label."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from motionloom.core import Motion
from motionloom.core.body import is_body
from motionloom.core.editing import resample
from motionloom.core.errors import FileError
from motionloom.judge.captures import CATALOGUE
from motionloom.judge.performers import Group, group_of, performer_name, true_rate


@dataclass(frozen=True, eq=False)
class Capture:
    """A captured clip: its performer, labels, file, and motion at the rate that was asked for."""

    performer: str
    labels: tuple[str, ...]
    path: Path
    motion: Motion


def open_captures(
    data: Path, fps: float, *, performers: Collection[str] | None = None, group: Group | None = None, labels: Collection[str] | None = None
) -> list[Capture]:
    """Captures of bodies, by performer (or group of performers) and label; in the catalogue's order."""
    from motionloom import formats
    from motionloom.library.label_table import read_label_table

    if not (data / CATALOGUE).is_file():
        raise FileError(f"{data}: not a folder of captures with a {CATALOGUE}; name one")
    found = []
    for row in read_label_table(data / CATALOGUE).rows.values():
        performer = performer_name(row.subject, row.source)
        wanted = performers is None or performer in performers
        if not wanted or (group is not None and group_of(performer) != group) or (labels is not None and not set(labels) & set(row.labels)):
            continue
        motion = formats.load(data / row.path)
        if is_body(motion.skeleton):
            timed = resample(replace(motion, fps=true_rate(performer, motion.fps), name=Path(row.path).stem), fps)
            found.append(Capture(performer, tuple(row.labels), data / row.path, timed))
    return found


def by_performer(captures: list[Capture]) -> dict[str, list[Capture]]:
    """Captures by performer."""
    return {name: [each for each in captures if each.performer == name] for name in dict.fromkeys(each.performer for each in captures)}


def to_table(header: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> str:
    """Rows as text, columns aligned, numbers with three figures."""
    shown = [header, *(tuple(f"{cell:.3g}" if isinstance(cell, float) else str(cell) for cell in row) for row in rows)]
    widths = [max(len(row[n]) for row in shown) for n in range(len(header))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in shown)
