"""A performance put together: feet where they are planted, weight where it balances, legs between, the upper body on top."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.body import SIDES, body_of
from motionloom.core.kinematics import forward_kinematics, to_local
from motionloom.core.masks import find_runs
from motionloom.core.mass import mass_weights
from motionloom.sample import balance, legs
from motionloom.sample.bodies import Performer
from motionloom.sample.curves import Array, smooth_step
from motionloom.sample.feet import PLANTED_REACH, FootPath, foot_path
from motionloom.sample.posture import Channels, upper_segments
from motionloom.sample.stances import Stance

STANDING_REACH = 0.996  # of the leg's length, hip to ankle, in a relaxed stand
ROUNDS, SETTLE = 4, 3


@dataclass(frozen=True)
class Score:
    """What a performer is to do.

    times (F,) seconds, evenly spaced, reaching past the clip at both ends; heading (F,) radians; path (F, 2) metres x, z, where the body
    is meant to be; channels of the upper body; stances by side; drop (F,) metres that the hips stay below their standing height;
    sway (F, 2) metres added to the centre of pressure; knees (F,) by side: radians the knees point outward of the feet.
    """

    times: Array
    heading: Array
    path: Array
    channels: Channels
    stances: dict[str, list[Stance]]
    drop: Array
    sway: Array
    knees: dict[str, Array]


@dataclass(frozen=True)
class Limb:
    """What one leg needs to be solved.

    hip (F, 3) from the root, world; upper, lower (3,) bones in the T-pose; toe (F, 3) from ankle to ball, world; the foot's path;
    forward (F, 3) where the knee points.
    """

    hip: Array
    upper: Array
    lower: Array
    toe: Array
    foot: FootPath
    forward: Array


def perform(performer: Performer, score: Score, frames: slice, name: str) -> tuple[Motion, NDArray[np.bool_]]:
    """Frames of a score as a motion that starts above the world's origin, and its plants (F, 4): left heel and toe, right heel and toe."""
    segments = upper_segments(score.channels, score.heading)
    limbs = {side: _limb(performer, score, segments["hips"], side) for side in SIDES}
    fps = round(1 / float(score.times[1] - score.times[0]), 6)  # times are multiples of 1/fps, but not to the last bit
    root = solve_root(performer, score, segments, limbs, fps)
    limbs = {side: _let_reach(limb, root) for side, limb in limbs.items()}
    for side, limb in limbs.items():
        hip = root + limb.hip
        thigh, shank = legs.bend_leg(hip, limb.foot.ankles, limb.upper, limb.lower, limb.forward, limb.foot.reach[:, 1:])
        segments |= {f"{side}_hip": thigh, f"{side}_knee": shank, f"{side}_ankle": limb.foot.foot, f"{side}_toe": limb.foot.toes}
    rotations = quaternion.make_continuous(to_local(_world(performer, segments), performer.skeleton.parents))
    plants = np.concatenate([limbs[side].foot.plants for side in SIDES], axis=1)
    root = (root - root[frames.start] * [1, 0, 1])[frames]
    return Motion(performer.skeleton, rotations[frames], root, fps, name), plants[frames]


def _limb(performer: Performer, score: Score, hips: Array, side: str) -> Limb:
    """One leg of a score."""
    at = performer.positions
    hip, knee, ankle, ball = (at[f"{side}_{name}"] for name in ("hip", "knee", "ankle", "ball"))
    foot = foot_path(performer, side, score.stances[side], score.times)
    outward = 1.0 if side == "left" else -1.0
    knee_heading = 0.6 * foot.yaw + 0.4 * score.heading + outward * score.knees[side]
    forward = np.stack([np.sin(knee_heading), np.zeros(len(score.times)), np.cos(knee_heading)], axis=1)
    from_root = quaternion.rotate(hips, hip - at["hips"])
    return Limb(from_root, knee - hip, ankle - knee, quaternion.rotate(foot.foot, ball - ankle), foot, forward)


def solve_root(performer: Performer, score: Score, segments: dict[str, Array], limbs: dict[str, Limb], fps: float) -> Array:
    """Hips (F, 3) metres that bring the centre of mass to where balance wants it and keep planted feet in reach."""
    upper_mass, upper_moment = _upper_moment(performer, segments)
    stands = _standing_hips(performer)
    flight = ~np.any([limb.foot.plants.any(axis=1) for limb in limbs.values()], axis=0)
    pressure = balance.plan_pressure(score.stances, score.times, _foot_length(performer)) + score.sway
    root = np.stack([score.path[:, 0], stands - score.drop, score.path[:, 1]], axis=1)
    crouch, around_flight = np.zeros(len(root)), _spread(flight.astype(np.float64), 0.4, fps)
    for _ in range(ROUNDS):
        eased = {side: _let_reach(limb, root) for side, limb in limbs.items()}
        com = _centre(performer, root, eased, upper_mass, upper_moment)
        above = com[:, 1] - root[:, 1]
        preferred, ceiling = stands - score.drop - crouch + above, _ceiling(root, limbs, 0) + above
        free = balance.plan_height(preferred, np.full(len(above), np.inf), flight, fps)
        # An arc of flight cannot be bent to let a foot reach the ground: the whole of it must come lower.
        crouch = around_flight * _spread(np.maximum(free + crouch - ceiling, 0.0), 0.4, fps)
        height = balance.plan_height(preferred, ceiling, flight, fps)
        # The level plan must not feel the ceiling: low hips would move the body, and a moved body would lower the hips.
        target = np.insert(balance.plan_level(free, pressure, score.path, fps), 1, height, axis=1)
        for _ in range(SETTLE):
            root = root + 1.25 * (target - com)
            com = _centre(performer, root, eased, upper_mass, upper_moment)
    for _ in range(SETTLE):
        eased = {side: _let_reach(limb, root) for side, limb in limbs.items()}
        root = root + 1.25 * (target - _centre(performer, root, eased, upper_mass, upper_moment))
    too_high = np.maximum(root[:, 1] - _ceiling(root, limbs, 1), 0.0)
    return root - np.outer(_spread(too_high, 0.05, fps), [0, 1, 0])


def _let_reach(limb: Limb, root: Array) -> Limb:
    """The leg with its swings allowed to begin and end as straight as the stances beside them are, so that nothing jumps."""
    whole = np.linalg.norm(limb.upper) + np.linalg.norm(limb.lower)
    wanted = np.linalg.norm(limb.foot.ankles - root - limb.hip, axis=1) / whole
    reach = limb.foot.reach.copy()
    swinging = np.logical_not(limb.foot.plants.any(axis=1))
    for start, stop in find_runs(swinging):
        x = (np.arange(start, stop) - start + 1) / (stop - start + 1)
        before = max(wanted[start - 1] - reach[start, 1], 0.0) if start > 0 else 0.0
        after = max(wanted[stop] - reach[stop - 1, 1], 0.0) if stop < len(wanted) else 0.0
        more = before * (1 - smooth_step(2 * x)) + after * smooth_step(2 * x - 1)
        reach[start:stop, 1:] = np.minimum(reach[start:stop, 1:] + more[:, None], PLANTED_REACH[1:])
    return replace(limb, foot=replace(limb.foot, reach=reach))


def _spread(values: Array, seconds: float, fps: float) -> Array:
    """A smooth curve (F,) that is nowhere below values (F,): each is held for `seconds` both ways, then softened."""
    from scipy.ndimage import gaussian_filter1d, maximum_filter1d

    wide = maximum_filter1d(values, 2 * int(seconds * fps) + 1, mode="nearest")
    return gaussian_filter1d(wide, 0.4 * seconds * fps, mode="nearest", truncate=2.4)


def _ceiling(root: Array, limbs: dict[str, Limb], column: int) -> Array:
    """The highest the hips may be (F,) metres, where they are, for planted feet to be within a column of `FootPath.reach`."""
    highest = np.full(len(root), np.inf)
    for limb in limbs.values():
        hip = root + limb.hip
        most = limb.foot.reach[:, column] * (np.linalg.norm(limb.upper) + np.linalg.norm(limb.lower))
        level = np.hypot(hip[:, 0] - limb.foot.ankles[:, 0], hip[:, 2] - limb.foot.ankles[:, 2])
        top = limb.foot.ankles[:, 1] + np.sqrt(np.maximum(most**2 - level**2, 0.01)) - limb.hip[:, 1]
        highest = np.minimum(highest, np.where(limb.foot.plants.any(axis=1), top, np.inf))
    return highest


def _standing_hips(performer: Performer) -> float:
    """Height in metres of the hips in a relaxed stand."""
    at = performer.positions
    return STANDING_REACH * body_of(performer.skeleton).leg_length + float(at["left_ankle"][1] + at["hips"][1] - at["left_hip"][1])


def _foot_length(performer: Performer) -> float:
    """Metres from ankle to ball, along the ground."""
    return float(performer.positions["left_ball"][2] - performer.positions["left_ankle"][2])


def _upper_moment(performer: Performer, segments: dict[str, Array]) -> tuple[float, Array]:
    """Mass share of everything but the legs, and its moment (F, 3) about the root."""
    parts = performer.parts
    upper = np.array([part.segment.split("_")[-1] not in ("knee", "ankle", "toe") for part in parts])
    still = {f"{side}_{name}": segments["hips"] for side in SIDES for name in ("hip", "knee", "ankle", "toe")}
    skeleton = performer.skeleton
    local = to_local(_world(performer, {**segments, **still}), skeleton.parents)
    _, positions = forward_kinematics(local, np.zeros((len(local), 3)), skeleton.offsets, skeleton.parents)
    weights = mass_weights(skeleton) * upper
    return float(weights.sum()), np.einsum("j,fjc->fc", weights, positions)


def _centre(performer: Performer, root: Array, limbs: dict[str, Limb], upper_mass: float, upper_moment: Array) -> Array:
    """Centre of mass (F, 3) with the hips at root (F, 3) and the feet where they are."""
    weights = mass_weights(performer.skeleton)
    roles = body_of(performer.skeleton).roles
    total = upper_moment + upper_mass * root
    for side, limb in limbs.items():
        hip = root + limb.hip
        thigh, shank, _ = legs.reach_ankle(hip, limb.foot.ankles, limb.upper, limb.lower, limb.forward, limb.foot.reach[:, 1:])
        knee = hip + thigh
        ankle = knee + shank
        toe = ankle + limb.toe
        for role, place in (("knee", knee), ("ankle", ankle), ("toe", toe)):
            total = total + weights[roles[f"{side}_{role}"]] * place
    return total


def _world(performer: Performer, segments: dict[str, Array]) -> Array:
    """World rotations (F, J, 4) of all joints from the turns of their segments."""
    rest = performer.skeleton.rest_world[0]
    frames = len(segments["hips"])
    world = np.empty((frames, len(performer.parts), 4))
    for j, part in enumerate(performer.parts):
        turn = segments[part.segment]
        if part.beyond:
            turn = quaternion.slerp(turn, segments[part.beyond], np.full(frames, part.share))
        world[:, j] = quaternion.multiply(turn, rest[j])
    return world
