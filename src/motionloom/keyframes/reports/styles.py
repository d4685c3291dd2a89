"""Styles: one sketch of a normal walk completed from each of fifteen styles; a classifier trained on other takes says which style it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.core.editing import resample
from motionloom.core.errors import FileError
from motionloom.core.heading import to_heading_frame
from motionloom.keyframes.completing import complete_with
from motionloom.keyframes.key_curves import Floats
from motionloom.keyframes.pose_curves import smooth_heading
from motionloom.keyframes.reports.captures import to_table
from motionloom.keyframes.reports.held_out import upper_joints
from motionloom.keyframes.sketch import Sketch
from motionloom.keyframes.style import build_style
from motionloom.keyframes.thinning import feet_and_root, sketch_clip

FPS = 24.0
WINDOW = 1.5  # seconds that the classifier looks at
LIBRARY = "walk_{}_001"
HELD = ("walk_{}_002", "walk-back_{}_001", "walk-left_{}_001")  # takes that the classifier learns from
RIDGE = 0.01  # of a feature's mean variance, added to all


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
    """All styles; among: how many styles of each take the classifier names that learned from the other takes."""

    takes: tuple[StyleRow, ...]
    among: tuple[tuple[str, int], ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"takes": [asdict(row) for row in self.takes], "among": dict(self.among)}

    def to_text(self) -> str:
        """A line a style, and how many are named right."""
        sure = ", ".join(f"{name} {right}" for name, right in self.among)
        return f"{_to_text(self.takes)}\nof {len(self.takes)} styles, named by a classifier of the other takes it learns from: {sure}"


def _to_text(rows: tuple[StyleRow, ...]) -> str:
    header = ("style", "its capture is named", "rank", "completed is named", "rank", "paths named right")
    shown = [(r.style, r.capture, r.capture_rank, r.completed, r.completed_rank, f"{r.paths_right} of {r.paths}") for r in rows]
    right = [sum(getattr(row, name) == 1 for row in rows) for name in ("capture_rank", "completed_rank")]
    alike, count = sum(row.capture == row.completed for row in rows), len(rows)
    return (
        f"{to_table(header, shown)}\nnamed right: captures {right[0]} of {count}, completed {right[1]} of {count} (chance 1);"
        f" completed is named as its captures are: {alike} of {count}"
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
    """Windows (N, D) of the upper body: where its joints are, seen from the hips and where they face, and how much they move there."""
    places = motion.positions()[:, upper_joints(motion)].astype(np.float64)
    seen = to_heading_frame(places, motion.root_positions.astype(np.float64), smooth_heading(motion))
    seen[..., 1] -= motion.root_positions[:, None, 1]
    upper = seen.reshape(len(motion), -1)
    length = min(round(WINDOW * motion.fps), len(upper))
    starts = range(0, len(upper) - length + 1, max(length // 4, 1))
    return np.stack([np.concatenate([upper[s : s + length].mean(axis=0), 2 * upper[s : s + length].std(axis=0)]) for s in starts])


class Classifier:
    """Linear discriminants: the nearest style by its mean, in features weighed by how much windows and takes of one style differ."""

    def __init__(self, takes: Sequence[dict[str, Motion]]) -> None:
        windows = [{style: describe(motion) for style, motion in each.items()} for each in takes]
        self.styles = tuple(style for style in windows[0] if all(style in each for each in windows))
        self.means = np.stack([np.mean([each[style].mean(axis=0) for each in windows], axis=0) for style in self.styles])
        apart = [each[style] - mean for each in windows for style, mean in zip(self.styles, self.means, strict=True)]
        within = np.mean([rows.T @ rows / len(rows) for rows in apart], axis=0)
        within += RIDGE * np.trace(within) / len(within) * np.eye(len(within))
        self.weights = np.linalg.cholesky(np.linalg.inv(within))

    def order(self, motion: Motion) -> list[str]:
        """The styles, likeliest first."""
        apart = (describe(motion)[:, None] - self.means) @ self.weights
        return [self.styles[n] for n in np.argsort(np.mean(np.sum(apart**2, axis=-1), axis=0))]


def measure_styles(folders: Sequence[Path], progress: Progress) -> StylesReport:
    """Complete the sketch of the normal walk (its first take) from each style's first take; the classifier knows three other takes.

    How sure the classifier is is measured on those takes alone: each is named by what is learned from the others.
    """
    library, held = find_takes(folders, LIBRARY), [find_takes(folders, pattern) for pattern in HELD]
    shared = [style for style in library if all(style in each for each in held)]
    sketch = sketch_clip(library["normal"], feet_and_root(), name="normal walk")
    among = []
    for n, pattern in enumerate(HELD):
        classifier = Classifier([each for k, each in enumerate(held) if k != n])
        among.append((pattern.replace("{}_", ""), sum(classifier.order(held[n][style])[0] == style for style in shared)))
    return StylesReport(_measure(sketch, {each: library[each] for each in shared}, held, progress), tuple(among))


def _measure(sketch: Sketch, library: dict[str, Motion], held: Sequence[dict[str, Motion]], progress: Progress) -> tuple[StyleRow, ...]:
    classifier, rows = Classifier(held), []
    for style in progress.each("Styles", library):
        completion = complete_with(sketch, build_style(sketch.skeleton, FPS, [library[style]]))
        orders = [classifier.order(completion.motion(path)) for path in range(len(completion.paths))]
        own = classifier.order(library[style])
        right = sum(order[0] == style for order in orders)
        rows.append(StyleRow(style, own[0], own.index(style) + 1, orders[0][0], orders[0].index(style) + 1, right, len(orders)))
    return tuple(rows)
