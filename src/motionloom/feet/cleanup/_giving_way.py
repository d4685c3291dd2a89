"""How hips give way so that knees bend smoothly, frame by frame, compiled; see `giving_way`."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.feet.cleanup._vectors import (
    about,
    add,
    cross,
    dot,
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

HIP = 0
ROUNDING = 1e-7  # metres
ROUNDS = 4  # of the search for a pelvis that suits both legs
STRAIGHTEST = 0.1  # radians: a knee that is straighter bends as much for every millimetre as one that is bent so far
KEEP = 0.35  # radians: a knee that is bent so far may lose half of its bend, one that is bent less a smaller share


@compiled
def bend_of(size, thigh, shin):
    """The bend of a knee, radians, 0 where the leg is straight, when its ankle is `size` metres from its hip."""
    cosine = (size * size - thigh * thigh - shin * shin) / (2 * thigh * shin)
    return np.arccos(min(max(cosine, -1.0), 1.0))


@compiled
def size_of(bend, thigh, shin):
    """How far the ankle is from the hip when the knee is bent so far."""
    return np.sqrt(thigh * thigh + shin * shin + 2 * thigh * shin * np.cos(bend))


@compiled
def _slope(bend, thigh, shin):
    """How much farther a knee bends, radians, for every metre that its ankle comes nearer."""
    bend = max(bend, STRAIGHTEST)
    return size_of(bend, thigh, shin) / (thigh * shin * np.sin(bend))


@compiled
def _as_if(size, thigh, shin):
    """The bend of a knee, but where it is nearly straight, or the leg too short, as if it went on by the same slope: then below 0."""
    straightest = size_of(STRAIGHTEST, thigh, shin)
    return bend_of(size, thigh, shin) if size < straightest else STRAIGHTEST - (size - straightest) * _slope(STRAIGHTEST, thigh, shin)


@compiled
def find_bends(old, new, thigh, shin, bends, changes):
    """bends (F, 2) radians of knees whose ankles, relative to their hips, are at old (F, 2, 3), and changes (F, 2) if they were at new."""
    for f in range(len(old)):
        for s in range(2):
            before, after = length(point_at(old, f, s)), length(point_at(new, f, s))
            bends[f, s] = bend_of(before, thigh[s], shin[s])
            if abs(after - before) > ROUNDING:
                changes[f, s] = _as_if(after, thigh[s], shin[s]) - _as_if(before, thigh[s], shin[s])


@compiled
def _eased(bend, change):
    """A bend that changes, but not to less than some of what it was."""
    most = bend * bend / (bend + KEEP)
    return bend + (change if change > 0 else change / (1 + (change / max(most, 1e-6)) ** 4) ** 0.25)


@compiled
def give_way(bends, changes, new, weights, thigh, shin, cost, tilting, shifts, rolls):
    """shifts (F, 3) metres of the pelvis, rolls (F,) metres by which the left hip comes down and the right one rises, after which held
    legs bend by changes (F, 2) more than bends (F, 2), as far as that can be had.

    new (F, 2, 3): ankles relative to hips before that; after it, and for legs that are not held where their knees bend smoothly too.
    weights (F, 2): 1 for a leg that is held; cost: of a metre of the pelvis where one of a knee costs 1; tilting: how many times as much
    a metre costs by which hips are moved as by which one is raised.
    """
    for f in range(len(new)):
        if changes[f, 0] == 0.0 and changes[f, 1] == 0.0:
            continue
        goals = _goal(bends, changes, new, weights, thigh, shin, f, 0), _goal(bends, changes, new, weights, thigh, shin, f, 1)
        move, roll = (0.0, 0.0, 0.0), 0.0
        for _ in range(ROUNDS):
            move, roll = _better(new, goals, weights, thigh, shin, f, move, roll, cost, tilting)
        rolls[f] = roll
        for c in range(3):
            shifts[f, c] = move[c]
        for s in range(2):
            way = unit(point_at(new, f, s))
            nearer = dot(way, move) + roll * (1 - 2 * s)
            there = subtract(subtract(point_at(new, f, s), move), scale(way, roll * (1 - 2 * s)))
            bend = _eased(bends[f, s], changes[f, s])
            bend = _eased(bends[f, s], bend - bends[f, s] + nearer * _slope(bend, thigh[s], shin[s]))
            free = 1 - weights[f, s]
            there = scale(there, 1 + free * (size_of(bend, thigh[s], shin[s]) / max(length(there), 1e-9) - 1))
            for c in range(3):
                new[f, s, c] = there[c]


@compiled
def _goal(bends, changes, new, weights, thigh, shin, f, s):
    """How far a knee should bend: as eased when its leg is held, as it comes when it is free."""
    own = _as_if(length(point_at(new, f, s)), thigh[s], shin[s])
    return own + weights[f, s] * (_eased(bends[f, s], changes[f, s]) - own)


@compiled
def _better(new, goals, weights, thigh, shin, f, move, roll, cost, tilting):
    """The move and roll that cost least if knees went on bending as they do after the last ones.

    The least squares of how far knees are from where they should be and of move and roll themselves: a step of Gauss and Newton, whose
    equations have a row for each leg.
    """
    one, need, way = _wish(new, goals[0], thigh, shin, f, 0, move, roll)
    other, other_need, other_way = _wish(new, goals[1], thigh, shin, f, 1, move, roll)
    one, other = one * weights[f, 0] / cost, other * weights[f, 1] / cost
    own, across = 1 + tilting, dot(way, other_way) - tilting
    size = (1 + own * one) * (1 + own * other) - one * other * across * across
    first = one * (need * (1 + own * other) - across * other * other_need) / size
    second = other * (other_need * (1 + own * one) - across * one * need) / size
    return add(scale(way, first), scale(other_way, second)), tilting * (first - second)


@compiled
def _wish(new, goal, thigh, shin, f, s, move, roll):
    """What a metre nearer is worth to a leg, knee metres squared; how much nearer it should be than without move and roll; its way."""
    away = subtract(point_at(new, f, s), move)
    way = unit(away)
    side = 1 - 2 * s
    size = length(away) - side * roll
    bend = _as_if(size, thigh[s], shin[s])
    slope = _slope(bend, thigh[s], shin[s])
    knee = slope * thigh[s] * shin[s] / (thigh[s] + shin[s])
    return knee * knee, dot(way, move) + side * roll + (goal - bend) / slope, way


@compiled
def move_along(positions, parents, shifts, rolls, tilts):
    """Move legs with the pelvis, in place, and give its tilts (F, 4): hips turn about their middle, legs go with their hips unturned."""
    for f in range(len(shifts)):
        left, right = vector_at(positions, f, 0, HIP), vector_at(positions, f, 1, HIP)
        arm = scale(subtract(left, right), 0.5)
        legs = add(subtract(vector_at(positions, f, 0, 2), left), subtract(vector_at(positions, f, 1, 2), right))
        turn = about(unit(cross(arm, legs)), rolls[f] / max(length(arm), 1e-6)) if rolls[f] != 0 else (0.0, 0.0, 0.0, 1.0)
        away = subtract(rotate(turn, arm), arm)
        for c in range(4):
            tilts[f, c] = turn[c]
        for s in range(2):
            above = multiply(turn, quaternion_at(parents, f, s, HIP))
            for c in range(4):
                parents[f, s, HIP, c] = above[c]
            for j in range(4):
                for c in range(3):
                    positions[f, s, j, c] += shifts[f, c] + away[c] * (1 - 2 * s)
