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
from motionloom.navigation._path_kernels import TRANSITION, is_clear, next_best, place_path, promise, stands, walking_path
from motionloom.navigation._standing_kernels import make_way, stand_and_choose

NOTHING, STEER, GO_ON = 0, 1, 2  # what is asked for; SET_OFF and ACT + k by those who stand
BACK = 1.5  # radians off its direction from which on a walker that cannot turn stops, where it can turn on the spot

TURNED, NEARBY = 1.2, 3.0  # radians off a goal, and metres to it, from which on a walker stops


@compiled
def near_goal(place, goal):
    """Whether a goal (2,), inf where there is none in sight, is near."""
    return math.hypot(goal[0] - place[0], goal[1] - place[1]) < NEARBY


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
def choose_walking(t, moves, c, n, phase, wanted, most, world, tick, work):
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
        place_path(local, c.place[n], 0.0, path)
        if is_clear(n, path, c.place[n, 0], c.place[n, 1], world, tick, box):
            return True, turn


@compiled
def choose(t, moves, c, order, idle, wants, offs, faces, ways, aims, spots, ends, patience, ranks, goes, world, tick, acts, values):
    """What everybody named in order (M,) does next: acts (N,) and the turns (N,) that go with them; promises are made in that order.
    Those in idle (K,), who have no goal, make way.

    wants (N,): the turn each would like, radians a second; offs and faces (N,): how far its direction and its way are off its heading,
    ways (N, 2): that of unit length; ends (N, 3): x, z of a goal to stop at and how near, inf where there is none; aims (N, 2): goals in
    sight, inf where there is none; spots (N, 2): where each goes now; patience (N,): ticks that each waits before it looks for another
    way; ranks (N,): the order in which those who stand make room, first first; goes (N,): who has anywhere to go. world: places, minds,
    neighbours, walls, what moves by itself and its radii, the margin, and the most metres that anybody goes in a tick.
    """
    minds = world[1]
    work = (np.empty((moves.walking.shape[3], 2)), np.empty((minds.paths.shape[1], 2)), np.empty(4),
            np.zeros(len(moves.turns) + 1, np.bool_))  # fmt: skip
    for n in order:
        if acts[n] != NOTHING:  # made room for somebody
            continue
        phase = phase_of(t, moves, c, n)
        if phase >= 0:
            minds.waited[n] = 0
            if moves.spinning.shape[1] > 0 and abs(faces[n]) > TURNED and near_goal(world[0][n], aims[n]):
                continue  # rather stops, as was promised, and turns on the spot than circles
            # Who has to go back and cannot turn stops, and turns on the spot.
            most = 1.0 if abs(offs[n]) > BACK and moves.spinning.shape[1] > 0 else minds.stubborn[n]
            found, turn = choose_walking(t, moves, c, n, phase, wants[n], most, world, tick, work)
            if not found and minds.space[n] > 0.0:  # rather near to others than stopped by them
                minds.space[n] = 0.0
                found, turn = choose_walking(t, moves, c, n, phase, wants[n], most, world, tick, work)
            if found and not ends_here(minds, n, ends, work[1]):
                promise(minds, n, tick, work[1], work[2])
                acts[n] = GO_ON if c.goal[n] >= 0 or c.waiting[n] > 0 else STEER
                values[n] = turn
                minds.left[n] = moves.leaves[phase] - (c.at[n] - moves.frames[phase])
                minds.stop[n] = moves.stops[phase]
        elif stands(moves, c, n):
            order_of = (ranks, ways, goes)
            stand_and_choose(
                moves, c, n, wants[n], offs[n], faces[n], aims[n], spots[n], patience[n], order_of, world, tick, work, acts, values
            )
    make_way(moves, c, idle, ways, world, tick, work, acts)


@compiled
def ends_here(minds, n, ends, path):
    """Whether the stop that was promised ends at the goal, and a step more would not end nearer."""
    last = minds.paths.shape[1] - 1
    here = math.hypot(minds.paths[n, last, 0] - ends[n, 0], minds.paths[n, last, 1] - ends[n, 1])
    there = math.hypot(path[last, 0] - ends[n, 0], path[last, 1] - ends[n, 1])
    return here < ends[n, 2] and there >= here
