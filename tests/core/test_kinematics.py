"""Compiled forward kinematics against the plain definition, and its inverse."""

import numpy as np

from motionloom.core import quaternion
from motionloom.core.kinematics import accelerations, differentiate, forward_kinematics, plain_forward_kinematics, to_local


def test_what_falls_accelerates_alike_at_any_rate(motion):
    for fps in (30.0, 120.0):
        seconds = np.arange(40) / fps
        roots = motion.root_positions[:1] + np.stack([seconds, -0.5 * 9.81 * seconds**2, 0 * seconds], axis=1)
        falling = motion.with_arrays(np.repeat(motion.rotations[:1], 40, axis=0), roots, fps=fps)
        found = accelerations(falling)
        assert found.shape == (38, len(motion.skeleton))
        np.testing.assert_allclose(found, 9.81, atol=0.03)


def by_definition(rotations, roots, offsets, parents):
    world, positions = rotations.astype(float).copy(), np.zeros((*rotations.shape[:-1], 3))
    positions[:, 0] = roots
    for j in range(1, len(parents)):
        positions[:, j] = positions[:, parents[j]] + quaternion.rotate(world[:, parents[j]], offsets[j])
        world[:, j] = quaternion.multiply(world[:, parents[j]], rotations[:, j].astype(float))
    return world, positions


def test_equals_definition(motion):
    s = motion.skeleton
    world, positions = forward_kinematics(motion.rotations, motion.root_positions, s.offsets, s.parents)
    expected_world, expected = by_definition(motion.rotations, motion.root_positions, s.offsets, s.parents)
    np.testing.assert_allclose(positions, expected, atol=2e-6)
    np.testing.assert_allclose(world, expected_world, atol=2e-6)


def test_the_plain_one_agrees(motion):
    s = motion.skeleton
    world, positions = plain_forward_kinematics(motion.rotations, motion.root_positions, s.offsets, s.parents)
    np.testing.assert_allclose(positions, motion.positions(), atol=2e-6)
    np.testing.assert_allclose(world, motion.world[0], atol=2e-6)
    assert world.dtype == positions.dtype == np.float32
    known = motion.with_world(world, positions)
    assert known.positions() is positions
    assert not positions.flags.writeable


def test_batched_equals_looped(motion):
    s = motion.skeleton
    batch = motion.rotations.reshape(3, 20, len(s), 4)
    roots = motion.root_positions.reshape(3, 20, 3)
    _, together = forward_kinematics(batch, roots, s.offsets, s.parents)
    for i in range(3):
        np.testing.assert_array_equal(together[i], forward_kinematics(batch[i], roots[i], s.offsets, s.parents)[1])


def test_many_frames_use_threads_and_agree(motion):
    s = motion.skeleton
    many = np.tile(motion.rotations, (200, 1, 1))
    roots = np.tile(motion.root_positions, (200, 1))
    _, positions = forward_kinematics(many, roots, s.offsets, s.parents)
    np.testing.assert_array_equal(positions.reshape(200, len(motion), -1, 3)[137], motion.positions())


def test_to_local_inverts(motion):
    local = to_local(motion.world[0], motion.skeleton.parents)
    assert np.all(quaternion.angle_between(local, motion.rotations) < 2e-3)


def test_differentiate_a_parabola():
    time = np.arange(50) / 100
    second = differentiate(4.905 * time**2, 100, order=2)
    np.testing.assert_allclose(second[2:-2], 9.81, rtol=1e-9)
