"""How steering answers when the direction it is told jumps: heading over time, overshoot, and a plot."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.states import RATE
from motionloom.core.errors import FileError
from motionloom.navigation.repertoire import Repertoire
from motionloom.navigation.scene import Scene
from motionloom.navigation.steering import Steering, SteeringOptions

Floats = NDArray[np.float64]
FAR = 1000.0  # metres: a goal so far away is a direction
STRAIGHT = 4.0  # seconds of walking straight on by which it is known how hips face then
BEFORE, AFTER = 8.0, 10.0  # seconds of walking straight on, and then to the new direction


@dataclass(frozen=True, eq=False)
class StepResponse:
    """seconds (F,) since the direction jumped by `asked` radians; headings (F,): as they are, and smooth (F,): means over one lap."""

    asked: float
    seconds: Floats
    headings: Floats
    smooth: Floats

    @property
    def overshoot(self) -> float:
        """How far beyond the asked direction the smooth heading goes, as a share of the jump."""
        return max(float(np.max(self.smooth * np.sign(self.asked)) / abs(self.asked)) - 1.0, 0.0)

    @property
    def settled(self) -> float:
        """Seconds until the smooth heading stays within 5 % of the jump."""
        off = np.abs(self.smooth - self.asked) > 0.05 * abs(self.asked)
        return float(self.seconds[np.flatnonzero(off)[-1]]) if off.any() else 0.0


def measure_step(repertoire: Repertoire, asked: float, options: SteeringOptions | None = None) -> StepResponse:
    """The response to a jump of so many radians, in the open."""
    steering = Steering(repertoire, Scene(), np.zeros((1, 3)), np.array([0.3]), options or SteeringOptions(), places=[(0.0, 20.0)])
    headings = list[float]()

    def aim(angle: float) -> None:
        steering.goals[0] = (FAR * np.sin(angle), FAR * np.cos(angle), 0.3)
        steering.routes[0, 0], steering.corners[0], steering.at[0] = steering.goals[0, :2], 1, 0

    aim(0.0)
    for step in range(round((BEFORE + AFTER) * RATE)):
        if step == round(BEFORE * RATE):
            aim(asked)
        steering.step()
        headings.append(float(steering.controller.characters.place[0, 2]))
    lap = max(round(repertoire.moves.lap_length), 2)
    smooth = np.convolve(np.pad(headings, lap // 2, mode="edge"), np.ones(lap) / lap, mode="same")[lap // 2 : -(lap // 2)]
    first = round(BEFORE * RATE)
    # Hips need not face where a walk goes: what counts is by how much they turn from how they faced before.
    before = float(np.mean(smooth[first - round(STRAIGHT * RATE) : first - lap]))
    whole = slice(first, len(headings) - lap // 2 - 1)  # of the last half lap there is no mean over a lap
    turned, smoothly = np.array(headings)[whole] - before, smooth[whole] - before
    return StepResponse(asked, np.arange(len(turned)) / RATE, turned, smoothly)


def draw_steps(responses: list[StepResponse], path: Path) -> None:
    """Write a plot of responses as PNG, SVG or PDF."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for response in responses:
        degrees = np.degrees(response.asked)
        (line,) = axes.plot(response.seconds, np.degrees(response.smooth), label=f"{degrees:.0f} degrees, mean over a lap")
        axes.plot(response.seconds, np.degrees(response.headings), color=line.get_color(), alpha=0.3, linewidth=0.8)
        axes.axhline(degrees, color=line.get_color(), linestyle=":", linewidth=0.8)
    axes.set(xlabel="seconds since the direction jumped", ylabel="heading, degrees")
    axes.legend()
    try:
        figure.savefig(path, dpi=110)
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: {error}; name a .png, .svg or .pdf file") from None
