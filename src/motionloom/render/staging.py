"""A scene at one moment as round cones in the world: figures posed, trails and arrows turned into solids."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motionloom.core import quaternion
from motionloom.core.body import body_of
from motionloom.core.errors import MotionloomError, SkeletonError, list_names
from motionloom.core.markers import is_markers, marked_feet
from motionloom.core.motion import Motion
from motionloom.render.parts import Paint
from motionloom.render.scene import Arrows, Figure, Markers, Scene, Trail, Vector, figure_size, parts_of, pose
from motionloom.render.theme import Theme, linear

TRAIL_POINTS = 160
TINT = 0.25  # how much of a figure's own colour its left and right limbs take on


@dataclass(frozen=True, eq=False)
class Cones:
    """Round cones in the world, metres.

    start, end (P, 3); radii (P, 2); axes (P, 3, 3) columns, and stretch (P, 3) along them; colour (P, 3) linear; flat: unlit; over: seen
    through everything else; unseen: they only cast shadows, for a mesh that is drawn in their place.
    """

    start: Vector
    end: Vector
    radii: Vector
    axes: Vector
    stretch: Vector
    colour: Vector
    flat: bool = False
    opacity: float = 1.0
    over: bool = False
    unseen: bool = False

    def __len__(self) -> int:
        return len(self.start)


@dataclass
class Floor:
    """Marks on the floor: discs (x, z, radius, ring width, colour (3,), opacity) and convex patches (corners (N, 2), colour, opacity)."""

    discs: list[tuple[float, ...]] = field(default_factory=list)
    patches: list[tuple[Vector, Vector, float]] = field(default_factory=list)


def stage(scene: Scene, time: float) -> tuple[list[Cones], Floor]:
    """The solids and floor marks of a scene at a second."""
    solids, floor = [], Floor()
    for figure in scene.figures:
        solids.append(_figure(figure, scene.theme, time))
        solids.extend(_figure_trails(figure, scene, time))
        _mark_plants(figure, scene, time, floor)
    solids.extend(_trail(trail, scene, 1.0) for trail in scene.trails)
    solids.extend(_markers(markers, scene, time) for markers in scene.markers)
    solids.extend(_arrows(arrows, scene, time) for arrows in scene.arrows)
    for patches in scene.patches:
        corners = (
            np.asarray(patches.corners[_frame(time, patches.fps, len(patches.corners))], dtype=np.float64)
            if len(patches.corners)
            else np.zeros((0, 2))
        )
        if len(corners) >= 3:
            level = corners[:, [0, 2]] if corners.shape[1] == 3 else corners
            floor.patches.append((level, linear(patches.colour or scene.theme.plant), patches.opacity))
    return [cones for cones in solids if len(cones)], floor


def _frame(time: float, fps: float, count: int) -> int:
    return int(np.clip(round(time * fps), 0, max(count - 1, 0)))


def _figure(figure: Figure, theme: Theme, time: float) -> Cones:
    parts = parts_of(figure.motion.skeleton)
    rotations, positions = pose(figure, time)
    start = positions[parts.start_joint] + quaternion.rotate(rotations[parts.start_joint], parts.start_offset)
    end = positions[parts.end_joint] + quaternion.rotate(rotations[parts.end_joint], parts.end_offset)
    axes = quaternion.to_matrix(quaternion.multiply(rotations[parts.frame_joint], parts.frame))
    return Cones(
        start,
        end,
        parts.radii,
        axes,
        parts.stretch,
        _palette(figure, theme)[parts.paint],
        opacity=figure.opacity,
        unseen=figure.skin is not None,
    )


def _palette(figure: Figure, theme: Theme) -> Vector:
    """Colours (6, 3) linear in the order of `Paint`; a figure of its own colour tints its limbs with it."""
    palette = np.array([linear(getattr(theme, paint.name.lower())) for paint in Paint])
    if figure.colour is not None:
        own = linear(figure.colour)
        palette[[Paint.BODY, Paint.BONE]] = own
        sides = [Paint.LEFT, Paint.RIGHT]
        palette[sides] += TINT * (own - palette[sides])
    return palette


def joint_named(motion: Motion, name: str) -> int:
    """The joint of a body role, or of that name."""
    skeleton = motion.skeleton
    if name in skeleton.names:
        return skeleton.index(name)
    try:
        roles = body_of(skeleton).roles
    except SkeletonError:
        roles = {}
    if name not in roles:
        raise MotionloomError(f"{motion.name!r} has no joint or role {name!r}; it has {list_names((*roles, *skeleton.names))}")
    return roles[name]


def _figure_trails(figure: Figure, scene: Scene, time: float) -> list[Cones]:
    """The paths its joints took up to now."""
    last = round(figure.frame_at(time)) + 1
    trails = []
    for name in figure.trails:
        on_ground = name.endswith("@ground")
        joint = joint_named(figure.motion, name.removesuffix("@ground"))
        points = figure.motion.positions()[:last, joint] + np.asarray(figure.offset)
        trails.append(_trail(Trail(points, on_ground=on_ground), scene, figure.opacity))
    return trails


def _plain(
    start: ArrayLike, end: ArrayLike, radii: ArrayLike, colour: ArrayLike, flat: bool, opacity: float = 1.0, over: bool = False
) -> Cones:
    first = np.asarray(start, dtype=np.float64).reshape(-1, 3)
    count = len(first)
    return Cones(
        first,
        np.asarray(end, dtype=np.float64).reshape(-1, 3),
        np.broadcast_to(np.asarray(radii, dtype=np.float64), (count, 2)),
        np.broadcast_to(np.eye(3), (count, 3, 3)),
        np.ones((count, 3)),
        np.broadcast_to(np.asarray(colour, dtype=np.float64), (count, 3)),
        flat,
        opacity,
        over,
    )


def _trail(trail: Trail, scene: Scene, opacity: float) -> Cones:
    """A line of thin cones, paler towards its beginning."""
    points = np.asarray(trail.points, dtype=np.float64).reshape(-1, 3)
    picks = np.unique(np.linspace(0, len(points) - 1, TRAIL_POINTS).astype(int)) if len(points) else np.zeros(0, dtype=int)
    points = points[picks].copy()
    scale = scene.size / 1.7
    if trail.on_ground:
        points[:, 1] = scene.ground + 0.5 * trail.radius * scale
    count = max(len(points) - 1, 0)
    age = np.linspace(0.25, 1.0, count)[:, None]
    colour = linear(trail.colour or scene.theme.trail)
    pale = linear(scene.theme.ground)
    return _plain(points[:-1] if count else points[:0], points[1:], trail.radius * scale, pale + age * (colour - pale), True, opacity)


def _markers(markers: Markers, scene: Scene, time: float) -> Cones:
    points = _now(markers.points, time, markers.fps).copy()
    scale = scene.size / 1.7
    if markers.on_ground:
        points[:, 1] = scene.ground + 0.3 * markers.radius * scale
    return _plain(points, points, markers.radius * scale, linear(markers.colour or scene.theme.mark), False, over=markers.through)


def _arrows(arrows: Arrows, scene: Scene, time: float) -> Cones:
    starts, vectors = _now(arrows.starts, time, arrows.fps), _now(arrows.vectors, time, arrows.fps)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    keep = lengths[:, 0] > 1e-6
    starts, vectors, lengths = starts[keep], vectors[keep], lengths[keep]
    radius = arrows.radius * scene.size / 1.7
    neck = starts + vectors * np.maximum(1 - 5 * radius / np.maximum(lengths, 1e-9), 0.3)
    shaft, head = np.tile([radius, radius], (len(starts), 1)), np.tile([2.6 * radius, 0.2 * radius], (len(starts), 1))
    colour = linear(arrows.colour or scene.theme.mark)
    return _plain(
        np.concatenate([starts, neck]),
        np.concatenate([neck, starts + vectors]),
        np.concatenate([shaft, head]),
        colour,
        False,
        over=arrows.through,
    )


def _now(points: NDArray[np.floating], time: float, fps: float) -> Vector:
    """Points (N, 3) of an array that may change over time."""
    array = np.asarray(points, dtype=np.float64)
    return array[_frame(time, fps, len(array))] if array.ndim == 3 else array.reshape(-1, 3)


def _mark_plants(figure: Figure, scene: Scene, time: float, floor: Floor) -> None:
    """A ring and a faint disc under every planted point of the feet."""
    if figure.plants is None:
        return
    skeleton = figure.motion.skeleton
    frame = round(figure.frame_at(time))
    rotations, positions = pose(figure, frame / figure.motion.fps)
    if is_markers(skeleton):
        points = positions[marked_feet(skeleton)]
    else:
        body = body_of(skeleton)
        points = positions[body.foot_joints] + quaternion.rotate(rotations[body.foot_joints], body.foot_offsets)
    colour = tuple(linear(scene.theme.plant))
    radius = 0.045 * figure_size(skeleton)
    for point in points[np.asarray(figure.plants[frame], dtype=bool)]:
        floor.discs.append((float(point[0]), float(point[2]), radius, 0.0, *colour, 0.30 * figure.opacity))
        floor.discs.append((float(point[0]), float(point[2]), radius, 0.16 * radius, *colour, 0.95 * figure.opacity))
