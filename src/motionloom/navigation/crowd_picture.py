"""A crowd from above: what stands, where everybody went and when."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from motionloom.behaviours.states import RATE
from motionloom.core.errors import FileError
from motionloom.navigation.crowd import CrowdRun
from motionloom.navigation.plan_picture import INK, PAPER, WALL, WAYS, _draw_shape
from motionloom.navigation.repertoire import TICK

MOST_NAMED = 12  # ways beside which times are written


def draw_crowd(run: CrowdRun, path: Path) -> None:
    """Write the picture as PNG, SVG or PDF."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 8), facecolor=PAPER, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    done, count = int(run.whole.sum()), len(run.agents)
    axes.set(aspect="equal", xlabel="x, metres", ylabel="z, metres", title=f"{run.scene.name}: {done} of {count} arrive")
    axes.invert_xaxis()
    for obstacle in run.scene.obstacles:
        _draw_shape(axes, obstacle.shape, obstacle.way, WALL)
    marks = round(5.0 * RATE / TICK)
    for n, agent in enumerate(run.agents):
        colour, rows = WAYS[n % len(WAYS)], np.flatnonzero(run.there[:, n])
        if not len(rows):
            continue
        way = run.ways[rows, n]
        axes.plot(way[:, 0], way[:, 1], color=colour, linewidth=1.6 if count <= MOST_NAMED else 0.6, zorder=3)
        axes.plot(*agent.start, "s", color=colour, markersize=5 if count <= MOST_NAMED else 2, zorder=4)
        axes.plot(way[-1, 0], way[-1, 1], "*" if run.whole[n] else "x", color=colour, markersize=8 if count <= MOST_NAMED else 4, zorder=5)
        if count <= MOST_NAMED:
            for k in range(marks - 1, len(way), marks):
                axes.plot(way[k, 0], way[k, 1], "o", markersize=3, color=colour, zorder=4)
                axes.annotate(
                    f"{(k + 1) * TICK / RATE:.0f} s", way[k, :2], xytext=(4, 4), textcoords="offset points", fontsize=7, color=INK
                )
    corners = run.ways[run.there][:, :2]
    low, high = corners.min(axis=0) - 2, corners.max(axis=0) + 2
    axes.set(xlim=(high[0], low[0]), ylim=(low[1], high[1]))
    try:
        figure.savefig(path, dpi=110)
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: {error}; name a .png, .svg or .pdf file") from None
