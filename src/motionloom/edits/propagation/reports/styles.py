"""Real edits: one actor's normal walk to each of his styles, taught by one take, judged on cycles of it that did not teach and on the
other take. How far cycles of a take, and two takes of a style, are apart themselves is what no way can be expected to come far below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.core.editing import resample
from motionloom.core.errors import FileError
from motionloom.core.heading import headings, to_heading_frame
from motionloom.edits.propagation.reports.ways import WAYS, Taught, all_ways
from motionloom.edits.propagation.spreading import pose_errors
from motionloom.edits.propagation.step_timing import pair_by_steps, phases
from motionloom.formats import load

Floats = NDArray[np.float64]
RATE, CYCLES = 60.0, 3
FLOOR = "the style itself"  # how far its cycles, or its takes, are apart


@dataclass(frozen=True)
class StyleRow:
    """A style: metres by way on cycles of the same take that did not teach, and on the other take; `FLOOR` is among the ways."""

    style: str
    same: dict[str, float]
    other: dict[str, float]


@dataclass(frozen=True)
class StyleReport:
    """One row a style."""

    rows: tuple[StyleRow, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"rows": [vars(row) for row in self.rows]}

    def mean(self, which: str) -> dict[str, float]:
        """Metres by way over all styles, of "same" or "other"."""
        tables: list[dict[str, float]] = [getattr(row, which) for row in self.rows if getattr(row, which)]
        return {way: float(np.mean([table[way] for table in tables])) for way in tables[0]} if tables else {}

    def above(self, which: str) -> dict[str, float]:
        """Metres by way that are more than the style's own."""
        mean = self.mean(which)
        return {way: error - mean[FLOOR] for way, error in mean.items() if way != FLOOR}

    def to_text(self) -> str:
        """Tables for people, millimetres."""
        lines = []
        for which, title in (("same", "cycles of the same take that did not teach"), ("other", "the other take")):
            mean = self.mean(which)
            lines.append(f"{title:<44}" + "".join(f"{way:>22}" for way in mean))
            for row in self.rows:
                table = getattr(row, which)
                lines += [f"{row.style:<44}" + "".join(f"{1000 * table[way]:>19.1f} mm" for way in mean)] if table else []
            lines.append(f"{'mean':<44}" + "".join(f"{1000 * mean[way]:>19.1f} mm" for way in mean))
            above = self.above(which)
            lines.append(f"{'more than the style itself':<44}" + "".join(f"{1000 * above[way]:>19.1f} mm" for way in above))
        return "\n".join(lines)


def measure_styles(folders: Sequence[Path], progress: Progress) -> StyleReport:
    """Every style of which two takes of a walk lie in the folders."""
    normal = _find(folders, "normal", 1)
    if normal is None:
        raise FileError(f"{folders[0]}: no walk of the style normal there (dataset-1_walk_normal_001.bvh)")
    styles = sorted({file.name.split("_")[2] for folder in folders for file in folder.glob("dataset-1_walk_*_002.bvh")} - {"normal"})
    rows = []
    for style in progress.each("Spreading styles", styles):
        takes = [_find(folders, style, take) for take in (1, 2)]
        if takes[0] is not None and takes[1] is not None:
            rows.append(_measure(style, normal, takes[0], takes[1]))
    return StyleReport(tuple(rows))


def _find(folders: Sequence[Path], style: str, take: int) -> Motion | None:
    for folder in folders:
        file = folder / f"dataset-1_walk_{style}_{take:03d}.bvh"
        if file.is_file():
            return resample(load(file), RATE)
    return None


def _measure(style: str, normal: Motion, first: Motion, second: Motion) -> StyleRow:
    example, rows, _ = pair_by_steps(normal, first, CYCLES)
    taught = Taught((example,))
    whole, _, _ = pair_by_steps(normal, first)
    later = slice(len(example.source), len(whole.source))
    same: dict[str, float] = {}
    if later.stop - later.start > RATE / 2:
        made, _ = all_ways(taught, whole.source[later])
        same = {way: float(pose_errors(edited.motion, whole.edited[later]).mean()) for way, edited in made.items()}
        same[FLOOR] = compare_phases(first, phases(first), first, own=True)
    rest = normal[rows.stop :]
    made, _ = all_ways(taught, rest)
    at = phases(normal)[rows.stop :]
    other = {way: compare_phases(edited.motion, at, second) for way, edited in made.items()}
    return StyleRow(style, same, {**other, FLOOR: compare_phases(first, phases(first), second)})


def compare_phases(motion: Motion, at: Floats, other: Motion, *, own: bool = False) -> float:
    """Metres between joints of a motion whose frames are at phases (F,) of a walk, and another walk at the same phases of each of its
    cycles, the mean of all. own: they are the same walk, and no frame is held against itself."""
    seen, wanted, theirs = _seen(motion), _seen(other), phases(other)
    known = np.flatnonzero(np.isfinite(theirs))
    errors = []
    for cycle in np.arange(np.floor(theirs[known[0]]), np.ceil(theirs[known[-1]])):
        place = at % 1 + cycle
        place = np.where(own & (np.abs(place - at) < 0.5), np.nan, place)
        inside = np.isfinite(place) & (place >= theirs[known[0]]) & (place <= theirs[known[-1]])
        frames = np.interp(place[inside], theirs[known], known)
        below = np.minimum(frames.astype(np.intp), len(wanted) - 2)
        part = (frames - below)[:, None, None]
        there = wanted[below] + part * (wanted[below + 1] - wanted[below])
        errors.append(np.linalg.norm(seen[inside] - there, axis=-1).ravel())
    return float(np.concatenate(errors).mean())


def _seen(motion: Motion) -> Floats:
    places = motion.positions().astype(np.float64)
    return np.asarray(to_heading_frame(places, places[:, 0], headings(motion)))


__all__ = ["WAYS", "StyleReport", "StyleRow", "compare_phases", "measure_styles"]
