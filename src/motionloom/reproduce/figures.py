"""Blank figures for plots: without a window, and without a state that other plots share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def new_figure(width: float, height: float, **options: Any) -> Figure:
    """A figure of so many inches; `savefig` writes it."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained", **options)
    FigureCanvasAgg(figure)
    return figure
