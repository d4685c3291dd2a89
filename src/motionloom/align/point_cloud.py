"""Distance between stretches of motion, blind to where they happen and which way they face (Kovar, Gleicher, Pighin 2002).

Around each frame lie the joints of a short window, weighted towards its middle. Two windows are as far apart as their points
remain after the best turn about the vertical and shift along the ground. With each frame's points taken about their own
centroid, everything that couples two frames is a matrix product, and a window is a sum along the diagonal:

    D(i, j) = Q(i) + Q(j) - 2 C(i, j) - 2 sqrt(A(i, j)^2 + B(i, j)^2)

Q: weighted squares; C: products of heights; A, B: cosine and sine parts of the ground-plane products. The centroids' own
movement within a window is a few numbers a frame and a small product of its own. Centred numbers keep float32 exact enough.

Bodies with other joints are compared by the roles that both have. They are taken as large as they are: nothing is scaled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, Skeleton
from motionloom.core.body import ROLES, body_of
from motionloom.core.editing import resample
from motionloom.core.errors import MotionError

RATE = 60.0
WINDOW = 1 / 6  # seconds: ten frames at 60 Hz
HEIGHT = 0.9  # metres taken off every height: differences stay, squares shrink


@dataclass(frozen=True, eq=False)
class Clouds:
    """A motion made ready for comparison: N windows of n frames, J joints.

    ground (F, 2J) and turned (F, 2J): x and z about each frame's centroid, the second as (z, -x); heights (F, J);
    path (N, 2n) and path_turned (N, 2n): the centroids' way within each window, about its own mean;
    squares (N,): Q; means (N, 2): mean ground position of each window, metres. All times the roots of their weights.
    roles (J,): which part of the body each point is; empty where nobody said.
    """

    ground: NDArray[np.float32]
    turned: NDArray[np.float32]
    heights: NDArray[np.float32]
    path: NDArray[np.float32]
    path_turned: NDArray[np.float32]
    squares: NDArray[np.float32]
    means: NDArray[np.float64]
    taper: NDArray[np.float32]
    fps: float
    roles: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.squares)

    def require_like(self, other: Clouds) -> None:
        """An error unless these clouds can be compared with others."""
        if len(self.taper) != len(other.taper) or self.fps != other.fps or self.heights.shape[1] != other.heights.shape[1]:
            raise MotionError("clouds with different rates, windows or joints cannot be compared; make both with the same settings")
        if self.roles and other.roles and self.roles != other.roles:
            raise MotionError("clouds of bodies whose joints come in another order cannot be compared; make both with their shared_roles")


def make_taper(frames: int) -> NDArray[np.float64]:
    """Weights (n,) of a window's frames: most in the middle, least at the ends, 1 in all."""
    weights = np.hanning(frames + 2)[1:-1]
    return weights / weights.sum()


def joint_roles(skeleton: Skeleton) -> tuple[str, ...]:
    """The roles that a skeleton has, in the order of its joints. Fingers and helper joints have none."""
    roles = body_of(skeleton).roles
    return tuple(sorted(roles, key=roles.__getitem__))


def shared_roles(motions: Iterable[Motion]) -> tuple[str, ...]:
    """The roles by which to compare motions: those that every skeleton has, in one order for all."""
    orders = list(dict.fromkeys(joint_roles(motion.skeleton) for motion in motions))
    return orders[0] if len(orders) == 1 else tuple(role for role in ROLES if all(role in order for order in orders))


def make_clouds(motion: Motion, window: float = WINDOW, rate: float | None = RATE, roles: Sequence[str] | None = None) -> Clouds:
    """The clouds of a motion, resampled to `rate` Hz, one a frame: window `i` lies around frame `i` and lasts `window` seconds.

    Beyond its ends a motion stands still in its first or last pose. roles: whose joints are the points, all alike; those of the skeleton
    if not given, `shared_roles` where bodies differ.
    """
    at_rate = motion if rate is None or motion.fps == rate else resample(motion, rate)
    frames = max(1, round(window * at_rate.fps))
    if len(at_rate) < frames:
        raise MotionError(f"{motion.name!r} lasts {motion.duration:.2f} s, shorter than the window of {window:.2f} s it is compared by")
    points = joint_roles(motion.skeleton) if roles is None else tuple(roles)
    joints = [body_of(motion.skeleton).joint(role) for role in points]
    padding = ((frames // 2, frames - 1 - frames // 2), (0, 0), (0, 0))
    positions = np.pad(at_rate.positions()[:, joints], padding, mode="edge")
    return replace(clouds_of_positions(positions, np.full(len(joints), 1 / len(joints)), frames, at_rate.fps), roles=points)


def clouds_of_positions(positions: NDArray[Any], weights: NDArray[Any], frames: int, fps: float) -> Clouds:
    """The clouds of world positions (F, J, 3) metres, joint weights (J,) that sum to 1: windows of `frames` from each frame on."""
    used = np.flatnonzero(weights)
    root = np.sqrt(weights[used])
    points = positions[:, used].astype(np.float64)
    x, y, z = points[..., 0], points[..., 1] - HEIGHT, points[..., 2]
    centre = np.stack([x @ weights[used], z @ weights[used]], axis=-1)
    x, z = (x - centre[:, :1]) * root, (z - centre[:, 1:]) * root
    y = y * root
    taper = make_taper(frames)
    windows = np.lib.stride_tricks.sliding_window_view(centre, frames, axis=0)  # (N, 2, n)
    means = windows @ taper
    path = (windows - means[..., None]) * np.sqrt(taper)
    each = np.sum(x**2 + y**2 + z**2, axis=1)
    squares = np.lib.stride_tricks.sliding_window_view(each, frames) @ taper + np.sum(path**2, axis=(1, 2))
    single = np.float32
    return Clouds(
        np.concatenate([x, z], axis=1).astype(single),
        np.concatenate([z, -x], axis=1).astype(single),
        y.astype(single),
        np.concatenate([path[:, 0], path[:, 1]], axis=1).astype(single),
        np.concatenate([path[:, 1], -path[:, 0]], axis=1).astype(single),
        squares.astype(single),
        means,
        taper.astype(single),
        fps,
    )


def distances(a: Clouds, b: Clouds, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
    """Squared distances (Na, Nb) in square metres (a weighted mean over points) between all windows of a and of b.

    out: where to write them, for those who compare again and again: fresh memory takes a while to get.
    """
    from motionloom.align.tiles import for_each_tile

    into = np.empty((len(a), len(b)), dtype=np.float32) if out is None else out
    for_each_tile(a, b, lambda rows, columns, tile: None, into)
    return into


def pair_products(a: Clouds, b: Clouds, i: NDArray[Any], j: NDArray[Any]) -> tuple[NDArray[np.float64], ...]:
    """A, B and C (n,) of single pairs of windows i (n,) and j (n,), in double precision."""
    a.require_like(b)
    i, j = np.atleast_1d(i), np.atleast_1d(j)
    steps = np.arange(len(a.taper))
    rows, columns = i[:, None] + steps, j[:, None] + steps

    def product(left: NDArray[Any], right: NDArray[Any]) -> NDArray[np.float64]:
        return np.einsum("nkd,nkd,k->n", left[rows], right[columns], a.taper, dtype=np.float64)

    cosine = product(a.ground, b.ground) + np.einsum("nd,nd->n", a.path[i], b.path[j], dtype=np.float64)
    sine = product(a.ground, b.turned) + np.einsum("nd,nd->n", a.path[i], b.path_turned[j], dtype=np.float64)
    return cosine, sine, product(a.heights, b.heights)


def pair_distances(a: Clouds, b: Clouds, i: NDArray[Any], j: NDArray[Any]) -> NDArray[np.float64]:
    """Squared distances (n,) of single pairs of windows i (n,) and j (n,)."""
    cosine, sine, height = pair_products(a, b, i, j)
    return np.maximum(a.squares[i] + b.squares[j] - 2 * height - 2 * np.hypot(cosine, sine), 0)


def align_pair(a: Clouds, b: Clouds, i: int, j: int) -> tuple[float, NDArray[np.float64]]:
    """The turn (radians about +y) and shift (3,) metres that bring window j of b best onto window i of a."""
    (cosine,), (sine,), _ = pair_products(a, b, np.array([i]), np.array([j]))
    angle = float(np.arctan2(sine, cosine))
    x, z = b.means[j]
    turned = np.array([np.cos(angle) * x + np.sin(angle) * z, np.cos(angle) * z - np.sin(angle) * x])
    shift = a.means[i] - turned
    return angle, np.array([shift[0], 0.0, shift[1]])
