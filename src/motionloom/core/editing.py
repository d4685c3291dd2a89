"""New motions out of old ones: trim, join, change rate, mirror, take the path apart and put it back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.core import quaternion
from motionloom.core.body import body_of
from motionloom.core.errors import MotionError
from motionloom.core.heading import headings
from motionloom.core.motion import MAX_FPS, MIN_FPS, Motion
from motionloom.core.skeleton import Skeleton


def trim(motion: Motion, start: float = 0.0, end: float | None = None) -> Motion:
    """The part from `start` to `end` seconds (half-open; to the end where none is given)."""
    return motion[find_frames(motion, start, end)]


def find_frames(motion: Motion, start: float = 0.0, end: float | None = None) -> slice:
    """The frames from `start` to `end` seconds; an error where the motion has none such."""
    first = round(start * motion.fps)
    last = len(motion) if end is None else round(end * motion.fps)
    if not 0 <= first < last <= len(motion):
        raise MotionError(
            f"cannot trim {motion.name!r} to {start:g}-{end if end is not None else motion.duration:g} s; it lasts {motion.duration:g} s"
        )
    return slice(first, last)


def concatenate(motions: Sequence[Motion]) -> Motion:
    """The motions one after the other, frames as they are; skeletons and rates must agree."""
    if not motions:
        raise MotionError("nothing to concatenate")
    first = motions[0]
    for other in motions[1:]:
        if not other.skeleton.fits(first.skeleton):
            raise MotionError(f"{other.name!r} has another skeleton than {first.name!r}; join motions of one body")
        if other.fps != first.fps:
            raise MotionError(f"{other.name!r} has {other.fps:g} Hz, {first.name!r} has {first.fps:g}; resample one of them first")
    return first.with_arrays(np.concatenate([m.rotations for m in motions]), np.concatenate([m.root_positions for m in motions]))


def resample(motion: Motion, fps: float) -> Motion:
    """The same performance at another rate: rotations by slerp, the root linearly; first frame kept."""
    if not MIN_FPS <= fps <= MAX_FPS:
        raise MotionError(f"cannot resample to {fps:g} Hz; expected {MIN_FPS:g} to {MAX_FPS:g}")
    if fps == motion.fps:
        return motion
    return sample_at(motion, np.arange(resampled_length(len(motion), motion.fps, fps)) / fps * motion.fps, fps)


def resampled_length(frames: int, fps: float, wanted: float) -> int:
    """How many frames a motion has at another rate."""
    return frames if fps == wanted else int(np.floor((frames - 1) / fps * wanted + 1e-6)) + 1


def sample_at(motion: Motion, frames: NDArray[np.floating], fps: float | None = None) -> Motion:
    """The motion at fractional frames (N,), clamped to its ends."""
    at = np.clip(np.asarray(frames, dtype=np.float64), 0, len(motion) - 1)
    below = np.minimum(at.astype(np.intp), max(len(motion) - 2, 0))
    above = np.minimum(below + 1, len(motion) - 1)
    part = (at - below).astype(np.float32)
    rotations = quaternion.slerp(motion.rotations[below], motion.rotations[above], part[:, None])
    roots = motion.root_positions[below] + part[:, None] * (motion.root_positions[above] - motion.root_positions[below])
    return motion.with_arrays(rotations, roots, fps=motion.fps if fps is None else fps)


@lru_cache(maxsize=512)
def mirror_joints(skeleton: Skeleton) -> NDArray[np.intp]:
    """For each joint (J,) the one on the other side; joints of the middle are their own."""
    body = body_of(skeleton)
    pairs = np.arange(len(skeleton))
    for limb in ("arm", "leg"):
        left, right = body.chains[f"left_{limb}"], body.chains[f"right_{limb}"]
        if len(left) != len(right):
            raise MotionError(f"cannot mirror: the left {limb} has {len(left)} joints, the right {len(right)}")
        for a, b in zip(left, right, strict=True):
            _pair_below(skeleton, a, b, pairs)
    return pairs


def _pair_below(skeleton: Skeleton, a: int, b: int, pairs: NDArray[np.intp]) -> None:
    """Pair two joints and, in order, what hangs on them (fingers) and the bare joints above them (hip joints)."""
    pairs[a], pairs[b] = b, a
    for child_a, child_b in zip(skeleton.children(a), skeleton.children(b), strict=False):
        _pair_below(skeleton, child_a, child_b, pairs)
    above_a, above_b = int(skeleton.parents[a]), int(skeleton.parents[b])
    while above_a != above_b and above_a >= 0 and above_b >= 0 and pairs[above_a] == above_a:
        pairs[above_a], pairs[above_b] = above_b, above_a
        above_a, above_b = int(skeleton.parents[above_a]), int(skeleton.parents[above_b])


def mirror(motion: Motion) -> Motion:
    """Left and right exchanged by roles, reflected in the plane x = 0.

    Each joint turns from its rest as its counterpart did, reflected: so skeletons whose two sides have different joint
    axes (Maya rigs, Bandai) mirror right, and the skeleton itself, its small asymmetries included, stays what it is.
    """
    skeleton = motion.skeleton
    pairs = mirror_joints(skeleton)
    rest = skeleton.rest_world[0]
    turned = quaternion.multiply(motion.world[0].astype(np.float64), quaternion.conjugate(rest))
    flat = _lateral_plane(skeleton)
    mirrored = _reflect(turned[:, pairs], flat)
    world = quaternion.multiply(mirrored, rest)
    from motionloom.core.kinematics import to_local

    local = quaternion.make_continuous(quaternion.normalise(to_local(world, skeleton.parents)))
    roots = motion.root_positions - 2 * (motion.root_positions @ flat)[:, None] * flat
    return motion.with_arrays(local, roots)


def _lateral_plane(skeleton: Skeleton) -> NDArray[np.float64]:
    """The unit normal (3,) of the plane a body is mirrored in: across its rest facing."""
    facing = body_of(skeleton).facing
    return np.cross([0.0, 1.0, 0.0], facing)


def _reflect(q: NDArray[np.float64], normal: NDArray[np.float64]) -> NDArray[np.float64]:
    """World rotations (..., 4) seen in a mirror with this unit normal: the axis' level part flips, its mirror part stays."""
    axis = q[..., :3]
    along = np.sum(axis * normal, axis=-1, keepdims=True) * normal
    return np.concatenate([2 * along - axis, q[..., 3:]], axis=-1)


@dataclass(frozen=True)
class RootPath:
    """The path that `split_root` took out: positions (F, 3) metres on the ground and headings (F,) radians."""

    positions: NDArray[np.float64]
    headings: NDArray[np.float64]


def split_root(motion: Motion) -> tuple[Motion, RootPath]:
    """(in place, path): the motion at the origin facing +z in every frame, and where it went; `join_root` undoes it."""
    path = RootPath(motion.root_positions.astype(np.float64) * [1.0, 0.0, 1.0], headings(motion))
    return _move(motion, -path.headings, path.positions, inverse=True), path


def join_root(in_place: Motion, path: RootPath) -> Motion:
    """The in-place motion led along a path again."""
    if len(path.positions) != len(in_place):
        raise MotionError(f"the path has {len(path.positions)} frames, {in_place.name!r} has {len(in_place)}")
    return _move(in_place, path.headings, path.positions, inverse=False)


def _move(motion: Motion, angles: NDArray[np.float64], positions: NDArray[np.float64], inverse: bool) -> Motion:
    turn = quaternion.about_y(angles)
    rotations = motion.rotations.astype(np.float64)
    rotations[:, 0] = quaternion.multiply(turn, rotations[:, 0])
    roots = motion.root_positions.astype(np.float64)
    moved = quaternion.rotate(turn, roots - positions) if inverse else quaternion.rotate(turn, roots) + positions
    return motion.with_arrays(rotations, moved)
