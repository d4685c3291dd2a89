"""One picture of a scene: what is staged, seen through a camera, drawn by the compiled kernels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motionloom.core.threads import run_in_chunks
from motionloom.render.bounds import Boxes, cone_boxes, floor_boxes, shadow_boxes, sky_boxes
from motionloom.render.camera import Camera, Vector
from motionloom.render.framing import Shot
from motionloom.render.meshes import draw_meshes
from motionloom.render.scene import Scene
from motionloom.render.staging import Cones, Floor, stage
from motionloom.render.theme import Theme, linear, to_srgb_table

SOFTNESS = 0.16  # sine of the key light's half angle
SKY_REACH = 5.0  # radii beyond which a solid no longer darkens the floor below
SOLID, GHOST, OVER = range(3)  # kinds of layers, as `_figures` has them
BLEND = 0.004  # of the scene's size: how far apart in depth two surfaces of a body still melt into one


class Solids(NamedTuple):
    """Round cones: two balls and the skin stretched over them, in a space of their own that may be squashed; all seen from the eye.

    to_local (P, 9) linear map from world axes; start (P, 3) first centre and axis (P, 3) to the second, local;
    radii (P, 2) local; colour (P, 3) linear; flat (P,) 1 = drawn without light; box (P, 4) pixels x0 y0 x1 y1; blend metres;
    layers (L, 3) ranges of solids and their kind: one SOLID, then each GHOST from far to near, then what shows OVER all; opacity (L,);
    shade (8, P) the capsule that hides light: start, axis, squared length, radius, from the eye in world axes.
    """

    to_local: Vector
    start: Vector
    axis: Vector
    radii: Vector
    colour: Vector
    flat: NDArray[np.uint8]
    box: Boxes
    blend: float
    layers: NDArray[np.int64]
    opacity: Vector
    shade: Vector


class Casters(NamedTuple):
    """The same cones as they darken the floor: cast (P,) how strongly; heights (P, 2) first centre and rise to the second;
    key_box, sky_box (P, 4) pixels where they hide the key light and the sky.
    """

    to_local: Vector
    start: Vector
    axis: Vector
    radii: Vector
    cast: Vector
    heights: Vector
    key_box: Boxes
    sky_box: Boxes
    sky_cut: float


class Ground(NamedTuple):
    """The floor, metres from the eye; colours (5, 3): ground, grid, horizon, sky, shadow."""

    level: float
    origin_x: float
    origin_z: float
    spacing: float
    line: float
    centre_x: float
    centre_z: float
    near_fade: float
    far_fade: float
    colours: Vector
    strength: float


def draw(scene: Scene, time: float, shot: Shot, size: tuple[int, int], samples: int = 2) -> NDArray[np.uint8]:
    """The picture (height, width, 3) in screen bytes of a scene at a second; samples along each side of a pixel.

    With a clear theme a fourth channel says how much of the picture is there: figures and their shadows, without floor or sky.
    """
    width, height = size
    paint_floor, draw_figures = _brushes(scene, time, shot, size, samples)
    light = np.empty((height, width, 3), dtype=np.float32)
    paint_floor(light)
    draw_figures(light)
    if not scene.theme.clear:
        return _to_bytes(light)
    # What a white floor adds to the same figures before nothing at all is what shows through them.
    alone = np.zeros_like(light)
    draw_figures(alone)
    cover = np.clip(1 - np.mean(light - alone, axis=2), 0, 1)
    colour = _to_bytes(alone / np.maximum(cover, 1e-3)[..., None])
    return np.dstack([colour, np.round(255 * cover).astype(np.uint8)])


Brush = Callable[[NDArray[np.float32]], None]


def _brushes(scene: Scene, time: float, shot: Shot, size: tuple[int, int], samples: int) -> tuple[Brush, Brush]:
    """What fills light (height, width, 3) with floor and sky, and what draws the figures over it."""
    from motionloom.render._figures import TILE, draw_figures
    from motionloom.render._floor import paint_floor

    width, height = size
    camera = shot.camera
    cones, marks = stage(scene, time)
    lamps = _lamps(scene.theme, camera, scene.size)
    view = np.array([*camera.axes.ravel(), camera.perspective, width, height, 2 * camera.slope / height, samples], dtype=np.float64)
    meshes = any(figure.skin is not None for figure in scene.figures)
    layers = [[c for c in cones if c.over is over] for over in (False, True)] if meshes else [cones]
    staged = [_solids(each, camera, size, lamps[0], scene) for each in layers if each]
    drawn, casters = [tuple(solids) for solids, _ in staged], tuple(staged[0][1])  # what shows over all casts no shadow
    ground = tuple(_ground(scene, shot))
    discs, disc_box, patches = _floor_marks(scene, marks, camera, size)
    tiles = -(-width // TILE) * -(-height // TILE)

    def floor(light: NDArray[np.float32]) -> None:
        def rows(start: int, stop: int) -> None:
            paint_floor(view, ground, discs, disc_box, patches, casters, lamps[0], SOFTNESS, start, stop, light)

        run_in_chunks(rows, height, chunk=max(8, height // 8))

    def figures(light: NDArray[np.float32]) -> None:
        for number, solids in enumerate(drawn):
            run_in_chunks(partial(_draw_tiles, draw_figures, (view, solids, lamps), light), tiles, chunk=max(8, tiles // 8))
            if meshes and number == 0:
                draw_meshes(scene, time, camera, size, samples, lamps, light)

    return floor, figures


def _draw_tiles(kernel: Callable[..., None], scene: tuple[Any, ...], light: NDArray[np.float32], start: int, stop: int) -> None:
    kernel(*scene, start, stop, light)


def _to_bytes(light: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Linear light (height, width, 3) as screen bytes."""
    from motionloom.render._tone import to_bytes

    picture, table = np.empty(light.shape, dtype=np.uint8), to_srgb_table()
    run_in_chunks(lambda start, stop: to_bytes(light, table, start, stop, picture), len(light), chunk=max(8, len(light) // 4))
    return picture


def _lamps(theme: Theme, camera: Camera, size: float) -> Vector:
    """Lamps that go with the camera, (8, 3) as `_figures` lists them: key from the upper left, fill from the right."""
    right, _, forward = camera.axes
    back = -forward * [1.0, 0.0, 1.0]
    length = float(np.linalg.norm(back))
    back = back / length if length > 1e-3 else np.cross(right, [0.0, 1.0, 0.0])
    up = np.array([0.0, 1.0, 0.0])
    key, fill = -0.5 * right + 1.2 * up + 0.45 * back, 0.8 * right + 0.15 * up + 0.45 * back
    warm, cool = np.array([1.0, 0.97, 0.92]), np.array([0.86, 0.93, 1.0])
    return np.stack(
        [
            key / np.linalg.norm(key),
            fill / np.linalg.norm(fill),
            theme.key * warm,
            theme.fill * cool,
            theme.ambient * np.array([0.97, 0.99, 1.0]),
            theme.ambient * (0.25 + 0.45 * linear(theme.ground)),
            theme.rim * cool,
            [SOFTNESS, 0.007 * size, 0.0],
        ]
    )


def _solids(cones: list[Cones], camera: Camera, size: tuple[int, int], key: Vector, scene: Scene) -> tuple[Solids, Casters]:
    """All cones as the kernels read them, relative to the eye; the opaque in one layer, each ghost in its own."""
    cones = [_near_first(c, camera) for c in sorted(cones, key=lambda c: _drawing_order(c, camera))]
    counts = np.array([len(c) for c in cones])
    stops = np.cumsum(counts)
    ranges = [(int(stop - count), int(stop), _kind(c)) for count, stop, c in zip(counts, stops, cones, strict=True)]
    opaque = max([stop for _, stop, kind in ranges if kind == SOLID], default=0)
    layers = [(0, opaque, SOLID), *(layer for layer in ranges if layer[2] != SOLID)]
    start, end = (np.concatenate([getattr(c, name) for c in cones]) - camera.eye for name in ("start", "end"))
    radii, axes, stretch, colour = (np.concatenate([getattr(c, name) for c in cones]) for name in ("radii", "axes", "stretch", "colour"))
    flat, unseen = (np.repeat([getattr(c, name) for c in cones], counts).astype(bool) for name in ("flat", "unseen"))
    start, end, radii = _without_swallowed(start, end, _at_least_a_pixel(radii, start, flat, camera, size))
    to_local = np.swapaxes(axes, 1, 2) / stretch[:, :, None]
    local = (
        np.ascontiguousarray(to_local.reshape(-1, 9)),
        np.einsum("pij,pj->pi", to_local, start),
        np.einsum("pij,pj->pi", to_local, end - start),
        np.ascontiguousarray(radii),
    )
    boxes = cone_boxes(start, end, radii, axes * stretch[:, None, :], camera, size)
    boxes[unseen] = 0
    solids = Solids(
        *local,
        np.ascontiguousarray(colour),
        flat.astype(np.uint8),
        boxes,
        BLEND * scene.size,
        np.array(layers, dtype=np.int64),
        np.array([1.0, *(c.opacity for c in cones if _kind(c) != SOLID)]),
        _capsules(start, end, radii, axes, stretch),
    )
    # A line that explains, or a mark that shows through, is not a thing: it casts no shadow.
    cast = np.repeat([c.opacity for c in cones], counts)
    level = scene.ground - float(camera.eye[1])
    widest = radii.max(1) * stretch.max(1)
    key_box = shadow_boxes(start, end, widest, key, SOFTNESS, level, camera, size)
    sky_box = sky_boxes(start, end, SKY_REACH * widest, level, camera, size)
    thing = ~flat & ~np.repeat([c.over for c in cones], counts)
    key_box[~thing] = sky_box[~thing] = 0
    return solids, Casters(*local, cast, np.stack([start[:, 1], (end - start)[:, 1]], axis=1), key_box, sky_box, 1 / SKY_REACH**2)


def _kind(cones: Cones) -> int:
    return OVER if cones.over else GHOST if cones.opacity < 1 else SOLID


def _drawing_order(cones: Cones, camera: Camera) -> tuple[int, float]:
    """The opaque first, then ghosts from far to near, then what shows through."""
    return _kind(cones), -float(np.mean((cones.start - camera.eye) @ camera.axes[2])) if _kind(cones) == GHOST else 0.0


def _near_first(cones: Cones, camera: Camera) -> Cones:
    """The same cones, nearest first: what lies behind them is then given up early."""
    order = np.argsort((cones.start + cones.end) @ camera.axes[2], kind="stable")
    arrays = {name: getattr(cones, name)[order] for name in ("start", "end", "radii", "axes", "stretch", "colour")}
    return replace(cones, **arrays)


def _capsules(start: Vector, end: Vector, radii: Vector, axes: Vector, stretch: Vector) -> Vector:
    """The capsules (8, P) that stand for the cones where they hide light from a figure: start, axis, its squared length, radius."""
    count = np.arange(len(start))
    longest = stretch.argmax(axis=1)
    ball = np.all(start == end, axis=1)
    # A ball stretched one way is a capsule along it; a cone keeps its axis and is as thick as it is on average.
    across = np.sqrt(stretch.prod(axis=1) / stretch[count, longest])
    reach = np.where(ball, radii[:, 0] * np.maximum(stretch[count, longest] - across, 0.0), 0.0)[:, None] * axes[count, :, longest]
    radius = radii.mean(axis=1) * np.where(ball, across, np.cbrt(stretch.prod(axis=1)))
    first, along = start - reach, end - start + 2 * reach
    return np.stack([*first.T, *along.T, np.maximum(np.sum(along**2, axis=1), 1e-12), radius])


def _at_least_a_pixel(radii: Vector, start: Vector, flat: NDArray[np.bool_], camera: Camera, size: tuple[int, int]) -> Vector:
    """Lines thinner than a pixel would crumble into dots: they are drawn wider."""
    depth = np.maximum(start @ camera.axes[2], 1e-3) if camera.perspective else np.ones(len(start))
    thinnest = 1.3 * camera.slope / size[1] * depth
    return np.where(flat[:, None], np.maximum(radii, thinnest[:, None]), radii)


def _without_swallowed(start: Vector, end: Vector, radii: Vector) -> tuple[Vector, Vector, Vector]:
    """A ball inside the other one adds nothing: such a cone becomes the larger ball."""
    inside = (np.sum((end - start) ** 2, axis=1) <= (radii[:, 0] - radii[:, 1]) ** 2 + 1e-12)[:, None]
    larger = np.where((radii[:, 0] >= radii[:, 1])[:, None], start, end)
    return np.where(inside, larger, start), np.where(inside, larger, end), np.where(inside, radii.max(axis=1, keepdims=True), radii)


def _ground(scene: Scene, shot: Shot) -> Ground:
    theme, eye = scene.theme, shot.camera.eye
    spacing = 10.0 ** round(np.log10(scene.size / 1.7))
    centre = shot.centre - eye
    return Ground(
        scene.ground - float(eye[1]),
        float(eye[0] % spacing),
        float(eye[2] % spacing),
        spacing,
        0.012 * spacing,
        float(centre[0]),
        float(centre[2]),
        shot.reach,
        1.6 * shot.reach + 3.0 * scene.size,
        np.stack([linear(colour) for colour in (theme.ground, theme.grid, theme.horizon, theme.sky, theme.shadow)]),
        theme.shadow_strength,
    )


def _floor_marks(
    scene: Scene, marks: Floor, camera: Camera, size: tuple[int, int]
) -> tuple[Vector, Boxes, tuple[Vector, NDArray[np.int64], Vector, Boxes]]:
    """Discs (D, 8) and their pixels; corners, ranges, paint and pixels of the patches."""
    shift, level = camera.eye[[0, 2]], scene.ground - float(camera.eye[1])
    discs = np.array(marks.discs, dtype=np.float64).reshape(-1, 8)
    discs[:, :2] -= shift
    disc_box = floor_boxes(discs[:, :2] - discs[:, 2:3], discs[:, :2] + discs[:, 2:3], level, camera, size)
    corners = [_turned(corners - shift) for corners, _, _ in marks.patches]
    stops = np.cumsum([len(c) for c in corners], dtype=np.int64)
    ranges = np.stack([stops - np.array([len(c) for c in corners], dtype=np.int64), stops], axis=1)
    paint = [(*colour, opacity, 0.008 * scene.size) for _, colour, opacity in marks.patches]
    low, high = (np.array([getattr(c, end)(axis=0) for c in corners]).reshape(-1, 2) for end in ("min", "max"))
    patches = (
        np.concatenate([np.zeros((0, 2)), *corners]),
        ranges,
        np.array(paint, dtype=np.float64).reshape(-1, 5),
        floor_boxes(low, high, level, camera, size),
    )
    return discs, disc_box, patches


def _turned(corners: Vector) -> Vector:
    """Corners (N, 2) in the order that has the inside on the side the kernels expect."""
    x, z = corners[:, 0], corners[:, 1]
    return corners if float(np.sum(x * np.roll(z, -1) - np.roll(x, -1) * z)) > 0 else corners[::-1]
