"""A person has the proportions of its skeleton, and the same on both sides."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from motionloom.core import EndSite, Skeleton, quaternion
from motionloom.core.body import body_of
from motionloom.render.parts import Paint, Parts
from motionloom.render.person import person_parts


def rest_ends(skeleton: Skeleton, parts: Parts) -> tuple[np.ndarray, np.ndarray]:
    """Both ends (P, 3) of every part at rest."""
    rotations, positions = skeleton.rest_world
    start = positions[parts.start_joint] + quaternion.rotate(rotations[parts.start_joint], parts.start_offset)
    return start, positions[parts.end_joint] + quaternion.rotate(rotations[parts.end_joint], parts.end_offset)


def test_left_mirrors_right(skeleton: Skeleton) -> None:
    parts = person_parts(body_of(skeleton))
    start, end = rest_ends(skeleton, parts)
    left, right = parts.paint == Paint.LEFT, parts.paint == Paint.RIGHT
    assert left.sum() == right.sum() >= 10
    mirror = np.array([-1.0, 1.0, 1.0])
    np.testing.assert_allclose(start[left] * mirror, start[right], atol=1e-6)
    np.testing.assert_allclose(end[left] * mirror, end[right], atol=1e-6)
    np.testing.assert_allclose(parts.radii[left], parts.radii[right])


def test_it_stands_on_its_soles_and_is_as_tall_as_the_body(skeleton: Skeleton) -> None:
    body = body_of(skeleton)
    parts = person_parts(body)
    start, end = rest_ends(skeleton, parts)
    heights = np.concatenate([start[:, 1] - parts.radii[:, 0] * parts.stretch[:, 1], end[:, 1] - parts.radii[:, 1] * parts.stretch[:, 1]])
    assert heights.min() == pytest.approx(body.sole, abs=0.005)
    tops = np.concatenate([start[:, 1] + parts.radii[:, 0] * parts.stretch[:, 1], end[:, 1] + parts.radii[:, 1] * parts.stretch[:, 1]])
    assert 0.85 * body.height < tops.max() - body.sole < 1.1 * body.height


def test_parts_grow_with_the_skeleton(skeleton: Skeleton) -> None:
    sites = tuple(EndSite(site.parent, tuple(2 * x for x in site.offset)) for site in skeleton.end_sites)
    large = replace(skeleton, offsets=2 * skeleton.offsets, rest_root=2 * skeleton.rest_root, end_sites=sites)
    small_parts, large_parts = person_parts(body_of(skeleton)), person_parts(body_of(large))
    np.testing.assert_allclose(large_parts.radii, 2 * small_parts.radii)
    np.testing.assert_allclose(large_parts.start_offset, 2 * small_parts.start_offset, atol=1e-9)


def test_the_face_looks_forward(skeleton: Skeleton) -> None:
    body = body_of(skeleton)
    parts = person_parts(body)
    start, _ = rest_ends(skeleton, parts)
    face = parts.paint == Paint.FACE
    head = skeleton.rest_positions[body.joint("head")]
    assert np.all((start[face] - head) @ body.facing > 0.01)


def test_hands_follow_the_forearm_where_the_wrists_rest_anyhow(skeleton: Skeleton) -> None:
    """As in Bandai's files: no fingers, and wrists turned by chance in the T-pose."""
    wrist = skeleton.index("LeftHand")
    rest = skeleton.rest_rotations.copy()
    rest[wrist] = quaternion.from_axis_angle([0.0, 0.6, 0.8], 1.9)
    turned = replace(skeleton, rest_rotations=rest, end_sites=tuple(s for s in skeleton.end_sites if s.parent != wrist))
    parts = person_parts(body_of(turned))
    palm = np.flatnonzero((parts.start_joint == wrist) & (parts.paint == Paint.LEFT))[0]
    along = parts.end_offset[palm] - parts.start_offset[palm]
    assert along @ skeleton.offsets[wrist] > 0.95 * np.linalg.norm(along) * np.linalg.norm(skeleton.offsets[wrist])


def test_fingers_are_drawn_where_there_are_some(skeleton: Skeleton) -> None:
    wrist = skeleton.index("LeftHand")
    names, parents, offsets = list(skeleton.names), skeleton.parents.tolist(), skeleton.offsets.tolist()
    for finger in range(5):
        for knuckle in range(3):
            names.append(f"LeftHandFinger{finger}_{knuckle}")
            parents.append(wrist if knuckle == 0 else len(parents) - 1)
            offsets.append([0.08 if knuckle == 0 else 0.03, 0.0, 0.02 * (finger - 2) if knuckle == 0 else 0.0])
    handed = Skeleton(tuple(names), np.array(parents), np.array(offsets), skeleton.end_sites)
    fingers = person_parts(body_of(handed)).start_joint >= len(skeleton)
    assert fingers.sum() == 10


@pytest.mark.data
@pytest.mark.parametrize("clip", ["cmu/016/16_15.bvh", "bandai/dataset-1_walk_normal_001.bvh"])
def test_real_skeletons_become_people(shared_data: Path, clip: str) -> None:
    from motionloom import formats

    motion = formats.load(shared_data / clip)
    body = body_of(motion.skeleton)
    parts = person_parts(body)
    start, end = rest_ends(motion.skeleton, parts)
    assert 30 <= len(parts) <= 60
    assert np.all(np.isfinite(start))
    assert np.linalg.norm(end - start, axis=1).max() < 0.35 * body.height
