"""Cost matrices with warps drawn over them: between states, of clips inside one, of a state with itself (paper 001, figures 5.1 to 5.4)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.machine import Machine
from motionloom.behaviours.states import RATE, State, TransitionPoint, cost_between
from motionloom.core.errors import FileError, MotionError
from motionloom.core.motion import Motion

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Warp = tuple[NDArray[np.float64], NDArray[np.float64]]  # frames across, frames down


def draw_transitions(machine: Machine, pairs: Sequence[tuple[str, str]], path: Path) -> None:
    """One panel a pair of states: seconds of the source across, of the target down, cheap cells dark, warps in orange."""
    figure = _new_figure(4.2 * len(pairs))
    for axes, (source, target) in zip(figure.subplots(1, len(pairs), squeeze=False)[0], pairs, strict=True):
        warps = [_warp_of(point) for point in machine.transitions_between(source, target)]
        shown = _draw_panel(axes, machine.state(source).motions[0], machine.state(target).motions[0], warps)
        axes.set(title=f"{source} to {target}", xlabel=f"{source}, seconds", ylabel=f"{target}, seconds")
    _save(figure, shown, path)


def draw_warps(state: State, path: Path) -> None:
    """Two panels: seconds of the reference across; down those of the second clip with its warp, and of itself with the state's own."""
    if len(state.motions) < 2 or state.loop is None:
        raise MotionError(f"state {state.name!r} has one clip, or does not come round: there is no warp inside it, or none with itself")
    figure = _new_figure(9.0)
    reference, other = state.motions[:2]
    inside = (np.arange(len(state.frames), dtype=np.float64), state.frames[:, 1])
    titles = f"{state.name}: second clip on the first", f"{state.name}: from itself into itself"
    for axes, motion, warp, title in zip(figure.subplots(1, 2), (other, reference), (inside, _warp_of(state.loop)), titles, strict=True):
        shown = _draw_panel(axes, reference, motion, [warp])
        axes.set(title=title, xlabel="reference, seconds", ylabel="seconds")
    _save(figure, shown, path)


def _warp_of(point: TransitionPoint) -> Warp:
    return np.linspace(point.start, point.stop, len(point.frames)), point.frames


def _new_figure(width: float) -> Figure:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, 4.4), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def _draw_panel(axes: Any, across: Motion, down: Motion, warps: Sequence[Warp]) -> Any:
    cost = cost_between(across, down)
    ends = (0, cost.shape[0] / RATE, cost.shape[1] / RATE, 0)
    shown = axes.imshow(cost.T, extent=ends, aspect="auto", cmap="cividis", vmin=0, vmax=0.6)
    for x, y in warps:
        axes.plot(x / RATE, y / RATE, color="#ff7a1a", linewidth=2.2)
    return shown


def _save(figure: Figure, shown: Any, path: Path) -> None:
    figure.colorbar(shown, ax=figure.axes, label="metres apart", shrink=0.8)
    try:
        figure.savefig(path, dpi=80)
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: {error}; name a .png, .svg or .pdf file") from None
