"""Time warps: which moment of one performance answers to which of another, as a smooth, invertible function."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import MotionError

MAX_SLOPE = 2.0
STEEPEST = 100
KNOT_SPACING = 0.15  # seconds between the knots of the spline that replaces a staircase of frames


@dataclass(frozen=True, eq=False)
class Warp:
    """A strictly increasing map from seconds of one motion to seconds of another, through knots (K,) and (K,).

    Between knots a monotone cubic, beyond them the slope of the ends. cost: mean distance along the path it came from;
    legal: False where no path within the slope limits exists and the diagonal stands in.
    """

    times: NDArray[np.float64]
    values: NDArray[np.float64]
    cost: float = 0.0
    legal: bool = True

    def __post_init__(self) -> None:
        for name in ("times", "values"):
            knots = np.array(getattr(self, name), dtype=np.float64)
            if knots.ndim != 1 or len(knots) < 2 or np.any(np.diff(knots) <= 0):
                raise MotionError("a warp needs two or more knots that strictly increase in both motions")
            knots.flags.writeable = False
            object.__setattr__(self, name, knots)
        if len(self.times) != len(self.values):
            raise MotionError(f"a warp needs as many times as values, found {len(self.times)} and {len(self.values)}")

    @cached_property
    def _slopes(self) -> NDArray[np.float64]:
        """Slope (K,) at each knot: the harmonic mean of its neighbours (Fritsch and Butland), which keeps the cubic monotone."""
        steps, rises = np.diff(self.times), np.diff(self.values) / np.diff(self.times)
        if len(rises) == 1:
            return np.repeat(rises, 2)
        left, right = 2 * steps[1:] + steps[:-1], steps[1:] + 2 * steps[:-1]
        inner = (left + right) / (left / rises[:-1] + right / rises[1:])
        return np.concatenate([rises[:1], inner, rises[-1:]])

    def __call__(self, seconds: Any) -> NDArray[np.float64]:
        """Seconds (...) of the other motion for seconds (...) of the one."""
        t = np.asarray(seconds, dtype=np.float64)
        k = np.clip(np.searchsorted(self.times, t, side="right") - 1, 0, len(self.times) - 2)
        width = self.times[k + 1] - self.times[k]
        s = np.clip((t - self.times[k]) / width, 0, 1)
        inside = _hermite(s, self.values[k], self.values[k + 1], width * self._slopes[k], width * self._slopes[k + 1])
        before = np.minimum(t - self.times[0], 0) * self._slopes[0]
        after = np.maximum(t - self.times[-1], 0) * self._slopes[-1]
        return inside + before + after

    def inverse(self, values: Any) -> NDArray[np.float64]:
        """Seconds (...) of the one motion for seconds (...) of the other: undoes `__call__`."""
        v = np.asarray(values, dtype=np.float64)
        k = np.clip(np.searchsorted(self.values, v, side="right") - 1, 0, len(self.values) - 2)
        low, high = np.zeros(v.shape), np.ones(v.shape)
        width = self.times[k + 1] - self.times[k]
        ends = (self.values[k], self.values[k + 1], width * self._slopes[k], width * self._slopes[k + 1])
        target = np.clip(v, self.values[0], self.values[-1])
        for _ in range(60):  # halving: monotone, so it cannot fail, and the knots are few
            middle = (low + high) / 2
            above = _hermite(middle, *ends) > target
            high, low = np.where(above, middle, high), np.where(above, low, middle)
        inside = self.times[k] + (low + high) / 2 * width
        before = np.minimum(v - self.values[0], 0) / self._slopes[0]
        after = np.maximum(v - self.values[-1], 0) / self._slopes[-1]
        return inside + before + after

    def slopes(self, seconds: Any) -> NDArray[np.float64]:
        """Speed (...) of the other motion's clock against the one's."""
        step = 1e-4
        return (self(np.asarray(seconds) + step) - self(np.asarray(seconds) - step)) / (2 * step)


def _hermite(s: NDArray[Any], a: NDArray[Any], b: NDArray[Any], da: NDArray[Any], db: NDArray[Any]) -> NDArray[Any]:
    return a + s * (da + s * (3 * (b - a) - 2 * da - db + s * (2 * (a - b) + da + db)))


def diagonal(duration_a: float, duration_b: float) -> Warp:
    """The straight warp from end to end."""
    return Warp(np.array([0.0, duration_a]), np.array([0.0, duration_b]), legal=False)


def find_path(cost: NDArray[Any], max_slope: float | None = MAX_SLOPE, open_end: bool = False) -> tuple[NDArray[np.intp], float] | None:
    """Cells (n, 2) of the cheapest warp through cost (Na, Nb) from corner (0, 0), and its mean cost; None where none is legal.

    max_slope: 2 limits the pace to between half and double, another whole number to as much, None leaves it free. open_end: the path
    may end anywhere in the last row or column, wherever its mean cost is least.
    """
    from motionloom.align._kernels import accumulate_free, accumulate_limited, accumulate_steep, trace_free, trace_limited

    limited = max_slope is not None
    if max_slope is not None and not (1 <= max_slope <= STEEPEST and max_slope == int(max_slope)):
        raise MotionError(f"the pace can be limited to a whole number from 1 to {STEEPEST} or left free, not {max_slope}")
    cost = np.ascontiguousarray(cost, dtype=np.float64)
    total, step = np.empty_like(cost), np.zeros(cost.shape, dtype=np.int8)
    if max_slope is None:
        accumulate_free(cost, total, step)
    elif max_slope == MAX_SLOPE:
        accumulate_limited(cost, total, step)
    else:
        accumulate_steep(cost, total, step, int(max_slope))
    rows, columns = cost.shape
    i, j = rows - 1, columns - 1
    if open_end:
        i, j = _best_end(total)
    if not np.isfinite(total[i, j]):
        return None
    cells = np.empty((rows + columns, 2), dtype=np.intp)
    count = (trace_limited if limited else trace_free)(step, i, j, cells)
    weight = i + j + 2 if limited else count
    return cells[:count][::-1], float(total[i, j] / weight)


def _best_end(total: NDArray[np.float64]) -> tuple[int, int]:
    """The cell of the last row or column with the least mean cost."""
    rows, columns = total.shape
    last_row, last_column = total[-1] / (rows + 1 + np.arange(columns)), total[:, -1] / (columns + 1 + np.arange(rows))
    j, i = int(np.argmin(last_row)), int(np.argmin(last_column))
    return (rows - 1, j) if last_row[j] <= last_column[i] else (i, columns - 1)


def warp_from_path(path: NDArray[np.intp], fps: float, cost: float = 0.0) -> Warp:
    """The smooth warp that follows a path of cells (n, 2) at `fps`: its staircase averaged into knots."""
    count = max(2, round((path[-1].sum() - path[0].sum()) / (2 * fps * KNOT_SPACING)) + 1)
    way = path.sum(axis=1)  # strictly increasing along any path
    marks = np.linspace(way[0], way[-1], count)
    spread = (marks[1] - marks[0]) / 2
    knots = np.array([path[np.abs(way - mark) <= max(spread, 1.0)].mean(axis=0) for mark in marks])
    knots[0], knots[-1] = path[0], path[-1]
    keep = [0]
    for k in range(1, count):
        if np.all(knots[k] - knots[keep[-1]] >= 0.25):
            keep.append(k)
    if keep[-1] != count - 1:  # the end must be met
        keep = [k for k in keep[1:] if np.all(knots[-1] - knots[k] >= 0.25)]
        keep = [0, *keep, count - 1]
    return Warp(knots[keep, 0] / fps, knots[keep, 1] / fps, cost)


def find_warp(cost: NDArray[Any], fps: float, open_end: bool = False, max_slope: float | None = MAX_SLOPE) -> Warp:
    """The best legal warp through a matrix of distances (Na, Nb) between frames at `fps`; the diagonal where there is none."""
    found = find_path(cost, max_slope, open_end) if min(cost.shape) > 1 else None
    if found is None:
        return diagonal(max(cost.shape[0] - 1, 1) / fps, max(cost.shape[1] - 1, 1) / fps)
    return warp_from_path(found[0], fps, found[1])
