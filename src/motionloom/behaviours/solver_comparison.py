"""The inverse-shortest-path solvers side by side on random graphs (paper 001 section 4.2, figures 4.2 and 4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from motionloom.behaviours.inverse_paths import SOLVERS, Solver, make_shortest
from motionloom.behaviours.state_graph import StateGraph
from motionloom.compute import Progress
from motionloom.core.errors import MotionError

SIZES, DENSITIES = (10, 20, 40, 80), (0.1, 0.2, 0.4, 0.8)
SIZE, DENSITY = 20, 0.3  # what the other figure holds fixed
COLOURS: dict[Solver, str] = {"lls": "#5d8a3a", "local": "#2f6f9f", "exact": "#c2571a"}
NAMES: dict[Solver, str] = {"lls": "lls (the paper's, as printed)", "local": "local (ours)", "exact": "exact (the paper's ISP)"}
MEASURES = ("edges changed", "other paths changed", "relative change", "milliseconds", "asked path is shortest")


@dataclass(frozen=True)
class Comparison:
    """Means over the requests that all solvers answered: one row of MEASURES a solver; refused: what only the exact one could do."""

    size: int
    density: float
    means: dict[str, tuple[float, ...]]
    requests: int
    refused: int


def random_graph(size: int, density: float, rng: np.random.Generator) -> StateGraph:
    """States on a ring, so that every one can be reached, and random edges besides up to m / (n (n - 1)) = density."""
    present = np.eye(size, k=1, dtype=bool)
    present[-1, 0] = True
    others = np.argwhere(~present & ~np.eye(size, dtype=bool))
    more = max(round(density * size * (size - 1)) - size, 0)
    for i, j in others[rng.permutation(len(others))[:more]]:
        present[i, j] = True
    likely = np.where(present, rng.uniform(0.05, 1.0, present.shape), 0.0)
    likely /= likely.sum(axis=1, keepdims=True)
    return StateGraph(tuple(f"s{k}" for k in range(size)), np.where(present, -np.log(np.maximum(likely, 1e-300)), np.inf))


def random_request(graph: StateGraph, rng: np.random.Generator) -> list[str]:
    """A path that is not the shortest between its ends: a walk of two to four edges without rounds."""
    while True:
        path = [int(rng.integers(len(graph.names)))]
        for _ in range(int(rng.integers(2, 5))):
            ways = [k for k in np.flatnonzero(np.isfinite(graph.costs[path[-1]])) if k not in path]
            if ways:
                path.append(int(rng.choice(ways)))
        names = [graph.names[k] for k in path]
        if len(path) > 2 and graph.shortest_path(names[0], names[-1]) != names:
            return names


def compare_solvers(size: int, density: float, requests: int = 20, seed: int = 0) -> Comparison:
    """All solvers on the same random requests."""
    rng = np.random.default_rng([seed, size, round(1000 * density)])
    rows: dict[str, list[tuple[float, ...]]] = {solver: [] for solver in SOLVERS}
    refused = 0
    for _ in range(requests):
        graph = random_graph(size, density, rng)
        path = random_request(graph, rng)
        try:
            answers = [make_shortest(graph, [path], solver) for solver in SOLVERS]
        except MotionError:
            refused += 1
            continue
        for edited in answers:
            figures = (len(edited.edges), edited.paths, edited.change, 1000 * edited.seconds, float(edited.margin > 0))
            rows[edited.solver].append(figures)
    means: dict[str, tuple[float, ...]] = {
        solver: tuple(float(mean) for mean in np.mean(rows[solver], axis=0)) if rows[solver] else () for solver in SOLVERS
    }
    return Comparison(size, density, means, requests, refused)


def draw_comparison(path: Path, requests: int = 20, seed: int = 0, progress: Progress | None = None) -> list[Comparison]:
    """The paper's two figures as one picture, and the figures in it."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(17, 6.4), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(2, len(MEASURES))
    every: list[Comparison] = []
    compare_solvers(SIZES[0], DENSITY, 1)  # loads the solver, which would count as time of the first request
    progress = progress or Progress()
    for row, (name, cases) in enumerate((("states", [(n, DENSITY) for n in SIZES]), ("density", [(SIZE, d) for d in DENSITIES]))):
        each = progress.each(f"Comparing solvers over {name}", cases, lambda case: f"{case[0]} states, density {case[1]:g}")
        found = [compare_solvers(size, density, requests, seed) for size, density in each]
        every += found
        _draw_row(axes[row], name, [case[row] for case in cases], found)
    figure.suptitle("least change that makes a path the shortest: path edges only (lls, local) against all edges (exact)")
    figure.savefig(path, dpi=90)
    return every


def _draw_row(axes: Any, name: str, at: Sequence[float], found: Sequence[Comparison]) -> None:
    for k, (axis, measure) in enumerate(zip(axes, MEASURES, strict=True)):
        for solver, colour in COLOURS.items():
            axis.plot(at, [each.means[solver][k] for each in found], "o-", label=NAMES[solver], color=colour)
        axis.set(title=measure, xlabel=name, ylim=(0, None))
        axis.grid(alpha=0.3)
    axes[0].legend()
