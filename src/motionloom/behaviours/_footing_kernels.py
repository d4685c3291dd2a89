"""Feet held while characters play, one step of many characters, compiled; `footing` says how. Imported only where it runs."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

import numpy as np

from motionloom.behaviours._control_kernels import TRANSITION, _ease, _map, _map_slope, _vote
from motionloom.behaviours._pose_kernels import _locate
from motionloom.core._compiled import borrowing, compiled
from motionloom.core._vectors import add, between, inverse, length, multiply, rotate, subtract
from motionloom.feet.cleanup._easing import keep_heights
from motionloom.feet.cleanup._giving_way import as_if, bend_and_slope, bend_of, size_of
from motionloom.feet.cleanup._solve import THROUGH, bend_knee

X, Z, GATE = 0, 1, 2  # of a point of a foot: where it is, metres, and how firmly it is held, 0 to 1
RISE, RISING = 0, 1  # of the pelvis: metres, and metres a second
UNKNOWN = -1.0  # for how firmly: nobody has looked yet where the foot is
SPEED, OFFSET, HEIGHT, BELIEF = 0, 2, 4, 5  # what clips say of a point; speed and offset are two numbers, seen from the heading
SAID = 6
CLOSING, OPENING = 0.05, 0.12  # seconds in which a foot is held, and let go
BRAKING = 0.03  # seconds longer that it takes to hold a foot for every metre a second of its speed
LEAVING = 0.033  # seconds in which a foot that is let go goes as fast as its clips' feet
BACK = 0.06  # seconds in which a free foot comes back to where the pose has it, but for 37 %
FARTHEST = 0.15  # metres from its pose's at which a foot is held; beyond, it comes along
LOW, HIGH = 0.02, 0.08  # metres that a free point is up: from the one on it goes as the pose has it, all of it at the other
RISING_BACK = 0.015  # seconds in which it does, but for 37 %: a run's toe is well up within two frames of leaving the floor
FIRM = 1e-3  # how little a point that moves freely counts against one that is held
KEEP = 1.0  # radians: a knee that is bent so far may lose half of its bend, one that is bent less a smaller share
STRAIGHTEST = 0.126  # radians: the straightest a knee is made, where it was not as straight by itself
COST = 0.1  # of a metre that the pelvis moves, where a metre that a knee moves costs one
UP = 0.06  # seconds in which it comes up again, but for 26 %
ROUNDS = 3


@borrowing
def _listen(t, f, state, weights, at, share, pace, out):
    """Add what a state's clips say of the four points, times a share, to out (4, SAID); pace: reference frames a second."""
    first, last = t.firsts[state], t.firsts[state + 1] - 1
    step = first + min(max(int(at), 0), last - first - 1)
    for k in range(t.sizes[state]):
        amount = share * weights[k]
        if amount <= 1e-6:
            continue
        low, part = _locate(t, state, k, at)
        faster = pace * (t.warps[step + 1, k] - t.warps[step, k])
        for p in range(4):
            out[p, BELIEF] += amount * f.touching[low + int(part + 0.5), p]
            out[p, HEIGHT] += amount * ((1 - part) * f.heights[low, p] + part * f.heights[low + 1, p])
            for c in range(2):
                out[p, SPEED + c] += amount * faster * ((1 - part) * f.velocities[low, p, c] + part * f.velocities[low + 1, p, c])
                out[p, OFFSET + c] += amount * ((1 - part) * f.offsets[low, p, c] + part * f.offsets[low + 1, p, c])


@borrowing
def _say(t, f, c, n, out):
    """What the clips that a character is blended of say of its points, out (4, SAID)."""
    out[:] = 0.0
    state, at = c.state[n], c.at[n]
    if c.mode[n] != TRANSITION:
        _listen(t, f, state, c.weights[n], at, 1.0, _vote(t, state, c.weights[n], at), out)
        return
    point = c.point[n]
    target, there = t.ways[point, 1], _map(t, point, at)
    share, slope = _ease(t, point, at), _map_slope(t, point, at)
    pace = (1 - share) * _vote(t, state, c.weights[n], at) + share * _vote(t, target, c.entering[n], there) / slope
    _listen(t, f, state, c.weights[n], at, 1 - share, pace, out)
    _listen(t, f, target, c.entering[n], there, share, pace * slope, out)


@compiled
def believe(t, f, c, first, last, out):
    """Belief out (N, 4), 0 to 1, that each point of characters first:last is planted."""
    said = np.empty((4, SAID))
    for n in range(first, last):
        _say(t, f, c, n, said)
        for p in range(4):
            out[n, p] = said[p, BELIEF]


@borrowing
def _row(array, j):
    return array[j, 0], array[j, 1], array[j, 2]


@borrowing
def _turn_of(array, j):
    return array[j, 0], array[j, 1], array[j, 2], array[j, 3]


@borrowing
def _stand(f, rotations, root, turns, places):
    """World turns (M, 4) and places (M, 3) of the joints from the root to the feet."""
    for m in range(len(f.joints)):
        own = _turn_of(rotations, f.joints[m])
        up = f.above[m]
        turn = own if up < 0 else multiply(_turn_of(turns, up), own)
        place = (root[0], root[1], root[2]) if up < 0 else add(_row(places, up), rotate(_turn_of(turns, up), _row(f.bones, m)))
        for x in range(3):
            places[m, x] = place[x]
        for x in range(4):
            turns[m, x] = turn[x]


@borrowing
def open_of(gate):
    """How freely a point moves, 1 to 0, that is held so firmly."""
    return 1 - gate * gate * (3 - 2 * gate)


@borrowing
def _raised(feet, said, p):
    """How much, 0 to 1, a point goes as the pose has it, because its whole foot is free and well up: there is nothing to hold, and where a
    foot hangs steeply a millimetre between heel and toe turns it by much."""
    other = p + 1 - 2 * (p % 2)
    up = min(max((min(said[p, HEIGHT], said[other, HEIGHT]) - LOW) / (HIGH - LOW), 0.0), 1.0)
    return open_of(max(feet[p, GATE], feet[other, GATE])) * up * up * (3 - 2 * up)


@borrowing
def _move_points(feet, said, heading, bare, dt):
    """Move the points of a character, feet (4, 3), by a step.

    A point goes as fast as the feet of its clips do, not as its blended pose: that is not at all where they all stand. While it is free it
    also comes back to where the pose has it, or where the clips' feet were held beside it.
    """
    cosine, sine, back = math.cos(heading), math.sin(heading), 1 - math.exp(-dt / BACK)
    for p in range(4):
        stands = said[p, BELIEF] > 0.5
        home_x = bare[p, 0] + cosine * said[p, OFFSET] + sine * said[p, OFFSET + 1]
        home_z = bare[p, 2] + cosine * said[p, OFFSET + 1] - sine * said[p, OFFSET]
        if feet[p, GATE] == UNKNOWN:
            feet[p, X], feet[p, Z], feet[p, GATE] = home_x, home_z, 1.0 if stands else 0.0
        speed = math.sqrt(said[p, SPEED] ** 2 + said[p, SPEED + 1] ** 2)
        gate = feet[p, GATE] + (dt / (CLOSING + BRAKING * speed) if stands else -dt / OPENING)
        feet[p, GATE] = min(max(gate, 0.0), 1.0)
        free = open_of(feet[p, GATE])
        # A foot that leaves goes its clips' ways sooner than it comes back: they pull away by themselves, and smoothly.
        goes = dt * (free if stands else open_of(max(1 - (1 - feet[p, GATE]) * OPENING / LEAVING, 0.0)))
        feet[p, X] += goes * (cosine * said[p, SPEED] + sine * said[p, SPEED + 1])
        feet[p, Z] += goes * (cosine * said[p, SPEED + 1] - sine * said[p, SPEED])
        off_x, off_z = home_x - feet[p, X], home_z - feet[p, Z]
        far = math.sqrt(off_x * off_x + off_z * off_z)
        share = max(back * max(free, 1 - FARTHEST / max(far, FARTHEST)), 1 - math.exp(-_raised(feet, said, p) * dt / RISING_BACK))
        feet[p, X] += share * off_x
        feet[p, Z] += share * off_z


@borrowing
def _aim(feet, said, bare, p):
    """Where a point is to be: as high as its clips' feet are, or well up as its pose has it."""
    return feet[p, X], said[p, HEIGHT] + _raised(feet, said, p) * (bare[p, 1] - said[p, HEIGHT]), feet[p, Z]


@borrowing
def _keep_length(feet, said, bare, s):
    """Put heel and toe of a foot as far apart as they are, about the point that is held more firmly."""
    h, e = 2 * s, 2 * s + 1
    heel, aim = _aim(feet, said, bare, h), subtract(_aim(feet, said, bare, e), _aim(feet, said, bare, h))
    heel_free, toe_free = open_of(feet[h, GATE]) + FIRM, open_of(feet[e, GATE]) + FIRM
    pin = heel_free / (heel_free + toe_free)
    sole = keep_heights(aim, length(subtract(_row(bare, e), _row(bare, h))))
    feet[h, X], feet[h, Z] = heel[0] + pin * (aim[0] - sole[0]), heel[2] + pin * (aim[2] - sole[2])
    feet[e, X], feet[e, Z] = feet[h, X] + sole[0], feet[h, Z] + sole[2]


@borrowing
def _place_foot(feet, said, bare, ankle, s):
    """(ankle, turn) of a foot whose heel and toe are where they are to be."""
    h, e = 2 * s, 2 * s + 1
    heel, sole = _aim(feet, said, bare, h), subtract(_row(bare, e), _row(bare, h))
    turn = between(sole, subtract(_aim(feet, said, bare, e), heel))
    return add(heel, rotate(turn, subtract(ankle, _row(bare, h)))), turn


@borrowing
def _eased(bend, change):
    """A bend of a knee that changes by so much, but less where it gets nearly straight."""
    most = bend * bend / (bend + KEEP)
    eased = bend + (change if change > 0 else change / math.sqrt(1 + (change / max(most, 1e-6)) ** 2))
    least = STRAIGHTEST * math.tanh(abs(change) / STRAIGHTEST)
    return eased if least < 1e-9 else eased + least * math.exp(-((eased / least) ** 2))


@borrowing
def _rise(f, hips, ankles, goals, holds):
    """How far the pelvis rises, metres, so that held legs bend as they should: least squares of knees and pelvis."""
    rise = 0.0
    for _ in range(ROUNDS):
        above, below = 0.0, COST
        for s in range(2):
            away = (ankles[s, 0] - hips[s, 0], ankles[s, 1] - hips[s, 1] - rise, ankles[s, 2] - hips[s, 2])
            size = length(away)
            bend, slope = bend_and_slope(size, f.thigh[s], f.shin[s])
            knee = slope * f.thigh[s] * f.shin[s] / (f.thigh[s] + f.shin[s])
            lift = -away[1] / max(size, 1e-9)
            worth = holds[s] * knee * knee
            above += worth * lift * (lift * rise - (goals[s] - bend) / slope)
            below += worth * lift * lift
        rise = above / below
    return rise


@compiled
def hold(t, f, c, dt, first, last, rotations, roots):
    """Hold the feet of characters first:last, dt seconds after the step before, in their poses rotations (N, J, 4) and roots (N, 3)."""
    points = np.empty((4, SAID)), np.empty((4, 3))
    joints = np.empty((len(f.joints), 4)), np.empty((len(f.joints), 3))
    legs = np.empty((2, 3)), np.empty((2, 3)), np.empty(2), np.empty(2), np.empty((2, 4))
    _hold(t, f, c, dt, first, last, rotations, roots, points, joints, legs)


@borrowing
def _hold(t, f, c, dt, first, last, rotations, roots, points, joints, legs):
    """`hold`, with room for what it finds of the points, joints and legs of a character."""
    said, bare = points
    turns, places = joints
    hips, ankles, goals, holds, soles = legs
    for n in range(first, last):
        feet = c.feet[n]
        _say(t, f, c, n, said)
        _stand(f, rotations[n], roots[n], turns, places)
        for p in range(4):
            point = add(_row(places, f.carriers[p]), rotate(_turn_of(turns, f.carriers[p]), _row(f.points, p)))
            bare[p, 0], bare[p, 1], bare[p, 2] = point
        moves, begins = dt > 0 or feet[0, GATE] == UNKNOWN, feet[0, GATE] == UNKNOWN
        if moves:  # else the same pose is drawn again, to the last bit
            _move_points(feet, said, c.place[n, 2], bare, dt)
            _keep_length(feet, said, bare, 0)
            _keep_length(feet, said, bare, 1)
        for s in range(2):
            hip, ankle = _row(places, f.legs[s, 0]), _row(places, f.legs[s, 2])
            new, turn = _place_foot(feet, said, bare, ankle, s)
            hips[s, 0], hips[s, 1], hips[s, 2] = hip
            ankles[s, 0], ankles[s, 1], ankles[s, 2] = new
            soles[s, 0], soles[s, 1], soles[s, 2], soles[s, 3] = turn
            before, after = length(subtract(ankle, hip)), length(subtract(new, hip))
            change = as_if(after, f.thigh[s], f.shin[s]) - as_if(before, f.thigh[s], f.shin[s])
            goals[s] = _eased(bend_of(before, f.thigh[s], f.shin[s]), change)
            holds[s] = 1 - open_of(feet[2 * s, GATE]) * open_of(feet[2 * s + 1, GATE])
        if moves:
            _follow(c.pelvis[n], _rise(f, hips, ankles, goals, holds), dt, begins)
        rise = c.pelvis[n, RISE]
        roots[n, 1] += rise
        for s in range(2):
            size = _size_of_leg(f, s, places, ankles, goals[s], holds[s], rise)
            _reach(f, s, turns, places, ankles, soles, size, rise, rotations[n])


@borrowing
def _follow(legs, rise, dt, begins):
    """Let the pelvis go where it should be: down at once, for a leg that must reach, and up like a weight on a damped spring."""
    if begins or rise < legs[RISE]:
        legs[RISE], legs[RISING] = rise, 0.0 if begins else (rise - legs[RISE]) / dt
        return
    off = legs[RISE] - rise
    push, fade = legs[RISING] + off / UP, math.exp(-dt / UP)
    legs[RISE], legs[RISING] = rise + (off + push * dt) * fade, (legs[RISING] - push * dt / UP) * fade


@borrowing
def _size_of_leg(f, s, places, ankles, goal, held, rise):
    """How far an ankle is from its hip: as its foot needs, but a free leg no straighter than at ease, and none than it was or may be."""
    hip, ankle = _row(places, f.legs[s, 0]), _row(places, f.legs[s, 2])
    size = length(subtract(_row(ankles, s), add(hip, (0.0, rise, 0.0))))
    size += (1 - held) * (min(size_of(goal, f.thigh[s], f.shin[s]), size) - size)
    longest = max(size_of(0.5 * STRAIGHTEST, f.thigh[s], f.shin[s]), length(subtract(ankle, hip)))
    return min(size, longest)


@borrowing
def _reach(f, s, turns, places, ankles, soles, size, rise, rotations):
    """Turn hip, knee and ankle of a leg so that its ankle is so far from its hip and its foot where it should be; the pelvis rose."""
    hip, knee, ankle = f.legs[s, 0], f.legs[s, 1], f.legs[s, 2]
    old_hip, old_knee, old_ankle = _row(places, hip), _row(places, knee), _row(places, ankle)
    away = subtract(_row(ankles, s), add(old_hip, (0.0, rise, 0.0)))
    hinge = rotate(_turn_of(turns, hip), _row(f.hinges, s))
    knee_turn = bend_knee(old_hip, old_knee, old_ankle, hinge, size, THROUGH)
    bent = add(old_knee, rotate(knee_turn, subtract(old_ankle, old_knee)))
    hip_turn = between(subtract(bent, old_hip), away)
    whole, sole = multiply(hip_turn, knee_turn), _turn_of(soles, s)
    seen = hip_turn, knee_turn, multiply(inverse(whole), sole)
    for j in range(3):
        joint = f.legs[s, j]
        turned = multiply(seen[j], _turn_of(turns, joint))
        local = multiply(inverse(_turn_of(turns, f.above[joint])), turned)
        for x in range(4):
            rotations[f.joints[joint], x] = local[x]
