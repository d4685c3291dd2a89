"""How hips give way so that knees bend smoothly, frame by frame, compiled; see `giving_way`."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.core._vectors import (
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

HIP, KNEE, ANKLE = 0, 1, 2
SIDEWAYS = 0.3  # cosine to its hinge from which a knee bends forwards or backwards; between, sideways, it does neither
ROUNDING = 1e-7  # metres
ROUNDS = 4  # of the search for a pelvis that suits both legs
SETTLED = 1e-8  # metres: a round that moves it by less is the last one
STRAIGHTEST = 0.1  # radians: a knee that is straighter bends as much for every millimetre as one that is bent so far
COSINE, SINE = float(np.cos(STRAIGHTEST)), float(np.sin(STRAIGHTEST))
FREE = 0.03  # how soon a leg that is about to be held counts
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
def bend_and_slope(size, thigh, shin):
    """The bend of a knee, but where it is nearly straight, or the leg too short, as if it went on by the same slope: then below 0; and
    that slope: how much farther it bends, radians, for every metre that its ankle comes nearer.

    In the triangle of thigh, shin and size all but the bend itself is algebra: sines of it would take longer than all the rest.
    """
    squares, product = thigh * thigh + shin * shin, thigh * shin
    cosine = (size * size - squares) / (2 * product)
    if cosine < COSINE:
        cosine = max(cosine, -1.0)
        return np.arccos(cosine), size / (product * max(np.sqrt(1 - cosine * cosine), 1e-9))
    straightest = np.sqrt(squares + 2 * product * COSINE)
    slope = straightest / (product * SINE)
    return STRAIGHTEST - (size - straightest) * slope, slope


@compiled
def as_if(size, thigh, shin):
    """The bend of `bend_and_slope`."""
    return bend_and_slope(size, thigh, shin)[0]


@compiled
def find_bends(rotations, positions, hinges, new, thigh, shin, bends, changes):
    """bends (F, 2) radians of knees, below 0 where they are bent backwards, and changes (F, 2) if ankles, relative to their hips, were at
    new (F, 2, 3).

    A knee that is bent backwards and asked for a little more or less stays so; asked for much more it bends as knees do.
    """
    for f in range(len(new)):
        for s in range(2):
            hip, knee, ankle = vector_at(positions, f, s, HIP), vector_at(positions, f, s, KNEE), vector_at(positions, f, s, ANKLE)
            before, after = length(subtract(ankle, hip)), length(point_at(new, f, s))
            bend = bend_of(before, thigh[s], shin[s])
            axis = cross(unit(subtract(hip, knee)), unit(subtract(ankle, knee)))
            hinge = rotate(quaternion_at(rotations, f, s, HIP), (hinges[s, 0], hinges[s, 1], hinges[s, 2]))
            forwards = min(max(dot(axis, hinge) / (SIDEWAYS * max(length(axis), 1e-9)), -1.0), 1.0)
            bends[f, s] = bend * forwards
            if abs(after - before) > ROUNDING:
                now = bend if bend > STRAIGHTEST else as_if(before, thigh[s], shin[s])
                change = as_if(after, thigh[s], shin[s]) - now
                much = 1 - np.exp(-((change / (bend + STRAIGHTEST)) ** 2))
                changes[f, s] = change + bend * (1 - forwards) * much


@compiled
def _eased(bend, change, most, least):
    """A bend that changes, but if it gets straighter by no more than `most`, and stays `least` away from straight if it can."""
    eased = bend + (change if change > 0 else change / np.sqrt(1 + (change / max(most, 1e-6)) ** 2))
    return eased if least < 1e-9 else eased + least * np.exp(-((eased / least) ** 2))


@compiled
def _where_at_ease(asked, eased, room):
    """How far an ankle is that was asked to be so far but whose knee is at ease at another distance: nearer as much as that needs, farther
    by less than there is room."""
    excess = asked - eased
    if excess > 0:
        return asked - excess * excess / (excess + SLIGHT)
    return asked - excess * room / (room - excess) if room > 0 else asked


@compiled
def ease(bends, changes, most, least, eased):
    """eased (F, 2): bends (F, 2) that change by changes (F, 2), see `_eased`; those that do not change at all stay as they are."""
    for f in range(len(bends)):
        for s in range(2):
            unchanged = changes[f, s] == 0.0
            eased[f, s] = bends[f, s] if unchanged else _eased(bends[f, s], changes[f, s], most[f, s], least[f, s])


@compiled
def give_way(positions, parents, downs, new, eased, changes, weights, thigh, shin, cost, tilting, start, stop, shifts, rolls):
    """shifts (F, 3) metres of the pelvis, rolls (F,) metres by which the left hip comes down and the right one rises, after which held
    legs bend by eased (F, 2) radians, as far as that can be had.

    new (F, 2, 3): ankles relative to hips before that; weights (F, 2): 1 for a leg that is held; cost: of a metre of the pelvis where one
    of a knee costs 1; tilting: how many times as much a metre costs by which hips are moved as by which one is raised.
    """
    for f in range(start, stop):
        if changes[f, 0] == 0.0 and changes[f, 1] == 0.0:
            continue
        down = _down(positions, parents, downs, f)
        goals = _goal(new, eased, weights, thigh, shin, f, 0), _goal(new, eased, weights, thigh, shin, f, 1)
        move, roll = (0.0, 0.0, 0.0), 0.0
        for _ in range(ROUNDS):
            last, last_roll = move, roll
            move, roll = _better(new, goals, weights, thigh, shin, f, down, move, roll, cost, tilting)
            if length(subtract(move, last)) + abs(roll - last_roll) < SETTLED:
                break
        rolls[f] = roll
        for c in range(3):
            shifts[f, c] = move[c]


@compiled
def let_go(positions, parents, downs, new, eased, changes, weights, rooms, thigh, shin, shifts, rolls):
    """Ankles relative to hips, new (F, 2, 3), after the pelvis moved; those of legs that are not held where their knees bend smoothly.

    rooms (F, 2) metres: how far a foot is above the floor; it goes down by less than that.
    """
    for f in range(len(new)):
        move = (shifts[f, 0], shifts[f, 1], shifts[f, 2])
        still = rolls[f] == 0.0 and move == (0.0, 0.0, 0.0)
        if still and changes[f, 0] == 0.0 and changes[f, 1] == 0.0:
            continue
        down = _down(positions, parents, downs, f)
        for s in range(2):
            if still and changes[f, s] == 0.0:
                continue
            there = _moved(new, f, s, down, move, rolls[f])
            if weights[f, s] != 1.0:
                goal, size = _goal(new, eased, weights, thigh, shin, f, s), length(there)
                # What its own need did to it, a free leg undoes; what the other leg did, only if it comes from nearly straight.
                calm, other = abs(eased[f, s]), as_if(size, thigh[s], shin[s]) - goal
                bend = _eased(calm, other, calm * calm / (calm + STRAIGHTEST), 0.0) if other < 0 else calm
                at_ease = _where_at_ease(size, size_of(bend, thigh[s], shin[s]), rooms[f, s])
                there = scale(there, 1 + (1 - weights[f, s] ** FIRM) * (at_ease / max(size, 1e-9) - 1))
            for c in range(3):
                new[f, s, c] = there[c]


@compiled
def _down(positions, parents, downs, f):
    """The way (3,) down for the pelvis, at right angles to the line between the hips."""
    way = rotate(quaternion_at(parents, f, 0, HIP), (downs[0, 0], downs[0, 1], downs[0, 2]))
    across = unit(subtract(vector_at(positions, f, 0, HIP), vector_at(positions, f, 1, HIP)))
    return unit(subtract(way, scale(across, dot(way, across))))


@compiled
def _goal(new, eased, weights, thigh, shin, f, s):
    """How far a knee should bend: as eased when its leg is held, as it comes when it is free."""
    calm, held = abs(eased[f, s]), weights[f, s]
    if calm < STRAIGHTEST:
        calm = as_if(size_of(calm, thigh[s], shin[s]), thigh[s], shin[s])
    if held == 1.0:
        return calm
    own = as_if(length(point_at(new, f, s)), thigh[s], shin[s])
    return own + held * (calm - own)


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
    one, other = _worth(one / cost, weights[f, 0]), _worth(other / cost, weights[f, 1])
    lift, other_lift = dot(way, down), -dot(other_way, down)
    across = dot(way, other_way) + tilting * lift * other_lift
    own, other_own = 1 + one * (1 + tilting * lift * lift), 1 + other * (1 + tilting * other_lift * other_lift)
    size = own * other_own - one * other * across * across
    first = one * (need * other_own - across * other * other_need) / size
    second = other * (other_need * own - across * one * need) / size
    return add(scale(way, first), scale(other_way, second)), tilting * (lift * first + other_lift * second)


@compiled
def _worth(held, weight):
    """What a leg's wish is worth that is worth so much when it is held: that leg counts ever more as its weight goes from 0 to 1."""
    return held * weight / (1 + FREE * held * (1 - weight))


@compiled
def _wish(new, goal, thigh, shin, f, s, down, move, roll):
    """What a metre nearer is worth to a leg, knee metres squared; how much nearer it should be than without move and roll; its way."""
    away = _moved(new, f, s, down, move, roll)
    size = length(away)
    way = scale(away, 1.0 / max(size, 1e-12))
    bend, slope = bend_and_slope(size, thigh[s], shin[s])
    knee = slope * thigh[s] * shin[s] / (thigh[s] + shin[s])
    nearer = dot(way, move) + dot(way, down) * roll * (1 - 2 * s)
    return knee * knee, nearer + (goal - bend) / slope, way


@compiled
def move_along(positions, parents, downs, shifts, rolls, tilts):
    """Move legs with the pelvis, in place, and give its tilts (F, 4): hips turn about their middle, legs go with their hips unturned."""
    for f in range(len(shifts)):
        arm = scale(subtract(vector_at(positions, f, 0, HIP), vector_at(positions, f, 1, HIP)), 0.5)
        turn = (0.0, 0.0, 0.0, 1.0)
        if rolls[f] != 0:
            turn = about(unit(cross(arm, _down(positions, parents, downs, f))), rolls[f] / max(length(arm), 1e-6))
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
