"""Pictures of measurements of foot plants, by matplotlib without a display."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from motionloom.core import Motion
from motionloom.core.errors import FileError
from motionloom.core.ground import foot_points
from motionloom.feet.plants import POINTS, Plants
from motionloom.feet.reports.learning_curves import RANDOM, TOLERANCE, Curve
from motionloom.feet.spike_measures import Spike, measure_accelerations, measure_bends

AROUND = 0.4  # seconds shown to either side of a spike
COLUMNS = 5
ACTIVE_COLOUR, RANDOM_COLOUR, PLANT_COLOUR = "#0b6e99", "#b8860b", "#0b6e99"


def _figure(width: float, height: float) -> Any:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), dpi=110, layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def _save(figure: Any, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path)
    except OSError as error:
        raise FileError(f"{path}: cannot write: {error.strerror or error}") from None


def save_curves(curves: Sequence[Curve], path: Path) -> None:
    """A picture of learning curves: accuracy against the share of sequences that a person put right; every run faint, means bold."""
    figure = _figure(7.2, 4.2)
    axes = figure.add_subplot()
    final = 100 * curves[0].means[-1]
    axes.axhspan(final - 100 * TOLERANCE, final + 100 * TOLERANCE, color="#888888", alpha=0.18, linewidth=0)
    axes.text(100, final + 100 * TOLERANCE + 0.03, f"what all sequences teach: {final:.2f} %", ha="right", va="bottom", fontsize=8)
    for curve in curves:
        at_random = curve.strategy == RANDOM
        colour, name = (RANDOM_COLOUR, "at random") if at_random else (ACTIVE_COLOUR, "where the oracle is in doubt")
        for row in curve.accuracies:
            axes.plot(curve.counts, 100 * np.array(row), color=colour, alpha=0.18, linewidth=0.8)
        axes.plot(curve.counts, 100 * np.array(curve.means), color=colour, linewidth=2, label=name)
        need = curve.needed(curve.means[-1] - TOLERANCE)
        if need is not None:
            axes.axvline(need, color=colour, linestyle=":", linewidth=1.2)
            axes.text(need + 0.8, final - 2.45, f"{need} %", color=colour, fontsize=9)
    axes.set(
        xlabel="sequences put right, % of all",
        ylabel="bits right on other performers, %",
        xlim=(0, 101),
        ylim=(final - 2.6, final + 0.4),
    )
    axes.legend(loc="center right", frameon=False, title="sequences chosen", title_fontsize=9, fontsize=9)
    axes.spines[["top", "right"]].set_visible(False)
    _save(figure, path)


def save_slides(before: Motion, after: Motion, plants: Plants, path: Path) -> None:
    """A picture of both toes over time, before clean-up and after: along the ground, where a plant must be level, and height."""
    figure = _figure(9.0, 4.6)
    panels = figure.subplots(2, 2, sharex=True)
    time = np.arange(len(before)) / before.fps
    old, new = foot_points(before), foot_points(after)
    way = old[-1, :, [0, 2]].mean(axis=1) - old[0, :, [0, 2]].mean(axis=1)
    way /= max(float(np.linalg.norm(way)), 1e-9)
    for column, point in enumerate(("left_toe", "right_toe")):
        index = POINTS.index(point)
        for row, label in enumerate(("along the path, m", "height, cm")):
            axes = panels[row, column]
            lines = [
                points[:, index, 0] * way[0] + points[:, index, 2] * way[1] if row == 0 else 100 * points[:, index, 1]
                for points in (old, new)
            ]
            for start, stop in plants.runs(index):
                axes.axvspan(time[start], time[stop - 1], color=PLANT_COLOUR, alpha=0.12, linewidth=0)
            axes.plot(time, lines[0], color=RANDOM_COLOUR, linewidth=1.2, label="before")
            axes.plot(time, lines[1], color=ACTIVE_COLOUR, linewidth=1.6, label="after")
            axes.set_ylabel(label if column == 0 else "")
            axes.spines[["top", "right"]].set_visible(False)
        panels[0, column].set_title(point.replace("_", " "), fontsize=10)
        panels[1, column].set_xlabel("seconds (planted where shaded)")
    panels[0, 0].legend(frameon=False, fontsize=9)
    _save(figure, path)


def save_spikes(shown: Sequence[tuple[Motion, Motion, Spike]], path: Path) -> None:
    """A picture of spikes, (before, after, spike): the bend of the knee above the acceleration of the joint that has the spike."""
    rows = -(-len(shown) // COLUMNS)
    figure = _figure(3.2 * COLUMNS, 4.2 * rows)
    panels = figure.subplots(2 * rows, COLUMNS, squeeze=False)
    for axes in panels.flat[len(shown) :]:
        axes.set_visible(False)
    for index, (before, after, spike) in enumerate(shown):
        upper, lower = (panels[2 * (index // COLUMNS) + row, index % COLUMNS] for row in range(2))
        side = "right" if spike.joint.startswith("right") else "left"
        reach = round(AROUND * before.fps)
        frames = np.arange(max(spike.frame - reach, 1), min(spike.frame + reach, len(before) - 1))
        for motion, colour, label in ((before, RANDOM_COLOUR, "before"), (after, ACTIVE_COLOUR, "after")):
            upper.plot(frames / before.fps, np.degrees(measure_bends(motion)[f"{side}_bend"][frames]), color=colour, label=label)
            lower.plot(frames / before.fps, measure_accelerations(motion)[spike.joint][frames - 1], color=colour)
        lower.axhline(spike.usual, color="#888888", linestyle=":", linewidth=1)
        upper.set_title(f"{before.name} {spike.joint.replace('_', ' ')}", fontsize=9)
        upper.set_visible(True)
        lower.set_visible(True)
    panels[0, 0].set_ylabel("knee's bend, degrees")
    panels[1, 0].set_ylabel("acceleration, m/s2 or rad/s2")
    panels[0, 0].legend(frameon=False, fontsize=8)
    _save(figure, path)
