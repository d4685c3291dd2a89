"""The cost matrix between two states with the transitions drawn over it (paper 001, figure 5.4)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from motionloom.behaviours.machine import Machine
from motionloom.behaviours.states import RATE, cost_between
from motionloom.core.errors import FileError


def draw_transitions(machine: Machine, pairs: Sequence[tuple[str, str]], path: Path) -> None:
    """One panel a pair of states: seconds of the source across, of the target down, cheap cells dark, warps in orange."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.2 * len(pairs), 4.4), layout="constrained")
    FigureCanvasAgg(figure)
    for axes, (source, target) in zip(figure.subplots(1, len(pairs), squeeze=False)[0], pairs, strict=True):
        cost = cost_between(machine.state(source).motions[0], machine.state(target).motions[0])
        ends = (0, cost.shape[0] / RATE, cost.shape[1] / RATE, 0)
        shown = axes.imshow(cost.T, extent=ends, aspect="auto", cmap="cividis", vmin=0, vmax=0.6)
        for point in machine.transitions_between(source, target):
            leaves = np.linspace(point.start, point.stop, len(point.frames)) / RATE
            axes.plot(leaves, point.frames / RATE, color="#ff7a1a", linewidth=2.2)
        axes.set(title=f"{source} to {target}", xlabel=f"{source}, seconds", ylabel=f"{target}, seconds")
    figure.colorbar(shown, ax=figure.axes, label="metres apart", shrink=0.8)
    try:
        figure.savefig(path, dpi=80)
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: {error}; name a .png, .svg or .pdf file") from None
