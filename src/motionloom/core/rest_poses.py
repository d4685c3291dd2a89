"""One body under several rest poses: the same bones are one skeleton, and motion is rewritten for it so that nothing moves.

Rigs without a rest pose of their own get one from each clip (`core.standing`), programs write one performer with other joint axes, and a
T-pose at the start of one file is missing in the next. Bones tell that it is one body.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import quaternion
from motionloom.core.body import rest_facing
from motionloom.core.kinematics import forward_kinematics, to_local
from motionloom.core.motion import Motion
from motionloom.core.roles import find_roles
from motionloom.core.skeleton import Skeleton

SAME_LENGTH = 1e-4  # metres by which a bone may differ
UNMOVED = 1e-5  # metres by which a joint may move when its motion is rewritten
FLAT = 1e-3  # of a joint's bones, the second direction against the first: less, and they say nothing of the turn about the first


def has_same_bones(one: Skeleton, other: Skeleton) -> bool:
    """Whether two skeletons are one body: the same joints, roles and lengths of bones; rest poses and joint axes may differ.

    A joint above the hips is no bone: how far the hips stand over it is each file's own choice. Nor are ends of chains of which one file
    says nothing, or that they have no length.
    """
    if one.names != other.names or not np.array_equal(one.parents, other.parents) or one.given_roles != other.given_roles:
        return False
    _, mine, theirs = _bones(one, other)
    return bool(np.abs(np.linalg.norm(mine, axis=1) - np.linalg.norm(theirs, axis=1)).max(initial=0.0) < SAME_LENGTH)


def with_skeleton(motion: Motion, skeleton: Skeleton) -> Motion | None:
    """The same motion on a skeleton with the same bones; None where some joint would move by more than 0.01 mm.

    Every joint's frame differs by a turn that never changes: rotations are multiplied by it and the body stays where it is. A root above
    the hips may move, for it is no part of the body.
    """
    own = motion.skeleton
    if own.hash == skeleton.hash:
        return motion
    if not has_same_bones(own, skeleton):
        return None
    turns = find_axis_changes(own, skeleton)
    rotations, roots = motion.rotations.astype(np.float64), motion.root_positions.astype(np.float64)
    world, places = forward_kinematics(rotations, roots, own.offsets, own.parents)
    turned = quaternion.multiply(world, quaternion.conjugate(turns))
    first = _first_bone(own)
    new_roots = roots if first == 0 else places[:, first] - quaternion.rotate(turned[:, 0], skeleton.offsets[first])
    unturned = bool(np.all(turns == quaternion.IDENTITY))
    local = motion.rotations if unturned else quaternion.normalise(to_local(turned, own.parents)).astype(np.float32)
    moved = Motion(skeleton, local, new_roots.astype(np.float32), motion.fps, motion.name, motion.recipe)
    there = forward_kinematics(moved.rotations.astype(np.float64), moved.root_positions.astype(np.float64), skeleton.offsets, own.parents)[
        1
    ]
    return moved if np.abs(there - places)[:, first:].max() < UNMOVED else None


def find_axis_changes(one: Skeleton, other: Skeleton) -> NDArray[np.float64]:
    """Turns (J, 4) that take vectors in the frames of one skeleton's joints to those of the other's, which has the same bones."""
    owners, mine, theirs = _bones(one, other)
    changes = np.tile(quaternion.IDENTITY, (len(one), 1))
    if np.abs(mine - theirs).max(initial=0.0) < SAME_LENGTH:
        return changes  # one rig: its axes are the same, whatever it rests in
    for joint, parent in enumerate(one.parents):
        above = changes[parent] if parent >= 0 else _facing_change(one, other)
        # Where bones say nothing, resting stays resting.
        resting = quaternion.multiply(above, one.rest_rotations[joint])
        guess = quaternion.multiply(quaternion.conjugate(other.rest_rotations[joint]), resting)
        held = owners == joint
        changes[joint] = _turn_onto(guess, mine[held], theirs[held])
    return quaternion.normalise(changes)


def _turn_onto(guess: NDArray[np.float64], vectors: NDArray[np.float64], wanted: NDArray[np.float64]) -> NDArray[np.float64]:
    """The turn (4,) of vectors (N, 3) onto those that are wanted, nearest to a guess where they leave it open."""
    if not len(vectors) or np.abs(vectors).max() < SAME_LENGTH:
        return guess
    left, sizes, right = np.linalg.svd(wanted.T @ vectors)
    if len(vectors) > 1 and sizes[1] > FLAT * sizes[0]:
        matrix = left @ np.diag([1.0, 1.0, np.linalg.det(left @ right)]) @ right
        return np.asarray(quaternion.from_matrix(matrix))
    longest = int(np.argmax(np.linalg.norm(vectors, axis=1)))
    here = quaternion.rotate(guess, vectors[longest])
    return quaternion.multiply(quaternion.between(here, wanted[longest]), guess)


def _facing_change(one: Skeleton, other: Skeleton) -> NDArray[np.float64]:
    """The turn about the vertical that makes one rest pose face as the other does."""
    roles = find_roles(one)
    if not {"left_hip", "right_hip"} <= roles.keys():
        return quaternion.IDENTITY
    ways = [rest_facing(each, roles) for each in (one, other)]
    before, after = (float(np.arctan2(way[0], way[2])) for way in ways)
    return quaternion.about_y(after - before)


def _first_bone(skeleton: Skeleton) -> int:
    """The joint at which the body begins: the root, or the only joint below a root that is above the hips."""
    children = skeleton.children(0)
    above_hips = find_roles(skeleton).get("hips", 0) != 0 and not any(site.parent == 0 for site in skeleton.end_sites)
    return children[0] if above_hips and len(children) == 1 else 0


def _bones(one: Skeleton, other: Skeleton) -> tuple[NDArray[np.intp], NDArray[np.float64], NDArray[np.float64]]:
    """The joint (N,) that each bone of a body hangs on, and its vector (N, 3) in that joint's frame in either of two skeletons of it."""
    first = _first_bone(one)
    joints = [joint for joint in range(1, len(one)) if joint != first]
    ends = [find_ends(each) for each in (one, other)]
    tips = sorted(ends[0].keys() & ends[1].keys())
    owners = [*(int(one.parents[joint]) for joint in joints), *tips]
    vectors = [[*each.offsets[joints], *(known[tip] for tip in tips)] for each, known in zip((one, other), ends, strict=True)]
    mine, theirs = (np.array(each, dtype=np.float64).reshape(-1, 3) for each in vectors)
    return np.array(owners, dtype=np.intp), mine, theirs


def find_ends(skeleton: Skeleton) -> dict[int, NDArray[np.float64]]:
    """The end (3,) metres of each chain that has one of some length, by the joint it hangs on."""
    parents = [site.parent for site in skeleton.end_sites]
    known = {site.parent: np.array(site.offset) for site in skeleton.end_sites if parents.count(site.parent) == 1}
    return {parent: offset for parent, offset in known.items() if float(np.linalg.norm(offset)) > SAME_LENGTH}
