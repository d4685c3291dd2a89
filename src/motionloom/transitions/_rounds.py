"""Compiled: what is done about the settling of a transition's feet in every round: its way moved, its plants asked, its joints seen."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import numpy as np

from motionloom.core._compiled import compiled, see_frames
from motionloom.transitions._carrying import find_flight
from motionloom.transitions._making import see_points
from motionloom.transitions._momentum import hardest_push
from motionloom.transitions._scoring import FEET, choose_plants


@compiled
def move_way(way, new_way, roots, places, points, new_roots, new_places, new_points):
    """Move roots (N, 3), places (N, J, 3) of all joints and points (N, P, 3) over the ground, from a way (N, 2) metres to a new one."""
    moves = new_way - way
    for n in range(roots.shape[0]):
        x, z = np.float32(moves[n, 0]), np.float32(moves[n, 1])
        new_roots[n, 0], new_roots[n, 1], new_roots[n, 2] = roots[n, 0] + x, roots[n, 1], roots[n, 2] + z
        for j in range(places.shape[1]):
            new_places[n, j, 0], new_places[n, j, 1], new_places[n, j, 2] = places[n, j, 0] + x, places[n, j, 1], places[n, j, 2] + z
        x, z = moves[n, 0], moves[n, 1]
        for p in range(points.shape[1]):
            new_points[n, p, 0], new_points[n, p, 1], new_points[n, p, 2] = points[n, p, 0] + x, points[n, p, 1], points[n, p, 2] + z


@compiled
def ask_plants(members, frames, weights, points, plants, ways, place, blended, bits, targets, flies, feet):
    """Which plants bits (N, 4) a blend asks for and where targets (N, 4, 3), nan where there is none; flies (N,): where most of its
    windows have no plant; feet (N, 4, 3): its heels and toes among its points blended (N, P, 3)."""
    choose_plants(members, frames, points, plants, ways, place, blended, bits, targets)
    find_flight(members, frames, weights, plants, flies)
    for n in range(bits.shape[0]):
        for p in range(4):
            for c in range(3):
                feet[n, p, c] = blended[n, FEET + p, c]
                if not bits[n, p]:
                    targets[n, p, c] = np.nan


@compiled
def look(rotations, roots, offsets, parents, parts, shares, rate, turned, places, points):
    """See the joints in the world, turned (N, J, 4) and places (N, J, 3), and the points (N, P, 3) that are scored; the hardest push of
    the body comes out, m/s2. parts: see `see_points`; shares: see `hardest_push`."""
    see_frames(rotations, roots, offsets, parents, turned, places, 0, rotations.shape[0])
    segments, joints, weights, feet, fixed = parts
    see_points(places, turned, segments, joints, weights, feet, fixed, points)
    return hardest_push(points, shares, rate)
