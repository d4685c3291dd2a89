"""A state graph as a picture: circles for states, double for cyclic ones, arrows as dark as they are likely."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.state_graph import StateGraph
from motionloom.core.errors import FileError

INK, PAPER, ARROW, DRAWN = "#20242c", "#ffffff", "#2f6f9f", "#c2571a"
COLOURS = 48  # of a PNG
RADIUS = 0.11  # of a circle on which the states stand, which has radius 1
Place = NDArray[np.float64]  # (2,) on the picture


def draw_graph(graph: StateGraph, path: Path, manual: StateGraph | None = None, title: str = "") -> None:
    """Write the picture as PNG, SVG or PDF. Edges that are in `manual` too are drawn in another colour."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 8.4), facecolor=PAPER)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.02, 0.02, 0.96, 0.92))
    axes.set(xlim=(-1.2, 1.2), ylim=(-1.15, 1.15), aspect="equal")
    axes.axis("off")
    places = _places(graph)
    shared = manual.edges if manual is not None else frozenset()
    probabilities = graph.probabilities()
    for i, j in np.argwhere(probabilities > 0):
        colour = DRAWN if (graph.names[i], graph.names[j]) in shared else ARROW
        _draw_arrow(axes, places[i], places[j], float(probabilities[i, j]), colour, few=len(graph.names) <= 10)
    for name, place in zip(graph.names, places, strict=True):
        _draw_state(axes, name, place, name in graph.cyclic)
    note = "double circle: cyclic; darker and wider: likelier" + ("; orange: drawn by hand as well" if shared else "")
    figure.text(0.5, 0.965, title, ha="center", color=INK, fontsize=14)
    figure.text(0.5, 0.94, note, ha="center", color=INK, fontsize=9)
    try:
        if path.suffix.lower() == ".png":
            _save_png(figure, path)
        else:
            figure.savefig(path, dpi=110)
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: {error}; name a .png, .svg or .pdf file") from None


def _save_png(figure: Any, path: Path) -> None:
    """As few bytes as a drawing needs: it has a few colours, and lines that are smoothed."""
    from PIL import Image

    drawn = io.BytesIO()
    figure.savefig(drawn, format="png", dpi=110)
    Image.open(drawn).convert("RGB").quantize(COLOURS).save(path, optimize=True)


def _places(graph: StateGraph) -> NDArray[np.float64]:
    """Where each state stands (S, 2) on a circle: a greedy round trip, so that likely neighbours stand side by side."""
    probabilities = graph.probabilities()
    close = probabilities + probabilities.T
    order = [int(np.argmax(close.sum(axis=1)))]
    while len(order) < len(close):
        rest = [k for k in range(len(close)) if k not in order]
        order.append(max(rest, key=lambda k: (close[order[-1], k], -k)))
    angles = np.empty(len(order))
    angles[order] = np.pi / 2 - 2 * np.pi * np.arange(len(order)) / len(order)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _draw_arrow(axes: Any, a: Place, b: Place, probability: float, colour: str, few: bool) -> None:
    from matplotlib.patches import FancyArrowPatch

    axes.add_patch(
        FancyArrowPatch(
            (a[0], a[1]),
            (b[0], b[1]),
            connectionstyle="arc3,rad=0.14",
            arrowstyle="-|>",
            mutation_scale=9 + 6 * probability,
            shrinkA=31,
            shrinkB=31,
            linewidth=0.7 + 3 * probability,
            color=colour,
            alpha=0.25 + 0.75 * min(1.0, 1.6 * probability),
        )
    )
    if probability >= (0.1 if few else 0.3):
        middle = (a + b) / 2 + 0.14 / 2 * np.array([(b - a)[1], -(b - a)[0]])
        box = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.6, "alpha": 0.8}
        axes.text(*middle, f"{probability:.2f}", ha="center", va="center", fontsize=7.5, color=INK, bbox=box)


def _draw_state(axes: Any, name: str, place: Place, cyclic: bool) -> None:
    from matplotlib.patches import Circle

    centre = (place[0], place[1])
    axes.add_patch(Circle(centre, RADIUS, facecolor=PAPER, edgecolor=INK, linewidth=1.6, zorder=3))
    if cyclic:
        axes.add_patch(Circle(centre, RADIUS * 0.86, fill=False, edgecolor=INK, linewidth=1.0, zorder=4))
    axes.text(*place, name.replace("_", "\n"), ha="center", va="center", fontsize=9, color=INK, zorder=5)
