"""Sketches completed from captures of the paper's sizes, another path, and in-betweens."""

from __future__ import annotations

from motionloom.bench.rows import OURS, Row, Run
from motionloom.core.editing import resample
from motionloom.keyframes.completing import complete_with
from motionloom.keyframes.in_between import build_stock, fill_gap
from motionloom.keyframes.reports.growth import FPS, make_captures
from motionloom.keyframes.style import build_style
from motionloom.keyframes.walking_sketch import sketch_walk
from motionloom.sample import make

SIZES = {"walk": 440, "dance": 1097}  # frames at 24 Hz, as the paper had
GAP, LAFAN_FPS = 30, 30.0


def measure(run: Run) -> list[Row]:
    """A walk of twelve steps completed with captures of both sizes; a gap of a second filled."""
    run.say("keyframes")
    motions = [make("ada", name).motion for name in ("walk", "walk_fast", "march", "sneak")]
    sketch = sketch_walk(motions[0].skeleton, (0.55,) * 12, fps=FPS)
    rows = []
    for name, frames in SIZES.items():
        captures = make_captures(motions, frames)
        style = build_style(sketch.skeleton, FPS, captures)
        completion = complete_with(sketch, style)
        job = f"complete a sketch, {frames} captured frames"
        whole = run.time(lambda captures=captures: complete_with(sketch, build_style(sketch.skeleton, FPS, captures)).motion())  # type: ignore[misc]
        rows.append(Row(job, OURS, whole, sketch.frames, "frames", f"the paper's {name}; under a second is the goal"))
        rows.append(Row(f"another path, {frames} captured frames", OURS, run.time(lambda done=completion: done.motion(1)), 1, "paths"))  # type: ignore[misc]
    stock = build_stock(motions[0].skeleton, LAFAN_FPS, [resample(motion, LAFAN_FPS) for motion in motions])
    walk = resample(motions[0], LAFAN_FPS)
    gap = run.time(lambda: fill_gap(stock, walk[20:30], walk[30 + GAP :], GAP))
    return [*rows, Row("fill a gap of 30 frames", OURS, gap, 1, "gaps", f"{len(stock.roots)} captured frames")]
