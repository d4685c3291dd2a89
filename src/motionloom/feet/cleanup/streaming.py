"""Clean-up while the motion is still coming: frames go in, and come out a stated time later.

The result is that of `clean` with the same options, a ground and a horizon: a plant's place is chosen from its first `horizon` seconds
only, because that is all that can be known when its correction must begin.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motionloom.core import Motion, Skeleton
from motionloom.core.body import body_of
from motionloom.core.editing import concatenate
from motionloom.core.errors import MotionError
from motionloom.feet.cleanup.ground import Ground, level_ground
from motionloom.feet.cleanup.offline import Solution, apply, solve
from motionloom.feet.cleanup.options import CleanUpOptions
from motionloom.feet.cleanup.rig import Legs, legs_of, rig_of
from motionloom.feet.cleanup.runs import Run, place, to_table

ENDLESS = 1 << 40  # the last frame of a plant that has not ended


@dataclass
class _Pending:
    """A plant whose place is not chosen yet; stop is None while it lasts."""

    point: int
    start: int
    stop: int | None = None


@dataclass
class Stream:
    """Cleans a motion of a skeleton at a rate, frame by frame; `push` frames in, get frames out; `finish` at the end.

    ground: where the floor is, which a stream cannot find out for itself.
    """

    skeleton: Skeleton
    fps: float
    options: CleanUpOptions = field(default_factory=lambda: CleanUpOptions(horizon=0.2))
    ground: Ground | None = None
    _frames: list[Motion] = field(default_factory=list, repr=False)
    _legs: list[Legs] = field(default_factory=list, repr=False)
    _bits: list[NDArray[np.bool_]] = field(default_factory=list, repr=False)
    _first: int = field(default=0, repr=False)  # the clip's frame that the buffers begin with
    _done: int = field(default=0, repr=False)  # frames given back
    _runs: list[Run] = field(default_factory=list, repr=False)
    _pending: list[_Pending] = field(default_factory=list, repr=False)
    _open: dict[int, _Pending | Run] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if self.options.horizon is None:
            raise MotionError("a stream needs a horizon: how many seconds of a plant it may look at; try horizon=0.2")
        if self.ground is None:
            self.ground = level_ground(self.options.ground or 0.0)
        self._rig = rig_of(self.skeleton)
        self._bounds = self.options.bounds(self.fps, body_of(self.skeleton).leg_length)
        self._horizon = max(1, round(self.options.horizon * self.fps))
        self._reach = self.options.windows(self.fps).reach

    @property
    def delay(self) -> int:
        """How many frames after it went in a frame comes out."""
        return self._reach + self._horizon

    @property
    def look_ahead(self) -> float:
        """The same in seconds."""
        return self.delay / self.fps

    def push(self, rotations: ArrayLike, root_position: ArrayLike, bits: ArrayLike) -> Motion | None:
        """Take one frame: rotations (J, 4), root_position (3,) metres, bits (4,); give back the frame that is ready, if one is."""
        frame = Motion(self.skeleton, np.asarray(rotations)[None], np.asarray(root_position)[None], self.fps)
        self._frames.append(frame)
        self._legs.append(legs_of(frame, self._rig))
        self._bits.append(np.asarray(bits, np.bool_))
        newest = self._first + len(self._bits) - 1
        self._follow(newest, self._bits[-1])
        if newest - self._done < self.delay:
            return None
        ready = self._solve(self._done, self._done + 1)
        self._done += 1
        self._forget()
        return ready

    def finish(self) -> Motion | None:
        """The frames that are still inside, once no more will come."""
        total = self._first + len(self._bits)
        if self._done >= total:
            return None
        self._follow(total, np.zeros(4, np.bool_), ended=True)
        rest = self._solve(self._done, total)
        self._done = total
        return rest

    def _follow(self, newest: int, now: NDArray[np.bool_], ended: bool = False) -> None:
        """Open and close plants with the newest frame, and choose places as soon as enough of a plant is seen."""
        for point in range(4):
            if point in self._open and not now[point]:
                self._open.pop(point).stop = newest
            elif point not in self._open and now[point]:
                self._open[point] = _Pending(point, newest)
                self._pending.append(self._open[point])  # type: ignore[arg-type]
        # Strictly in order of time, as offline: the point of a foot that came first decides where the second one goes.
        while self._pending and (ended or newest - self._pending[0].start + 1 >= self._horizon):
            self._choose(self._pending.pop(0))

    def _choose(self, plant: _Pending) -> None:
        assert self.ground is not None
        stop = ENDLESS if plant.stop is None else plant.stop
        seen = slice(plant.start - self._first, plant.start + self._horizon - self._first)
        points = np.concatenate([legs.points for legs in self._legs[seen]])
        bits = np.stack(self._bits[seen])
        run = place(plant.point, plant.start, stop, points, bits, self.ground, self._runs, self._bounds)
        self._runs.append(run)
        if plant.stop is None:
            self._open[plant.point] = run

    def _solve(self, start: int, stop: int) -> Motion:
        assert self.ground is not None
        names = ("rotations", "positions", "parents", "points")
        legs = Legs(*(np.concatenate([getattr(frame, name) for frame in self._legs]) for name in names))
        table = to_table(self._runs, self._first)
        solved = solve(legs, self._rig, table, self.ground, self.options, self.fps)
        rows = slice(start - self._first, stop - self._first)
        part = Solution(*(getattr(solved, name)[rows] for name in ("local", "shifts", "tilts", "misses", "changed")))
        return apply(concatenate(self._frames[rows]), self._rig, part)

    def _forget(self) -> None:
        """Drop frames and plants that no coming frame depends on."""
        keep = self._done - self._reach
        oldest = min([keep, *(plant.start for plant in self._pending)])
        drop = max(0, oldest - self._first)
        del self._frames[:drop], self._legs[:drop], self._bits[:drop]
        self._first += drop
        self._runs = [run for run in self._runs if run.stop > keep]
