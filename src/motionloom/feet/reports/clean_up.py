"""What clean-up makes of captures whose feet were made to skate: `motionloom feet report --clean`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.core.errors import MotionError
from motionloom.feet.cleanup import CleanUp, CleanUpOptions, clean
from motionloom.feet.cleanup.options import BORDER
from motionloom.feet.hand_labels import Example
from motionloom.feet.plants import Plants
from motionloom.feet.reports.evaluate import Finder
from motionloom.feet.skate_damage import blend, scale_legs, scale_path
from motionloom.feet.skate_measures import SkateReport, compare_skate

EDITS: dict[str, Callable[[Motion], Motion]] = {
    "path x 1.15": lambda motion: scale_path(motion, 1.15),
    "path x 0.85": lambda motion: scale_path(motion, 0.85),
    "legs x 1.1": lambda motion: scale_legs(motion, 1.1),
    "legs x 0.9": lambda motion: scale_legs(motion, 0.9),
}
BLEND = "blend of two walks"
AS_IT_IS = "as captured"
# Corrections that come and go quickly: no leap here is so long that by default there would be frames out of their reach.
QUICK = CleanUpOptions(fade=0.03, ease=0.03, root_window=0.02)


@dataclass(frozen=True)
class CleanRow:
    """One clip, edited and cleaned.

    away: frames so far from any plant that clean-up with `QUICK` options has no business there, and away_mm how far a joint moved in
    them at most; bones_mm: the largest change of a bone's length; again_mm: how far a joint moves when the clean clip is cleaned;
    left: plants not held.
    """

    clip: str
    edit: str
    skate: SkateReport
    plants: int
    left: int
    away: int
    away_mm: float
    bones_mm: float
    again_mm: float

    @property
    def jump(self) -> float:
        """The largest change of speed at a plant's border, over the 99.9th percentile of all changes before clean-up."""
        return self.skate.after.border_jump / max(self.skate.usual_jump, 1e-12)

    def to_json(self) -> dict[str, Any]:
        return {**{name: value for name, value in vars(self).items() if name != "skate"}, "jump": self.jump, **self.skate.to_json()}


def report_clean_up(
    examples: Sequence[Example], find: Finder, walks: Sequence[Motion] = (), progress: Progress | None = None
) -> list[CleanRow]:
    """Every example as it is and with every edit, and blends of walks of one body, cleaned by the plants that `find` finds."""
    progress = progress or Progress()
    pairs = list(combinations(walks, 2))
    progress.begin("Cleaning up", len(examples) + len(pairs))
    rows = []
    for example in examples:
        plants = find(example.motion)
        rows += [_row(example.name, edit, make(example.motion), plants) for edit, make in (*EDITS.items(), (AS_IT_IS, lambda same: same))]
        progress.advance(note=example.name)
    for one, other in pairs:
        rows += [_row(motion.name, BLEND, motion, plants) for motion, plants in _blend(one, other, find)]
        progress.advance(note=f"{one.name} and {other.name}")
    return rows


def _blend(one: Motion, other: Motion, find: Finder) -> list[tuple[Motion, Plants]]:
    """The blend of two walks of one body; none where they are too short for two steps in common."""
    if one.skeleton.hash != other.skeleton.hash:
        return []
    try:
        return [blend(one, find(one), other, find(other))]
    except MotionError:
        return []


def _row(name: str, edit: str, skating: Motion, plants: Plants) -> CleanRow:
    result = clean(skating, plants)
    away = frames_away(plants, QUICK)
    moved = _distances(skating, clean(skating, plants, QUICK).motion) if away.any() else np.zeros((len(skating), 1))
    return CleanRow(
        name,
        edit,
        compare_skate(skating, result.motion, result.held, result.ground),
        len(result.runs),
        len(result.left_alone),
        int(away.sum()),
        1000 * float(moved[away].max(initial=0.0)),
        1000 * _bone_change(skating, result),
        1000 * float(_distances(result.motion, clean(result.motion, plants).motion).max()),
    )


def frames_away(plants: Plants, options: CleanUpOptions) -> NDArray[np.bool_]:
    """The frames (F,) farther from every plant than corrections reach: a fade, and the windows of dips and of the root."""
    reach = round((options.fade + 3 * options.root_window) * plants.fps) + BORDER + 1
    planted = np.flatnonzero(plants.bits.any(axis=1))
    away = np.ones(len(plants), bool)
    for frame in planted:
        away[max(0, frame - reach) : frame + reach + 1] = False
    return away


def _distances(one: Motion, other: Motion) -> NDArray[np.float64]:
    return np.asarray(np.linalg.norm(one.positions().astype(np.float64) - other.positions(), axis=-1))


def _bone_change(before: Motion, result: CleanUp) -> float:
    parents = before.skeleton.parents[1:]

    def lengths(motion: Motion) -> NDArray[np.float64]:
        positions = motion.positions().astype(np.float64)
        return np.asarray(np.linalg.norm(positions[:, 1:] - positions[:, parents], axis=-1))

    return float(np.abs(lengths(before) - lengths(result.motion)).max())


def to_text(rows: Sequence[CleanRow]) -> str:
    """The worst of all clips for people, one line an edit."""
    head = (
        "edit",
        "clips",
        "slid cm/s",
        "slides mm/frame",
        "lowest mm",
        "joints mm",
        "jerk x",
        "border jump",
        "bones mm",
        "again mm",
        "left",
    )
    lines = [" ".join(f"{word:>{max(9, len(word))}}" if i else f"{word:<20}" for i, word in enumerate(head))]
    for edit in dict.fromkeys(row.edit for row in rows):
        own = [row for row in rows if row.edit == edit]
        skates = [row.skate for row in own]
        cells = (
            f"{len(own)}",
            f"{np.mean([skate.before.mean_cm_per_second for skate in skates]):.1f}",
            f"{max(skate.after.max_mm_per_frame for skate in skates):.4f}",
            f"{min(skate.after.lowest_mm for skate in skates):.1f}",
            f"{np.mean([skate.mean_displacement_mm for skate in skates]):.1f}",
            f"{max(skate.jerk_ratio for skate in skates):.2f}",
            f"{max(row.jump for row in own):.2f}",
            f"{max(row.bones_mm for row in own):.4f}",
            f"{max(row.again_mm for row in own):.3f}",
            f"{sum(row.left for row in own)}/{sum(row.plants for row in own)}",
        )
        lines.append(f"{edit:<20} " + " ".join(f"{cell:>{max(9, len(word))}}" for cell, word in zip(cells, head[1:], strict=True)))
    away = [row for row in rows if row.away]
    moved = max((row.away_mm for row in away), default=0.0)
    lines.append(f"frames away from all plants: {sum(row.away for row in away)} of {len(away)} clips, moved by at most {moved:g} mm")
    return "\n".join(lines)
