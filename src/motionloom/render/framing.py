"""Where the camera stands for a clip: fixed, following, or one place for a whole walk."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import MotionloomError, SkeletonError, list_names
from motionloom.core.heading import headings
from motionloom.render.camera import Camera, Vector, fit, view_axes
from motionloom.render.scene import Figure, Scene, part_points

FIT_FRAMES = 48  # poses looked at to fit a clip into the picture
FOOT_ROOM = 0.05  # of the scene's size, kept free below the floor
FOLLOW_SECONDS = 0.45  # a following camera forgets steps and keeps the walk


class View(NamedTuple):
    """A direction to look from: degrees to the right of where the figure faces, degrees above the horizon."""

    turn: float
    elevation: float
    slope: float = 0.24
    perspective: bool = True


VIEWS = {
    "three-quarter": View(42.0, 13.0),
    "side": View(90.0, 8.0),
    "front": View(0.0, 8.0),
    "back": View(180.0, 10.0),
    "top": View(90.0, 89.0, perspective=False),
}


@dataclass(frozen=True, eq=False)
class Shot:
    """A camera, and the part of the floor (centre (3,), reach metres around it) that is shown before it fades away."""

    camera: Camera
    centre: Vector
    reach: float

    def moved(self, by: NDArray[np.floating]) -> Shot:
        """The same shot, everything moved by (3,) metres."""
        return replace(self, camera=self.camera.moved(by), centre=self.centre + by)


def view_named(view: str | View) -> View:
    """The view of that name, or the view itself."""
    if isinstance(view, View):
        return view
    if view not in VIEWS:
        raise MotionloomError(f"no view {view!r}; there are {list_names(tuple(VIEWS))}")
    return VIEWS[view]


def roots_at(scene: Scene, times: Vector) -> Vector:
    """The mean place (T, 3) of the figures' roots, level with the floor."""
    total = np.zeros((len(times), 3))
    for figure in scene.figures:
        frames = [round(figure.frame_at(float(time))) for time in times]
        total += figure.motion.root_positions[frames] + np.asarray(figure.offset)
    total /= len(scene.figures)
    total[:, 1] = scene.ground
    return total


def facing_of(scene: Scene) -> float:
    """Radians about +y: where the first figure goes, or where it faces if it stays or is not a body."""
    figure = scene.figures[0]
    root = figure.motion.root_positions
    way = (root[-1] - root[0])[[0, 2]].astype(np.float64)
    if np.linalg.norm(way) > 0.6 * scene.size:
        return float(np.arctan2(way[0], way[1]))
    try:
        angles = headings(figure.motion)
    except SkeletonError:
        return 0.0
    return float(np.arctan2(np.sin(angles).mean(), np.cos(angles).mean()))


def frame_all(scene: Scene, times: Vector, size: tuple[int, int], view: str | View, anchors: Vector | None = None) -> Shot:
    """One shot that sees every figure at all the times, each pose first moved back by its anchor (T, 3) metres."""
    chosen = view_named(view)
    axes = view_axes(facing_of(scene) - np.radians(chosen.turn), np.radians(chosen.elevation))
    shifts = np.zeros((len(times), 3)) if anchors is None else anchors
    clouds = [_cloud(figure, scene, times, shifts) for figure in scene.figures]
    points = np.concatenate(clouds)
    camera = fit(points, 0.065 * scene.size, axes, size, chosen.slope, chosen.perspective)
    low, high = points.min(axis=0), points.max(axis=0)
    centre = (low + high) / 2
    centre[1] = scene.ground
    reach = float(np.hypot(*(high - low)[[0, 2]])) / 2 + 0.35 * scene.size
    return Shot(camera, centre, reach)


def _cloud(figure: Figure, scene: Scene, times: Vector, shifts: Vector) -> Vector:
    frames = np.array([round(figure.frame_at(float(time))) for time in times], dtype=np.intp)
    points = part_points(figure, frames) - shifts[:, None]
    points = points.reshape(-1, 3)
    # The floor below belongs in the picture too, or a jump would float out of sight of it; with room for words under the feet.
    below = points[:: max(1, len(points) // 64)].copy()
    below[:, 1] = scene.ground - FOOT_ROOM * scene.size
    return np.concatenate([points, below])


def sample_times(scene: Scene, count: int) -> Vector:
    """Evenly spaced seconds (count,) from the first frame to the last."""
    return np.linspace(0.0, scene.duration, count) if count > 1 else np.array([scene.duration / 2])


def follow_path(scene: Scene, times: Vector) -> Vector:
    """Where a camera that walks along stands (T, 3) metres: the figures' way, smoothed to and fro so that it does not lag."""
    roots = roots_at(scene, times)
    if len(times) < 3:
        return roots
    step = float(times[1] - times[0])
    width = max(1, round(3 * FOLLOW_SECONDS / step))
    kernel = np.exp(-0.5 * (np.arange(-width, width + 1) * step / FOLLOW_SECONDS) ** 2)
    kernel /= kernel.sum()
    # Mirrored through the end points, so that a walk keeps its speed there.
    reach = min(width, len(roots) - 1)
    ahead, behind = 2 * roots[-1] - roots[-2 : -reach - 2 : -1], 2 * roots[0] - roots[reach:0:-1]
    padded = np.concatenate([behind, roots, ahead])
    short = width - reach
    padded = np.concatenate([np.repeat(padded[:1], short, 0), padded, np.repeat(padded[-1:], short, 0)])
    return np.stack([np.convolve(padded[:, axis], kernel, mode="valid") for axis in range(3)], axis=1)


def follow(scene: Scene, times: Vector, size: tuple[int, int], view: str | View) -> list[Shot]:
    """A shot a time that goes along with the figures, turned the same way throughout."""
    path = follow_path(scene, times)
    picks = np.unique(np.linspace(0, len(times) - 1, FIT_FRAMES).astype(int))
    shot = frame_all(scene, times[picks], size, view, path[picks])
    return [shot.moved(place) for place in path]


def follow_each(scene: Scene, times: Vector, size: tuple[int, int], view: str | View) -> list[Shot]:
    """A shot a time centred on the figures there: the cells of a filmstrip."""
    roots = roots_at(scene, times)
    shot = frame_all(scene, times, size, view, roots)
    return [shot.moved(place) for place in roots]


def hold(scene: Scene, times: Vector, size: tuple[int, int], view: str | View) -> list[Shot]:
    """One shot for all the times, which sees the whole clip."""
    picks = np.unique(np.linspace(0, len(times) - 1, FIT_FRAMES).astype(int))
    return [frame_all(scene, times[picks], size, view)] * len(times)
