"""The meshes of characters drawn into a picture: skinned, lit at their vertices, the nearest surface in front."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from motionloom.core.threads import run_in_chunks
from motionloom.render.camera import Camera, Vector
from motionloom.render.scene import Figure, Scene, pose

# Rows of the lamps' array, as `_figures` lists them.
KEY, FILL, KEY_COLOUR, FILL_COLOUR, SKY_COLOUR, BOUNCE_COLOUR, RIM_COLOUR = range(7)
NEAR_FLOOR = 0.25  # of the scene's size: below this the floor hides some of the sky
FAR = 1e30


def draw_meshes(
    scene: Scene, time: float, camera: Camera, size: tuple[int, int], samples: int, lamps: Vector, light: NDArray[np.float32]
) -> None:
    """Draw what the scene's figures wear over the light (height, width, 3) of a picture; `samples` along a pixel's side."""
    from motionloom.render._triangles import draw_triangles

    width, height = size
    worn = [figure for figure in scene.figures if figure.skin is not None]
    for opacity in sorted({figure.opacity for figure in worn}, reverse=True):
        depth = np.full((height * samples, width * samples), FAR, np.float32)
        colour = np.zeros((*depth.shape, 3), np.float32)
        for figure in (each for each in worn if each.opacity == opacity):
            seen = _seen(figure, scene, time, camera, (width * samples, height * samples), lamps)
            rows = partial(_draw_rows, draw_triangles, seen, depth, colour)
            run_in_chunks(rows, len(depth), chunk=max(32, len(depth) // 4))
        cover = opacity * (depth < FAR).astype(np.float32)
        shown = cover.reshape(height, samples, width, samples)
        over = (np.minimum(colour, 1.0) * cover[..., None]).reshape(height, samples, width, samples, 3).mean(axis=(1, 3))
        light *= 1 - shown.mean(axis=(1, 3))[..., None]
        light += over


def _draw_rows(
    kernel: Callable[..., None],
    seen: tuple[Vector, Vector, NDArray[np.int32]],
    depth: NDArray[np.float32],
    colour: NDArray[np.float32],
    start: int,
    stop: int,
) -> None:
    kernel(*seen, start, stop, depth, colour)


def _seen(
    figure: Figure, scene: Scene, time: float, camera: Camera, size: tuple[int, int], lamps: Vector
) -> tuple[Vector, Vector, NDArray[np.int32]]:
    """Vertices (V, 3) in samples and depth, the light (V, 3) they send back, and faces (T, 3)."""
    assert figure.skin is not None
    vertices, normals = figure.skin.posed(*pose(figure, time))
    view = camera.eye - vertices if camera.perspective else np.broadcast_to(-camera.axes[2], vertices.shape)
    view = view / np.maximum(np.linalg.norm(view, axis=1, keepdims=True), 1e-9)
    facing = np.sum(view * normals, axis=1)
    normals = np.where(facing[:, None] < 0, -normals, normals)  # the inside of a sleeve is lit as its outside would be
    up = 0.5 + 0.5 * normals[:, 1:2]
    open_sky = 0.55 + 0.45 * np.clip((vertices[:, 1:2] - scene.ground) / (NEAR_FLOOR * scene.size), 0.0, 1.0)
    sent = open_sky * (up * lamps[SKY_COLOUR] + (1 - up) * lamps[BOUNCE_COLOUR])
    for way, strength in ((KEY, KEY_COLOUR), (FILL, FILL_COLOUR)):
        sent = sent + np.maximum(normals @ lamps[way], 0.0)[:, None] * lamps[strength]
    edge = np.clip(1.0 - np.abs(facing), 0.0, 1.0)[:, None] ** 4
    lit = figure.skin.colours * sent + 0.5 * edge * lamps[RIM_COLOUR]
    return camera.project(vertices, size), np.asarray(lit, np.float64), figure.skin.faces
