"""The way up, where the file does not say it: of rest pose and motion, or of the motion alone."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.core import Motion, Skeleton, quaternion
from motionloom.formats.registry import RawClip
from motionloom.formats.up_axis import TO_Y_UP, put_upright
from tests.conftest import make_motion


@pytest.fixture
def walk(skeleton: Skeleton) -> Motion:
    """Somebody who stands with feet near height 0 and goes three metres."""
    motion = make_motion(skeleton, 60, 30.0)
    places = np.stack([np.linspace(0, 3, 60), np.full(60, 0.9), np.linspace(0, 2, 60)], axis=1)
    return motion.with_arrays(motion.rotations * [0, 0, 0, 0] + quaternion.IDENTITY.astype(np.float32), places.astype(np.float32))


def with_root_turned(motion: Motion, up: str) -> RawClip:
    """As an exporter writes it that turns only the root: the rest pose stands along y, the motion along another axis."""
    back = quaternion.conjugate(TO_Y_UP[up])  # type: ignore[index]
    rotations = motion.rotations.astype(np.float64)
    rotations[:, 0] = quaternion.multiply(back, rotations[:, 0])
    return RawClip(motion.skeleton, rotations, quaternion.rotate(back, motion.root_positions.astype(np.float64)), motion.fps)


@pytest.mark.parametrize("up", ["x", "z"])
def test_only_the_motion_says_it(walk: Motion, up: str) -> None:
    turned = put_upright(with_root_turned(walk, up), None)
    np.testing.assert_allclose(turned.rotations, walk.rotations, atol=1e-6)
    np.testing.assert_allclose(turned.root_positions, walk.root_positions, atol=1e-6)
    assert turned.skeleton is walk.skeleton
    assert f"guessed {up} from the motion" in turned.notes[-1]
    told = put_upright(with_root_turned(walk, up), up)  # type: ignore[arg-type]
    np.testing.assert_allclose(told.root_positions, walk.root_positions, atol=1e-6)


def test_whoever_lies_on_the_floor_stays_there(walk: Motion) -> None:
    """Head along z, over a floor at height 0, in one place: y is up."""
    lying = with_root_turned(walk, "z")
    places = np.tile([0.0, 0.15, 0.9], (len(walk), 1))
    still = RawClip(lying.skeleton, lying.rotations, places, lying.fps)
    assert put_upright(still, None) is still
