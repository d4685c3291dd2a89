"""Posing by direct manipulation: joints are dragged and pinned, the rest of the body follows (paper 000, section 6.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, Skeleton, quaternion
from motionloom.core.kinematics import forward_kinematics
from motionloom.edits.layers.layer import EditError, find_joint
from motionloom.edits.posing.brush import brush_weights
from motionloom.edits.posing.rig import PosingRig, find_fingers, rig_of

Floats = NDArray[np.float64]
PULL = 1e5  # how much stronger a dragged joint is pulled than a limb's joint stays where it is
PAINTED = 1e-3  # of that: how strongly joints under the brush follow
LIMITED = 4  # times that a pose beyond its limits is turned back and solved again
Word = str | int  # a joint by name, role or number


@dataclass(frozen=True, eq=False)
class Posed:
    """A pose, or some: rotations (..., J, 4) joint to parent and root_positions (..., 3) metres; positions (..., J, 3) of its joints;
    steps (...) that the solver took. places (..., N, 3), forces (..., M): where it ended, to begin with at the next move of a drag."""

    rotations: Floats
    root_positions: Floats
    positions: Floats
    steps: NDArray[np.int64]
    places: Floats
    forces: Floats


def pose_frame(
    skeleton: Skeleton,
    rotations: NDArray[np.floating],
    root_position: NDArray[np.floating],
    drags: Mapping[Word, Sequence[float]],
    pins: Iterable[Word] = (),
    *,
    brush: float = 0.0,
    warm: Posed | None = None,
    limits: Clamps | None = None,
) -> Posed:
    """A pose with joints dragged to where they are wanted, metres in the world, and pinned ones left where they are.

    rotations (J, 4), root_position (3,); brush: metres along the skeleton over which joints beside a dragged one go along; warm: what the
    last move of the same drag gave; limits: how far joints turn (`limits`), which gives way only to what is dragged and pinned.
    """
    wanted, weights = gather_drags(skeleton, rotations, root_position, drags, brush)
    started = None if warm is None else (warm.places[None], warm.forces[None])
    fixed = [joint_of(skeleton, word) for word in pins]
    local, root = np.asarray(rotations)[None], np.asarray(root_position)[None]
    fingers = _needs_fingers(skeleton, weights, fixed)
    found = _first(pose_frames(skeleton, local, root, wanted[None], weights[None], pins=fixed, warm=started, fingers=fingers))
    return found if limits is None else _keep_limits(skeleton, rotations, root_position, found, (wanted, weights), fixed, limits)


class Clamps(Protocol):
    """Limits of joints: a pose within them."""

    def clamp(self, skeleton: Skeleton, rotations: Floats) -> Floats:
        """The pose (J, 4) with joints that go too far turned back."""


def _keep_limits(
    skeleton: Skeleton,
    rotations: NDArray[np.floating],
    root: NDArray[np.floating],
    found: Posed,
    pulled: tuple[Floats, Floats],
    pins: list[int],
    limits: Clamps,
) -> Posed:
    """The pose solved again from within its limits, and the one of all tries that goes beyond them least.

    What was pinned is pulled to its place as strongly as what is dragged: the same place is reached in another way where there is one.
    """
    before = _world(skeleton, np.asarray(rotations)[None], np.asarray(root)[None])[1][0]
    wanted, weights = (array.copy() for array in pulled)
    wanted[pins], weights[pins] = before[pins], PULL
    best, least = found, np.inf
    for _ in range(LIMITED + 1):
        within = limits.clamp(skeleton, found.rotations)
        beyond = float(np.sum(quaternion.angle_between(within, found.rotations)))
        if beyond < least:
            best, least = found, beyond
        if least == 0:
            break
        found = _first(pose_frames(skeleton, within[None], found.root_positions[None], wanted[None], weights[None]))
    return best


def _first(found: Posed) -> Posed:
    return Posed(*(getattr(found, name)[0] for name in ("rotations", "root_positions", "positions", "steps", "places", "forces")))


def gather_drags(
    skeleton: Skeleton, rotations: NDArray[np.floating], root: NDArray[np.floating], drags: Mapping[Word, Sequence[float]], brush: float
) -> tuple[Floats, Floats]:
    """Where joints are wanted (J, 3) and how strongly (J,) they are pulled there: all under the brush go along by their share."""
    positions = _world(skeleton, np.asarray(rotations)[None], np.asarray(root)[None])[1][0]
    wanted, weights, moves = positions.copy(), np.zeros(len(skeleton)), np.zeros((len(skeleton), 3))
    shares = np.zeros(len(skeleton))
    chosen = {joint_of(skeleton, word): np.asarray(place, np.float64) for word, place in drags.items()}
    for joint, place in chosen.items():
        if place.shape != (3,) or not np.isfinite(place).all():
            raise EditError(f"{skeleton.names[joint]!r} is dragged to a place of three numbers, found {place.tolist()}")
        near = brush_weights(skeleton, joint, brush)
        moves += near[:, None] * (place - positions[joint])
        shares += near
    touched = shares > 1e-3
    wanted[touched] += moves[touched] / np.maximum(shares[touched], 1.0)[:, None]
    weights[touched] = PULL * PAINTED * np.minimum(shares[touched], 1.0)
    for joint, place in chosen.items():
        wanted[joint], weights[joint] = place, PULL
    return wanted, weights


def pose_frames(
    skeleton: Skeleton,
    rotations: NDArray[np.floating],
    root_positions: NDArray[np.floating],
    wanted: NDArray[np.floating],
    weights: NDArray[np.floating],
    pins: Iterable[Word] = (),
    warm: tuple[Floats, Floats] | None = None,
    fingers: bool = True,
) -> Posed:
    """Poses (F) with joints pulled to where they are wanted (F, J, 3), with weights (F, J), 0 for those that are not; each for itself.

    warm: places and forces that were found last; fingers: whether what is beyond the wrists is solved for, or only carried along.
    """
    from motionloom.edits.posing._bones import pose_frames as solve

    fixed = [joint_of(skeleton, word) for word in pins]
    rig = rig_of(skeleton, fingers)
    local, roots = np.array(rotations, np.float64), np.array(root_positions, np.float64)
    world, positions = _world(skeleton, local, roots)
    count, points = len(local), rig.point_count
    goals, pulls = _by_points(rig, np.asarray(wanted, np.float64), np.asarray(weights, np.float64))
    free = np.ones((count, points), bool)
    free[:, [int(rig.points[joint]) for joint in fixed if rig.points[joint] >= 0]] = False
    begun = warm is not None and warm[0].shape[1] == points and warm[1].shape[1] == len(rig.edges)
    starts = warm[0].copy() if warm is not None and begun else _starts(rig, world, positions)
    forces = warm[1].copy() if warm is not None and begun else np.zeros((count, len(rig.edges)))
    steps = np.zeros(count, np.int64)
    shape = (skeleton.parents.astype(np.int64), rig.trunk, rig.points, rig.owners, rig.first, rig.held, rig.anchors, rig.edges, rig.chains)
    solve(
        local,
        world,
        positions,
        _hints(rig, world),
        goals,
        pulls,
        free,
        starts,
        forces,
        steps,
        shape,
        (rig.anchor_offsets, rig.stay, rig.bends),
    )
    moved = starts[:, rig.points[rig.trunk]] - positions[:, rig.trunk]
    placed = np.where(steps[:, None] > 0, roots + moved, roots)
    return Posed(local, placed, _world(skeleton, local, placed)[1], steps, starts, forces)


def pose(motion: Motion, frame: int, drags: Mapping[Word, Sequence[float]], pins: Iterable[Word] = (), *, brush: float = 0.0) -> Posed:
    """A frame of a motion with joints dragged to where they are wanted, metres in the world, and pinned ones left; see `pose_frame`."""
    if not 0 <= frame < len(motion):
        raise EditError(f"{motion.name!r} has frames 0 to {len(motion) - 1}, found {frame}")
    return pose_frame(motion.skeleton, motion.rotations[frame], motion.root_positions[frame], drags, pins, brush=brush)


def _needs_fingers(skeleton: Skeleton, weights: Floats, pins: list[int]) -> bool:
    """Whether something beyond the wrists is dragged or pinned."""
    fingers = find_fingers(skeleton)
    return bool(weights[sorted(fingers)].any() or fingers & set(pins))


def joint_of(skeleton: Skeleton, word: Word) -> int:
    """The joint that a number, a name or a role means."""
    if isinstance(word, str):
        return find_joint(skeleton, word)
    if not 0 <= word < len(skeleton):
        raise EditError(f"joint {word} is not there; the skeleton has {len(skeleton)} joints")
    return int(word)


def _world(skeleton: Skeleton, rotations: NDArray[np.floating], roots: NDArray[np.floating]) -> tuple[Floats, Floats]:
    return forward_kinematics(rotations.astype(np.float64), roots.astype(np.float64), skeleton.offsets, skeleton.parents)


def _by_points(rig: PosingRig, wanted: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """What is wanted of joints (F, J, 3), (F, J) said of points (F, N, 3), (F, N): of joints in one place the one pulled most."""
    goals, pulls = np.zeros((len(wanted), rig.point_count, 3)), np.zeros((len(wanted), rig.point_count))
    of_points = np.where(rig.members >= 0, weights[:, rig.members], 0.0)
    most = np.take_along_axis(rig.members[None], np.argmax(of_points, axis=2)[..., None], axis=2)[..., 0]
    count = len(rig.members)
    pulls[:, :count] = of_points.max(axis=2)
    goals[:, :count] = np.take_along_axis(wanted, most[..., None], axis=1)
    return goals, pulls


def _starts(rig: PosingRig, world: Floats, positions: Floats) -> Floats:
    places = np.empty((len(world), rig.point_count, 3))
    there = rig.points >= 0
    places[:, rig.points[there][::-1]] = positions[:, there][:, ::-1]
    if len(rig.anchors):
        base = rig.point_count - len(rig.anchors)
        places[:, base:] = positions[:, rig.anchors] + quaternion.rotate(world[:, rig.anchors], rig.anchor_offsets[None])
    return places


def _hints(rig: PosingRig, world: Floats) -> Floats:
    """Which way is forwards (F, 3): there knees bend, and elbows the other way."""
    return np.asarray(quaternion.rotate(world[:, rig.trunk], np.broadcast_to(rig.forwards, (len(world), 3))))
