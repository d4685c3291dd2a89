"""A skeleton as points and distances between them: what posing solves for."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Skeleton, quaternion
from motionloom.core.body import SIDES, body_of, is_body
from motionloom.core.roles import find_roles, path_to_root

CARRIED = -2  # among points: a joint that keeps its turn against its parent
TOUCHING = 1e-6  # metres: joints nearer than this are one point
STEADY = {"hips": 6.0, "spine": 3.0, "chest": 3.0, "neck": 2.0}  # how much more than a limb the trunk stays where it is
FLAT = 0.02  # metres that points of one bone must lie apart in every direction to fix how it is turned


@dataclass(frozen=True, eq=False)
class PosingRig:
    """Made by `rig_of`.

    trunk: the joint that posing moves, the hips of a body; what hangs above it keeps its rotation. points (J,): the point of each joint, -1
    above the trunk, -2 for what is only carried along; joints that lie on their parent share its point. owners (J,): the joint whose
    turning carries a joint: itself, but the parent's where a joint only connects hips and legs. first (J + 1,), held (H,): the points that
    turn with each joint, joint by joint. anchors (V,) joints, and extra points that fix how a flat bone is turned, in its frame (V, 3)
    metres. edges (M, 2): points that keep their distance. chains (C, 3): a point, the one before and the only one after it. stay (N,): how
    strongly points stay where they are. bends (N,): 1 where a straight chain bends forwards, -1 back. members (N without anchors, most):
    the joints of each point, -1 for none. forwards (3,): where the body looks, in the trunk's frame.
    """

    skeleton: Skeleton
    trunk: int
    points: NDArray[np.int64]
    owners: NDArray[np.int64]
    first: NDArray[np.int64]
    held: NDArray[np.int64]
    anchors: NDArray[np.int64]
    anchor_offsets: NDArray[np.float64]
    edges: NDArray[np.int64]
    chains: NDArray[np.int64]
    stay: NDArray[np.float64]
    bends: NDArray[np.float64]
    members: NDArray[np.int64]
    forwards: NDArray[np.float64]

    @property
    def point_count(self) -> int:
        """How many points there are, anchors among them."""
        return len(self.stay)


@lru_cache(maxsize=64)
def rig_of(skeleton: Skeleton, fingers: bool = True) -> PosingRig:
    """The rig of a skeleton, made once; without its fingers it is solved in half the time, and they are carried along."""
    roles = find_roles(skeleton)
    trunk = roles.get("hips", 0)
    points, owners = _points(skeleton, trunk, roles, set() if fingers else find_fingers(skeleton))
    count = int(points.max()) + 1
    attached = _attached(skeleton, points, owners)
    anchors, offsets, edges = list[int](), list[NDArray[np.float64]](), list[tuple[int, int]]()
    for joint, hangs in attached.items():
        extra = _anchor(skeleton, joint, hangs, points) if len(hangs) > 1 else []
        names = [int(points[joint]), *hangs, *range(count + len(anchors), count + len(anchors) + len(extra))]
        edges += combinations(names, 2) if len(hangs) > 1 else [(names[0], names[1])]
        anchors += [joint] * len(extra)
        offsets += extra
    first = np.concatenate([[0], np.cumsum([len(attached.get(joint, ())) for joint in range(len(skeleton))])])
    stay, bends = _weights(skeleton, points, roles, count + len(anchors), count)
    return PosingRig(
        skeleton,
        trunk,
        points,
        owners,
        first.astype(np.int64),
        np.array([point for joint in range(len(skeleton)) for point in attached.get(joint, ())], np.int64),
        np.array(anchors, np.int64),
        np.array(offsets, np.float64).reshape(-1, 3),
        np.array(edges, np.int64).reshape(-1, 2),
        _chains(skeleton, points, count),
        stay,
        bends,
        _members(points, count),
        _forwards(skeleton, trunk),
    )


@lru_cache(maxsize=64)
def find_fingers(skeleton: Skeleton) -> frozenset[int]:
    """The joints beyond the wrists."""
    roles = find_roles(skeleton)
    wrists = {roles[f"{side}_wrist"] for side in SIDES if f"{side}_wrist" in roles}
    return frozenset(joint for joint in range(len(skeleton)) if wrists & set(path_to_root(skeleton, joint)[1:]))


def _points(skeleton: Skeleton, trunk: int, roles: dict[str, int], carried: Collection[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The point of each joint, and the joint that carries it."""
    locked = {joint for side in SIDES if f"{side}_hip" in roles for joint in path_to_root(skeleton, roles[f"{side}_hip"])[1:]}
    locked -= set(path_to_root(skeleton, trunk))
    points, owners = np.full(len(skeleton), -1, np.int64), np.arange(len(skeleton), dtype=np.int64)
    count = 0
    for joint in range(len(skeleton)):
        parent = int(skeleton.parents[joint])
        if joint != trunk and (parent < 0 or points[parent] < 0 or joint in carried):
            points[joint] = CARRIED if joint in carried else -1
            continue
        if joint != trunk and np.linalg.norm(skeleton.offsets[joint]) < TOUCHING:
            points[joint] = points[parent]
        else:
            points[joint], count = count, count + 1
        if joint in locked:
            owners[joint] = owners[parent]
    return points, owners


def _attached(skeleton: Skeleton, points: NDArray[np.int64], owners: NDArray[np.int64]) -> dict[int, list[int]]:
    """The points that turn with each joint, its own left out."""
    found = dict[int, list[int]]()
    for joint in range(len(skeleton)):
        parent = int(skeleton.parents[joint])
        if points[joint] < 0 or parent < 0 or points[parent] < 0:
            continue
        owner = int(owners[parent])
        if points[joint] != points[owner] and points[joint] not in found.get(owner, []):
            found.setdefault(owner, []).append(int(points[joint]))
    return found


def _anchor(skeleton: Skeleton, joint: int, hangs: list[int], points: NDArray[np.int64]) -> list[NDArray[np.float64]]:
    """Extra points in a joint's frame across the directions in which what hangs on it is flat."""
    rotations, positions = skeleton.rest_world
    first = [int(np.flatnonzero(points == point)[0]) for point in hangs]
    local = quaternion.rotate(quaternion.conjugate(rotations[joint]), positions[first] - positions[joint])
    _, sizes, axes = np.linalg.svd(local, full_matrices=True)
    spread = np.concatenate([sizes, np.zeros(3 - len(sizes))])
    return [0.1 * axes[axis] for axis in range(3) if spread[axis] < FLAT or axis == 2]


def _chains(skeleton: Skeleton, points: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Points (C, 3) in line: one, the one before it towards the trunk, and the only one beyond it."""
    before, after = np.full(count, -1, np.int64), [list[int]() for _ in range(count)]
    for joint in range(len(skeleton)):
        parent = int(skeleton.parents[joint])
        if points[joint] >= 0 and parent >= 0 and points[parent] >= 0 and points[parent] != points[joint]:
            before[points[joint]] = points[parent]
            after[points[parent]].append(int(points[joint]))
    rows = [(point, before[point], after[point][0]) for point in range(count) if before[point] >= 0 and len(after[point]) == 1]
    return np.array(rows, np.int64).reshape(-1, 3)


def _members(points: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    found = [np.flatnonzero(points == point) for point in range(count)]
    members = np.full((count, max(map(len, found))), -1, np.int64)
    for point, joints in enumerate(found):
        members[point, : len(joints)] = joints
    return members


def _forwards(skeleton: Skeleton, trunk: int) -> NDArray[np.float64]:
    facing = body_of(skeleton).facing if is_body(skeleton) else np.array([0.0, 0.0, 1.0])
    return np.asarray(quaternion.rotate(quaternion.conjugate(skeleton.rest_world[0][trunk]), facing))


def _weights(
    skeleton: Skeleton, points: NDArray[np.int64], roles: dict[str, int], total: int, count: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    stay, bends = np.full(total, 1.0), np.ones(total)
    stay[count:] = 0.1
    for role, weight in STEADY.items():
        if role in roles and points[roles[role]] >= 0:
            stay[points[roles[role]]] = weight
    for side in SIDES:
        if f"{side}_elbow" in roles:
            bends[points[roles[f"{side}_elbow"]]] = -1.0
    return stay, bends
