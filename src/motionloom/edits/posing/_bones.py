"""Poses out of points: the smallest turn of each bone, twist kept; and whole poses, solved frame by frame."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.core._vectors import inverse, multiply
from motionloom.edits.posing._solver import bend_straight, settle

COARSE, FINE, POLISH = 15, 40, 12  # steps at most: with a soft pull, with the full one, and to keep distances
SOFTER = 0.1  # of the full pull: what out of reach would throw the first steps about
NEAR = 1e-5  # metres: a step that moves no point farther is the last
UNEVEN = 1e-9  # squared metres that a distance may be off


@compiled
def turn(q, v):
    """The vector (3,) turned by a quaternion (4,)."""
    tx = 2 * (q[1] * v[2] - q[2] * v[1])
    ty = 2 * (q[2] * v[0] - q[0] * v[2])
    tz = 2 * (q[0] * v[1] - q[1] * v[0])
    return (
        v[0] + q[3] * tx + q[1] * tz - q[2] * ty,
        v[1] + q[3] * ty + q[2] * tx - q[0] * tz,
        v[2] + q[3] * tz + q[0] * ty - q[1] * tx,
    )


@compiled
def unit(q):
    size = np.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    return (q[0] / size, q[1] / size, q[2] / size, q[3] / size)


@compiled
def smallest_turn(a, b):
    """The smallest rotation that turns the direction of a into that of b; none where one of them has none."""
    la, lb = np.sqrt(a[0] ** 2 + a[1] ** 2 + a[2] ** 2), np.sqrt(b[0] ** 2 + b[1] ** 2 + b[2] ** 2)
    if la < 1e-12 or lb < 1e-12:
        return (0.0, 0.0, 0.0, 1.0)
    w = la * lb + a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    x, y, z = a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    if w < 1e-9 * la * lb:  # straight back: about any axis across
        if abs(a[0]) < 0.9 * la:
            x, y, z, w = 0.0, a[2], -a[1], 0.0
        else:
            x, y, z, w = -a[2], 0.0, a[0], 0.0
    return unit((x, y, z, w))


@compiled
def best_turn(q, arms, ways, first, stop):
    """The rotation nearest to q that turns arms (H, 3) into ways (H, 3), by Gauss-Newton; what they leave open stays as it is."""
    for _ in range(30):
        x, y, z = 0.0, 0.0, 0.0
        xx, yy, zz, xy, xz, yz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for k in range(first, stop):
            a = turn(q, (arms[k, 0], arms[k, 1], arms[k, 2]))
            x += a[1] * ways[k, 2] - a[2] * ways[k, 1]
            y += a[2] * ways[k, 0] - a[0] * ways[k, 2]
            z += a[0] * ways[k, 1] - a[1] * ways[k, 0]
            size = a[0] * a[0] + a[1] * a[1] + a[2] * a[2]
            xx, yy, zz = xx + size - a[0] * a[0], yy + size - a[1] * a[1], zz + size - a[2] * a[2]
            xy, xz, yz = xy - a[0] * a[1], xz - a[0] * a[2], yz - a[1] * a[2]
        soft = 1e-9 * (xx + yy + zz) + 1e-30
        xx, yy, zz = xx + soft, yy + soft, zz + soft
        c0, c1, c2 = yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy
        whole = xx * c0 + xy * c1 + xz * c2
        wx = (c0 * x + c1 * y + c2 * z) / whole
        wy = (c1 * x + (xx * zz - xz * xz) * y + (xy * xz - xx * yz) * z) / whole
        wz = (c2 * x + (xy * xz - xx * yz) * y + (xx * yy - xy * xy) * z) / whole
        angle = np.sqrt(wx * wx + wy * wy + wz * wz)
        if angle < 1e-13:
            break
        s = np.sin(angle / 2) / angle
        q = unit(multiply((wx * s, wy * s, wz * s, np.cos(angle / 2)), q))
        if angle < 1e-9:
            break
    return q


@compiled
def turn_bones(places, free, world, local, parents, trunk, points, owners, first, held, arms, ways, new_world):
    """Local rotations (J, 4), in place, of bones that lie between points (N, 3); new_world (J, 4) their rotations in the world."""
    for j in range(len(parents)):
        p = parents[j]
        was = (world[j, 0], world[j, 1], world[j, 2], world[j, 3])
        if points[j] == -1:
            now = was
        elif points[j] == -2:
            now = multiply(
                (new_world[p, 0], new_world[p, 1], new_world[p, 2], new_world[p, 3]), (local[j, 0], local[j, 1], local[j, 2], local[j, 3])
            )
        else:
            own = (local[j, 0], local[j, 1], local[j, 2], local[j, 3])
            above = (0.0, 0.0, 0.0, 1.0) if p < 0 else (new_world[p, 0], new_world[p, 1], new_world[p, 2], new_world[p, 3])
            now = multiply(above, own)
            if owners[j] == j:
                pinned = not free[points[j]]
                for k in range(first[j], first[j + 1]):
                    pinned = pinned and not free[held[k]]
                    for c in range(3):
                        ways[k, c] = places[held[k], c] - places[points[j], c]
                if pinned:
                    now = was
                elif first[j + 1] - first[j] == 1:
                    k = first[j]
                    arm = turn(now, (arms[k, 0], arms[k, 1], arms[k, 2]))
                    now = multiply(smallest_turn(arm, (ways[k, 0], ways[k, 1], ways[k, 2])), now)
                elif first[j + 1] > first[j]:
                    now = best_turn(now, arms, ways, first[j], first[j + 1])
            now = unit(now)
            fresh = now if p < 0 else multiply(inverse(above), now)
            for c in range(4):
                local[j, c] = fresh[c]
        for c in range(4):
            new_world[j, c] = now[c]


@compiled
def place_points(world, positions, points, anchors, anchor_offsets, places):
    """Fill places (N, 3) with where the points are."""
    for j in range(len(points)):
        if points[j] >= 0:
            for c in range(3):
                places[points[j], c] = positions[j, c]
    base = len(places) - len(anchors)
    for v in range(len(anchors)):
        j = anchors[v]
        q = (world[j, 0], world[j, 1], world[j, 2], world[j, 3])
        away = turn(q, (anchor_offsets[v, 0], anchor_offsets[v, 1], anchor_offsets[v, 2]))
        for c in range(3):
            places[base + v, c] = positions[j, c] + away[c]


@compiled
def find_arms(world, places, points, first, held, arms):
    """Fill arms (H, 3) with the points that turn with each joint, in its frame."""
    for j in range(len(points)):
        for k in range(first[j], first[j + 1]):
            q = (-world[j, 0], -world[j, 1], -world[j, 2], world[j, 3])
            a, b = held[k], points[j]
            way = turn(q, (places[a, 0] - places[b, 0], places[a, 1] - places[b, 1], places[a, 2] - places[b, 2]))
            for c in range(3):
                arms[k, c] = way[c]


@compiled
def settle_all(places, wanted, pulls, stay, free, edges, squares, forces, chains, bends, hint):
    """Bring points (N, 3) to the end of a drag, in place; how many steps that took."""
    points = len(places)
    weights, rows = np.empty(points), np.full(points, -1, np.int64)
    for i in range(points):
        weights[i] = stay[i] + SOFTER * pulls[i]
        rows[i] = 0 if free[i] else -1
    steps = 0
    if not forces.any():  # the first move of a drag
        bend_straight(places, wanted, rows, chains, bends, hint)
        steps = settle(places, wanted, weights, free, edges, squares, forces, COARSE, 1e-2)
    for i in range(points):
        weights[i] = stay[i] + pulls[i]
    steps += settle(places, wanted, weights, free, edges, squares, forces, FINE, NEAR)
    worst = 0.0
    for e in range(len(edges)):
        length = 0.0
        for c in range(3):
            length += (places[edges[e, 0], c] - places[edges[e, 1], c]) ** 2
        worst = max(worst, abs(length - squares[e]))
    if worst > UNEVEN:
        target, none = places.copy(), np.zeros(len(edges))
        steps += settle(places, target, stay, free, edges, squares, none, POLISH, 1e-9)
    return steps


@compiled
def pose_frames(local, world, positions, hints, wanted, pulls, free, starts, forces, steps, rig, rig_weights):
    """Solve frames of poses: local (F, J, 4) rotations become the posed ones, steps (F,) how many each took.

    world (F, J, 4), positions (F, J, 3): as they are; wanted (F, N, 3), pulls (F, N): where points are pulled and how strongly; free
    (F, N): those that are not pinned; starts (F, N, 3), forces (F, M): where the solver begins and ends.
    """
    parents, trunk, points, owners, first, held, anchors, edges, chains = rig
    anchor_offsets, stay, bends = rig_weights
    places, arms, ways = np.empty((len(stay), 3)), np.empty((len(held), 3)), np.empty((len(held), 3))
    squares, new_world = np.empty(len(edges)), np.empty((len(parents), 4))
    for f in range(len(local)):
        place_points(world[f], positions[f], points, anchors, anchor_offsets, places)
        pulled = False
        for i in range(len(stay)):
            for c in range(3):
                pulled = pulled or (pulls[f, i] > 0.0 and free[f, i] and wanted[f, i, c] != places[i, c])
        if not pulled:
            starts[f] = places
            steps[f] = 0
            continue
        for e in range(len(edges)):
            squares[e] = 0.0
            for c in range(3):
                squares[e] += (places[edges[e, 0], c] - places[edges[e, 1], c]) ** 2
        find_arms(world[f], places, points, first, held, arms)
        for i in range(len(stay)):
            if not pulls[f, i] > 0.0 or not free[f, i]:
                wanted[f, i] = places[i]
            if not free[f, i]:
                starts[f, i] = places[i]
        steps[f] = settle_all(starts[f], wanted[f], pulls[f], stay, free[f], edges, squares, forces[f], chains, bends, hints[f])
        turn_bones(starts[f], free[f], world[f], local[f], parents, trunk, points, owners, first, held, arms, ways, new_world)
