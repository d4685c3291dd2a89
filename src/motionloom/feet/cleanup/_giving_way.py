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

HIP, ANKLE = 0, 2
ROUNDING = 1e-7  # metres
ROUNDS = 4  # of the search for a pelvis that suits both legs
STRAIGHTEST = 0.1  # radians: a knee that is straighter bends as much for every millimetre as one that is bent so far
FIRM = 12  # how suddenly a foot that is about to be held goes exactly where it was asked to
SLIGHT = 0.0005  # metres that a free foot hardly gives way for


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
def _eased(bend, change, most):
    """A bend that changes, but if it gets straighter by no more than `most`."""
    return bend + (change if change > 0 else change / np.sqrt(1 + (change / max(most, 1e-6)) ** 2))


@compiled
def _drawn_up(asked, eased):
    """How far an ankle is that was asked to be so far but whose knee is at ease at another distance: nearer, but never farther."""
    excess = max(asked - eased, 0.0)
    return asked - excess * excess / (excess + SLIGHT)


@compiled
def give_way(positions, new, bends, changes, most, weights, thigh, shin, cost, tilting, shifts, rolls):
    """shifts (F, 3) metres of the pelvis, rolls (F,) metres by which the left hip comes down and the right one rises, after which held
    legs bend by changes (F, 2) more than bends (F, 2), as far as that can be had.

    new (F, 2, 3): ankles relative to hips before that.
    most (F, 2): by how much they may get straighter; weights (F, 2): 1 for a leg that is held; cost: of a metre of the pelvis where one
    of a knee costs 1; tilting: how many times as much a metre costs by which hips are moved as by which one is raised.
    """
    for f in range(len(new)):
        if changes[f, 0] == 0.0 and changes[f, 1] == 0.0:
            continue
        down = _down(positions, f)
        eased = _eased(bends[f, 0], changes[f, 0], most[f, 0]), _eased(bends[f, 1], changes[f, 1], most[f, 1])
        goals = _goal(new, eased[0], weights, thigh, shin, f, 0), _goal(new, eased[1], weights, thigh, shin, f, 1)
        move, roll = (0.0, 0.0, 0.0), 0.0
        for _ in range(ROUNDS):
            move, roll = _better(new, goals, weights, thigh, shin, f, down, move, roll, cost, tilting)
        rolls[f] = roll
        for c in range(3):
            shifts[f, c] = move[c]


@compiled
def draw_up(positions, new, bends, changes, most, weights, thigh, shin, shifts, rolls):
    """Ankles relative to hips, new (F, 2, 3), after the pelvis moved; those of legs that are not held where their knees bend smoothly."""
    for f in range(len(new)):
        move = (shifts[f, 0], shifts[f, 1], shifts[f, 2])
        down = _down(positions, f)
        for s in range(2):
            if changes[f, s] == 0.0 and rolls[f] == 0.0 and move == (0.0, 0.0, 0.0):
                continue
            eased = _eased(bends[f, s], changes[f, s], most[f, s])
            goal = _goal(new, eased, weights, thigh, shin, f, s)
            there = _moved(new, f, s, down, move, rolls[f])
            size = length(there)
            # What the other leg did to this one counts; what its own need did, the knee is eased from instead.
            bend = eased + _as_if(size, thigh[s], shin[s]) - goal
            bend = _eased(bends[f, s], bend - bends[f, s], most[f, s])
            drawn = _drawn_up(size, size_of(bend, thigh[s], shin[s]))
            there = scale(there, 1 + (1 - weights[f, s] ** FIRM) * (drawn / max(size, 1e-9) - 1))
            for c in range(3):
                new[f, s, c] = there[c]


@compiled
def _down(positions, f):
    """The way (3,) that legs point, at right angles to the line between their hips."""
    left, right = vector_at(positions, f, 0, HIP), vector_at(positions, f, 1, HIP)
    legs = add(subtract(vector_at(positions, f, 0, ANKLE), left), subtract(vector_at(positions, f, 1, ANKLE), right))
    across = unit(subtract(left, right))
    return unit(subtract(legs, scale(across, dot(legs, across))))


@compiled
def _goal(new, eased, weights, thigh, shin, f, s):
    """How far a knee should bend: as eased when its leg is held, as it comes when it is free."""
    own = _as_if(length(point_at(new, f, s)), thigh[s], shin[s])
    return own + weights[f, s] * (_as_if(size_of(eased, thigh[s], shin[s]), thigh[s], shin[s]) - own)


@compiled
def _moved(new, f, s, down, move, roll):
    """An ankle relative to its hip after the pelvis moved and rolled."""
    return subtract(subtract(point_at(new, f, s), move), scale(down, roll * (1 - 2 * s)))


@compiled
def _better(new, goals, weights, thigh, shin, f, down, move, roll, cost, tilting):
    """The move and roll that cost least if knees went on bending as they do after the last ones.

    The least squares of how far knees are from where they should be and of move and roll themselves: a step of Gauss and Newton, whose
    equations have a row for each leg.
    """
    one, need, way = _wish(new, goals[0], thigh, shin, f, 0, down, move, roll)
    other, other_need, other_way = _wish(new, goals[1], thigh, shin, f, 1, down, move, roll)
    one, other = one * weights[f, 0] / cost, other * weights[f, 1] / cost
    lift, other_lift = dot(way, down), -dot(other_way, down)
    across = dot(way, other_way) + tilting * lift * other_lift
    own, other_own = 1 + one * (1 + tilting * lift * lift), 1 + other * (1 + tilting * other_lift * other_lift)
    size = own * other_own - one * other * across * across
    first = one * (need * other_own - across * other * other_need) / size
    second = other * (other_need * own - across * one * need) / size
    return add(scale(way, first), scale(other_way, second)), tilting * (lift * first + other_lift * second)


@compiled
def _wish(new, goal, thigh, shin, f, s, down, move, roll):
    """What a metre nearer is worth to a leg, knee metres squared; how much nearer it should be than without move and roll; its way."""
    away = _moved(new, f, s, down, move, roll)
    way = unit(away)
    bend = _as_if(length(away), thigh[s], shin[s])
    slope = _slope(bend, thigh[s], shin[s])
    knee = slope * thigh[s] * shin[s] / (thigh[s] + shin[s])
    nearer = dot(way, move) + dot(way, down) * roll * (1 - 2 * s)
    return knee * knee, nearer + (goal - bend) / slope, way


@compiled
def move_along(positions, parents, shifts, rolls, tilts):
    """Move legs with the pelvis, in place, and give its tilts (F, 4): hips turn about their middle, legs go with their hips unturned."""
    for f in range(len(shifts)):
        arm = scale(subtract(vector_at(positions, f, 0, HIP), vector_at(positions, f, 1, HIP)), 0.5)
        turn = (0.0, 0.0, 0.0, 1.0)
        if rolls[f] != 0:
            turn = about(unit(cross(arm, _down(positions, f))), rolls[f] / max(length(arm), 1e-6))
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
