"""Close-ups of a foot through a plant, before clean-up and after: what the figures mean, to look at."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from motionloom.core import Motion
from motionloom.core.ground import foot_points
from motionloom.feet.plants import POINTS, Plants
from motionloom.render import Figure, Label, Scene, Trail

if TYPE_CHECKING:
    from PIL.Image import Image

    from motionloom.render.framing import Shot

CELL = (300, 230)  # pixels
CELLS = 5
LAID = 24  # moments that are laid upon each other in the last cell, as the paper does: what stands is sharp, what slides is blurred
HALF_HEIGHT = 0.17  # metres that a close-up shows above and below its middle
ABOVE = 0.1  # metres: how high the middle lies above the floor
TURN, ELEVATION = 88.0, 9.0  # degrees: seen from the side, a little from above
PLACE, PATH = "#b3001b", "#0b6e99"


def save_before_and_after(before: Motion, after: Motion, plants: Plants, folder: Path) -> None:
    """Two strips under each other, closeup.png: a toe from its landing to its lift, where it first stood marked by a line; at the end of
    each all of it, translucent pictures upon each other."""
    from PIL import Image as images

    from motionloom.render.files import save_image

    point, start, stop = _longest(plants)
    rows = [_strip(motion, name, point, start, stop) for motion, name in ((before, "before"), (after, "after"))]
    sheet = images.new("RGB", (rows[0].width, rows[0].height + rows[1].height + 4), "white")
    sheet.paste(rows[0], (0, 0))
    sheet.paste(rows[1], (0, rows[0].height + 4))
    folder.mkdir(parents=True, exist_ok=True)
    save_image(lambda: sheet, folder / "closeup.png")


def _longest(plants: Plants) -> tuple[int, int, int]:
    """The longest plant of a toe that both begins and ends within the clip: point, start, stop."""
    runs = [(stop - start, point, start, stop) for point in (1, 3) for start, stop in plants.runs(point)]
    inside = [run for run in runs if run[2] > 0 and run[3] < len(plants)] or runs
    _, point, start, stop = max(inside)
    return point, start, stop


def _strip(motion: Motion, name: str, point: int, start: int, stop: int) -> Image:
    from PIL import Image as images

    from motionloom.render.camera import Camera, view_axes
    from motionloom.render.framing import Shot, facing_of
    from motionloom.render.strips import shoot

    path = foot_points(motion)[start:stop, point]
    place = path[0].copy()
    scene = Scene((Figure(motion),))
    axes = view_axes(facing_of(scene) - np.radians(TURN), np.radians(ELEVATION))
    middle = np.array([path[:, 0].mean(), scene.ground + ABOVE, path[:, 2].mean()])
    middle += axes[0] * float((place - middle) @ axes[0])  # the landing in the middle of every cell
    shot = Shot(Camera(middle - 3 * axes[2], axes, HALF_HEIGHT, perspective=False), middle * [1, 0, 1] + [0, scene.ground, 0], 2.0)
    times = np.linspace(start, stop - 1, CELLS) / motion.fps
    sheet = images.new("RGB", ((CELLS + 1) * (CELL[0] + 2) - 2, CELL[1]), "white")
    for i, time in enumerate(times):
        so_far = path[: round(float(time) * motion.fps) - start + 1]
        mark = np.stack([place, place + [0, 0.16, 0]])
        marks = (Trail(mark, PLACE, 0.004), *((Trail(so_far, PATH, 0.006),) if len(so_far) > 1 else ()))
        slid = 100 * float(np.linalg.norm((so_far[-1] - place)[[0, 2]]))
        words = (Label(f"{name}, {POINTS[point].replace('_', ' ')}", "bottom left"),) if i == 0 else ()
        labels = (*words, Label(f"{time:.2f} s, {slid:.1f} cm", "bottom right"))
        cell = shoot(Scene((Figure(motion),), trails=marks, labels=labels), float(time), shot, CELL, 4)
        sheet.paste(cell, (i * (CELL[0] + 2), 0))
    sheet.paste(_lay_upon_each_other(motion, shot, start, stop), (CELLS * (CELL[0] + 2), 0))
    return sheet


def _lay_upon_each_other(motion: Motion, shot: Shot, start: int, stop: int) -> Image:
    """Moments of a plant evenly spaced in time, each as translucent as the others (paper 000, figures 3.1 and 3.2)."""
    from PIL import Image as images

    from motionloom.render.strips import shoot

    times = np.linspace(start, stop - 1, LAID) / motion.fps
    cells = [np.asarray(shoot(Scene((Figure(motion),)), float(time), shot, CELL, 2).convert("RGB"), dtype=np.float64) for time in times]
    return images.fromarray(np.mean(cells, axis=0).round().astype(np.uint8))
