"""Styles: one sketch of a normal walk completed from each of fifteen styles; a classifier trained on other takes says which style it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.core.editing import resample
from motionloom.core.errors import FileError
from motionloom.keyframes.completing import complete_with
from motionloom.keyframes.key_curves import Floats
from motionloom.keyframes.reports.captures import to_table
from motionloom.keyframes.reports.held_out import upper_joints
from motionloom.keyframes.rig import AXES, rig_of
from motionloom.keyframes.style import build_style
from motionloom.keyframes.thinning import feet_and_root, read_channels, sketch_clip

FPS = 24.0
WINDOW = 2.0  # seconds that the classifier looks at
LIBRARY, HELD = "walk_{}_001", "walk_{}_002"
SPREAD = 0.05  # radians: features of one style differ by at least this


@dataclass(frozen=True)
class StyleRow:
    """A style: how the classifier names its own first take, and the sketch completed from that; rank 1 is right."""

    style: str
    capture: str
    capture_rank: int
    completed: str
    completed_rank: int
    paths_right: int
    paths: int


@dataclass(frozen=True)
class StylesReport:
    """All styles."""

    rows: tuple[StyleRow, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"rows": [row.__dict__ for row in self.rows]}

    def to_text(self) -> str:
        """A line a style, and how many are named right."""
        rows = [(r.style, r.capture, r.capture_rank, r.completed, r.completed_rank, f"{r.paths_right} of {r.paths}") for r in self.rows]
        header = ("style", "its take is named", "rank", "completed is named", "rank", "paths named right")
        right = [sum(getattr(row, name) == 1 for row in self.rows) for name in ("capture_rank", "completed_rank")]
        count = len(self.rows)
        return (
            to_table(header, rows)
            + f"\nnamed right: captures {right[0]} of {count}, completed {right[1]} of {count}; chance is 1 in {count}"
        )


def find_takes(folders: Sequence[Path], pattern: str) -> dict[str, Motion]:
    """The takes of a pattern by style, at the report's rate."""
    from motionloom import formats

    head, tail = pattern.split("{}")
    found = {}
    for folder in folders:
        for path in sorted(folder.glob(f"*_{head}*{tail}.bvh")):
            style = path.stem.split("_")[-2]
            if path.stem.endswith(pattern.format(style)):
                found[style] = resample(replace(formats.load(path), name=path.stem), FPS)
    if len(found) < 2:
        raise FileError(f"{', '.join(map(str, folders))}: expected Bandai styles such as dataset-1_walk_normal_001.bvh, found {len(found)}")
    return dict(sorted(found.items()))


def describe(motion: Motion) -> Floats:
    """Windows (N, D) of the upper body: the mean and the spread of every axis."""
    rig = rig_of(motion.skeleton)
    channels = read_channels(motion)
    upper = np.stack([channels[f"{rig.labels[j]}.{axis}"] for j in upper_joints(motion) for axis in AXES], axis=1)
    length = min(round(WINDOW * motion.fps), len(upper))
    starts = range(0, len(upper) - length + 1, max(length // 4, 1))
    return np.stack([np.concatenate([upper[s : s + length].mean(axis=0), 2 * upper[s : s + length].std(axis=0)]) for s in starts])


class Classifier:
    """Nearest style by its mean, each feature weighed by how much it differs within a style."""

    def __init__(self, takes: dict[str, Motion]) -> None:
        windows = {style: describe(motion) for style, motion in takes.items()}
        self.styles = tuple(windows)
        self.means = np.stack([rows.mean(axis=0) for rows in windows.values()])
        self.within = np.sqrt(np.mean([rows.var(axis=0) for rows in windows.values()], axis=0) + SPREAD**2)

    def order(self, motion: Motion) -> list[str]:
        """The styles, likeliest first."""
        rows = describe(motion)
        apart = np.mean(((rows[:, None] - self.means[None]) / self.within) ** 2, axis=(0, 2))
        return [self.styles[n] for n in np.argsort(apart)]


def measure_styles(folders: Sequence[Path], progress: Progress) -> StylesReport:
    """Complete the sketch of the normal walk (its first take) from each style's first take; the classifier knows the second takes."""
    library, held = find_takes(folders, LIBRARY), find_takes(folders, HELD)
    shared = [style for style in library if style in held]
    classifier = Classifier({style: held[style] for style in shared})
    sketch = sketch_clip(library["normal"], feet_and_root(), name="normal walk")
    rows = []
    for style in progress.each("Styles", shared):
        completion = complete_with(sketch, build_style(sketch.skeleton, FPS, [library[style]]))
        orders = [classifier.order(completion.motion(path)) for path in range(len(completion.paths))]
        own = classifier.order(library[style])
        right = sum(order[0] == style for order in orders)
        rows.append(StyleRow(style, own[0], own.index(style) + 1, orders[0][0], orders[0].index(style) + 1, right, len(orders)))
    return StylesReport(tuple(rows))
