"""Reciprocal velocity obstacles as half-planes, and small linear programmes over them, compiled. Imported only where it runs.

A half-plane is (nx, nz, b): velocities v with n . v >= b are allowed.
"""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.navigation._crowd_kernels import cell_of, nearest_on

EPSILON = 1e-9
HALVINGS = 14  # of how much is given way where there is no room: to a thousandth


@compiled
def half_plane(px, pz, vx, vz, ux, uz, radius, horizon, share, dt):
    """The half-plane of one that moves at v against another at a place p from it that moves at u; share: of the way it gives way by."""
    rx, rz = vx - ux, vz - uz
    apart = px * px + pz * pz
    within = horizon if apart > radius * radius else dt
    wx, wz = rx - px / within, rz - pz / within
    length = math.hypot(wx, wz)
    along = wx * px + wz * pz
    if apart <= radius * radius or (along < 0.0 and along * along > radius * radius * length * length):
        if length < EPSILON:  # as they are they meet head on: either side will do, by where the other is
            wx, wz, length = -px, -pz, max(math.hypot(px, pz), EPSILON)
        nx, nz = wx / length, wz / length
        change = radius / within - math.hypot(rx - px / within, rz - pz / within)
    else:
        leg = math.sqrt(apart - radius * radius)
        if px * wz - pz * wx > 0.0:  # nearer to the left leg of the cone
            dx, dz = (px * leg - pz * radius) / apart, (px * radius + pz * leg) / apart
            nx, nz = -dz, dx
        else:
            dx, dz = (px * leg + pz * radius) / apart, (-px * radius + pz * leg) / apart
            nx, nz = dz, -dx
        change = -(rx * nx + rz * nz)
    return nx, nz, nx * vx + nz * vz + share * change


@compiled
def along_line(planes, count, k, relaxed, hard, top, wx, wz):
    """The velocity on the edge of half-plane k that is nearest to w and allowed by those before; whether there is one."""
    nx, nz = planes[k, 0], planes[k, 1]
    b = planes[k, 2] - (0.0 if k < hard else relaxed)
    room = top * top - b * b
    if room < 0.0:
        return False, 0.0, 0.0
    low, high = -math.sqrt(room), math.sqrt(room)
    for i in range(k):
        c = planes[i, 2] - (0.0 if i < hard else relaxed)
        slope = planes[i, 0] * -nz + planes[i, 1] * nx
        need = c - b * (planes[i, 0] * nx + planes[i, 1] * nz)
        if abs(slope) < EPSILON:
            if need > EPSILON:
                return False, 0.0, 0.0
        elif slope > 0.0:
            low = max(low, need / slope)
        else:
            high = min(high, need / slope)
        if low > high:
            return False, 0.0, 0.0
    t = min(max(-nz * wx + nx * wz, low), high)
    return True, b * nx - t * nz, b * nz + t * nx


@compiled
def nearest_allowed(planes, count, relaxed, hard, top, wx, wz):
    """The velocity nearest to w that all half-planes allow, those from `hard` on relaxed by so many m/s; whether there is one."""
    speed = math.hypot(wx, wz)
    x, z = (wx, wz) if speed <= top else (wx * top / speed, wz * top / speed)
    for k in range(count):
        b = planes[k, 2] - (0.0 if k < hard else relaxed)
        if planes[k, 0] * x + planes[k, 1] * z < b - EPSILON:
            found, x, z = along_line(planes, count, k, relaxed, hard, top, wx, wz)
            if not found:
                return False, 0.0, 0.0
    return True, x, z


@compiled
def solve(planes, count, hard, top, wx, wz):
    """The velocity to take: the nearest that is allowed, or where there is none that which comes least short of it."""
    found, x, z = nearest_allowed(planes, count, 0.0, hard, top, wx, wz)
    if found:
        return x, z
    low, high, x, z = 0.0, 4.0 * top, 0.0, 0.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        found, a, b = nearest_allowed(planes, count, middle, hard, top, wx, wz)
        if found:
            high, x, z = middle, a, b
        else:
            low = middle
    return x, z


@compiled
def avoid(places, velocities, wanted, radii, shares, top, near, walls, horizons, wall_horizon, dt, which, out):
    """Velocities (N, 2) of those that are named in which (M,): near (N, K) are their neighbours, shares (N,) how much each gives way,
    horizons (N,) seconds that each looks ahead."""
    planes = np.empty((near.shape[1] + 64, 3))
    for n in which:
        count = 0
        x, z = places[n, 0], places[n, 1]
        at = cell_of(walls, x, z)
        if at >= 0:
            for k in range(walls.firsts[at], walls.firsts[at + 1]):
                px, pz = nearest_on(walls, walls.members[k], x, z)
                apart = math.hypot(x - px, z - pz)
                if apart > EPSILON and count < 60 and apart - radii[n] < wall_horizon * top[n]:
                    planes[count, 0], planes[count, 1] = (x - px) / apart, (z - pz) / apart
                    planes[count, 2] = -(apart - radii[n]) / wall_horizon
                    count += 1
        hard = count
        for k in range(near.shape[1]):
            other = near[n, k]
            if other < 0:
                break
            share = shares[n] / max(shares[n] + shares[other], EPSILON)
            planes[count] = half_plane(
                places[other, 0] - x, places[other, 1] - z, velocities[n, 0], velocities[n, 1], velocities[other, 0],
                velocities[other, 1], radii[n] + radii[other], horizons[n], share, dt,
            )  # fmt: skip
            count += 1
        out[n, 0], out[n, 1] = solve(planes, count, hard, top[n], wanted[n, 0], wanted[n, 1])
