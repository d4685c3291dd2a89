"""Filmstrips: a clip on one picture, as cells side by side or as one walk through it."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from motionloom.core.errors import MotionloomError, list_names
from motionloom.render.drawing import draw
from motionloom.render.files import save_image
from motionloom.render.framing import FOOT_ROOM, Shot, View, facing_of, follow_each, frame_all, hold, sample_times
from motionloom.render.overlay import letter_size, write, write_labels
from motionloom.render.scene import Scene, Subject, as_scene, part_points
from motionloom.render.theme import Theme

if TYPE_CHECKING:
    from PIL.Image import Image

CAMERAS = {"follow": follow_each, "hold": hold}
MAX_CELLS = 256
WALK_VIEW = View(78.0, 11.0, slope=0.17)  # a long lens, so that the poses at the ends are not seen from elsewhere


def picture(
    subject: Subject,
    time: float = 0.0,
    *,
    size: tuple[int, int] = (640, 360),
    view: str | View = "three-quarter",
    theme: str | Theme | None = None,
    samples: int = 3,
) -> Image:
    """One picture (PIL) of a motion, motions or a scene at a second."""
    scene = as_scene(subject, theme)
    shot = follow_each(scene, np.array([time]), size, view)[0]
    return shoot(scene, time, shot, size, samples)


def shoot(scene: Scene, time: float, shot: Shot, size: tuple[int, int], samples: int) -> Image:
    """A picture with the scene's labels on it."""
    from PIL import Image as images

    image = images.fromarray(draw(scene, time, shot, size, samples))
    if scene.labels:
        write_labels(image, scene.labels, scene.theme.text, time, scene.figures[0].motion.fps, letter_size(size[1]))
    return image


def filmstrip(
    subject: Subject,
    frames: int = 8,
    *,
    columns: int | None = None,
    size: tuple[int, int] = (200, 260),
    view: str | View = "three-quarter",
    camera: str = "follow",
    theme: str | Theme | None = None,
    stamps: bool = True,
    gap: int = 2,
    samples: int = 3,
) -> Image:
    """A picture (PIL) of `frames` moments evenly spaced over a clip, in cells of `size` pixels.

    columns: cells a row, all in one row where None; camera "follow" centres every cell on the figures, "hold" keeps one
    place that sees the whole clip, so that they walk through the strip; stamps writes the time into every cell; gap pixels between cells.
    """
    from PIL import Image as images

    if camera not in CAMERAS:
        raise MotionloomError(f"no camera {camera!r}; there are {list_names(tuple(CAMERAS))}")
    count = _checked(frames)
    scene = as_scene(subject, theme)
    times = sample_times(scene, count)
    shots = CAMERAS[camera](scene, times, size, view)
    across = min(columns or count, count)
    down = -(-count // across)
    mode, ground = ("RGBA", (0, 0, 0, 0)) if scene.theme.clear else ("RGB", scene.theme.sky)
    sheet = images.new(mode, (across * (size[0] + gap) - gap, down * (size[1] + gap) - gap), ground)
    for number, (time, shot) in enumerate(zip(times, shots, strict=True)):
        cell = shoot(scene, float(time), shot, size, samples)
        if stamps:
            write(cell, f"{time:.2f} s", "bottom left", scene.theme.text, letter_size(size[1]))
        sheet.paste(cell, ((number % across) * (size[0] + gap), (number // across) * (size[1] + gap)))
    return sheet


def walk_through(
    subject: Subject,
    frames: int = 8,
    *,
    size: tuple[int, int] = (1920, 420),
    view: str | View = WALK_VIEW,
    theme: str | Theme | None = None,
    fade: bool = False,
    samples: int = 3,
) -> Image:
    """One wide picture (PIL) with `frames` poses of a clip where they truly were on the ground.

    The picture is at most of that size, and smaller where the walk leaves margins empty.
    fade makes the poses between the first and the last ghosts. A clip that stays in one place is spread out along the
    picture, a step a pose, or its poses would hide each other.
    """
    scene = as_scene(subject, theme)
    times = sample_times(scene, _checked(frames))
    spread = _steps_apart(scene, times)
    figures = []
    for number, time in enumerate(times):
        opacity = 0.55 if fade and 0 < number < len(times) - 1 else 1.0
        for figure in scene.figures:
            offset = tuple(np.asarray(figure.offset) + number * spread)
            plants, trails = figure.plants, figure.trails if number == len(times) - 1 else ()
            figures.append(replace(figure, at=float(time), offset=offset, opacity=opacity * figure.opacity, plants=plants, trails=trails))
    posed = replace(scene, figures=tuple(figures), floor=scene.ground)
    shot = frame_all(posed, times[:1], size, view)
    shot, size = _trimmed(posed, shot, size)
    return shoot(posed, float(times[-1]), shot, size, samples)


def _trimmed(scene: Scene, shot: Shot, size: tuple[int, int]) -> tuple[Shot, tuple[int, int]]:
    """The shot and size without the empty margins; the picture's middle and scale stay."""
    points = np.concatenate([part_points(figure, np.array([round(figure.frame_at(0.0))])) for figure in scene.figures], axis=1)
    points[..., 1] -= FOOT_ROOM * scene.size * (points[..., 1] < scene.ground + 0.1 * scene.size)
    reach = np.abs(shot.camera.project(points, size)[0, :, :2] - np.array(size) / 2)
    margin = 0.075 * shot.camera.pixels_per_metre(float(shot.camera.project(points, size)[..., 2].min()), size) * scene.size
    width, height = (min(most, 2 * int(np.ceil(far + margin))) for most, far in zip(size, reach.max(axis=0), strict=True))
    camera = replace(shot.camera, slope=shot.camera.slope * height / size[1])
    return replace(shot, camera=camera), (width, height)


def _steps_apart(scene: Scene, times: np.ndarray) -> np.ndarray:
    """How far (3,) metres each pose is moved on so that it stands clear of the last."""
    figure = scene.figures[0]
    roots = np.array([figure.motion.root_positions[round(figure.frame_at(float(time)))] for time in times])
    if len(times) < 2:
        return np.zeros(3)
    angle = facing_of(scene)
    ahead = np.array([np.sin(angle), 0.0, np.cos(angle)])
    travelled = float((roots[-1] - roots[0]) @ ahead) / (len(times) - 1)
    return ahead * max(0.42 * scene.size - travelled, 0.0)


def _checked(frames: int) -> int:
    if not 1 <= frames <= MAX_CELLS:
        raise MotionloomError(f"a filmstrip takes 1 to {MAX_CELLS} frames, asked for {frames}")
    return frames


def save_filmstrip(subject: Subject, path: str | PathLike[str], frames: int = 8, *, walk: bool = False, **options: object) -> None:
    """Write a filmstrip, or with `walk` a walk-through, to .png, .jpg or .webp."""
    strip = walk_through if walk else filmstrip
    save_image(lambda: strip(subject, frames, **options), path)  # type: ignore[arg-type]
