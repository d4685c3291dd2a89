"""A performance: a skeleton, a rotation a joint a frame, and where the root goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import quaternion
from motionloom.core.errors import MotionError, SkeletonError
from motionloom.core.kinematics import forward_kinematics
from motionloom.core.skeleton import Skeleton, set_array

MIN_FPS, MAX_FPS = 1.0, 10_000.0


@dataclass(frozen=True, eq=False)
class Motion:
    """Immutable and checked; every operation makes a new one.

    rotations (F, J, 4) xyzw float32, joint to parent; root_positions (F, 3) metres float32, world, y up;
    fps frames a second; name for people; recipe says how it was made (plain JSON data, empty for a capture).
    """

    skeleton: Skeleton
    rotations: NDArray[np.float32]
    root_positions: NDArray[np.float32]
    fps: float
    name: str = ""
    recipe: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        joints = len(self.skeleton)
        try:
            set_array(self, "rotations", self.rotations, (None, joints, 4), np.float32)
            set_array(self, "root_positions", self.root_positions, (len(self.rotations), 3), np.float32)
        except SkeletonError as error:
            raise MotionError(str(error)) from None
        if len(self.rotations) == 0:
            raise MotionError(f"motion {self.name!r} has no frames")
        if not MIN_FPS <= self.fps <= MAX_FPS:
            raise MotionError(f"motion {self.name!r} has {self.fps} frames a second; expected {MIN_FPS:g} to {MAX_FPS:g}")
        lengths = np.einsum("fjc,fjc->fj", self.rotations, self.rotations)
        if np.any(np.abs(lengths - 1) > 1e-3):
            raise MotionError(f"motion {self.name!r} has rotations that are not unit quaternions")
        object.__setattr__(self, "fps", float(self.fps))

    def __len__(self) -> int:
        return len(self.rotations)

    def __repr__(self) -> str:
        return f"Motion({self.name!r}, {len(self)} frames at {self.fps:g} Hz, {self.duration:.2f} s, {len(self.skeleton)} joints)"

    def __getitem__(self, frames: slice) -> Motion:
        """A half-open range of frames as a motion: m[10:50]."""
        if not isinstance(frames, slice) or frames.step not in (None, 1):
            raise MotionError("take a range of frames with m[start:stop]; to change the rate use resample")
        start, stop, _ = frames.indices(len(self))
        if stop <= start:
            raise MotionError(f"frames {start}:{stop} of {self.name!r} are empty; it has {len(self)} frames")
        return self.with_arrays(self.rotations[start:stop], self.root_positions[start:stop])

    @property
    def duration(self) -> float:
        """Seconds; F frames at r Hz last F / r."""
        return len(self) / self.fps

    def __eq__(self, other: object) -> bool:
        """Whether the other one moves alike: the same skeleton, frames and rate, whatever their names are and however they were made."""
        if self is other:
            return True
        if not isinstance(other, Motion):
            return NotImplemented
        same = self.fps == other.fps and len(self) == len(other) and self.skeleton.hash == other.skeleton.hash
        return same and np.array_equal(self.root_positions, other.root_positions) and np.array_equal(self.rotations, other.rotations)

    def __hash__(self) -> int:
        return hash((len(self), self.fps, self.root_positions[-1].tobytes(), self.rotations[-1].tobytes()))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """World positions (F, J, 3) metres of the joints, so that `np.asarray(motion)` can be plotted and measured."""
        return np.array(self.positions(), dtype=dtype, copy=copy)

    @property
    def times(self) -> NDArray[np.float64]:
        """Seconds (F,) of the frames; the first is at 0."""
        return np.arange(len(self)) / self.fps

    @property
    def roles(self) -> dict[str, int]:
        """The joints that play a part in a body, by role: `motion.positions()[:, motion.roles["left_knee"]]`."""
        from motionloom.core.body import find_roles

        return dict(find_roles(self.skeleton))

    def velocities(self) -> NDArray[np.float32]:
        """Velocities (F, J, 3) metres a second of the joints in the world, by central differences."""
        if len(self) < 2:
            return np.zeros_like(self.positions())
        return np.gradient(self.positions(), axis=0) * np.float32(self.fps)

    def rotations_6d(self) -> NDArray[np.float32]:
        """Rotations (F, J, 6), joint to parent, as the first two columns of their matrices; `quaternion.from_6d` undoes it."""
        return quaternion.to_6d(self.rotations)

    @cached_property
    def world(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """World rotations (F, J, 4) and positions (F, J, 3) metres, computed once."""
        s = self.skeleton
        rotations, positions = forward_kinematics(self.rotations, self.root_positions, s.offsets, s.parents)
        rotations.flags.writeable = positions.flags.writeable = False
        return rotations, positions

    def with_world(self, rotations: NDArray[np.float32], positions: NDArray[np.float32]) -> Motion:
        """The same motion, knowing its world rotations (F, J, 4) and positions (F, J, 3) already."""
        known = replace(self)
        rotations.flags.writeable = positions.flags.writeable = False
        known.__dict__["world"] = (rotations, positions)
        return known

    def positions(self) -> NDArray[np.float32]:
        """World positions (F, J, 3) metres of the joints."""
        return self.world[1]

    def end_positions(self) -> NDArray[np.float32]:
        """World positions (F, E, 3) metres of the skeleton's end sites."""
        return self.points([site.parent for site in self.skeleton.end_sites], [site.offset for site in self.skeleton.end_sites])

    def points(self, joints: Any, offsets: Any) -> NDArray[np.float32]:
        """World positions (F, N, 3) metres of points fixed to joints (N,) at offsets (N, 3) in their frames."""
        index = np.asarray(joints, dtype=np.intp).reshape(-1)
        local = np.asarray(offsets, dtype=np.float32).reshape(-1, 3)
        rotations, positions = self.world
        return positions[:, index] + quaternion.rotate(rotations[:, index], local[None])

    def with_arrays(self, rotations: NDArray[Any], root_positions: NDArray[Any], **changes: Any) -> Motion:
        """The same motion with other frames, and other fields where named."""
        return replace(self, rotations=rotations, root_positions=root_positions, **changes)

    def save(self, path: str | PathLike[str], **options: Any) -> None:
        """Write to a file whose suffix names the format: .bvh, .glb, .gltf, .usd, .usda, .usdc, .npz, .fbx."""
        from motionloom import formats

        formats.save(self, path, **options)

    def _repr_html_(self) -> str:
        from motionloom.render import notebook

        return notebook.to_html(self)
