"""How long a completion takes, and how that grows with the captures: up to a hundred thousand frames."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.core.editing import resample
from motionloom.keyframes.completing import complete_with
from motionloom.keyframes.reports.captures import to_table
from motionloom.keyframes.style import Style, build_style
from motionloom.keyframes.walking_sketch import sketch_walk

FPS = 24.0
SIZES = (440, 1097, 3000, 10_000, 30_000, 100_000)


@dataclass(frozen=True)
class SizeRow:
    """Processor seconds for captures of this many frames: putting them on the body, matching with all steps to the first motion, another
    path."""

    frames: int
    fragments: int
    style: float
    complete: float
    another: float


@dataclass(frozen=True)
class Growth:
    """A row a size."""

    rows: tuple[SizeRow, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"rows": [asdict(row) for row in self.rows]}

    def to_text(self) -> str:
        """A line a size, milliseconds."""
        rows = [(r.frames, r.fragments, 1000 * r.style, 1000 * r.complete, 1000 * r.another) for r in self.rows]
        return to_table(("frames", "fragments", "style ms", "complete ms", "another path ms"), rows)


def make_captures(motions: Sequence[Motion], frames: int, seed: int = 0) -> list[Motion]:
    """Motions of that many frames at the report's rate, in all: each again at another pace, until there are enough."""
    from motionloom.core.editing import sample_at

    rng, found, total = np.random.default_rng(seed), list[Motion](), 0
    timed = [resample(motion, FPS) for motion in motions]
    while total < frames:
        motion = timed[len(found) % len(timed)]
        if len(found) >= len(timed):
            pace = rng.uniform(0.8, 1.25)
            motion = sample_at(motion, np.arange(0.0, len(motion) - 1, pace))
        motion = motion[: min(len(motion), frames - total + 12)]
        if len(motion) < 12:
            continue
        found.append(motion)
        total += len(motion)
    return found


def measure_growth(motions: Sequence[Motion], progress: Progress, sizes: Sequence[int] = SIZES) -> Growth:
    """Complete a walk of twelve steps from captures of each size."""
    sketch = sketch_walk(motions[0].skeleton, (0.55,) * 12, fps=FPS)
    complete_with(sketch, build_style(sketch.skeleton, FPS, make_captures(motions, 240))).motion()  # loops are compiled, modules loaded
    rows = []
    for size in progress.each("Sizes", sizes, str):
        captures = make_captures(motions, size)
        style, built = timed(lambda captures=captures: build_style(sketch.skeleton, FPS, captures))  # type: ignore[misc]
        done, first = timed(lambda style=style: _first(sketch, style))  # type: ignore[misc]
        _, other = timed(lambda done=done: done.motion(1))  # type: ignore[misc]
        rows.append(SizeRow(len(style), len(done.tables[0]), built, first, other))
    return Growth(tuple(rows))


def _first(sketch: Any, style: Style) -> Any:
    done = complete_with(sketch, style)
    done.motion()
    return done


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What work gives, and its processor seconds."""
    began = time.process_time()
    found = work()
    return found, time.process_time() - began
