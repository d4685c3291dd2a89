"""What somebody does who stands: sets off, turns on the spot, takes a step, waits, or looks for another way; compiled.

Setting off takes some metres of free floor, since it ends in a stop; a step takes as much as a foot goes. So whoever cannot set off goes
on by steps, and nobody who stands blocks others for ever. Imported only where it runs.
"""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

from motionloom.core._compiled import compiled
from motionloom.navigation._jam_kernels import ask_for_room, find_way_through
from motionloom.navigation._path_kernels import bound, is_clear, next_best, place_path, promise, wrap

SET_OFF, ACT = 3, 4  # what is asked for; ACT + k by the k-th act of the gait, spins first, then steps
FACING = 1.0  # radians off its direction within which a character that stands sets off
AHEAD = 0.5  # radians off the way past others within which a step is taken rather than a turn
SOON = 2  # choices that somebody waits before taking a step
LONG, LOOKS = 8, 3  # choices after which somebody who waits tries again only at every so many of them
VERY_LONG, SELDOM = 40, 8  # the same for whoever stands deep in a jam
ON_WAY = 5  # choices for which a way past others is walked before the goal is looked for again
FEW = 3  # turns with which setting off is tried where one has still to turn or step
GAIN = 0.1  # metres, or what counts as much, that a step must bring
OPENS, GOES_ON = 0.25, 0.12  # metres that a step counts more for after which one can set off, or take another step ahead
PRESSED, BEFORE = 1.4, 0.5  # metres within which somebody who waits is made way for, and the cosine of how straight before it one is
FIDGET = 4  # choices after which somebody who has waited long steps somewhere else
LITTLE, ROUND = 0.2, -0.75  # radians nearer to its way that a turn must lead at once, and farther off it that it may lead later
ASIDE = 0.1  # metres beyond both bodies' radii that somebody is beside a way
CLOSE = 1.3  # metres to a goal that is walked by steps, without turning to it
RIGHT = 0.03  # metres by which a step to the right is preferred


@compiled
def row_of(moves, c, n):
    """The row of moves from a stand for where n is in it."""
    return min(max(math.ceil(c.at[n]), 0), moves.setting_off.shape[0] - 1)


@compiled
def choose_setting_off(moves, row, n, place, turned, wanted, most, world, tick, work):
    """The best turn to set off with from a stand at a place, once turned on the spot by so much; whether there is one, and which. most:
    turns that are tried."""
    _local, path, box, tried = work
    tried[:] = False
    tried[len(moves.turns)] = True
    for _ in range(most):
        k = next_best(moves, wanted, tried)
        if k < 0:
            break
        tried[k] = True
        place_path(moves.setting_off[row, k], place, turned, path)
        if is_clear(n, path, place[0], place[1], world, tick, box):
            return True, moves.turns[k]
    return False, 0.0


@compiled
def choose_spin(moves, row, n, off, free, gain, world, tick, work):
    """The spin after which a character faces its way best and, if it must be free, can set off: its number and its turn; -1 for none."""
    path, box, place = work[1], work[2], world[0][n]
    best, found, turned = abs(off) - gain, -1, 0.0
    for k in range(moves.spinning.shape[1]):
        for times in range(1, 3 if free else 2):  # right round is two of them
            turn = times * moves.spinning[row, k, moves.spinning.shape[2] - 1, 2]
            if abs(wrap(off - turn)) >= best or (times > 1 and abs(turn) > 3.5):
                continue
            if free and not choose_setting_off(moves, row, n, place, turn, 0.0, FEW, world, tick, work)[0]:
                continue
            place_path(moves.spinning[row, k], place, 0.0, path)
            if is_clear(n, path, place[0], place[1], world, tick, box):
                best, found, turned = abs(wrap(off - turn)), k, turn
    if found >= 0:
        place_path(moves.spinning[row, found], place, 0.0, path)
        bound(path, box)
    return found, turned


@compiled
def choose_step(moves, row, n, off, least, world, tick, work, after):
    """The step that brings somebody on best in a direction so far off its heading, by least or more; -1 for none. after (3,): scratch."""
    path, box, place = work[1], work[2], world[0][n]
    best, found, last = least, -1, moves.stepping.shape[2] - 1
    for k in range(moves.stepping.shape[1]):
        x, z = moves.stepping[row, k, last, 0], moves.stepping[row, k, last, 1]
        ahead = x * math.sin(off) + z * math.cos(off)
        ahead += RIGHT if x * math.cos(off) - z * math.sin(off) < -0.1 else 0.0
        if ahead + OPENS <= best:
            continue
        place_path(moves.stepping[row, k], place, 0.0, path)
        if not is_clear(n, path, place[0], place[1], world, tick, box):
            continue
        after[0], after[1], after[2] = path[last, 0], path[last, 1], place[2] + moves.stepping[row, k, last, 2]
        if abs(off) < FACING and choose_setting_off(moves, row, n, after, 0.0, 0.0, FEW, world, tick + last, work)[0]:
            ahead += OPENS
        elif ahead < best or ahead + GOES_ON > best:
            ahead += GOES_ON if goes_on(moves, row, n, off, after, world, tick + last, work) else 0.0
        if ahead > best:
            best, found = ahead, k
    if found >= 0:
        place_path(moves.stepping[row, found], place, 0.0, path)
        bound(path, box)
    return found


@compiled
def choose_step_to(moves, row, n, x, z, world, tick, work):
    """The step that brings somebody nearest to a place x, z on the floor, by a third of a foot at least; -1 for none."""
    path, box, place = work[1], work[2], world[0][n]
    found, last = -1, moves.stepping.shape[2] - 1
    best = math.hypot(x - place[0], z - place[1]) - GAIN
    for k in range(moves.stepping.shape[1]):
        place_path(moves.stepping[row, k], place, 0.0, path)
        apart = math.hypot(x - path[last, 0], z - path[last, 1])
        if apart < best and is_clear(n, path, place[0], place[1], world, tick, box):
            best, found = apart, k
    if found >= 0:
        place_path(moves.stepping[row, found], place, 0.0, path)
        bound(path, box)
    return found


@compiled
def goes_on(moves, row, n, off, place, world, tick, work):
    """Whether a step in a direction can be taken from a place."""
    last = moves.stepping.shape[2] - 1
    for k in range(moves.stepping.shape[1]):
        if moves.stepping[row, k, last, 0] * math.sin(off) + moves.stepping[row, k, last, 1] * math.cos(off) > 0.2:
            place_path(moves.stepping[row, k], place, 0.0, work[1])
            if is_clear(n, work[1], place[0], place[1], world, tick, work[2]):
                return True
    return False


@compiled
def take(minds, n, tick, work, acts, act):
    """Promise the path that was found and ask for an act."""
    promise(minds, n, tick, work[1], work[2])
    acts[n] = act


@compiled
def stand_and_choose(moves, c, n, wanted, off, faces, goal, spot, patience, order, world, tick, work, acts, values):
    """What somebody does who stands: sets off where it faces, turns on the spot, takes a step, or waits, and then looks for a way past
    those who stand, or asks them for room. off, faces: radians that the direction it is to take now and the way it goes are off its
    heading; goal (2,) in sight, or inf; spot (2,): where it goes now; order: the ranks (N,) in which room is made, and
    the ways and goes that `ask_for_room` takes."""
    minds, place, row = world[1], world[0][n], row_of(moves, c, n)
    spins = moves.spinning.shape[1]
    if math.hypot(goal[0] - place[0], goal[1] - place[1]) < CLOSE:
        step = choose_step_to(moves, row, n, goal[0], goal[1], world, tick, work)
        if step >= 0:
            take(minds, n, tick, work, acts, ACT + spins + step)
            minds.waited[n] = 0
            return
    minds.waited[n] += 1
    if minds.yielding[n] > 0:
        minds.yielding[n] -= 1
        return
    if minds.waited[n] > LONG and minds.waited[n] % (LOOKS if minds.waited[n] <= VERY_LONG else SELDOM) > 0:
        return
    if abs(off) < FACING or abs(faces) < FACING or spins == 0:
        found, turn = choose_setting_off(moves, row, n, place, 0.0, wanted, len(moves.turns), world, tick, work)
        if found:
            take(minds, n, tick, work, acts, SET_OFF)
            values[n], minds.waited[n], minds.left[n], minds.stop[n] = turn, 0, math.inf, moves.first_stop
            return
    tired = minds.waited[n] > patience
    if abs(faces) >= FACING and math.hypot(spot[0] - place[0], spot[1] - place[1]) < CLOSE and minds.detour[n] == 0:
        # A corner of its way is gone round by a step: a turn to it moves the hips, and may show the other way round as the shorter one.
        step = choose_step_to(moves, row, n, spot[0], spot[1], world, tick, work)
        if step >= 0:
            take(minds, n, tick, work, acts, ACT + spins + step)
            return
    if abs(faces) >= FACING and not tired:  # facing its way is worth a spin at once
        spin, _turned = choose_spin(moves, row, n, faces, False, 0.3, world, tick, work)
        if spin >= 0:
            take(minds, n, tick, work, acts, ACT + spin)
            return
    if minds.waited[n] <= SOON:  # a little to the side, if one can set off there
        spin, _turned = choose_spin(moves, row, n, faces, True, LITTLE, world, tick, work)
        if spin >= 0:
            take(minds, n, tick, work, acts, ACT + spin)
    elif not go_through(moves, c, n, row, spot, order, world, tick, work, acts) and tired and moves.stepping.shape[1] == 0:
        wait_no_longer(moves, n, row, faces, patience, world, tick, work, acts)


@compiled
def go_through(moves, c, n, row, spot, order, world, tick, work, acts):
    """A turn on the spot or a step of somebody who has waited, along a way past those who stand; where they leave none, they are asked
    for room. Whether n moves."""
    minds, place, spins = world[1], world[0][n], moves.spinning.shape[1]
    ranks, ways, goes = order
    angle, blocker = find_way_through(n, spot[0], spot[1], moves, c, ranks, world)
    through = wrap(angle - place[2])
    for ahead in (True, False):  # who faces the way goes on by a step, or it would turn off and back again
        step = choose_step(moves, row, n, through, GAIN, world, tick, work, minds.after[n]) if ahead == (abs(through) < AHEAD) else -1
        if step >= 0:
            take(minds, n, tick, work, acts, ACT + spins + step)
            minds.waited[n], minds.detour[n] = SOON, 0
            return True
        spin, turned = -1, 0.0
        if ahead:
            spin, turned = choose_spin(moves, row, n, through, True, ROUND if abs(through) < FACING else 0.0, world, tick, work)
        if spin >= 0:
            take(minds, n, tick, work, acts, ACT + spin)
            minds.look[n], minds.detour[n] = place[2] + turned, ON_WAY  # or it would turn back to its goal at once
            return True
    minds.detour[n] = 0
    if blocker >= 0 and moves.stepping.shape[1] > 0:
        ask_for_room(moves, c, n, blocker, angle, ranks, ways, goes, world, tick, work, acts)
    return False


@compiled
def wait_no_longer(moves, n, row, faces, patience, world, tick, work, acts):
    """What is left to somebody who has waited long: a step anywhere, so that gaps open, or any way that is free."""
    minds, spins = world[1], moves.spinning.shape[1]
    if (minds.waited[n] - patience) % FIDGET == 0:
        step = choose_step(moves, row, n, wrap(2.4 * (n + tick // 2)), 2.0 * GAIN, world, tick, work, minds.after[n])
        if step >= 0:
            take(minds, n, tick, work, acts, ACT + spins + step)
            return
    spin, turned = choose_spin(moves, row, n, faces, True, -math.pi, world, tick, work)
    if spin >= 0:
        take(minds, n, tick, work, acts, ACT + spin)
        minds.waited[n] = 0
        minds.look[n], minds.detour[n] = world[0][n, 2] + turned, minds.detours[n]


@compiled
def make_way(moves, c, idle, ways, world, tick, work, acts):
    """Steps aside of those who stand about, named in idle (M,), where somebody waits whose way (N, 2), of unit length, leads over them."""
    places, minds, near = world[0], world[1], world[2]
    for n in idle:
        for i in range(near.shape[1]):
            other = near[n, i]
            if other < 0:
                break
            x, z = places[n, 0] - places[other, 0], places[n, 1] - places[other, 1]
            apart = math.hypot(x, z)
            if apart > PRESSED:
                break
            wx, wz = ways[other, 0], ways[other, 1]
            across = wz * x - wx * z
            if minds.waited[other] <= SOON or wx * x + wz * z < BEFORE * apart or abs(across) > minds.radii[n] + minds.radii[other] + ASIDE:
                continue
            side, row = 1.0 if across >= 0.0 else -1.0, row_of(moves, c, n)  # to the side that it is on already, or else to the other
            step = choose_step_to(moves, row, n, places[n, 0] + side * wz, places[n, 1] - side * wx, world, tick, work)
            if step < 0:
                step = choose_step_to(moves, row, n, places[n, 0] - side * wz, places[n, 1] + side * wx, world, tick, work)
            if step >= 0:
                promise(minds, n, tick, work[1], work[2])
                acts[n] = ACT + moves.spinning.shape[1] + step
                break
