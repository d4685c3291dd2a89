"""What is read off the second about a frame to say whether it looks human: plants, balance, penetration, twitch, posture, and whether arms
keep the legs' clock.

Everything is of a body with legs of 0.85 m at 60 Hz (`score.tracks`). Each side has the same numbers, so that a row mirrored is a row of
the mirrored motion.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.body import SIDES, body_of
from motionloom.score.filters import differences, least_over, mean_over, second_differences
from motionloom.score.penetration import PAIRS, overlap_of_capsules
from motionloom.score.tracks import LEG, RATE, Tracks, tracks_of
from motionloom.score.windows import read_terms

REACH = 0.5  # seconds to each side of a frame (paper 004: 30 frames at 60 Hz)
STRIDE = 4  # frames at 60 Hz between rows
LAG = round(0.15 * RATE)  # frames: an eighth of a walking cycle
SPREAD = 0.02  # metres: what moves less has no phase
SHAKE = 1 / 30  # seconds in which a change of turning counts: twelve a second are still seen
FAR = -0.15  # metres: limbs further apart than this are apart
Array = NDArray[np.float64]
Overlaps = dict[tuple[str, str], Array]


@dataclass(frozen=True, eq=False)
class Rows:
    """values (N, D): one row every 1/15 s; at (N,): seconds of each; whole (N,): whether the second about it lies in the motion."""

    values: NDArray[np.float32]
    at: Array
    whole: NDArray[np.bool_]


def read_rows(motion: Motion, plants: NDArray[np.bool_]) -> Rows:
    """The rows of a motion whose feet stand as plants (F, 4) say."""
    tracks = tracks_of(motion, plants)
    overlaps = _find_overlaps(tracks)
    values = np.concatenate([_middle(tracks, overlaps), *(_side(tracks, motion, side, overlaps) for side in SIDES)], axis=1)
    at = np.arange(0, len(tracks), STRIDE)
    reach = round(REACH * RATE)
    whole = (at >= reach) & (at + reach < len(tracks))
    return Rows(values[at].astype(np.float32), at / RATE, whole)


def mirror_rows(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows (N, D) with left and right exchanged."""
    sides = (values.shape[1] - MIDDLE) // 2
    return np.concatenate([values[:, :MIDDLE], values[:, MIDDLE + sides :], values[:, MIDDLE : MIDDLE + sides]], axis=1)


def _middle(tracks: Tracks, overlaps: Overlaps) -> Array:
    """Numbers (F, M) that are the same of a mirrored motion."""
    terms = read_terms(tracks)
    axes = _heading_axes(tracks)
    trunk = _seen(tracks.place("chest") - tracks.place("hips"), axes)
    head = _seen(tracks.place("head") - tracks.place("chest"), axes)
    across = _seen(tracks.place("left_shoulder") - tracks.place("right_shoulder"), axes)
    velocity = _seen(differences(tracks.place("hips"), RATE), axes)
    wrists, ankles = (_ahead(tracks, part, axes) for part in ("wrist", "ankle"))
    arms, legs, yaw = wrists[0] - wrists[1], ankles[0] - ankles[1], across[:, 2]
    up = tracks.place("hips")[:, 1]
    lifted = (tracks.place("left_wrist") + tracks.place("right_wrist"))[:, 1] / 2 - tracks.place("chest")[:, 1]
    forearms = overlaps["left forearm", "right forearm"]
    highest = [*terms.values, forearms, np.abs(trunk[:, 0]), np.linalg.norm(second_differences(trunk, RATE), axis=1)]
    usual = [
        trunk[:, 2],
        np.abs(trunk[:, 0]),
        head[:, 2],
        np.abs(head[:, 0]),
        np.abs(yaw),
        velocity[:, 2],
        np.abs(velocity[:, 0]),
        tracks.liveliness,
    ]
    together = [
        _correlate(arms, legs),
        _correlate(arms[:-LAG], legs[LAG:], len(arms)),
        _correlate(arms[LAG:], legs[:-LAG], len(arms)),
        _correlate(wrists[0], wrists[1]),
        _correlate(yaw, legs),
        _correlate(lifted, up),
    ]
    spreads = [_spread(arms), _spread(legs), _spread(yaw), _spread(up), _spread(lifted)]
    paces = [_pace(arms), _pace(legs), np.log((_pace(arms) + 0.5) / (_pace(legs) + 0.5))]
    return np.stack([*map(_largest, highest), *map(_mean, usual), *together, *spreads, *paces], axis=1)


def _side(tracks: Tracks, motion: Motion, side: str, overlaps: Overlaps) -> Array:
    """Numbers (F, S) of one arm against the body and the legs; left is away from the body."""
    other = SIDES[1 - SIDES.index(side)]
    axes = _heading_axes(tracks)
    outwards = np.array([1.0 if side == "left" else -1.0, 1.0, 1.0])
    wrist = _seen(tracks.place(f"{side}_wrist") - tracks.place(f"{side}_shoulder"), axes) * outwards
    upper, ahead = (_at_rate(values, motion, len(tracks)) for values in _arm_directions(motion, side))
    leg = {name: _seen(tracks.place(f"{name}_ankle") - tracks.place(f"{name}_hip"), axes)[:, 2] for name in SIDES}
    seen, paths = tracks.seen, tracks.paths
    ends = [tracks.roles[f"{side}_{part}"] for part in ("elbow", "wrist")]
    away = np.linalg.norm(seen[:, ends] - paths[:, ends], axis=-1).max(axis=1)
    pushed = np.linalg.norm(second_differences(paths[:, ends[1]], RATE), axis=-1)
    inside = [overlaps[f"{side} forearm", part] for part in ("trunk", "chest", "head", f"{side} thigh", f"{other} thigh")]
    upper = upper * outwards
    highest = [away, pushed, *inside, -ahead, upper[:, 1], -upper[:, 2], -upper[:, 0]]
    shaking = [_at_rate(values, motion, len(tracks)) for values in _shaking(motion, side)]
    usual = [pushed, *wrist.T, *upper.T, ahead, away, *shaking]
    together = [_correlate(wrist[:, 2], leg[other]), _correlate(wrist[:, 2], leg[side]), _spread(wrist[:, 2]), _spread(wrist[:, 1])]
    return np.stack([*map(_largest, highest), *map(_mean, usual), *together, _pace(wrist[:, 2]), _pace(wrist[:, 1])], axis=1)


def _heading_axes(tracks: Tracks) -> Array:
    """Left, up and ahead (F, 3, 3) of the hips, level."""
    left = (tracks.place("left_hip") - tracks.place("right_hip")) * [1.0, 0.0, 1.0]
    left = left / np.maximum(np.linalg.norm(left, axis=1, keepdims=True), 1e-6)
    up = np.broadcast_to([0.0, 1.0, 0.0], left.shape)
    return np.stack([left, up, np.cross(left, up)], axis=1)


def _seen(vectors: Array, axes: Array) -> Array:
    return np.asarray(np.einsum("fac,fc->fa", axes, vectors))


def _ahead(tracks: Tracks, part: str, axes: Array) -> list[Array]:
    """How far (F,) ahead of the hips the left and the right one is."""
    return [_seen(tracks.place(f"{side}_{part}") - tracks.place("hips"), axes)[:, 2] for side in SIDES]


def _arm_directions(motion: Motion, side: str) -> tuple[Array, Array]:
    """Where the upper arm points (F, 3), seen from the chest as it stands at rest (left, up, ahead); and how far ahead (F,) of it, held as
    at rest, the forearm points: less than 0 for an elbow bent backwards."""
    skeleton, body = motion.skeleton, body_of(motion.skeleton)
    rest, world = skeleton.rest_world[0], motion.world[0]
    chest, shoulder, elbow, wrist = (body.joint(role) for role in ("chest", f"{side}_shoulder", f"{side}_elbow", f"{side}_wrist"))
    facing = body.facing
    axes = np.stack([np.cross([0.0, 1.0, 0.0], facing), [0.0, 1.0, 0.0], facing])

    def from_above(above: int, joint: int, far: int) -> Array:
        bone = _bone(skeleton.rest_positions, joint, far)
        turned = quaternion.multiply(world[:, joint].astype(np.float64), quaternion.conjugate(rest[joint]))
        back = quaternion.conjugate(quaternion.multiply(world[:, above].astype(np.float64), quaternion.conjugate(rest[above])))
        return np.asarray(quaternion.rotate(back, quaternion.rotate(turned, np.broadcast_to(bone, (len(turned), 3)))) @ axes.T)

    return from_above(chest, shoulder, elbow), from_above(shoulder, elbow, wrist)[:, 2]


def _shaking(motion: Motion, side: str) -> list[Array]:
    """How much the turning (F,) of a shoulder and of an elbow changes within 1/30 s, radians a second: twists that move no hand count."""
    body, step = body_of(motion.skeleton), max(1, round(motion.fps * SHAKE))
    found = []
    for part in ("shoulder", "elbow"):
        turns = motion.rotations[:, body.joint(f"{side}_{part}")].astype(np.float64)
        later = turns[np.minimum(np.arange(len(turns)) + step, len(turns) - 1)]
        turning = quaternion.log(quaternion.multiply(quaternion.conjugate(turns), later)) * motion.fps / step
        before = turning[np.maximum(np.arange(len(turns)) - step, 0)]
        found.append(np.linalg.norm(turning - before, axis=1))
    return found


def _pace(values: Array) -> Array:
    """How quick (F,) a swing is whatever its width: the mean speed over the spread, a second."""
    return np.asarray(_mean(np.abs(differences(values, RATE))) / (_spread(values) + SPREAD))


def _bone(places: Array, near: int, far: int) -> Array:
    bone = places[far] - places[near]
    return np.asarray(bone / max(float(np.linalg.norm(bone)), 1e-9))


def _at_rate(values: Array, motion: Motion, frames: int) -> Array:
    nearest = np.rint(np.arange(frames) * motion.fps / RATE).astype(np.intp)
    return values[np.minimum(nearest, len(values) - 1)]


def _find_overlaps(tracks: Tracks) -> Overlaps:
    """Metres (F,) by which the capsules of each pair overlap, `FAR` where they are apart or the body lacks one."""
    found = overlap_of_capsules(tracks.skeleton, tracks.joints, LEG)
    if found.shape[1] != len(PAIRS):
        return dict.fromkeys(PAIRS, np.full(len(tracks), FAR))
    return {pair: np.maximum(found[:, n], FAR) for n, pair in enumerate(PAIRS)}


def _largest(values: Array) -> Array:
    return np.asarray(-least_over(-values, round(REACH * RATE)))


def _mean(values: Array) -> Array:
    return mean_over(values, 2 * round(REACH * RATE) + 1)


def _spread(values: Array) -> Array:
    return np.asarray(np.sqrt(np.maximum(_mean(values**2) - _mean(values) ** 2, 0.0)))


def _correlate(one: Array, two: Array, frames: int | None = None) -> Array:
    """How far (F,) two paths go together in the second about a frame, -1 to 1; near 0 where either hardly moves."""
    shared = _mean(one * two) - _mean(one) * _mean(two)
    found = shared / ((_spread(one) + SPREAD) * (_spread(two) + SPREAD))
    missing = 0 if frames is None else frames - len(found)
    return np.pad(found, (missing // 2, missing - missing // 2), mode="edge") if missing else found


MIDDLE = 12 + 3 + 8 + 6 + 5 + 3  # numbers before those of the sides; the terms of naturalness come first
