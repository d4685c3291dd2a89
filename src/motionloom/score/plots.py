"""Pictures of measurements, by matplotlib without a display."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from motionloom.core.errors import FileError
from motionloom.score.balance import MARGIN
from motionloom.score.roc import GRID

if TYPE_CHECKING:
    from motionloom.score.balance_report import SubjectBalance, WalkTrace
    from motionloom.score.evaluation import Evaluation

COLOURS = ("#1b6ca8", "#7fb7dd", "#2a9d5c", "#e08a1e", "#c0392b", "#e2a29b", "#6c5b7b", "#444444")


def plot_roc(evaluation: Evaluation, path: Path) -> None:
    """All scorers' curves: every kind of damage in a panel, and all together."""
    figure_class = _figure_class()
    kinds = list(next(iter(evaluation.curves.values())))
    columns = 3
    rows = -(-(len(kinds) + 1) // columns)
    figure = figure_class(figsize=(4.0 * columns, 3.7 * rows), layout="constrained")
    panels = figure.subplots(rows, columns).ravel()
    for panel, which in zip(panels, [kinds, *([kind] for kind in kinds)], strict=False):
        panel.set_title("all kinds together" if len(which) > 1 else which[0])
        for name, colour in zip(evaluation.curves, cycle(COLOURS), strict=False):
            curve = evaluation.curve(name, which)
            panel.plot(GRID, curve.found, color=colour, lw=1.8, label=f"{name}  {curve.area:.2f}")
        panel.plot([0, 1], [0, 1], color="0.8", lw=1, zorder=0)
        panel.set(xlim=(0, 1), ylim=(0, 1.01), xlabel="natural rejected", ylabel="damaged found")
        panel.legend(fontsize=7, loc="lower right", frameon=False)
    for panel in panels[len(kinds) + 1 :]:
        panel.axis("off")
    figure.suptitle("Held-out performers, damage unseen in training: a synthetic stand-in for people's judgements")
    _save(figure, path)


def plot_balance(rows: Sequence[SubjectBalance], path: Path) -> None:
    """Share of supported frames in balance, a bar a performer."""
    from motionloom.score.balance_report import WANTED

    rows = sorted(rows, key=lambda row: -row.share)
    figure = _figure_class()(figsize=(10, 4), layout="constrained")
    panel = figure.subplots()
    at = np.arange(len(rows))
    panel.bar(at - 0.2, [row.share for row in rows], 0.4, color=[COLOURS[0] if row.share >= WANTED else COLOURS[3] for row in rows])
    panel.bar(at + 0.2, [row.share_by_table for row in rows], 0.4, color="0.8", label="Winter's table, not fitted")
    panel.axhline(WANTED, color=COLOURS[4], lw=1, label=f"{WANTED:.0%}")
    panel.set_xticks(at, [row.subject for row in rows], rotation=40, ha="right")
    panel.set(ylim=(0, 1.0), ylabel="supported frames in balance", title="Zero moment point within 5 cm of the support, captured walks")
    panel.legend(frameon=False, loc="lower left")
    _save(figure, path)


def plot_walk(traces: Sequence[WalkTrace], path: Path) -> None:
    """Walks seen from above, each turned to go from side to side: the soles that stand, and the zero moment point."""
    figure = _figure_class()(figsize=(11, 2.6 * len(traces)), layout="constrained")
    for panel, trace in zip(np.atleast_1d(figure.subplots(len(traces), 1)), traces, strict=True):
        middle = trace.points.mean(axis=0)
        along = np.linalg.svd(trace.points - middle, full_matrices=False)[2].T
        for corners in trace.soles:
            panel.fill(*((corners - middle) @ along).T, color="0.85", ec="0.6", lw=0.5)
        inside, points = trace.errors < MARGIN, (trace.points - middle) @ along
        panel.plot(*points.T, color="0.6", lw=0.7)
        panel.scatter(*points[inside].T, s=6, color=COLOURS[0], label="within 5 cm", zorder=3)
        panel.scatter(*points[~inside].T, s=8, color=COLOURS[4], label="outside", zorder=3)
        panel.set(title=f"{trace.name}: {trace.share:.0%} within 5 cm", aspect="equal", xlabel="metres along")
    panel.legend(frameon=False, fontsize=8)
    _save(figure, path)


def _figure_class() -> Any:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    def make(**options: Any) -> Any:
        figure = Figure(**options)
        FigureCanvasAgg(figure)
        return figure

    return make


def _save(figure: Any, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, dpi=110)
    except OSError as error:
        raise FileError(f"{path}: cannot write: {error.strerror or error}") from None
