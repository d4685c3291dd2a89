"""Paths that are promised and whether they are clear, compiled: what a choice of moves stands on. Imported only where it runs."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

from motionloom.core._compiled import borrowing
from motionloom.navigation._crowd_kernels import wall_distance
from motionloom.navigation.walls import REACH

TRANSITION = 2  # mode of a character
GONE = 1e9  # metres: where somebody is who has left
CERTAIN = 0.1  # metres within the edge of a goal from which on somebody who leaves there is sure to have left
NARROW = 0.04  # metres that are left to a wall by whoever begins nearer to it than the margin
HARD = 0.03  # metres beyond their radii within which nobody comes nearer to anybody at all
SIDES = 0.05  # radians a second by which going to the right is preferred


@borrowing
def wrap(angle):
    """The same angle from -pi to pi."""
    return angle - 2 * math.pi * math.floor(angle / (2 * math.pi) + 0.5)


@borrowing
def promised(minds, n, tick, k):
    """Where n has promised to be k + 1 ticks from now."""
    row = min(max(tick - minds.begun[n] + k, 0), minds.paths.shape[1] - 1)
    return minds.paths[n, row, 0], minds.paths[n, row, 1]


@borrowing
def place_path(local, place, turned, out):
    """A path (T, 2 or 3) as it is seen from a place, whose character has turned by so much before, in the world (T', 2), its end held."""
    angle = place[2] + turned
    cosine, sine = math.cos(angle), math.sin(angle)
    for k in range(out.shape[0]):
        row = min(k, local.shape[0] - 1)
        out[k, 0] = place[0] + cosine * local[row, 0] + sine * local[row, 1]
        out[k, 1] = place[1] + cosine * local[row, 1] - sine * local[row, 0]


@borrowing
def bound(path, box):
    """The box (4,) of a path: xmin, zmin, xmax, zmax."""
    box[0], box[1], box[2], box[3] = math.inf, math.inf, -math.inf, -math.inf
    for k in range(path.shape[0]):
        if path[k, 0] >= GONE:
            break
        box[0], box[1] = min(box[0], path[k, 0]), min(box[1], path[k, 1])
        box[2], box[3] = max(box[2], path[k, 0]), max(box[3], path[k, 1])


@borrowing
def leave(minds, n, path):
    """Cut a path (T, 2) of n, in place, where it leaves the scene: from there on nobody is in its way, and it is in nobody's."""
    within = minds.gates[n, 2] - CERTAIN
    if within <= 0.0:
        return
    for k in range(path.shape[0] - 1):
        if math.hypot(path[k, 0] - minds.gates[n, 0], path[k, 1] - minds.gates[n, 1]) < within:
            for after in range(k + 1, path.shape[0]):
                path[after, 0], path[after, 1] = GONE, GONE
            return


@borrowing
def is_clear(n, path, x, z, world, tick, box):
    """Whether a path (T, 2) of n from x, z on keeps clear of walls, of what moves by itself and of what everybody near has promised. It is
    cut where n leaves."""
    places, minds, near, walls, movers, mover_radii, margin, stride = world
    leave(minds, n, path)
    radius = minds.radii[n]
    bound(path, box)
    for i in range(near.shape[1]):
        other = near[n, i]
        if other < 0:
            break
        reach = radius + minds.radii[other] + margin + minds.space[n]
        if box[0] - reach > minds.boxes[other, 2] or box[2] + reach < minds.boxes[other, 0]:
            continue
        if box[1] - reach > minds.boxes[other, 3] or box[3] + reach < minds.boxes[other, 1]:
            continue
        # Who is nearer than that already may stay as near, but not come nearer and nearer, choice by choice, until they touch.
        now, touching = math.hypot(places[other, 0] - x, places[other, 1] - z), radius + minds.radii[other] + HARD
        apart = min(reach, max(now - 0.002, min(now, touching)))
        if apart > 0.0 and not keeps_apart(path, minds, other, tick, apart, 2.0 * stride):
            return False
    for m in range(movers.shape[0]):
        for k in range(min(path.shape[0], movers.shape[1])):
            if math.hypot(path[k, 0] - movers[m, k, 0], path[k, 1] - movers[m, k, 1]) < radius + mover_radii[m] + margin:
                return False
    limit, apart = radius + margin, wall_distance(walls, x, z) - 0.002
    if apart < limit:  # who stands nearer than the margin may turn and step there
        limit = min(apart, radius + NARROW)
    return keeps_off_walls(path, walls, limit, stride)


@borrowing
def keeps_apart(path, minds, other, tick, apart, closing):
    """Whether a path (T, 2) stays so far apart from what another has promised. They come nearer by closing metres a tick at the most, so
    ticks in which they cannot meet are not looked at."""
    squared, k = apart * apart, 0
    while k < path.shape[0]:
        px, pz = promised(minds, other, tick, k)
        dx, dz = path[k, 0] - px, path[k, 1] - pz
        gap = dx * dx + dz * dz
        if gap < squared:
            return False
        k += 1 + int(min((math.sqrt(gap) - apart) / closing, float(path.shape[0])))
    return True


@borrowing
def keeps_off_walls(path, walls, limit, stride):
    """Whether a path (T, 2) stays limit metres off walls; it goes stride metres a tick at the most."""
    if walls.segments.shape[0] == 0:
        return True
    k = 0
    while k < path.shape[0]:
        gap = wall_distance(walls, path[k, 0], path[k, 1])
        if gap < limit:
            return False
        if k > 0 and path[k, 0] == path[k - 1, 0] and path[k, 1] == path[k - 1, 1]:
            break
        k += 1 + int(max((min(gap, REACH) - limit) / stride, 0.0))  # walls farther than that are not seen
    return True


@borrowing
def walking_path(moves, phase, heard, asked, out):
    """The path (T, 2) of walking on: between those that are kept for what is heard and asked."""
    h = between(moves.heards, heard)
    a = between(moves.turns, asked)
    i, j = min(int(h), len(moves.heards) - 2), min(int(a), len(moves.turns) - 2)
    h, a = h - i, a - j
    for k in range(moves.walking.shape[3]):
        for c in range(2):
            near = (1 - a) * moves.walking[phase, i, j, k, c] + a * moves.walking[phase, i, j + 1, k, c]
            far = (1 - a) * moves.walking[phase, i + 1, j, k, c] + a * moves.walking[phase, i + 1, j + 1, k, c]
            out[k, c] = (1 - h) * near + h * far


@borrowing
def between(values, value):
    """Where a value lies among increasing values, as a row and a part."""
    if value <= values[0]:
        return 0.0
    for k in range(1, len(values)):
        if value <= values[k]:
            return k - 1 + (value - values[k - 1]) / (values[k] - values[k - 1])
    return float(len(values) - 1)


@borrowing
def stands(moves, c, n):
    """Whether a character stands, with nothing else asked of it."""
    still = c.state[n] == moves.stand and (c.mode[n] != TRANSITION or c.point[n] == moves.stand_loop)
    return still and c.goal[n] < 0 and c.waiting[n] == 0


@borrowing
def promise(minds, n, tick, path, box):
    """Keep a path as n's promise."""
    minds.begun[n] = tick
    for k in range(path.shape[0]):
        minds.paths[n, k, 0], minds.paths[n, k, 1] = path[k, 0], path[k, 1]
    for k in range(4):
        minds.boxes[n, k] = box[k]


@borrowing
def next_best(moves, wanted, tried):
    """The turn nearest to the wanted one that was not tried: len(turns) for the wanted one itself; -1 where all were."""
    if not tried[len(moves.turns)]:
        return len(moves.turns)
    best, found = math.inf, -1
    for k in range(len(moves.turns)):
        off = abs(moves.turns[k] - wanted) + (SIDES if moves.turns[k] > wanted else 0.0)
        if not tried[k] and off < best:
            best, found = off, k
    return found
