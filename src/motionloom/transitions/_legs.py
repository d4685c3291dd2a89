"""Compiled: legs of a transition that follow their feet; the sequence of the clean-up in `feet`, for frames few enough for one thread."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.feet.cleanup._bends import ask_bends, ease_bends, go_along
from motionloom.feet.cleanup._corrections import set_pins
from motionloom.feet.cleanup._filters import envelope_into
from motionloom.feet.cleanup._giving_way import give_way
from motionloom.feet.cleanup._solve import BACKWARDS, FORWARDS, drop_frames, place_frames, solve_frames
from motionloom.feet.cleanup._steadying import count_weights
from motionloom.feet.cleanup._tilting import tilt
from motionloom.transitions._settling import correct_feet

HIP = 0


@compiled
def gather_legs(turned, places, joints, parents, rotations, positions, above):
    """Fill rotations (N, 2, 4, 4) and positions (N, 2, 4, 3) of legs whose joints are (2, 4), and rotations above (N, 2, 4, 4) of their
    parents (2, 4), of all joints in the world: turned (N, J, 4), places (N, J, 3)."""
    for n in range(turned.shape[0]):
        for s in range(2):
            for k in range(4):
                for c in range(4):
                    rotations[n, s, k, c] = turned[n, joints[s, k], c]
                    above[n, s, k, c] = turned[n, parents[s, k], c]
                for c in range(3):
                    positions[n, s, k, c] = places[n, joints[s, k], c]


@compiled
def ask_legs(turned, places, rig, feet, bits, corrections, windows, shares):
    """What feet (N, 4, 3) that are moved by corrections (N, 4, 3) ask of the legs: these legs, where their feet go, what knees would have
    to bend; a tuple that `bend_legs` takes apart.

    rig: joints, parents, thigh, shin, hinges and downs of `Rig`; windows: lift and fade, frames; shares of the average of bends.
    """
    joints, parents, thigh, shin, hinges, _ = rig
    count = len(feet)
    rotations, above = np.empty((count, 2, 4, 4)), np.empty((count, 2, 4, 4))
    positions = np.empty((count, 2, 4, 3))
    gather_legs(turned, places, joints, parents, rotations, positions, above)
    held = bits.copy()
    held[0] = held[count - 1] = True
    pins, flex = np.full((count, 2), 0.5), np.zeros((count, 2))
    for foot in range(2):
        set_pins(held, foot, windows[0], windows[1], pins, flex)
    ankles, turns, toes = np.empty((count, 2, 3)), np.empty((count, 2, 4)), np.empty((count, 2, 4))
    place_frames(positions, feet, corrections, pins, flex, 0, count, ankles, turns, toes)
    new = np.empty((count, 2, 3))
    for n in range(count):
        for s in range(2):
            for c in range(3):
                new[n, s, c] = ankles[n, s, c] - positions[n, s, HIP, c]
    bends, changes = np.zeros((count, 2)), np.zeros((count, 2))
    smooth, sizes = np.zeros((count, 2)), np.zeros((count, 2))
    changed = ask_bends(rotations, positions, hinges, new, thigh, shin, shares, bends, changes, smooth, sizes)
    return (rotations, positions, above), (ankles, turns, toes), new, (bends, changes, smooth, sizes), changed


@compiled
def bend_legs(legs, placed, new, asked, changed, rig, bits, rooms, least, ramp, fade, averages, costs, limit):
    """Let knees bend as eased, pelvis and free feet give way and legs reach: local (N, 2, 4, 4) rotations of the legs, shifts (N, 3) of
    the root and tilts (N, 4) of the pelvis come out.

    legs, placed, new, asked, changed: of `ask_legs`; least (N, 2): how far from straight knees stay; rooms (N, 2) metres; ramp (N,):
    how much may give way, 0 at both ends; fade, frames; averages: shares of those for shakes, for knees before they lose some of their
    bend and for the drop; costs: see `give_way`.
    """
    rotations, positions, above = legs
    ankles, turns, toes = placed
    _, _, thigh, shin, hinges, downs = rig
    bends, changes, smooth, _ = asked
    count = len(ramp)
    shifts, tilts, local = np.zeros((count, 3)), np.zeros((count, 4)), np.empty((count, 2, 4, 4))
    eased, rolls, spans = bends, np.zeros(count), thigh + shin
    tilts[:, 3] = 1.0
    if changed:
        eased, weights = np.empty((count, 2)), np.empty((count, 2))
        ease_bends(bends, changes, ramp, averages[0], averages[1], smooth, least, eased)
        held = np.empty((count, 2), np.bool_)
        for n in range(count):
            for s in range(2):
                held[n, s] = bits[n, 2 * s] or bits[n, 2 * s + 1]
        count_weights(held, fade, weights)
        give_way(positions, above, downs, new, eased, smooth, weights, thigh, shin, costs[0], costs[1], 0, count, shifts, rolls)
        go_along(positions, above, downs, new, eased, smooth, weights, rooms, thigh, shin, limit, shifts, rolls, tilts, ankles)
    lowered, drops, misses, sides = np.zeros((count, 3)), np.zeros((count, 1)), np.empty((count, 2)), np.empty((count, 2), np.intp)
    drop_frames(positions, ankles, spans, 1.0, lowered, 0, count, drops[:, 0])
    if drops.any():
        smoothed = np.empty((count, 1))
        envelope_into(drops, averages[2], smoothed)
        for n in range(count):
            lowered[n, 1] = -smoothed[n, 0] * ramp[n]
    for n in range(count):
        for s in range(2):
            sides[n, s] = BACKWARDS if eased[n, s] < 0 else FORWARDS
    solve_frames(rotations, positions, above, hinges, ankles, turns, toes, lowered, spans, 1.0, sides, 0, count, local, misses)
    shifts += lowered
    return local, shifts, tilts


@compiled
def leave_room(feet, corrections, stand, sink):
    """How far (N, 2) metres feet (N, 4, 3) moved by corrections (N, 4, 3) may come down: to where they stand, stand (4,), or by sink."""
    rooms = np.empty((len(feet), 2))
    for n in range(len(feet)):
        for s in range(2):
            heel, toe = 2 * s, 2 * s + 1
            above = max(feet[n, heel, 1] + corrections[n, heel, 1] - stand[heel], sink)
            rooms[n, s] = min(above, max(feet[n, toe, 1] + corrections[n, toe, 1] - stand[toe], sink))
    return rooms


@compiled
def turn_joints(turned, places, joints, local, shifts, tilts, pelvis, rotations, roots):
    """Put local (N, 2, 4, 4) rotations of legs of joints (2, 4), shifts (N, 3) of the root and tilts (N, 4) of the pelvis into rotations
    (N, J, 4) and roots (N, 3). pelvis: what `tilt` must know of it."""
    for n in range(rotations.shape[0]):
        for s in range(2):
            for k in range(4):
                if k == 0 or joints[s, k] != joints[s, k - 1]:
                    for c in range(4):
                        rotations[n, joints[s, k], c] = local[n, s, k, c]
        for c in range(3):
            roots[n, c] += np.float32(shifts[n, c])
    middle, parent, hips, others = pelvis
    tilt(turned, places, tilts, middle, parent, hips, others, rotations, roots)


@compiled
def stay_bent(sizes, straightest, least):
    """`giving_way.stay_bent`, into least (N, 2)."""
    for n in range(sizes.shape[0]):
        for s in range(2):
            least[n, s] = straightest * math.tanh(sizes[n, s] / straightest)


@compiled
def settle_feet(world, rig, pelvis, feet, bits, targets, stand, flies, bounds, knees, windows, averages, ramp, costs, rotations, roots):
    """Choose the plants bits (N, 4) at targets (N, 4, 3) that are held, and move legs and pelvis so that feet (N, 4, 3) hold them:
    rotations (N, J, 4) and roots (N, 3) change.

    world: turned (N, J, 4) and places (N, J, 3) of the joints; bounds: see `correct_feet`; knees: how far from straight they stay where
    they change by much, how far a free foot may come down, and how far the root may go; averages: of bends, then those of `bend_legs`.
    """
    straightest, sink, limit = knees
    corrections = np.empty(feet.shape)
    if not correct_feet(feet, bits, targets, stand, flies, world[1], rig[0][:, 0], bounds, corrections):
        return
    legs, placed, new, asked, changed = ask_legs(world[0], world[1], rig, feet, bits, corrections, windows, averages[0])
    least = np.empty(asked[3].shape)
    stay_bent(asked[3], straightest, least)
    rooms, others = leave_room(feet, corrections, stand, sink), averages[1:]
    local, shifts, tilts = bend_legs(legs, placed, new, asked, changed, rig, bits, rooms, least, ramp, windows[1], others, costs, limit)
    turn_joints(world[0], world[1], rig[0], local, shifts, tilts, pelvis, rotations, roots)
