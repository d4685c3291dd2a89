"""The body: closed, outward, light, hung on the right joints, and there for any skeleton."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from motionloom import formats
from motionloom.core import Motion, Skeleton, quaternion
from motionloom.core.body import body_of
from motionloom.formats.mesh import BodyMesh, make_body
from tests.conftest import make_motion


def check(mesh: BodyMesh, joints: int) -> None:
    """What holds for every body: valid indices, unit normals, closed pieces that face outwards, few triangles."""
    assert 0 < len(mesh.faces) < 5000
    assert mesh.faces.max() < len(mesh.vertices)
    assert mesh.joints.min() >= 0
    assert mesh.joints.max() < joints
    assert np.all(np.isfinite(mesh.vertices))
    assert np.allclose(np.linalg.norm(mesh.normals, axis=1), 1, atol=1e-5)
    edges = np.sort(np.concatenate([mesh.faces[:, [0, 1]], mesh.faces[:, [1, 2]], mesh.faces[:, [2, 0]]]).astype(np.int64), axis=1)
    counts = np.unique(edges, axis=0, return_counts=True)[1]
    assert np.all(counts == 2)
    a, b, c = (mesh.vertices[mesh.faces[:, corner]].astype(np.float64) for corner in range(3))
    assert np.einsum("ij,ij->i", a, np.cross(b, c)).sum() > 0  # six times the enclosed volume


def test_a_person(motion: Motion) -> None:
    mesh = make_body(motion)
    check(mesh, len(motion.skeleton))
    body = body_of(motion.skeleton)
    low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    assert low[1] == pytest.approx(body.sole, abs=0.01)
    assert high[1] == pytest.approx(body.sole + body.height, abs=0.05)
    assert np.allclose(low[0], -high[0], atol=1e-4)  # a symmetric skeleton makes a symmetric body
    covered = {
        body.joint(role)
        for role in ("hips", "chest", "head", "left_hip", "left_knee", "left_ankle", "left_toe", "left_elbow", "left_wrist")
    }
    assert covered <= set(mesh.joints.tolist())


def test_the_nose_points_forward(motion: Motion) -> None:
    mesh = make_body(motion)
    head = mesh.vertices[mesh.joints == motion.skeleton.index("Head")]
    assert head[np.argmax(head[:, 2]), 0] == pytest.approx(0, abs=0.02)
    assert head[:, 2].max() > -head[:, 2].min()


def test_volume_of_a_person(motion: Motion) -> None:
    """A person has 0.05 to 0.1 cubic metres; overlapping parts count twice, so only the order is tested."""
    mesh = make_body(motion)
    a, b, c = (mesh.vertices[mesh.faces[:, corner]].astype(np.float64) for corner in range(3))
    assert 0.03 < np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6 < 0.12


def test_parts_follow_their_joints(motion: Motion) -> None:
    """The same body, bound to another rest pose, is the same in every joint's frame."""
    rng = np.random.default_rng(3)
    rest = quaternion.normalise(rng.normal(size=(len(motion.skeleton), 4)))
    heap = replace(motion.skeleton, rest_rotations=rest)
    mesh = make_body(motion.with_arrays(motion.rotations, motion.root_positions, skeleton=heap))
    check(mesh, len(heap))
    turns, places = heap.rest_world
    local = quaternion.rotate(quaternion.conjugate(turns[mesh.joints]), mesh.vertices - places[mesh.joints])
    assert np.linalg.norm(local, axis=1).max() < 0.6


def test_without_roles() -> None:
    parents = np.array([-1, 0, 1, 2, 1, 4])
    offsets = np.array([[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 0, 0], [-1, 0, 0], [0, 0, 1.0]])
    skeleton = Skeleton(tuple("abcdef"), parents, offsets)
    check(make_body(make_motion(skeleton)), 6)


def test_many_joints_stay_light(rng: np.random.Generator) -> None:
    count = 700
    parents = np.maximum(np.arange(count) - 1 - rng.integers(0, 3, count), np.where(np.arange(count) == 0, -1, 0))
    check(make_body(make_motion(Skeleton(tuple(f"j{i}" for i in range(count)), parents, rng.normal(size=(count, 3))), frames=2)), count)


def test_nothing_to_show() -> None:
    one = Skeleton(("only",), np.array([-1]), np.zeros((1, 3)))
    still = Skeleton(("a", "b"), np.array([-1, 0]), np.zeros((2, 3)))
    for skeleton in (one, still):
        mesh = make_body(make_motion(skeleton))
        assert mesh.vertices.shape == mesh.normals.shape == (0, 3)
        assert mesh.faces.shape == (0, 3)


@pytest.mark.data
@pytest.mark.parametrize("name", ["cmu/016/16_35.bvh", "bandai/dataset-1_dash_normal_001.bvh"])
def test_captures(shared_data: Path, name: str) -> None:
    motion = formats.load(shared_data / name)
    mesh = make_body(motion)
    check(mesh, len(motion.skeleton))
    body = body_of(motion.skeleton)
    skull = mesh.vertices[:, 1].max() - motion.skeleton.rest_positions[body.joint("head"), 1]
    assert 0.10 < skull / body.height < 0.14
    assert mesh.vertices[:, 1].min() == pytest.approx(body.sole, abs=0.01)
