"""Figures to draw that are not people."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.core import EndSite, Motion, Skeleton, quaternion


def make_snake(joints: int = 6, length: float = 0.3, frames: int = 20) -> Motion:
    """A chain of bones that wriggles; nobody would take it for a body."""
    names = tuple(f"segment {number}" for number in range(joints))
    offsets = np.tile([0.0, 0.0, length], (joints, 1))
    offsets[0] = [0.0, 0.2, 0.0]
    skeleton = Skeleton(names, np.arange(-1, joints - 1), offsets, (EndSite(joints - 1, (0.0, 0.0, length)),))
    angles = 0.5 * np.sin(np.arange(frames)[:, None] * 0.4 + np.arange(joints))
    rotations = quaternion.from_axis_angle(np.broadcast_to([0.0, 1.0, 0.0], (frames, joints, 3)), angles)
    return Motion(skeleton, rotations, np.broadcast_to(offsets[0], (frames, 3)), 30.0, name="snake")


def make_dot(position: tuple[float, float, float] = (0.0, 1.0, 0.0)) -> Motion:
    """A single joint that never moves."""
    skeleton = Skeleton(("dot",), np.array([-1]), np.zeros((1, 3)))
    return Motion(skeleton, np.tile(quaternion.IDENTITY, (2, 1, 1)), np.tile(position, (2, 1)), 30.0, name="dot")


@pytest.fixture(scope="session")
def snake() -> Motion:
    return make_snake()


@pytest.fixture(scope="session")
def dot() -> Motion:
    return make_dot()
