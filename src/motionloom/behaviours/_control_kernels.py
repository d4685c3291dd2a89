"""One step of many characters, compiled: events, modes, pose and place. Imported only where it runs."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

import numpy as np

from motionloom.behaviours._lap_kernels import begin_lap, next_hop
from motionloom.behaviours._pose_kernels import _move, _pose
from motionloom.core._compiled import borrowing, compiled, fma

PLAYBACK, PREPARATION, TRANSITION = 0, 1, 2
GO, STEER = 1, 2  # kinds of event; steering by parameter k is STEER + k
NOT_ASKED = 1e30  # what nobody asked for: the reference clip as it is
FRAMES = 60.0
ONE = np.float32(1.0)


@borrowing
def _vote(t, state, weights, at):
    """Reference frames a second: each clip wants the reference to run so that it itself runs at its own pace."""
    first, last = t.firsts[state], t.firsts[state + 1] - 1
    row = min(max(int(at), 0), last - first - 1)
    total = 0.0
    for k in range(t.sizes[state]):
        total += weights[k] / (t.warps[first + row + 1, k] - t.warps[first + row, k])
    return FRAMES * total


@borrowing
def _map(t, point, at):
    """The target's reference frame for the source's, through a transition's window."""
    knots = t.maps.shape[1]
    share = (at - t.windows[point, 0]) / (t.windows[point, 1] - t.windows[point, 0])
    place = min(max(share, 0.0), 1.0) * (knots - 1)
    row = min(int(place), knots - 2)
    return t.maps[point, row] + (place - row) * (t.maps[point, row + 1] - t.maps[point, row])


@borrowing
def _map_slope(t, point, at):
    knots = t.maps.shape[1]
    width = (t.windows[point, 1] - t.windows[point, 0]) / (knots - 1)
    row = min(max(int((at - t.windows[point, 0]) / width), 0), knots - 2)
    return (t.maps[point, row + 1] - t.maps[point, row]) / width


@borrowing
def _ease(t, point, at):
    share = (at - t.windows[point, 0]) / (t.windows[point, 1] - t.windows[point, 0])
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share)


@borrowing
def _aim_both(t, state, asked, out):
    """Weights for a turn and a speed (2,) at once."""
    rows, columns = t.steering.shape[1], t.steering.shape[2]
    low, high = t.areas[state, :, 0], t.areas[state, :, 1]
    a = min(max((asked[0] - low[0]) / (high[0] - low[0]), 0.0), 1.0) * (rows - 1)
    b = min(max((asked[1] - low[1]) / (high[1] - low[1]), 0.0), 1.0) * (columns - 1)
    i, j = min(int(a), rows - 2), min(int(b), columns - 2)
    a, b = a - i, b - j
    for k in range(out.shape[0]):
        near = (1 - b) * t.steering[state, i, j, k] + b * t.steering[state, i, j + 1, k]
        far = (1 - b) * t.steering[state, i + 1, j, k] + b * t.steering[state, i + 1, j + 1, k]
        out[k] = (1 - a) * near + a * far


@borrowing
def aim(t, state, asked, out):
    """Weights for what is asked (P,): a turn and a speed where a state takes both and a speed is asked for, else its one parameter."""
    if asked[1] < NOT_ASKED and t.areas[state, 0, 1] > t.areas[state, 0, 0]:
        _aim_both(t, state, asked, out)
        return
    value = asked[t.steered[state]]
    if value >= NOT_ASKED:
        for k in range(out.shape[0]):
            out[k] = 1.0 if k == 0 else 0.0
        return
    low, high = t.values[state, 0], t.values[state, 1]
    entries = t.weights.shape[1]
    place = 0.0 if high <= low else min(max((value - low) / (high - low), 0.0), 1.0) * (entries - 1)
    row = min(int(place), entries - 2)
    for k in range(out.shape[0]):
        out[k] = t.weights[state, row, k] + (place - row) * (t.weights[state, row + 1, k] - t.weights[state, row, k])


@borrowing
def _choose(t, source, weights, at, target, enter, out):
    """Weights of the target's clips whose blend looks most like the source at this moment: by trying, not by default."""
    here = t.firsts[source] + min(max(int(at + 0.5), 0), t.firsts[source + 1] - t.firsts[source] - 1)
    there = t.firsts[target] + min(max(int(enter + 0.5), 0), t.firsts[target + 1] - t.firsts[target] - 1)
    best, chosen = math.inf, 0
    for n in range(t.samples.shape[1]):
        apart = 0.0
        for d in range(t.features.shape[2]):
            difference = 0.0
            for k in range(t.sizes[source]):
                difference += weights[k] * t.features[here, k, d]
            for k in range(t.sizes[target]):
                difference -= t.samples[target, n, k] * t.features[there, k, d]
            apart += difference * difference
        if apart < best:
            best, chosen = apart, n
    for k in range(out.shape[0]):
        out[k] = t.samples[target, chosen, k]


@borrowing
def _begin(t, c, n, point):
    """Start a transition."""
    source, target = t.ways[point, 0], t.ways[point, 1]
    c.mode[n], c.point[n] = TRANSITION, point
    if source == target:
        for k in range(c.weights.shape[1]):
            c.entering[n, k] = c.weights[n, k]
    elif t.at_once[t.steered[target]]:
        aim(t, target, c.heard[n], c.entering[n])
    else:
        _choose(t, source, c.weights[n], t.windows[point, 0], target, t.maps[point, 0], c.entering[n])


@borrowing
def _next_point(t, c, n, begin, end):
    """The transition to take while the reference frame goes from begin to end; -1 for none, and on."""
    state, goal = c.state[n], c.goal[n]
    if goal >= 0 and goal != state:
        want = t.routes[state, goal]
        for point in range(t.ranges[state, want, 0], t.ranges[state, want, 1]):
            if begin <= t.windows[point, 0] <= end:
                return point
    if t.seams[state, 0] < math.inf:
        return next_hop(t, c, n, begin, end)
    if t.cyclic[state]:
        loop = t.ranges[state, state, 0]
        return loop if end >= t.windows[loop, 0] else -1
    default = t.ranges[state, t.defaults[state], 1] - 1
    if end < t.windows[default, 0]:
        return -1
    if goal >= 0 and goal != state:  # what was asked for may leave later still
        want = t.routes[state, goal]
        last = t.ranges[state, want, 1] - 1
        if t.windows[last, 0] > end:
            return -1
    return default


@borrowing
def _take_events(t, c, n):
    """Playback looks at its queue: steering takes effect at once, a behaviour becomes the goal."""
    while c.goal[n] < 0 and c.waiting[n] > 0:
        slot = c.head[n]
        c.head[n] = (slot + 1) % c.kinds.shape[1]
        c.waiting[n] -= 1
        serial = c.serials[n, slot]
        if c.kinds[n, slot] >= STEER:
            c.asked[n, c.kinds[n, slot] - STEER] = c.amounts[n, slot]
            c.done[n] = serial
        elif int(c.amounts[n, slot]) == c.state[n]:
            c.done[n] = serial
        else:
            c.goal[n], c.doing[n] = int(c.amounts[n, slot]), serial
            c.mode[n] = PREPARATION


@borrowing
def _arrive(t, c, n, over):
    """A transition is over: the target is the state now, a little past the window's end."""
    point = c.point[n]
    slope = _map_slope(t, point, t.windows[point, 1])
    c.state[n] = t.ways[point, 1]
    c.at[n] = t.maps[point, t.maps.shape[1] - 1] + over * slope
    for k in range(c.weights.shape[1]):
        c.weights[n, k] = c.entering[n, k]
    c.point[n] = -1
    if t.ways[point, 0] != t.ways[point, 1]:
        begin_lap(t, c, n)
    if c.goal[n] == c.state[n]:
        c.goal[n], c.done[n] = -1, c.doing[n]
    c.mode[n] = PREPARATION if c.goal[n] >= 0 else PLAYBACK


@borrowing
def _hear(t, c, n, k, fade):
    """What is asked is heard little by little, and weights follow what is heard: nothing starts with a jerk."""
    asked, heard = c.asked[n, k], c.heard[n, k]
    c.heard[n, k] = asked if t.at_once[k] or asked >= NOT_ASKED or heard >= NOT_ASKED else heard + fade * (asked - heard)


@compiled
def step(t, c, dt, first, last, rotations, roots, drawn):
    """Advance characters first:last by dt seconds; if drawn, rotations (N, J, 4) and roots (N, 3) are their poses then."""
    _step(t, c, dt, first, last, rotations, roots, drawn, 1 - np.exp(-dt / t.eases), np.empty(c.weights.shape[1]), np.empty(3))


@borrowing
def _step(t, c, dt, first, last, rotations, roots, drawn, fades, goals, moved):
    """`step`, with how far each parameter is followed, fades (P,), and room for weights (K,) and for how a character moves (3,)."""
    for n in range(first, last):
        if c.mode[n] != TRANSITION:
            _take_events(t, c, n)
        aim(t, c.state[n], c.heard[n], goals)
        fade = fades[t.steered[c.state[n]]]
        for k in range(goals.shape[0]):
            c.weights[n, k] += fade * (goals[k] - c.weights[n, k])
        moved[:] = 0.0
        if c.mode[n] != TRANSITION:
            begin = c.at[n]
            end = begin + dt * _vote(t, c.state[n], c.weights[n], begin)
            point = _next_point(t, c, n, begin, end)
            _move(t, c.state[n], c.weights[n], begin, end, 1.0, moved)
            c.at[n] = end
            if point >= 0:
                _begin(t, c, n, point)
        else:
            point, begin = c.point[n], c.at[n]
            target = t.ways[point, 1]
            aim(t, target, c.heard[n], goals)
            fade = fades[t.steered[target]]
            for k in range(goals.shape[0]):
                c.entering[n, k] += fade * (goals[k] - c.entering[n, k])
            share = _ease(t, point, begin)
            pace = (1 - share) * _vote(t, c.state[n], c.weights[n], begin)
            pace += share * _vote(t, target, c.entering[n], _map(t, point, begin)) / _map_slope(t, point, begin)
            end = begin + dt * pace
            within = min(end, t.windows[point, 1])
            share = (_ease(t, point, begin) + _ease(t, point, within)) / 2
            _move(t, c.state[n], c.weights[n], begin, within, 1 - share, moved)
            entered = _map(t, point, within)
            _move(t, target, c.entering[n], _map(t, point, begin), entered, share, moved)
            c.at[n] = end
            if end >= t.windows[point, 1]:
                _arrive(t, c, n, end - t.windows[point, 1])
                _move(t, c.state[n], c.weights[n], entered, c.at[n], 1.0, moved)
        angle = c.place[n, 2] + moved[2] / 2
        cosine, sine = math.cos(angle), math.sin(angle)
        c.place[n, 0] += cosine * moved[0] + sine * moved[1]
        c.place[n, 1] += cosine * moved[1] - sine * moved[0]
        c.place[n, 2] += moved[2]
        for k in range(c.asked.shape[1]):
            _hear(t, c, n, k, fades[k])
        if drawn:
            _draw(t, c, n, rotations[n], roots[n])


@compiled
def run_steps(t, c, dt, rotations, roots, drawn, points, places, at):
    """As many steps of all characters as points (F, N) has room for, the transition each is in then; places (F, N, 3); at (F, N) reference
    frames; if drawn, poses into rotations (F, N, J, 4) and roots (F, N, 3)."""
    for f in range(points.shape[0]):
        row = f if drawn else 0
        step(t, c, dt, 0, points.shape[1], rotations[row], roots[row], drawn)
        for n in range(points.shape[1]):
            points[f, n], at[f, n] = c.point[n], c.at[n]
            for x in range(3):
                places[f, n, x] = c.place[n, x]


@borrowing
def draw_all(t, c, first, last, rotations, roots):
    """The poses of characters first:last as they stand: rotations (N, J, 4), roots (N, 3)."""
    for n in range(first, last):
        _draw(t, c, n, rotations[n], roots[n])


@borrowing
def _draw(t, c, n, rotations, root):
    """The pose of a character as it stands: rotations (J, 4), root (3,)."""
    if c.mode[n] == TRANSITION:
        point = c.point[n]
        share = _ease(t, point, c.at[n])
        left, begun = _pose(t, c.state[n], c.weights[n], c.at[n], 1 - share, False, rotations)
        entered, _ = _pose(t, t.ways[point, 1], c.entering[n], _map(t, point, c.at[n]), share, begun, rotations)
        height = left + entered
    else:
        height, _ = _pose(t, c.state[n], c.weights[n], c.at[n], 1.0, False, rotations)
    for j in range(rotations.shape[0]):
        bx, by, bz, bw = rotations[j, 0], rotations[j, 1], rotations[j, 2], rotations[j, 3]
        scale = ONE / math.sqrt(fma(bx, bx, fma(by, by, fma(bz, bz, bw * bw))))
        rotations[j, 0], rotations[j, 1], rotations[j, 2], rotations[j, 3] = scale * bx, scale * by, scale * bz, scale * bw
    y, w = np.float32(math.sin(c.place[n, 2] / 2)), np.float32(math.cos(c.place[n, 2] / 2))
    bx, by, bz, bw = rotations[0, 0], rotations[0, 1], rotations[0, 2], rotations[0, 3]
    rotations[0, 0] = fma(w, bx, y * bz)
    rotations[0, 1] = fma(w, by, y * bw)
    rotations[0, 2] = fma(w, bz, -y * bx)
    rotations[0, 3] = fma(w, bw, -y * by)
    root[0], root[1], root[2] = c.place[n, 0], height, c.place[n, 1]
