"""How many captures keep the limits of clean-up, as they were captured: `motionloom feet report --clean --all`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.core.errors import MotionloomError
from motionloom.feet.cleanup import CleanUpOptions, clean
from motionloom.feet.cleanup.runs import FAR, HIGH
from motionloom.feet.reports.evaluate import Finder
from motionloom.feet.skate_measures import compare_skate
from motionloom.feet.spike_measures import BEND, Spike, find_peaks
from motionloom.judge.performers import group_of, performer_name

CALM = CleanUpOptions(calm=True)  # as captures are cleaned
WORST = 5  # captures that are named for each limit


@dataclass(frozen=True)
class Surveyed:
    """One capture cleaned by the plants that were found in it.

    slides_mm a frame of plants that were held, all_slide_mm of all that were found; lowest_mm, not a number where the floor is no plane;
    jump: the largest change of speed at a held plant's border, over the 99.9th percentile of all changes as captured, and captured_jump
    the same before clean-up; moved_mm, farthest_mm: joints, mean and most; jerk: after over before; again_mm, anew_mm: how
    far a joint moves at most when the clean clip is cleaned by the same plants, and by plants found anew; plants, and
    how many were left because high or far; uneven floor; spikes: new peaks of acceleration, the worst first; highest: the peak
    of a knee or its bend that is nearest to being one; developing: whether clean-up
    was developed looking at this performer.
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
    spikes: tuple[Spike, ...] = ()
    highest: Spike | None = None
    developing: bool = False

    @property
    def worst_spike(self) -> float:
        """How many times as high the worst new peak is as it may be; 1 if there is none."""
        return max((spike.excess for spike in self.spikes), default=1.0)

    def worst_of(self, *parts: str) -> float:
        """The same of some parts only: hips, knee, bend, ankle, toe."""
        return max((spike.excess for spike in self.spikes if spike.joint.endswith(parts)), default=1.0)

    def to_json(self) -> dict[str, Any]:
        """Plain data for a report."""
        plain = {**asdict(self), "lowest_mm": None if self.uneven else self.lowest_mm, "worst_spike": self.worst_spike}
        highest = None if self.highest is None else self.highest.to_json()
        return {**plain, "spikes": [spike.to_json() for spike in self.spikes], "highest": highest}


LIMITS: tuple[tuple[str, str, Callable[[Surveyed], float], float], ...] = (
    ("held plants slide", "mm a frame", lambda row: row.slides_mm, 1.0),
    ("all plants found slide", "mm a frame", lambda row: row.all_slide_mm, 1.0),
    ("depth below a level floor", "mm", lambda row: 0.0 if row.uneven else -row.lowest_mm, 5.0),
    ("border jump", "of the capture's 99.9th percentile", lambda row: row.jump, 1.0),
    ("jerk", "times the capture's", lambda row: row.jerk, 1.1),
    ("new peaks of knees' acceleration", "times what was there", lambda row: row.worst_of("knee"), 1.0),
    ("new peaks of the knees' bends", "times what was there", lambda row: row.worst_of("bend"), 1.0),
    ("new peaks of ankles and toes", "times what was there", lambda row: row.worst_of("ankle", "toe"), 1.0),
    ("new peaks of the hips", "times what was there", lambda row: row.worst_of("hips"), 1.0),
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
            rows.append(replace(measure(load(path), find), developing=group_of(performer_name(path.parent.name)) == "develop"))
        except MotionloomError as error:
            left_out.append((path.name, str(error)))
    return rows, left_out


def measure(motion: Motion, find: Finder) -> Surveyed:
    """One capture."""
    plants = find(motion)
    result = clean(motion, plants, CALM)
    held, found = (compare_skate(motion, result.motion, own, result.ground) for own in (result.held, plants))
    again, anew = (_moved_mm(result.motion, clean(result.motion, own, CALM).motion) for own in (plants, find(result.motion)))
    usual, peaks = max(held.usual_jump, 1e-12), find_peaks(motion, result.motion)
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
        tuple(peak for peak in peaks if peak.excess > 1),
        next((peak for peak in peaks if peak.joint.endswith(("knee", BEND))), None),
    )


def _moved_mm(before: Motion, after: Motion) -> float:
    return 1000 * float(np.linalg.norm(before.positions().astype(np.float64) - after.positions(), axis=-1).max())


def to_text(rows: list[Surveyed]) -> str:
    """How many captures keep each limit and which are farthest from it, for people: all, and those of developing performers apart."""
    seen = [row for row in rows if row.developing]
    parts = [_limits_to_text(rows, "captures as they are")]
    if seen and len(seen) < len(rows):
        others = [row for row in rows if not row.developing]
        parts += [_limits_to_text(seen, "of performers it was developed on"), _limits_to_text(others, "of all others")]
    return "\n\n".join([*parts, _notes_to_text(rows)])


def _limits_to_text(rows: list[Surveyed], title: str) -> str:
    lines = [f"{len(rows)} {title}"]
    for name, unit, value, limit in LIMITS:
        over = sorted((row for row in rows if value(row) > limit), key=value, reverse=True)
        named = ", ".join(f"{row.clip} {value(row):.2f}" for row in over[:WORST])
        lines.append(f"{name:<36} {len(rows) - len(over):>4} of {len(rows)} within {limit:g} {unit}" + (f"; worst {named}" if over else ""))
    return "\n".join(lines)


def _notes_to_text(rows: list[Surveyed]) -> str:
    counts = {kind: sum(getattr(row, kind) for row in rows) for kind in ("plants", "high", "far")}
    clips = {kind: sum(getattr(row, kind) > 0 for row in rows) for kind in ("high", "far")}
    left = ", ".join(f"{counts[kind]} {word} in {clips[kind]} captures" for kind, word in (("high", "off the floor"), ("far", "too far")))
    peaks = sum(len(row.spikes) for row in rows)
    captured = sum(row.jump > 1 and row.captured_jump > 1 for row in rows)
    moved = np.mean([row.moved_mm for row in rows])
    return "\n".join(
        (
            f"left of {counts['plants']} plants: {left}",
            "floor no plane: " + (", ".join(row.clip for row in rows if row.uneven) or "none"),
            f"of the border jumps above 1, as captured already: {captured}",
            f"joints moved {moved:.1f} mm on average, {max(row.farthest_mm for row in rows):.0f} mm at most",
            f"new peaks of acceleration: {peaks} in {sum(bool(row.spikes) for row in rows)} captures",
        )
    )


def worst_spikes(rows: list[Surveyed], count: int) -> list[tuple[str, Spike]]:
    """(clip, peak) of the captures whose knees have the highest peaks beside what was there, whether new or not."""
    ranked = sorted(((row.clip, row.highest) for row in rows if row.highest is not None), key=lambda pair: -pair[1].excess)
    return ranked[:count]
