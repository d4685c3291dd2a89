"""The choice of a move, one character after the other, each clear of what all others have promised; compiled.

Everybody has promised a path that ends in standing. Whoever chooses takes the best move whose path, its stop with it, keeps clear of
the promises of the others and of walls, and promises that; if there is none, the old promise is kept. So nobody ever has to run
into anybody, and whoever comes later in the order gives way.
"""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.navigation._crowd_kernels import wall_distance

TRANSITION = 2  # mode of a character
NOTHING, STEER, GO_ON, SET_OFF, SPIN = 0, 1, 2, 3, 4  # what is asked for; SPIN + k by the k-th spin
FACING = 1.0  # radians off its direction within which a character that stands sets off
BACK = 1.5  # radians off its direction from which on a walker that cannot turn stops, where it can turn on the spot
SIDES = 0.05  # radians a second by which going to the right is preferred


@compiled
def wrap(angle):
    """The same angle from -pi to pi."""
    return angle - 2 * math.pi * math.floor(angle / (2 * math.pi) + 0.5)


@compiled
def promised(minds, n, tick, k):
    """Where n has promised to be k + 1 ticks from now."""
    row = min(max(tick - minds.begun[n] + k, 0), minds.paths.shape[1] - 1)
    return minds.paths[n, row, 0], minds.paths[n, row, 1]


@compiled
def place_path(local, place, turned, out):
    """A path (T, 3) as it is seen from a place, whose character has turned by so much before, in the world (T', 2), its end held."""
    angle = place[2] + turned
    cosine, sine = math.cos(angle), math.sin(angle)
    for k in range(out.shape[0]):
        row = min(k, local.shape[0] - 1)
        out[k, 0] = place[0] + cosine * local[row, 0] + sine * local[row, 1]
        out[k, 1] = place[1] + cosine * local[row, 1] - sine * local[row, 0]


@compiled
def bound(path, box):
    """The box (4,) of a path: xmin, zmin, xmax, zmax."""
    box[0], box[1], box[2], box[3] = math.inf, math.inf, -math.inf, -math.inf
    for k in range(path.shape[0]):
        box[0], box[1] = min(box[0], path[k, 0]), min(box[1], path[k, 1])
        box[2], box[3] = max(box[2], path[k, 0]), max(box[3], path[k, 1])


@compiled
def is_clear(n, path, places, minds, near, walls, movers, mover_radii, margin, tick, box):
    """Whether a path (T, 2) of n keeps clear of walls, of what moves by itself and of what everybody near has promised."""
    radius, x, z = minds.radii[n], places[n, 0], places[n, 1]
    limit = min(radius + margin, wall_distance(walls, x, z) - 0.002)
    for k in range(path.shape[0]):
        if wall_distance(walls, path[k, 0], path[k, 1]) < limit:
            return False
        if k > 0 and path[k, 0] == path[k - 1, 0] and path[k, 1] == path[k - 1, 1]:
            break
    for m in range(movers.shape[0]):
        for k in range(min(path.shape[0], movers.shape[1])):
            if math.hypot(path[k, 0] - movers[m, k, 0], path[k, 1] - movers[m, k, 1]) < radius + mover_radii[m] + margin:
                return False
    bound(path, box)
    for i in range(near.shape[1]):
        other = near[n, i]
        if other < 0:
            break
        reach = radius + minds.radii[other] + margin
        b = minds.boxes[other]
        if box[0] - reach > b[2] or box[2] + reach < b[0] or box[1] - reach > b[3] or box[3] + reach < b[1]:
            continue
        apart = min(reach, math.hypot(places[other, 0] - x, places[other, 1] - z) - 0.002)
        if apart <= 0.0:
            continue
        apart *= apart
        for k in range(path.shape[0]):
            px, pz = promised(minds, other, tick, k)
            dx, dz = path[k, 0] - px, path[k, 1] - pz
            if dx * dx + dz * dz < apart:
                return False
    return True


@compiled
def walking_path(moves, phase, heard, asked, out):
    """The path (T, 3) of walking on: between those that are kept for what is heard and asked."""
    h = between(moves.heards, heard)
    a = between(moves.turns, asked)
    i, j = min(int(h), len(moves.heards) - 2), min(int(a), len(moves.turns) - 2)
    h, a = h - i, a - j
    for k in range(moves.walking.shape[3]):
        for c in range(3):
            near = (1 - a) * moves.walking[phase, i, j, k, c] + a * moves.walking[phase, i, j + 1, k, c]
            far = (1 - a) * moves.walking[phase, i + 1, j, k, c] + a * moves.walking[phase, i + 1, j + 1, k, c]
            out[k, c] = (1 - h) * near + h * far


@compiled
def between(values, value):
    """Where a value lies among increasing values, as a row and a part."""
    if value <= values[0]:
        return 0.0
    for k in range(1, len(values)):
        if value <= values[k]:
            return k - 1 + (value - values[k - 1]) / (values[k] - values[k - 1])
    return float(len(values) - 1)


@compiled
def phase_of(t, moves, c, n):
    """The phase that a character walks in, -1 where it does not walk or cannot be asked for anything now."""
    if c.state[n] != moves.walk or (c.mode[n] == TRANSITION and c.point[n] != moves.walk_loop):
        return -1
    if c.mode[n] == TRANSITION and c.goal[n] >= 0 and c.goal[n] != moves.walk:
        return -1
    return moves.lap[min(max(int(c.at[n] + 0.5), 0), len(moves.lap) - 1)]


@compiled
def count_down(moves, c, minds, due):
    """Whose stop is to be asked for now (N,): by the frames that they have walked since they promised it."""
    for n in range(len(due)):
        due[n] = False
        if c.state[n] != moves.walk or (c.mode[n] == TRANSITION and c.point[n] != moves.walk_loop):
            minds.seen[n] = -1.0
            continue
        on = c.at[n] - moves.lap_length if c.at[n] >= moves.lap_start else c.at[n]
        if minds.left[n] == math.inf:
            minds.left[n] = moves.first - on
        elif minds.seen[n] >= 0.0:
            moved = c.at[n] - minds.seen[n]
            minds.left[n] -= moved + moves.lap_length if moved < 0.0 else moved
        minds.seen[n] = c.at[n]
        due[n] = minds.left[n] <= 0.0 and c.goal[n] < 0 and c.waiting[n] == 0


@compiled
def stands(moves, c, n):
    """Whether a character stands, with nothing else asked of it."""
    still = c.state[n] == moves.stand and (c.mode[n] != TRANSITION or c.point[n] == moves.stand_loop)
    return still and c.goal[n] < 0 and c.waiting[n] == 0


@compiled
def promise(minds, n, tick, path, box):
    """Keep a path as n's promise."""
    minds.begun[n] = tick
    minds.paths[n] = path
    minds.boxes[n] = box


@compiled
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


@compiled
def choose_walking(t, moves, c, n, phase, wanted, most, places, minds, near, walls, movers, mover_radii, margin, tick, work):
    """The best turn that is clear while walking, at most so far off what is wanted; whether there is one, and which."""
    local, path, box, tried = work
    tried[:] = False
    heard = c.heard[n, 0]
    while True:
        k = next_best(moves, wanted, tried)
        if k < 0:
            return False, 0.0
        tried[k] = True
        turn = wanted if k == len(moves.turns) else moves.turns[k]
        if abs(turn - wanted) > most:
            return False, 0.0
        walking_path(moves, phase, heard, turn, local)
        place_path(local[: moves.walking.shape[3]], places[n], 0.0, path)
        if is_clear(n, path, places, minds, near, walls, movers, mover_radii, margin, tick, box):
            return True, turn


@compiled
def choose_setting_off(moves, c, n, turned, wanted, places, minds, near, walls, movers, mover_radii, margin, tick, work):
    """The best turn to set off with from a stand, once turned on the spot by so much; whether there is one, and which."""
    _local, path, box, tried = work
    tried[:] = False
    tried[len(moves.turns)] = True
    row = min(max(math.ceil(c.at[n]), 0), moves.setting_off.shape[0] - 1)
    while True:
        k = next_best(moves, wanted, tried)
        if k < 0:
            return False, 0.0
        tried[k] = True
        place_path(moves.setting_off[row, k], places[n], turned, path)
        if is_clear(n, path, places, minds, near, walls, movers, mover_radii, margin, tick, box):
            return True, moves.turns[k]


@compiled
def choose_spin(moves, c, n, off, free, gain, places, minds, near, walls, movers, mover_radii, margin, tick, work):
    """The spin after which a character faces its way best and, if it must be free, can set off: its number and its turn; -1 for none."""
    path, box = work[1], work[2]
    row = min(max(math.ceil(c.at[n]), 0), moves.setting_off.shape[0] - 1)
    best, found, turned = abs(off) - gain, -1, 0.0
    for k in range(moves.spinning.shape[1]):
        for times in range(1, 3 if free else 2):  # right round is two of them
            turn = times * moves.spinning[row, k, moves.spinning.shape[2] - 1, 2]
            if abs(wrap(off - turn)) >= best:
                continue
            if free and not choose_setting_off(
                moves, c, n, turn, 0.0, places, minds, near, walls, movers, mover_radii, margin, tick, work
            )[0]:  # fmt: skip
                continue
            place_path(moves.spinning[row, k], places[n], 0.0, path)
            if is_clear(n, path, places, minds, near, walls, movers, mover_radii, margin, tick, box):
                best, found, turned = abs(wrap(off - turn)), k, turn
    if found >= 0:
        place_path(moves.spinning[row, found], places[n], 0.0, path)
        bound(path, box)
    return found, turned


@compiled
def choose(t, moves, c, order, wants, offs, ends, patience, minds, near, walls, movers, mover_radii, margin, tick, acts, values):
    """What everybody named in order (M,) does next: acts (N,) and the turns (N,) that go with them; promises are made in that order.

    wants (N,): the turn each would like, radians a second; offs (N,): how far its direction is off its heading; ends (N, 3): x, z of a
    goal to stop at and how near, inf where there is none; patience (N,): ticks that each waits before it looks for another way.
    """
    places = c.place
    work = (np.empty((max(moves.walking.shape[3], moves.setting_off.shape[2]), 3)), np.empty((minds.paths.shape[1], 2)), np.empty(4),
            np.zeros(len(moves.turns) + 1, np.bool_))  # fmt: skip
    for n in order:
        acts[n], values[n] = NOTHING, 0.0
        phase = phase_of(t, moves, c, n)
        if phase >= 0:
            minds.waited[n] = 0
            # Who has to go back and cannot turn stops, and turns on the spot.
            most = 1.0 if abs(offs[n]) > BACK and moves.spinning.shape[1] > 0 else minds.stubborn[n]
            found, turn = choose_walking(
                t, moves, c, n, phase, wants[n], most, places, minds, near, walls, movers, mover_radii, margin, tick, work
            )  # fmt: skip
            if found and not ends_here(minds, n, ends, work[1]):
                promise(minds, n, tick, work[1], work[2])
                acts[n] = GO_ON if c.goal[n] >= 0 or c.waiting[n] > 0 else STEER
                values[n] = turn
                minds.left[n] = moves.releases[phase] - (c.at[n] - moves.lap_length if c.at[n] >= moves.lap_start else c.at[n])
        elif stands(moves, c, n):
            stand_and_choose(
                moves, c, n, wants[n], offs[n], patience[n], places, minds, near, walls, movers, mover_radii, margin, tick, work, acts,
                values,
            )  # fmt: skip


@compiled
def ends_here(minds, n, ends, path):
    """Whether the stop that was promised ends at the goal, and a step more would not end nearer."""
    last = minds.paths.shape[1] - 1
    here = math.hypot(minds.paths[n, last, 0] - ends[n, 0], minds.paths[n, last, 1] - ends[n, 1])
    there = math.hypot(path[last, 0] - ends[n, 0], path[last, 1] - ends[n, 1])
    return here < ends[n, 2] and there >= here


@compiled
def stand_and_choose(
    moves, c, n, wanted, off, patience, places, minds, near, walls, movers, mover_radii, margin, tick, work, acts, values
):  # fmt: skip
    """What somebody does who stands: sets off where it faces, turns on the spot, or waits, and later looks for a way that is free."""
    spins = moves.spinning.shape[1] > 0
    if abs(off) < FACING or not spins:
        found, turn = choose_setting_off(
            moves, c, n, 0.0, wanted, places, minds, near, walls, movers, mover_radii, margin, tick, work
        )  # fmt: skip
        if found:
            promise(minds, n, tick, work[1], work[2])
            acts[n], values[n], minds.waited[n], minds.left[n] = SET_OFF, turn, 0, math.inf
            return
    minds.waited[n] += 1
    tired = minds.waited[n] > patience
    # Facing its way is worth a spin at once; any other way only if it is free.
    spin, turned = choose_spin(
        moves, c, n, off, tired, -math.pi if tired else 0.3, places, minds, near, walls, movers, mover_radii, margin, tick, work
    )  # fmt: skip
    if spin >= 0 and (tired or abs(off) >= FACING):
        promise(minds, n, tick, work[1], work[2])
        acts[n], values[n] = SPIN + spin, 0.0
        if tired:
            minds.look[n], minds.detour[n] = places[n, 2] + turned, minds.detours[n]
        minds.waited[n] = 0 if tired else minds.waited[n]
