"""Planted feet under an edit: kept where they stood, or held still where the edit put them; the legs follow."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.align.leg_reach import Leg, reach
from motionloom.core import Motion, quaternion
from motionloom.core.body import body_of
from motionloom.core.kinematics import forward_kinematics
from motionloom.core.masks import find_runs
from motionloom.feet.cleanup.rig import Rig, rig_of

Floats = NDArray[np.float64]
FADE = 0.25  # seconds over which a foot goes from its plant to the edited motion
EASED = 0.08  # seconds over which hips come down for a leg that is too short
STRAIGHT = 0.999  # of a leg's length: as far as it reaches, or as far as the performer's did
TINY = 1e-6  # metres and radians: an edit that moves a foot less left it alone


def hold_plants(base: Motion, edited: Motion, plants: NDArray[np.bool_], *, moved: bool = False) -> Motion:
    """The edited motion with its planted feet as the base has them.

    base: the motion on the edited one's clock before its pose was changed; plants (F, 4) on that clock. moved: each plant is moved by what
    the edit moves it at most, and held there. Feet that the edit leaves alone keep every bit.
    """
    rig = rig_of(edited.skeleton)
    goals = [_goal(base, edited, rig, foot, plants[:, 2 * foot] | plants[:, 2 * foot + 1], moved) for foot in range(2)]
    if not any(changed.any() for *_, changed in goals):
        return edited
    lowered = _lower(base, edited, rig, [(ankle, changed) for ankle, _, changed in goals])
    rotations = edited.rotations.copy()
    for foot, (ankle, turn, changed) in enumerate(goals):
        rows = np.flatnonzero(changed | (np.abs(lowered.root_positions - edited.root_positions) > 0).any(axis=1))
        _reach(base, lowered, rig, foot, (ankle, turn), rows, rotations)
    return edited.with_arrays(rotations, lowered.root_positions)


def _goal(
    base: Motion, edited: Motion, rig: Rig, foot: int, planted: NDArray[np.bool_], moved: bool
) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Where an ankle goes (F, 3), how its foot is turned in the world (F, 4), and in which frames that is not as it is."""
    joint = rig.joints[foot, 2]
    (was_turned, was), (turned, at) = (_at(motion, joint) for motion in (base, edited))
    share = _share(planted, edited.fps)[:, None]
    shifts, turns = _displacements(was, at, was_turned, turned, planted) if moved else (np.zeros((len(edited), 3)), np.zeros(len(edited)))
    about = quaternion.about_y(turns)
    ankle = at + share * (was + shifts - at)
    wanted = quaternion.slerp(turned, quaternion.multiply(about, was_turned), share[:, 0])
    apart = np.linalg.norm(ankle - at, axis=1) > TINY
    return ankle, wanted, apart | (quaternion.angle_between(wanted, turned) > 10 * TINY)


def _at(motion: Motion, joint: int) -> tuple[Floats, Floats]:
    rotations, positions = motion.world
    return rotations[:, joint].astype(np.float64), positions[:, joint].astype(np.float64)


def _share(planted: NDArray[np.bool_], fps: float) -> Floats:
    """How much (F,) a foot is held: all in a plant, less and less before and after it."""
    runs = find_runs(planted)
    frames, free = np.arange(len(planted)), np.ones(len(planted))
    for start, stop in runs:
        away = np.maximum(np.maximum(start - frames, frames - (stop - 1)), 0) / (FADE * fps)
        s = np.clip(1 - away, 0.0, 1.0)
        free *= 1 - s * s * s * (10 + s * (6 * s - 15))
    return 1 - free


def _displacements(was: Floats, at: Floats, was_turned: Floats, turned: Floats, planted: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """How far (F, 3) metres and how much about the vertical (F,) each plant is moved: by what the edit does most; eased between plants."""
    runs = find_runs(planted)
    frames = np.arange(len(planted))
    if not runs:
        return np.zeros_like(at), np.zeros(len(at))
    knots, shifts, turns = [], [], []
    for start, stop in runs:
        away = at[start:stop] - was[start:stop]
        most = start + int(np.argmax(np.linalg.norm(away, axis=1)))
        shift = at[most] - was[most]
        shift[1] = max(shift[1], 0.0)  # not through the floor
        turn = quaternion.multiply(turned[most], quaternion.conjugate(was_turned[most]))
        knots += [start, stop - 1]
        shifts += [shift, shift]
        turns += [2 * np.arctan2(turn[1], turn[3])] * 2
    return (
        np.stack([np.interp(frames, knots, np.array(shifts)[:, axis]) for axis in range(3)], axis=1),
        np.interp(frames, knots, np.unwrap(turns)),
    )


def _lower(base: Motion, edited: Motion, rig: Rig, goals: list[tuple[Floats, NDArray[np.bool_]]]) -> Motion:
    """The edited motion with its hips lowered, smoothly, where a leg would be too short to reach its plant."""
    from scipy.ndimage import gaussian_filter1d, maximum_filter1d

    drop = np.zeros(len(edited))
    for foot, (ankle, changed) in enumerate(goals):
        length = (rig.thigh + rig.shin)[foot] * np.maximum(STRAIGHT, _stretch(base, rig, foot))
        way = _at(edited, rig.joints[foot, 0])[1] - ankle
        level = np.minimum(way[:, 0] ** 2 + way[:, 2] ** 2, 0.99 * length**2)
        drop = np.where(changed, np.maximum(drop, way[:, 1] - np.sqrt(length**2 - level)), drop)
    if not drop.any():
        return edited
    width = max(round(EASED * edited.fps), 1)
    eased = gaussian_filter1d(maximum_filter1d(drop, 2 * width + 1), width / 2, mode="nearest", truncate=2.0)
    roots = edited.root_positions.copy()
    rows = eased > TINY
    roots[rows, 1] -= eased[rows].astype(np.float32)
    return edited.with_arrays(edited.rotations, roots)


def _stretch(motion: Motion, rig: Rig, foot: int) -> Floats:
    """How far (F,) a leg is stretched, 1 for straight."""
    hip, _, ankle = (_at(motion, joint)[1] for joint in rig.joints[foot, :3])
    return np.asarray(np.linalg.norm(ankle - hip, axis=1) / (rig.thigh + rig.shin)[foot])


def _reach(
    base: Motion, edited: Motion, rig: Rig, foot: int, goal: tuple[Floats, Floats], rows: NDArray[np.intp], out: NDArray[np.float32]
) -> None:
    """Write the local rotations of a leg whose ankle goes where it is wanted, and whose foot is turned as wanted."""
    if not len(rows):
        return
    hip, knee, foot_joint = (int(joint) for joint in rig.joints[foot, :3])
    part = edited.with_arrays(edited.rotations[rows], edited.root_positions[rows])
    world, places = (array.astype(np.float64) for array in part.world)
    body, (ankle, turn) = body_of(edited.skeleton), goal
    across = quaternion.rotate(
        quaternion.multiply(world[:, hip], quaternion.conjugate(edited.skeleton.rest_world[0][hip])),
        np.broadcast_to(np.cross([0.0, 1.0, 0.0], body.facing), (len(rows), 3)),
    )
    stretched = np.maximum(_stretch(base, rig, foot)[rows], STRAIGHT)
    thigh, shin = reach(Leg(places[:, hip], places[:, knee], places[:, foot_joint], ankle[rows], stretched, across))
    local = part.rotations.astype(np.float64)
    new_hip, new_knee = quaternion.multiply(thigh, world[:, hip]), quaternion.multiply(shin, world[:, knee])
    _set_world(local, world, edited, hip, new_hip)
    world = forward_kinematics(local, part.root_positions.astype(np.float64), edited.skeleton.offsets, edited.skeleton.parents)[0]
    _set_world(local, world, edited, knee, new_knee)
    world = forward_kinematics(local, part.root_positions.astype(np.float64), edited.skeleton.offsets, edited.skeleton.parents)[0]
    _set_world(local, world, edited, foot_joint, turn[rows])
    for joint in (hip, knee, foot_joint):
        out[rows, joint] = quaternion.normalise(local[:, joint])


def _set_world(local: Floats, world: Floats, motion: Motion, joint: int, wanted: Floats) -> None:
    parent = motion.skeleton.parents[joint]
    local[:, joint] = quaternion.multiply(quaternion.conjugate(world[:, parent]), wanted)
