"""Feet put in their places, legs solved to reach them, frame by frame, compiled."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.core._vectors import (
    about,
    add,
    between,
    cross,
    dot,
    inverse,
    length,
    multiply,
    point_at,
    quaternion_at,
    rotate,
    scale,
    subtract,
    unit,
    vector_at,
)
from motionloom.core.threads import run_in_chunks
from motionloom.feet.cleanup._easing import keep_heights

HIP, KNEE, ANKLE, TOE = 0, 1, 2, 3
MIN_TOE = 0.003  # metres between toe joint and toe point below which bending the toes moves nothing
MIN_LEVER = 0.3  # sine of the angle between foot and toes' arm from which bending them brings heel and toe point nearer or farther apart
MAX_BEND = 0.35  # radians by which toes are bent to fit a foot between its two places
SOFT = 0.15  # how much the hinge of the rest pose counts against that of a bent knee
LITTLE = 0.2  # of its bend by which a knee that is bent backwards may change without going over to the other side
FLIP = 0.08  # radians about twice its bend within which a knee that is bent backwards goes over to the other side
BACKWARDS, EITHER, MOSTLY_FORWARDS, FORWARDS, THROUGH = -1, 0, 1, 2, 3
CHUNK = 512


@compiled
def _bend_toes(shank, arm, size, flex):
    """The rotation of the toes, in the world, after which toe and heel point are `size` metres apart, as far as flex, 0..1, goes.

    shank (3,) metres from the heel point to the toe joint, arm (3,) from there to the toe point.
    """
    axis, far, near = cross(shank, arm), length(shank), length(arm)
    if flex <= 0 or near < MIN_TOE or length(axis) < MIN_LEVER * far * near:
        return 0.0, 0.0, 0.0, 1.0
    wanted = (size * size - far * far - near * near) / (2 * far * near)
    angle = np.arccos(min(max(wanted, -1.0), 1.0)) - np.arccos(min(max(dot(shank, arm) / (far * near), -1.0), 1.0))
    return about(unit(axis), flex * min(max(angle, -MAX_BEND), MAX_BEND))


@compiled
def place_frames(positions, points, corrections, pins, flex, start, stop, ankles, turns, bends):
    """ankles (F, 2, 3) where ankles go; turns (F, 2, 4) how feet turn in the world; bends (F, 2, 4) how toes turn on top of that."""
    for f in range(start, stop):
        for s in range(2):
            heel, toe = point_at(points, f, 2 * s), point_at(points, f, 2 * s + 1)
            new_heel, new_toe = add(heel, point_at(corrections, f, 2 * s)), add(toe, point_at(corrections, f, 2 * s + 1))
            new_sole, joint = subtract(new_toe, new_heel), vector_at(positions, f, s, TOE)
            arm = subtract(toe, joint)
            bend = _bend_toes(subtract(joint, heel), arm, length(new_sole), flex[f, s])
            # With the toes bent heel and toe are as far apart as their places: both lie there, whichever pins the foot.
            sole = subtract(add(joint, rotate(bend, arm)), heel)
            turn = between(sole, keep_heights(new_sole, length(sole)))
            pinned, new_pinned = add(heel, scale(sole, pins[f, s])), add(new_heel, scale(new_sole, pins[f, s]))
            ankle = add(new_pinned, rotate(turn, subtract(vector_at(positions, f, s, ANKLE), pinned)))
            turned_bend = multiply(turn, multiply(bend, inverse(turn)))
            for c in range(3):
                ankles[f, s, c] = ankle[c]
            for c in range(4):
                turns[f, s, c] = turn[c]
                bends[f, s, c] = turned_bend[c]


@compiled
def _reaches(positions, f, s, spans, reach):
    """How far the ankle of a leg may be from its hip: as far as it was, or as its length allows."""
    now = length(subtract(vector_at(positions, f, s, ANKLE), vector_at(positions, f, s, HIP)))
    return max(now, reach * spans[s])


@compiled
def drop_frames(positions, ankles, spans, reach, shifts, start, stop, drops):
    """drops (F,): how far the root must come down, after shifts (F, 3), to bring both ankles in reach; nothing helps those too far off."""
    for f in range(start, stop):
        drops[f] = 0.0
        for s in range(2):
            hip = add(vector_at(positions, f, s, HIP), point_at_row(shifts, f))
            away = subtract((ankles[f, s, 0], ankles[f, s, 1], ankles[f, s, 2]), hip)
            limit = _reaches(positions, f, s, spans, reach)
            level = away[0] * away[0] + away[2] * away[2]
            if level < limit * limit:
                drops[f] = max(drops[f], -away[1] - np.sqrt(limit * limit - level))


@compiled
def point_at_row(array, f):
    return array[f, 0], array[f, 1], array[f, 2]


@compiled
def knee_axis(up_way, down_way, hinge):
    """The axis (3,), not of length 1, about which a knee bends, on the side of its hinge even where the leg is bent backwards.

    up_way, down_way: from the knee to hip and ankle. The straighter the leg, the more its hinge counts.
    """
    bent = cross(up_way, down_way)
    return add(scale(bent, dot(bent, hinge) / max(length(bent), 1e-12)), scale(hinge, SOFT))


@compiled
def _through_straight(before, wanted):
    """How far a knee bends, below 0 backwards, that was bent backwards by `before` and is to be bent by `wanted` to either side, radians.

    Backwards, if that is as far as it was, and forwards, if it is more than twice as far or it was straight. Between it goes through
    straight rather than from one side to the other: its ankle is a little farther then, half a millimetre for four degrees.
    """
    room = min(FLIP, wanted / 2)
    share = min(max((wanted / 2 - before) / max(room, 1e-9), -1.0), 1.0)
    return wanted * share * (3 - share * share) / 2


@compiled
def bend_knee(hip, knee, ankle, hinge, wanted, side):
    """The rotation of a shin about its knee after which the ankle is `wanted` metres from the hip.

    side: to which it bends. Some captured knees are bent backwards: one that is stays so if it bends at most twice as far (EITHER), if it
    bends hardly farther (MOSTLY_FORWARDS), always (BACKWARDS) or never (FORWARDS). Where nobody looks ahead it goes through straight
    (THROUGH, see `_through_straight`).
    """
    up, down = subtract(hip, knee), subtract(ankle, knee)
    thigh, shin = length(up), length(down)
    up_way, down_way = scale(up, 1 / thigh), scale(down, 1 / shin)
    # Angles as cosines and sines: turned into radians and back they would take as long as the rest of a leg.
    now, new = min(max(dot(up_way, down_way), -1.0), 1.0), (thigh * thigh + shin * shin - wanted * wanted) / (2 * thigh * shin)
    new = min(max(new, -1.0), 1.0)
    axis = knee_axis(up_way, down_way, hinge)
    backwards = dot(cross(up_way, down_way), axis) < 0
    stays = side == BACKWARDS
    if backwards and side == THROUGH:
        turned = _through_straight(np.pi - np.arccos(now), np.pi - np.arccos(new))
        new, stays = -np.cos(turned), turned < 0
    elif backwards and side != BACKWARDS and side != FORWARDS:
        stays = np.pi - np.arccos(new) < (2 if side == EITHER else 1 + LITTLE) * (np.pi - np.arccos(now))
    before, after = np.sqrt(1 - now * now), np.sqrt(1 - new * new)
    before, after = -before if backwards else before, -after if stays else after
    guess = now * new + before * after, now * after - before * new
    if abs(guess[1]) < 1e-9 and guess[0] > 0:
        return 0.0, 0.0, 0.0, 1.0
    axis = unit(subtract(axis, scale(down_way, dot(axis, down_way))))
    # Turned by x about the axis, the cosine between thigh and shin is a cos x + b sin x: x is before or behind its largest value.
    b = dot(up_way, cross(axis, down_way))
    size = max(np.sqrt(now * now + b * b), 1e-12)
    middle, spread = (now / size, b / size), min(max(new / size, -1.0), 1.0)
    aside = np.sqrt(1 - spread * spread)
    low = middle[0] * spread + middle[1] * aside, middle[1] * spread - middle[0] * aside
    high = middle[0] * spread - middle[1] * aside, middle[1] * spread + middle[0] * aside
    nearer = low[0] * guess[0] + low[1] * guess[1] > high[0] * guess[0] + high[1] * guess[1]
    return _about(axis, low if nearer else high)


@compiled
def _about(axis, turn):
    """The rotation about a unit axis by an angle, given as its cosine and sine."""
    if turn[0] >= 0:
        w = np.sqrt((1 + turn[0]) / 2)
        s = turn[1] / (2 * w)
    else:
        s = np.sqrt((1 - turn[0]) / 2)
        w = abs(turn[1]) / (2 * s)
        s = -s if turn[1] < 0 else s
    return axis[0] * s, axis[1] * s, axis[2] * s, w


@compiled
def solve_frames(rotations, positions, parents, hinges, ankles, turns, bends, shifts, spans, reach, sides, start, stop, local, misses):
    """local (F, 2, 4, 4) rotations of hip, knee, ankle and toe; misses (F, 2) metres ankles fall short."""
    for f in range(start, stop):
        for s in range(2):
            old_hip, old_knee, old_ankle = (
                vector_at(positions, f, s, HIP),
                vector_at(positions, f, s, KNEE),
                vector_at(positions, f, s, ANKLE),
            )
            hip = add(old_hip, point_at_row(shifts, f))
            away = subtract((ankles[f, s, 0], ankles[f, s, 1], ankles[f, s, 2]), hip)
            wanted, limit = length(away), _reaches(positions, f, s, spans, reach)
            misses[f, s] = max(wanted - limit, 0.0)
            hinge = rotate(quaternion_at(rotations, f, s, HIP), (hinges[s, 0], hinges[s, 1], hinges[s, 2]))
            knee_turn = bend_knee(old_hip, old_knee, old_ankle, hinge, min(wanted, limit), sides[f, s])
            bent = add(old_knee, rotate(knee_turn, subtract(old_ankle, old_knee)))
            hip_turn = between(subtract(bent, old_hip), away)
            foot_turn = (turns[f, s, 0], turns[f, s, 1], turns[f, s, 2], turns[f, s, 3])
            bend = (bends[f, s, 0], bends[f, s, 1], bends[f, s, 2], bends[f, s, 3])
            whole = multiply(hip_turn, knee_turn)
            toe_turn = multiply(inverse(foot_turn), multiply(bend, foot_turn))
            # Each joint's turn in the world, seen from its parent, which has turned with the joint above.
            seen = (hip_turn, knee_turn, multiply(inverse(whole), foot_turn), toe_turn)
            for j in range(4):
                turned = multiply(seen[j], quaternion_at(rotations, f, s, j))
                result = multiply(inverse(quaternion_at(parents, f, s, j)), turned)
                for c in range(4):
                    local[f, s, j, c] = result[c]


def place_feet(legs: Any, corrections: Any, pins: Any, flex: Any) -> Any:
    """Where ankles go (F, 2, 3), how feet turn (F, 2, 4) and how toes bend (F, 2, 4), all in the world."""
    count = len(legs)
    ankles, turns, bends = np.empty((count, 2, 3)), np.empty((count, 2, 4)), np.empty((count, 2, 4))

    def work(start: int, stop: int) -> None:
        place_frames(legs.positions, legs.points, corrections, pins, flex, start, stop, ankles, turns, bends)

    run_in_chunks(work, count, CHUNK)
    return ankles, turns, bends


def find_drops(legs: Any, ankles: Any, spans: Any, reach: float, shifts: Any) -> Any:
    """How far (F,) the root must come down to bring both ankles in reach."""
    drops = np.empty(len(legs))
    run_in_chunks(lambda start, stop: drop_frames(legs.positions, ankles, spans, reach, shifts, start, stop, drops), len(legs), CHUNK)
    return drops


def solve_legs(legs: Any, hinges: Any, placed: Any, shifts: Any, spans: Any, reach: float, sides: Any = None) -> Any:
    """Local rotations (F, 2, 4, 4) and misses (F, 2) metres of legs whose feet were placed.

    sides (F, 2): to which side a knee bends, see `bend_knee`; where one that is bent backwards may stay so if they are not given.
    """
    count = len(legs)
    sides = np.full((count, 2), EITHER) if sides is None else sides
    local, misses = np.empty((count, 2, 4, 4)), np.empty((count, 2))
    arrays = (legs.rotations, legs.positions, legs.parents, hinges, *placed, shifts, spans, reach, sides)

    def work(start: int, stop: int) -> None:
        solve_frames(*arrays, start, stop, local, misses)

    run_in_chunks(work, count, CHUNK)
    return local, misses
