"""A few windows that stand for all: spectral embedding of the library's windows, clusters, medoids (paper 000 section 5.4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import MotionError
from motionloom.transitions.stock import Stock

HOP = 4  # frames between the windows that are clustered; between the poses of a window that are compared
LANDMARKS = 300
COMPONENTS = 10
HEIGHT = 0.9  # metres taken off heights, so that squares stay small in single precision


@dataclass(frozen=True, eq=False)
class Windows:
    """Windows ready for comparison: heights (W, D) and ground (W, D) complex, x + i z about the window's mean; squares (W,)."""

    heights: NDArray[np.float32]
    ground: NDArray[np.complex64]
    squares: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.squares)

    def __getitem__(self, index: NDArray[np.intp]) -> Windows:
        return Windows(self.heights[index], self.ground[index], self.squares[index])


def window_starts(stock: Stock, frames: int) -> NDArray[np.intp]:
    """The first frames (W,) of every window of so many frames that lies within a clip."""
    ranges = [np.arange(a, b - frames + 1) for a, b in zip(stock.starts[:-1], stock.starts[1:], strict=True) if b - a >= frames]
    if not ranges:
        raise MotionError(f"no clip has the {frames} frames that a transition lasts; import longer clips or ask for shorter transitions")
    return np.concatenate(ranges).astype(np.intp)


def make_windows(stock: Stock, starts: NDArray[np.intp], frames: int) -> Windows:
    """The windows that begin at starts (W,), every fourth pose of them."""
    poses = np.linspace(0, frames - 1, max(2, round(frames / HOP))).round().astype(np.intp)
    turn = np.exp(-1j * stock.facing)  # about +y: x + i z turned by an angle is times exp(-i angle)
    flat = stock.joints[..., 0] + 1j * stock.joints[..., 2]
    world = flat * turn[:, None] + (stock.ground[:, 0] + 1j * stock.ground[:, 1])[:, None]
    at = starts[:, None] + poses
    count = world.shape[1] * len(poses)
    ground = world[at].reshape(len(starts), count)
    ground = ((ground - ground.mean(axis=1, keepdims=True)) / np.sqrt(count)).astype(np.complex64)
    heights = ((stock.joints[..., 1] - HEIGHT)[at].reshape(len(starts), count) / np.sqrt(count)).astype(np.float32)
    squares = np.sum(heights**2, axis=1) + np.sum(np.abs(ground) ** 2, axis=1)
    return Windows(heights, ground, squares.astype(np.float32))


def window_distances(a: Windows, b: Windows) -> NDArray[np.float32]:
    """Mean squared distances (Wa, Wb) in square metres between joints, after the best turn about the vertical and shift."""
    out = np.empty((len(a), len(b)), dtype=np.float32)
    for start in range(0, len(a), 2048):
        rows = slice(start, start + 2048)
        together = 2 * a.heights[rows] @ b.heights.T + 2 * np.abs(a.ground[rows] @ b.ground.conj().T)
        out[rows] = np.maximum(a.squares[rows, None] + b.squares - together, 0)
    return out


def embed(windows: Windows, rng: np.random.Generator) -> NDArray[np.float64]:
    """Coordinates (W, 10) in which windows that are alike lie together: Nystrom's approximation from 300 random windows."""
    count = min(LANDMARKS, len(windows))
    chosen = np.sort(rng.permutation(len(windows))[:count])
    away = window_distances(windows, windows[chosen]).astype(np.float64)
    scale = np.median(away[chosen]) or 1.0
    alike = np.exp(-away / scale)
    within = alike[chosen]
    values, vectors = np.linalg.eigh((within + within.T) / 2)
    keep = np.argsort(values)[::-1][: min(count, COMPONENTS * 10)]
    keep = keep[values[keep] > 1e-8 * values[keep[0]]]
    # The rows' sums are those of the whole approximated matrix: what is common everywhere must not count as likeness.
    degrees = alike @ (vectors[:, keep] / values[keep]) @ (vectors[:, keep].T @ alike.sum(axis=0))
    scaled = alike / np.sqrt(np.maximum(degrees, 1e-9))[:, None]
    spread = scaled @ vectors[:, keep] / np.sqrt(values[keep])
    left, sizes, _ = np.linalg.svd(spread, full_matrices=False)
    return left[:, :COMPONENTS] * sizes[:COMPONENTS]


def choose_representatives(stock: Stock, frames: int, count: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """The first frames (count,) of the windows that stand for all, in order."""
    from sklearn.cluster import KMeans

    starts = window_starts(stock, frames)
    starts = starts[:: HOP if len(starts) >= 4 * HOP * count else 1]
    if len(starts) < count:
        raise MotionError(f"{len(starts)} windows cannot have {count} representatives; import more clips or ask for fewer")
    windows = make_windows(stock, starts, frames)
    places = embed(windows, rng)
    labels = KMeans(count, n_init=4, random_state=int(rng.integers(2**31))).fit_predict(places)
    medoids = []
    for label in range(count):
        members = np.flatnonzero(labels == label)
        if len(members) == 0:
            continue
        away = window_distances(windows[members], windows[members])
        medoids.append(members[np.argmin(away.sum(axis=1))])
    return np.sort(starts[medoids])
