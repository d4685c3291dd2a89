"""Compiled: a transition between real windows, from its warps to its rotations."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.transitions._blending import blend_points, blend_rotations, find_warp, lead_path, time_frames
from motionloom.transitions._scoring import choose_plants, measure_balance


@compiled
def time_windows(firsts, features, ground, facing, curve, frames, weights, turn, place):
    """Align and time the windows that begin at firsts (k,), and lead them along their common path from turn[0], place[0]."""
    count, length = frames.shape
    warps = np.empty((count, length))
    warps[0] = np.arange(length)
    for k in range(1, count):
        find_warp(features[firsts[0] : firsts[0] + length], features[firsts[k] : firsts[k] + length], warps[k])
    time_frames(warps, curve, frames, weights)
    lead_path(firsts, frames, weights, ground, facing, turn, place)


@compiled
def make_rotations(firsts, features, ground, facing, rotations, calm, heights, curve, frames, weights, turn, place, out, roots):
    """The whole blend: rotations out (N, J, 4) and roots (N, 3)."""
    time_windows(firsts, features, ground, facing, curve, frames, weights, turn, place)
    blend_rotations(firsts, frames, weights, rotations, calm, heights, turn, out, roots)
    for n in range(frames.shape[1]):
        roots[n, 0], roots[n, 2] = place[n, 0], place[n, 1]


@compiled
def score_windows(firsts, features, data, measures):
    """The score in metres of the blend of the windows that begin at firsts (k,), by positions: near enough to choose by."""
    ground, facing, points, plants = data
    looked_at, filters, shares, half_width, rate, curve = measures
    count, length = firsts.shape[0], curve.shape[0]
    frames, weights = np.empty((count, length)), np.empty((count, length))
    turn, place = np.zeros(length), np.zeros((length, 2))
    time_windows(firsts, features, ground, facing, curve, frames, weights, turn, place)
    blended = np.empty((length, points.shape[1], 3))
    blend_points(firsts, frames, weights, points, turn, place, blended)
    bits, targets = np.empty((length, 4), dtype=np.bool_), np.empty((length, 4, 3))
    error = choose_plants(firsts, frames, points, plants, turn, place, blended, bits, targets)
    return error + measure_balance(blended, bits, looked_at, filters, shares, half_width, rate, 1e9)
