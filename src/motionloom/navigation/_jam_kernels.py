"""Ways through people who stand, and who makes room for whom, compiled. Imported only where it runs.

Whoever waits looks for a way on a small grid around it: past those who stand where there is room, through them where there is none. Who
stands on that way and comes later in the order makes room, and asks others for room if it has none itself: priority inheritance, after
Okumura, Machida, Defago and Tamura (2019). The first of the order always gets its way, so no jam lasts.
"""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import heapq
import math

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.navigation._crowd_kernels import wall_distance
from motionloom.navigation._path_kernels import bound, is_clear, place_path, promise, stands

ACT = 4  # as those who stand ask for it
HALF, CELL = 20, 0.2  # cells to either side that are looked at, and metres of one
SIDE = 2 * HALF + 1
LATER, EARLIER = 5.0, 12.0  # times as long a metre through somebody counts who comes later in the order, or earlier
SEEN = 1.2  # metres of the way that are gone straight
PUSHED = 1.0  # metres along the way within which somebody is asked for room
TOUCH = 0.5  # metres beyond both radii within which somebody who makes room asks others for it
MOST = 24  # who are asked by one
YIELDS = 5  # choices for which somebody who has made room stays out of the way
ROOM = 0.05  # metres beyond radii and margin that are made
LEAST = 0.05  # metres that making room must bring
SAME = 0.4  # cosine of how straight somebody goes the same way
ON, OWN = 0.4, 0.15  # how much a metre along the other's way counts, and one along one's own


@compiled
def spread_costs(n, moves, c, ranks, world, costs, owners):
    """Fill costs (SIDE, SIDE), a metre's, and owners: who stands there, -1 nobody; around n."""
    places, minds, near, margin = world[0], world[1], world[2], world[6]
    costs[:], owners[:] = 1.0, -1
    x, z = places[n, 0], places[n, 1]
    for k in range(near.shape[1]):
        other = near[n, k]
        if other < 0:
            break
        px, pz = places[other, 0] - x, places[other, 1] - z
        reach = minds.radii[n] + minds.radii[other] + margin
        if max(abs(px), abs(pz)) > HALF * CELL + reach:
            continue
        if c.state[other] == moves.walk:
            continue
        cost = LATER if ranks[other] > ranks[n] else EARLIER
        low_i, high_i = int(math.ceil((pz - reach) / CELL)) + HALF, int(math.floor((pz + reach) / CELL)) + HALF
        low_j, high_j = int(math.ceil((px - reach) / CELL)) + HALF, int(math.floor((px + reach) / CELL)) + HALF
        for i in range(max(low_i, 0), min(high_i, SIDE - 1) + 1):
            for j in range(max(low_j, 0), min(high_j, SIDE - 1) + 1):
                if math.hypot((j - HALF) * CELL - px, (i - HALF) * CELL - pz) < reach and costs[i, j] < cost:
                    costs[i, j], owners[i, j] = cost, other
    costs[HALF, HALF], owners[HALF, HALF] = 1.0, -1


@compiled
def is_wall(walls, x, z, limit, row, column, costs, looked):
    """Whether a cell of the grid around x, z is nearer than limit to a wall; looked at once."""
    if not looked[row, column]:
        looked[row, column] = True
        if wall_distance(walls, x + (column - HALF) * CELL, z + (row - HALF) * CELL) < limit:
            costs[row, column] = math.inf
    return costs[row, column] == math.inf


@compiled
def search(walls, sx, sz, limit, costs, gx, gz, parent):
    """The cell, as one number, at which the cheapest way from sx, sz, the middle, to gx, gz metres from there ends or leaves the grid;
    -1: none. limit: metres to be kept from walls."""
    looked = np.zeros((SIDE, SIDE), np.bool_)
    spent = np.full(SIDE * SIDE, np.inf)
    parent[:] = -1
    start = HALF * SIDE + HALF
    spent[start] = 0.0
    queue = [(math.hypot(gx, gz), start)]
    while len(queue) > 0:
        estimate, at = heapq.heappop(queue)
        row, column = at // SIDE, at % SIDE
        x, z = (column - HALF) * CELL, (row - HALF) * CELL
        if estimate > spent[at] + math.hypot(gx - x, gz - z) + 1e-6:
            continue
        if math.hypot(gx - x, gz - z) < 0.3 or row == 0 or column == 0 or row == SIDE - 1 or column == SIDE - 1:
            return at
        for dr in range(-1, 2):
            for dc in range(-1, 2):
                r, k = row + dr, column + dc
                if (dr == 0 and dc == 0) or is_wall(walls, sx, sz, limit, r, k, costs, looked):
                    continue
                if is_wall(walls, sx, sz, limit, row, k, costs, looked) or is_wall(walls, sx, sz, limit, r, column, costs, looked):
                    continue
                total = spent[at] + 0.5 * (costs[row, column] + costs[r, k]) * CELL * math.hypot(dr, dc)
                if total < spent[r * SIDE + k] - 1e-9:
                    spent[r * SIDE + k], parent[r * SIDE + k] = total, at
                    heapq.heappush(queue, (total + math.hypot(gx - (k - HALF) * CELL, gz - (r - HALF) * CELL), r * SIDE + k))
    return -1


@compiled
def is_straight(costs, row, column):
    """Whether the straight way from the middle to a cell meets nobody and nothing."""
    steps = 2 * max(abs(row - HALF), abs(column - HALF))
    for k in range(1, steps + 1):
        i, j = int(round(HALF + (row - HALF) * k / steps)), int(round(HALF + (column - HALF) * k / steps))
        if costs[i, j] > 1.0:
            return False
    return True


@compiled
def find_way_through(n, gx, gz, moves, c, ranks, world):
    """The direction, an angle, in which n goes on to a place gx, gz, and who stands there and is to make room, -1 for nobody."""
    x, z = world[0][n, 0], world[0][n, 1]
    costs, owners, parent = np.empty((SIDE, SIDE)), np.empty((SIDE, SIDE), np.int64), np.empty(SIDE * SIDE, np.int64)
    straight = math.atan2(gx - x, gz - z)
    spread_costs(n, moves, c, ranks, world, costs, owners)
    limit = min(world[1].radii[n] + world[6], wall_distance(world[3], x, z)) - 0.01
    at = search(world[3], x, z, limit, costs, gx - x, gz - z, parent)
    if at < 0:
        return straight, -1
    start, blocker, chosen = HALF * SIDE + HALF, -1, -1
    back = 0
    while at != start:
        row, column = at // SIDE, at % SIDE
        apart = CELL * math.hypot(row - HALF, column - HALF)
        if owners[row, column] >= 0 and apart < PUSHED:
            blocker = owners[row, column]
        if chosen < 0 and apart < SEEN and is_straight(costs, row, column):
            chosen = at
        back, at = at, parent[at]
    if chosen < 0:
        chosen = back
    if chosen <= 0:
        return straight, -1
    return math.atan2(CELL * (chosen % SIDE - HALF), CELL * (chosen // SIDE - HALF)), blocker


@compiled
def make_room(moves, c, m, row, px, pz, dx, dz, need, ways, world, tick, work):
    """The step by which m comes best off the way from px, pz along d (unit length), need metres to its side; -1 for none that is clear."""
    path, box, place = work[1], work[2], world[0][m]
    found, best, last = -1, LEAST, moves.stepping.shape[2] - 1
    now = min(abs(dx * (place[1] - pz) - dz * (place[0] - px)), need)
    for k in range(moves.stepping.shape[1]):
        place_path(moves.stepping[row, k], place, 0.0, path)
        ex, ez = path[last, 0], path[last, 1]
        gone_x, gone_z = ex - place[0], ez - place[1]
        score = min(abs(dx * (ez - pz) - dz * (ex - px)), need) - now
        score += ON * (dx * gone_x + dz * gone_z) + OWN * (ways[m, 0] * gone_x + ways[m, 1] * gone_z)
        if score > best and is_clear(m, path, place[0], place[1], world, tick, box):
            best, found = score, k
    if found >= 0:
        place_path(moves.stepping[row, found], place, 0.0, path)
        bound(path, box)
    return found


@compiled
def ask_for_room(moves, c, n, first, angle, ranks, ways, goes, world, tick, work, acts):
    """Somebody, first, stands where n is to go: it makes room or, where it cannot, those around it do, each later in the order than n.
    ways (N, 2): the direction of each, goes (N,): who goes anywhere."""
    places, minds, near, margin = world[0], world[1], world[2], world[6]
    queue, sources = np.empty(MOST, np.int64), np.empty((MOST, 4))
    queue[0], count, at = first, 1, 0
    sources[0] = (places[n, 0], places[n, 1], math.sin(angle), math.cos(angle))
    while at < count:
        m = queue[at]
        px, pz, dx, dz = sources[at]
        at += 1
        if ranks[m] <= ranks[n] or acts[m] != 0 or not stands(moves, c, m):
            continue
        follows = goes[m] and dx * ways[m, 0] + dz * ways[m, 1] > SAME
        if not follows:  # who goes the same way is not in it, but asks for room too
            space, minds.space[m] = minds.space[m], 0.0
            row = min(max(math.ceil(c.at[m]), 0), moves.stepping.shape[0] - 1)
            step = make_room(moves, c, m, row, px, pz, dx, dz, minds.radii[n] + minds.radii[m] + margin + ROOM, ways, world, tick, work)
            minds.space[m], minds.yielding[m] = space, YIELDS
            if step >= 0:
                promise(minds, m, tick, work[1], work[2])
                acts[m] = ACT + moves.spinning.shape[1] + step
                continue
        for i in range(near.shape[1]):
            other = near[m, i]
            if other < 0 or count == MOST:
                break
            ox, oz = places[other, 0] - places[m, 0], places[other, 1] - places[m, 1]
            apart = math.hypot(ox, oz)
            if apart > minds.radii[m] + minds.radii[other] + TOUCH:
                break
            known = other == n or dx * ox + dz * oz < (SAME if follows else -0.3) * apart
            for k in range(count):
                known = known or queue[k] == other
            if not known:
                queue[count] = other
                sources[count] = (places[m, 0], places[m, 1], ox / apart, oz / apart)
                count += 1
