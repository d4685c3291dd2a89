"""How many captures keep the limits of clean-up, as they were captured: `motionloom feet report --clean --all`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.core.errors import MotionloomError
from motionloom.feet.cleanup import clean
from motionloom.feet.cleanup.runs import FAR, HIGH
from motionloom.feet.reports.evaluate import Finder
from motionloom.feet.skate_measures import compare_skate

WORST = 5  # captures that are named for each limit


@dataclass(frozen=True)
class Surveyed:
    """One capture cleaned by the plants that were found in it.

    slides_mm a frame of plants that were held, all_slide_mm of all that were found; lowest_mm, not a number where the floor is no plane;
    jump: the largest change of speed at a held plant's border, over the 99.9th percentile of all changes as captured, and captured_jump
    the same before clean-up; moved_mm, farthest_mm: joints, mean and most; jerk: after over before; again_mm, anew_mm: how
    far a joint moves at most when the clean clip is cleaned by the same plants, and by plants found anew; plants, and
    how many were left because high or far; uneven floor.
    """

    clip: str
    slides_mm: float
    all_slide_mm: float
    lowest_mm: float
    jump: float
    captured_jump: float
    moved_mm: float
    farthest_mm: float
    jerk: float
    again_mm: float
    anew_mm: float
    plants: int
    high: int
    far: int
    uneven: bool

    def to_json(self) -> dict[str, Any]:
        """Plain data for a report."""
        return {**asdict(self), "lowest_mm": None if self.uneven else self.lowest_mm}


LIMITS: tuple[tuple[str, str, Callable[[Surveyed], float], float], ...] = (
    ("held plants slide", "mm a frame", lambda row: row.slides_mm, 1.0),
    ("all plants found slide", "mm a frame", lambda row: row.all_slide_mm, 1.0),
    ("depth below a level floor", "mm", lambda row: 0.0 if row.uneven else -row.lowest_mm, 5.0),
    ("border jump", "of the capture's 99.9th percentile", lambda row: row.jump, 1.0),
    ("jerk", "times the capture's", lambda row: row.jerk, 1.1),
    ("cleaned again by the same plants", "mm", lambda row: row.again_mm, 1.0),
    ("cleaned again by plants found anew", "mm", lambda row: row.anew_mm, 1.0),
)


def survey(
    paths: Iterable[Path], load: Callable[[Path], Motion], find: Finder, progress: Progress | None = None
) -> tuple[list[Surveyed], list[tuple[str, str]]]:
    """Every capture that has legs, cleaned by the plants that `find` finds; and the others: name and why it is left out."""
    rows, left_out = list[Surveyed](), list[tuple[str, str]]()
    for path in (progress or Progress()).each("Cleaning up as captured", paths, lambda path: path.name):
        try:
            rows.append(measure(load(path), find))
        except MotionloomError as error:
            left_out.append((path.name, str(error)))
    return rows, left_out


def measure(motion: Motion, find: Finder) -> Surveyed:
    """One capture."""
    plants = find(motion)
    result = clean(motion, plants)
    held, found = (compare_skate(motion, result.motion, own, result.ground) for own in (result.held, plants))
    again, anew = (_moved_mm(result.motion, clean(result.motion, own).motion) for own in (plants, find(result.motion)))
    usual = max(held.usual_jump, 1e-12)
    left = [run.left for run in result.left_alone]
    return Surveyed(
        motion.name,
        held.after.max_mm_per_frame,
        found.after.max_mm_per_frame,
        held.after.lowest_mm,
        held.after.border_jump / usual,
        held.before.border_jump / usual,
        held.mean_displacement_mm,
        held.max_displacement_mm,
        held.jerk_ratio,
        again,
        anew,
        len(result.runs),
        left.count(HIGH),
        left.count(FAR),
        result.ground.uneven,
    )


def _moved_mm(before: Motion, after: Motion) -> float:
    return 1000 * float(np.linalg.norm(before.positions().astype(np.float64) - after.positions(), axis=-1).max())


def to_text(rows: list[Surveyed]) -> str:
    """How many captures keep each limit and which are farthest from it, for people."""
    lines = [f"{len(rows)} captures as they are"]
    for name, unit, value, limit in LIMITS:
        over = sorted((row for row in rows if value(row) > limit), key=value, reverse=True)
        named = ", ".join(f"{row.clip} {value(row):.2f}" for row in over[:WORST])
        lines.append(f"{name:<36} {len(rows) - len(over):>4} of {len(rows)} within {limit:g} {unit}" + (f"; worst {named}" if over else ""))
    counts = {kind: sum(getattr(row, kind) for row in rows) for kind in ("plants", "high", "far")}
    clips = {kind: sum(getattr(row, kind) > 0 for row in rows) for kind in ("high", "far")}
    left = ", ".join(f"{counts[kind]} {word} in {clips[kind]} captures" for kind, word in (("high", "off the floor"), ("far", "too far")))
    lines.append(f"left of {counts['plants']} plants: {left}")
    lines.append("floor no plane: " + (", ".join(row.clip for row in rows if row.uneven) or "none"))
    captured = sum(row.jump > 1 and row.captured_jump > 1 for row in rows)
    lines.append(f"of the border jumps above 1, as captured already: {captured}")
    lines.append(
        f"joints moved {np.mean([row.moved_mm for row in rows]):.1f} mm on average, {max(row.farthest_mm for row in rows):.0f} mm at most"
    )
    return "\n".join(lines)
