"""Plans from above: obstacles, where everybody goes, in which state, when, and what the search looked at."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from shapely.geometry.base import BaseGeometry

from motionloom.behaviours.states import RATE
from motionloom.core.errors import FileError
from motionloom.navigation.plan import Plan
from motionloom.navigation.scene import Scene

INK, PAPER, WALL, MOVING, LOOKED, REGION = "#20242c", "#ffffff", "#b9bec7", "#d99a6c", "#dfe5ec", "#f1ead2"
WAYS = ("#2f6f9f", "#c2571a", "#3d8b4f", "#8a4fa3", "#a1832a", "#b0455c", "#2b8c8c", "#5d6470")
MARKS = 2.0  # seconds from one time that is written beside a way to the next


def draw_plans(scene: Scene, plans: Sequence[Plan], path: Path, tree: bool = True) -> None:
    """Write the picture as PNG, SVG or PDF; tree: with what the search looked at."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 8), facecolor=PAPER, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    # Heading 0 is +z, drawn upwards; +x is then to the left, as it is to whoever faces +z.
    axes.set(aspect="equal", xlabel="x, metres", ylabel="z, metres", title=scene.name)
    axes.invert_xaxis()
    draw_obstacles(axes, scene)
    for region in scene.regions:
        _draw_shape(axes, region.shape, None, REGION)
        at = region.shape.centroid
        axes.annotate(region.behaviour, (at.x, at.y), ha="center", fontsize=7, color=INK, zorder=2)
    for k, plan in enumerate(plans):
        if tree:
            _draw_tree(axes, plan)
        _draw_way(axes, plan, WAYS[k % len(WAYS)])
    axes.margins(0.06)
    try:
        figure.savefig(path, dpi=110)
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: {error}; name a .png, .svg or .pdf file") from None


def draw_obstacles(axes: Any, scene: Scene) -> None:
    """What stands and what moves, with its way."""
    for obstacle in scene.obstacles:
        _draw_shape(axes, obstacle.shape, obstacle.way, WALL if obstacle.way is None else MOVING)


def _draw_shape(axes: Any, shape: BaseGeometry, way: Any, colour: str) -> None:
    from shapely.affinity import translate

    for part in getattr(shape, "geoms", [shape]):
        at = part if way is None else translate(part, way[0, 1], way[0, 2])
        axes.fill(*np.array(at.exterior.coords).T, color=colour, zorder=1, linewidth=0)
        for hole in at.interiors:
            axes.fill(*np.array(hole.coords).T, color=PAPER, zorder=1, linewidth=0)
    if way is not None:
        axes.plot(way[:, 1], way[:, 2], color=colour, linestyle=":", zorder=1)


def _draw_tree(axes: Any, plan: Plan) -> None:
    from matplotlib.collections import LineCollection

    ways = [node.way[::4, :2] for search in plan.searches for node in search.tree.nodes[1:] if len(node.way) > 4]
    axes.add_collection(LineCollection(ways, colors=LOOKED, linewidths=0.8, zorder=0))


def _draw_way(axes: Any, plan: Plan, colour: str) -> None:
    x, z = plan.way[:, 0], plan.way[:, 1]
    changes = [0, *(k for k in range(1, len(plan.states)) if plan.states[k] != plan.states[k - 1]), len(plan.way)]
    for number, (a, b) in enumerate(pairwise(changes)):
        style = {"linewidth": 2.6 if number % 2 == 0 else 1.6, "solid_capstyle": "round"}
        axes.plot(x[a : b + 1], z[a : b + 1], color=colour, zorder=3, label=plan.agent.name if number == 0 else None, **style)
        axes.annotate(plan.states[a], (x[a], z[a]), xytext=(6, -10), textcoords="offset points", fontsize=7, color=colour, zorder=5)
    for k in range(round(MARKS * RATE) - 1, len(plan.way), round(MARKS * RATE)):
        axes.plot(x[k], z[k], "o", markersize=3, color=colour, zorder=4)
        axes.annotate(f"{(k + 1) / RATE:.0f} s", (x[k], z[k]), xytext=(4, 4), textcoords="offset points", fontsize=7, color=INK)
    axes.plot(*plan.agent.start, "s", color=colour, markersize=7, zorder=4)
    for goal in plan.agent.goals:
        if goal.along:
            axes.plot(*np.array(goal.along).T, color=colour, linestyle="--", linewidth=0.9, alpha=0.6, zorder=2)
        angles = np.linspace(0, 2 * np.pi, 49)
        reached = goal in plan.reached
        axes.plot(goal.at[0] + goal.within * np.sin(angles), goal.at[1] + goal.within * np.cos(angles), color=colour, zorder=4)
        axes.plot(*goal.at, "*" if reached else "x", color=colour, markersize=9, zorder=4)
