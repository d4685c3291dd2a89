"""From joint rotations to positions in the world, for many frames at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from motionloom.core.motion import Motion


def forward_kinematics(
    rotations: NDArray[Any],
    root_positions: NDArray[Any],
    offsets: NDArray[Any],
    parents: NDArray[Any],
) -> tuple[NDArray[Any], NDArray[Any]]:
    """World rotations (..., J, 4) and positions (..., J, 3) metres of every joint.

    rotations (..., J, 4) xyzw, joint to parent; root_positions (..., 3) metres, world;
    offsets (J, 3) metres in the parent's frame; parents (J,), parents[j] < j, -1 for the root.
    """
    from motionloom.core._compiled import forward_kinematics_frames

    dtype = np.result_type(rotations.dtype, np.float32)
    lead, joints = rotations.shape[:-2], rotations.shape[-2]
    flat = np.ascontiguousarray(rotations, dtype=dtype).reshape(-1, joints, 4)
    roots = np.ascontiguousarray(np.broadcast_to(root_positions, (*lead, 3)), dtype=dtype).reshape(-1, 3)
    world_rotations, positions = np.empty_like(flat), np.empty((len(flat), joints, 3), dtype=dtype)
    forward_kinematics_frames(flat, roots, offsets.astype(dtype), parents.astype(np.int32), world_rotations, positions)
    return world_rotations.reshape(*lead, joints, 4), positions.reshape(*lead, joints, 3)


def plain_forward_kinematics(
    rotations: NDArray[Any],
    root_positions: NDArray[Any],
    offsets: NDArray[Any],
    parents: NDArray[Any],
) -> tuple[NDArray[Any], NDArray[Any]]:
    """`forward_kinematics` in NumPy, equal but for rounding: slower, but at once, while the compiled loops take half a second to load."""
    from motionloom.core import quaternion

    dtype = np.result_type(rotations.dtype, np.float32)
    world = np.array(rotations, dtype=dtype)
    positions = np.empty((*rotations.shape[:-1], 3), dtype=dtype)
    positions[..., 0, :] = root_positions
    for joint in range(1, rotations.shape[-2]):
        parent = parents[joint]
        world[..., joint, :] = quaternion.multiply(world[..., parent, :], world[..., joint, :])
        positions[..., joint, :] = positions[..., parent, :] + quaternion.rotate(world[..., parent, :], offsets[joint].astype(dtype))
    return world, positions


def to_local(world_rotations: NDArray[Any], parents: NDArray[Any]) -> NDArray[Any]:
    """Rotations joint to parent (..., J, 4) of world rotations (..., J, 4)."""
    from motionloom.core import quaternion

    local = world_rotations.copy()
    children = np.flatnonzero(parents >= 0)
    inverse = quaternion.conjugate(world_rotations[..., parents[children], :])
    local[..., children, :] = quaternion.multiply(inverse, world_rotations[..., children, :])
    return local


def accelerations(motion: Motion) -> NDArray[np.float64]:
    """How hard each joint accelerates (F - 2, J), metres a second squared."""
    return np.asarray(np.linalg.norm(np.diff(motion.positions().astype(np.float64), n=2, axis=0), axis=-1) * motion.fps**2)


def differentiate(values: NDArray[Any], fps: float, order: int = 1) -> NDArray[Any]:
    """Derivative per second along axis 0 by central differences, one-sided at the ends."""
    for _ in range(order):
        values = np.gradient(values, 1.0 / fps, axis=0) if len(values) > 1 else np.zeros_like(values)
    return values
