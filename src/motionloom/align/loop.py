"""Any clip made to loop at its best cut: two frames of it that are alike, the end eased into what came before the beginning."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from motionloom.align.blend import blend, ease_weights
from motionloom.align.point_cloud import Clouds, make_clouds
from motionloom.align.tiles import for_each_tile
from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.errors import MotionError
from motionloom.core.kinematics import differentiate

RATE = 60.0  # frames a second that are compared with each other
SHORTEST = 0.5  # seconds
BLEND = 0.2  # seconds
LIVELY = 0.8  # of the clip's mean speed: what stands about before and after a jump is most alike, and not what anyone wants to loop
ALIKE = 0.06  # metres a joint up to which frames count as alike, as in a motion graph: further apart, the eye sees the cut


@dataclass(frozen=True, eq=False)
class Loop:
    """A motion whose end leads into its beginning, at the clip's rate; first and last: seconds of the clip at which it was cut.

    distance: metres a joint between the frames there; kept: the share of the clip's movement that lies between them.
    """

    motion: Motion
    first: float
    last: float
    distance: float
    kept: float

    @property
    def alike(self) -> bool:
        """Whether the frames at the cut are so alike that it does not show."""
        return self.distance <= ALIKE


def make_loop(motion: Motion, shortest: float = SHORTEST, seconds: float = BLEND) -> Loop:
    """The clip between the two frames at least `shortest` seconds apart that are most alike, its end blended over `seconds`.

    Only stretches count that are about as lively as the clip, where there are any. The last frame is the one before the first: play
    them on and on, each round where the last one ended.
    """
    fps = motion.fps
    every = max(1, round(fps / RATE))  # compare some 60 frames a second; the cut lies on one of the clip's own
    overlap, least = max(2, round(seconds * fps)), round(shortest * fps)
    if len(motion) < least + overlap + 1:
        raise MotionError(f"{motion.name!r} lasts {motion.duration:.2f} s; a loop needs {(least + overlap + 1) / fps:.2f}")
    way = _movement(motion)
    clouds = make_clouds(motion, rate=fps / every)
    limits = -(-overlap // every), -(-least // every)
    lively = LIVELY * every * way[-1] / len(motion)
    found = _best_cut(clouds, *limits, way[::every], lively) or _best_cut(clouds, *limits, way[::every], 0.0)
    if found is None:
        raise MotionError(f"{motion.name!r} lasts {motion.duration:.2f} s; a loop of {shortest:.2f} s does not fit")
    squared, start, stop = found[0], found[1] * every, found[2] * every
    count = stop - start
    fading = np.concatenate([np.zeros(count - overlap), ease_weights(overlap + 1)[1][1:]])
    into = np.clip(np.arange(count) - count + start, 0, None).astype(np.float64)  # ends on the frame before the first
    frames, weights = np.stack([np.arange(count, dtype=np.float64), into]), np.stack([1 - fading, fading])
    made = blend([motion[start:stop], motion], frames, weights, name=f"{motion.name} loop")
    return Loop(made, start / fps, stop / fps, float(np.sqrt(squared)), float((way[stop] - way[start]) / max(way[-1], 1e-9)))


def _movement(motion: Motion) -> NDArray[np.float64]:
    """How far the joints have come before each frame (F + 1,), metres on average over the body times the rate."""
    joints = sorted(body_of(motion.skeleton).roles.values())
    speeds = np.linalg.norm(differentiate(motion.positions()[:, joints].astype(np.float64), motion.fps), axis=-1).mean(axis=1)
    return np.concatenate([[0.0], np.cumsum(speeds)])


def _best_cut(clouds: Clouds, overlap: int, least: int, way: NDArray[np.float64], speed: float) -> tuple[float, int, int] | None:
    """The least squared distance of two windows i and j at least `least` apart, and both; None where there are none.

    Before i lie `overlap` frames, which the end is blended into; between i and j the movement `way` (n,) is at least `speed` a
    window. Tile by tile: a long clip's matrix would not fit.
    """
    best: list[tuple[float, int, int]] = []
    lock = Lock()

    def take(rows: slice, columns: slice, tile: NDArray[np.float32]) -> None:
        i, j = np.arange(rows.start, rows.stop)[:, None], np.arange(columns.start, columns.stop)
        fits = (j - i >= least) & (i >= overlap) & (way[columns] - way[rows][:, None] >= speed * (j - i))
        if fits.any():
            cost = np.where(fits, tile, np.inf)
            at = int(np.argmin(cost))
            row, column = divmod(at, cost.shape[1])
            with lock:
                best.append((float(cost[row, column]), row + rows.start, column + columns.start))

    for_each_tile(clouds, clouds, take)
    return min(best, default=None)
