"""What a picture shows, as plain data: figures, and the marks laid over and under them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import quaternion
from motionloom.core.body import body_of
from motionloom.core.errors import MotionloomError, SkeletonError
from motionloom.core.ground import ground_height
from motionloom.core.markers import is_markers, marker_joints
from motionloom.core.motion import Motion
from motionloom.core.skeleton import Skeleton
from motionloom.formats.mesh import MARKER
from motionloom.formats.skin import Skin
from motionloom.render.bones import bone_parts, skeleton_size
from motionloom.render.parts import Parts
from motionloom.render.person import person_parts
from motionloom.render.theme import LIGHT, Theme, theme_named

Vector = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Figure:
    """A character playing a motion.

    colour '#rrggbb' of its body, or the theme's; opacity under 1 makes a ghost; plants (F, 4) bool: left heel, left toe,
    right heel, right toe held on the ground, marked there; trails: roles or joint names whose paths are drawn;
    offset (3,) metres moves it; at seconds freezes it in that pose, where None plays it; skin: the mesh it wears instead of our mannequin.
    """

    motion: Motion
    colour: str | None = None
    opacity: float = 1.0
    plants: NDArray[np.bool_] | None = None
    trails: tuple[str, ...] = ()
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0)
    at: float | None = None
    skin: Skin | None = None

    def __post_init__(self) -> None:
        if not 0 < self.opacity <= 1:
            raise MotionloomError(f"a figure's opacity must lie above 0 and up to 1, found {self.opacity:g}")
        if self.plants is not None and np.shape(self.plants) != (len(self.motion), 4):
            raise MotionloomError(f"plants of {self.motion.name!r} must have shape ({len(self.motion)}, 4), found {np.shape(self.plants)}")

    def frame_at(self, time: float) -> float:
        """The frame, with its fraction, at a second of the scene; held before the first and after the last."""
        seconds = time if self.at is None else self.at
        return float(np.clip(seconds * self.motion.fps, 0, len(self.motion) - 1))


@dataclass(frozen=True, eq=False)
class Trail:
    """A path in space: points (N, 3) metres; on_ground lays it on the floor."""

    points: NDArray[Any]
    colour: str | None = None
    radius: float = 0.007
    on_ground: bool = False


@dataclass(frozen=True, eq=False)
class Markers:
    """Balls at points (N, 3), or (F, N, 3) at fps, metres; through shows them through the body."""

    points: NDArray[Any]
    fps: float = 30.0
    colour: str | None = None
    radius: float = 0.025
    on_ground: bool = False
    through: bool = True


@dataclass(frozen=True, eq=False)
class Arrows:
    """Arrows from starts (N, 3) along vectors (N, 3), or (F, N, 3) both at fps, metres; through shows them through the body."""

    starts: NDArray[Any]
    vectors: NDArray[Any]
    fps: float = 30.0
    colour: str | None = None
    radius: float = 0.012
    through: bool = True


@dataclass(frozen=True, eq=False)
class Patches:
    """A convex area of the floor a frame, at fps: corners (N, 3) or (N, 2) as x, z, metres, in order around; under 3 shows nothing."""

    corners: Sequence[NDArray[Any]]
    fps: float = 30.0
    colour: str | None = None
    opacity: float = 0.35


@dataclass(frozen=True)
class Label:
    """Words in a corner of the picture: 'top left', 'top right', 'bottom left' or 'bottom right'; {time} and {frame} are filled in.

    They are there from the second `start` on, until `stop`.
    """

    text: str
    corner: str = "top left"
    start: float = -math.inf
    stop: float = math.inf


@dataclass(frozen=True, eq=False)
class Scene:
    """Everything a picture shows. floor metres: the ground's height, found from the figures' feet where None."""

    figures: tuple[Figure, ...]
    trails: tuple[Trail, ...] = ()
    markers: tuple[Markers, ...] = ()
    arrows: tuple[Arrows, ...] = ()
    patches: tuple[Patches, ...] = ()
    labels: tuple[Label, ...] = ()
    theme: Theme = LIGHT
    floor: float | None = None

    def __post_init__(self) -> None:
        if not self.figures:
            raise MotionloomError("a scene needs at least one figure")

    @property
    def duration(self) -> float:
        """Seconds from the first frame to the last of the longest motion."""
        return max((len(figure.motion) - 1) / figure.motion.fps for figure in self.figures)

    @cached_property
    def ground(self) -> float:
        """The floor's height in metres."""
        return min(floor_of(figure) for figure in self.figures) if self.floor is None else self.floor

    @cached_property
    def size(self) -> float:
        """Metres: the height of the tallest figure; everything that must look right at any scale is measured in it."""
        return max(figure_size(figure.motion.skeleton) for figure in self.figures)


Subject = Motion | Figure | Scene | Sequence[Motion | Figure]


def as_scene(subject: Subject, theme: str | Theme | None = None) -> Scene:
    """A scene of whatever was given; several motions get colours of their own."""
    if isinstance(subject, Scene):
        return subject if theme is None else replace(subject, theme=theme_named(theme))
    chosen = theme_named("light" if theme is None else theme)
    items = [subject] if isinstance(subject, Motion | Figure) else list(subject)
    figures = []
    for number, item in enumerate(items):
        figure = item if isinstance(item, Figure) else Figure(item)
        if figure.colour is None and len(items) > 1:
            figure = replace(figure, colour=chosen.cast[number % len(chosen.cast)])
        figures.append(figure)
    return Scene(tuple(figures), theme=chosen)


@lru_cache(maxsize=256)
def parts_of(skeleton: Skeleton) -> Parts:
    """A person where the skeleton is a body, else plain bones."""
    try:
        return person_parts(body_of(skeleton))
    except SkeletonError:
        return bone_parts(skeleton)


@lru_cache(maxsize=256)
def figure_size(skeleton: Skeleton) -> float:
    """Standing height in metres, or the extent of a skeleton that is not a body."""
    try:
        return body_of(skeleton).height
    except SkeletonError:
        return skeleton_size(skeleton)


@lru_cache(maxsize=256)
def _floor_below(motion: Motion) -> float:
    try:
        return ground_height(motion)
    except SkeletonError:
        if is_markers(motion.skeleton):
            return float(motion.positions()[:, marker_joints(motion.skeleton), 1].min()) - MARKER
        return float(motion.positions()[..., 1].min()) - 0.013 * skeleton_size(motion.skeleton)


def floor_of(figure: Figure) -> float:
    """Height in metres of the floor a figure stands on."""
    return _floor_below(figure.motion) + figure.offset[1]


def pose(figure: Figure, time: float) -> tuple[Vector, Vector]:
    """World rotations (J, 4) and positions (J, 3) of a figure at a second, between frames where it falls there."""
    frame = figure.frame_at(time)
    low = int(np.floor(frame + 1e-6))
    share = max(frame - low, 0.0)
    rotations, positions = figure.motion.world
    q, p = rotations[low].astype(np.float64), positions[low].astype(np.float64)
    if share > 1e-3 and low + 1 < len(figure.motion):
        ahead = rotations[low + 1].astype(np.float64)
        ahead *= np.where(np.sum(q * ahead, axis=-1, keepdims=True) < 0, -1, 1)
        q = quaternion.normalise(q + share * (ahead - q))
        p = p + share * (positions[low + 1] - p)
    return q, p + np.asarray(figure.offset)


def part_points(figure: Figure, frames: NDArray[np.intp]) -> Vector:
    """Both ends of every part (F, 2 P, 3) metres, world, at some frames: what a camera must see."""
    parts = parts_of(figure.motion.skeleton)
    joints = np.concatenate([parts.start_joint, parts.end_joint])
    offsets = np.concatenate([parts.start_offset, parts.end_offset])
    rotations, positions = figure.motion.world
    index = np.ix_(frames, joints)
    points = positions[index] + quaternion.rotate(rotations[index], offsets[None].astype(np.float32))
    if figure.skin is not None:
        points = np.concatenate([points, figure.skin.outline().posed(rotations[frames], positions[frames])[0]], axis=1)
    return points + np.asarray(figure.offset)
