"""Points nearest to where they are wanted that keep their distances: Newton on the Lagrangian, compiled.

The distances' second derivatives couple points but not axes, so the Hessian of the Lagrangian is one matrix of points by points for all
three axes; the multipliers come of its Schur complement, distances by distances. Both are dense and some thirty rows.
"""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import numpy as np

from motionloom.core._compiled import compiled

STEP = 0.3  # metres that a point moves at most in a step
CLOSE = 0.02  # metres: after smaller steps the whole Hessian is tried
RESTLESS = 10  # steps after which what still moves far is damped
SOFT = 1e-9  # of the mean diagonal: what makes distances that say the same thing solvable
ALIKE = 0.97  # cosine from which two steps go the same way
STRAIGHT = 1e-2  # sine of the angle from which a chain is straight


@compiled
def factor(a, n):
    """The Cholesky factor in the lower triangle of a (n, n), in place; False where it is not positive definite."""
    for j in range(n):
        s = a[j, j]
        for k in range(j):
            s -= a[j, k] * a[j, k]
        if not s > 0.0:
            return False
        root = np.sqrt(s)
        a[j, j] = root
        for i in range(j + 1, n):
            s = a[i, j]
            for k in range(j):
                s -= a[i, k] * a[j, k]
            a[i, j] = s / root
    return True


@compiled
def solve(a, n, b):
    """x of a x = b for a factor a (n, n), in place of b (n,)."""
    for i in range(n):
        s = b[i]
        for k in range(i):
            s -= a[i, k] * b[k]
        b[i] = s / a[i, i]
    for i in range(n - 1, -1, -1):
        s = b[i]
        for k in range(i + 1, n):
            s -= a[k, i] * b[k]
        b[i] = s / a[i, i]


@compiled
def invert(a, n, out):
    """The inverse of a matrix whose factor is a (n, n): first of the factor, then its product with its transpose."""
    for j in range(n):
        out[j, j] = 1.0 / a[j, j]
        for i in range(j + 1, n):
            s = 0.0
            for k in range(j, i):
                s -= a[i, k] * out[k, j]
            out[i, j] = s / a[i, i]
    for i in range(n):
        for j in range(i + 1):
            s = 0.0
            for k in range(i, n):
                s += out[k, i] * out[k, j]
            a[i, j] = s
    for i in range(n):
        for j in range(i + 1):
            out[i, j] = a[i, j]
            out[j, i] = a[i, j]


@compiled
def weigh(rows, n, weights, damping, edges, forces, pushes, k_matrix, g_matrix):
    """The inverse (n, n) of the Lagrangian's Hessian for the free points, in g_matrix; False where it is not convex.

    pushes: which share of the forces that push points apart counts; with none of them it is always convex.
    """
    for i in range(n):
        for j in range(n):
            k_matrix[i, j] = 0.0
    for i in range(len(rows)):
        if rows[i] >= 0:
            k_matrix[rows[i], rows[i]] = weights[i] + damping
    for e in range(len(edges)):
        force = forces[e] if forces[e] > 0.0 else pushes * forces[e]
        a, b = rows[edges[e, 0]], rows[edges[e, 1]]
        if a >= 0:
            k_matrix[a, a] += force
        if b >= 0:
            k_matrix[b, b] += force
        if a >= 0 and b >= 0:
            k_matrix[max(a, b), min(a, b)] -= force
    if not factor(k_matrix, n):
        return False
    invert(k_matrix, n, g_matrix)
    return True


@compiled
def between(g_matrix, a, b, c, d):
    """How much points a and b come apart under unit forces on c and d; -1 for a point that is pinned."""
    value = 0.0
    if a >= 0 and c >= 0:
        value += g_matrix[a, c]
    if a >= 0 and d >= 0:
        value -= g_matrix[a, d]
    if b >= 0 and c >= 0:
        value -= g_matrix[b, c]
    if b >= 0 and d >= 0:
        value += g_matrix[b, d]
    return value


@compiled
def step(places, wanted, weights, damping, rows, n, edges, squares, forces, near, apart, k_matrix, g_matrix, s_matrix, move):
    """One Newton step: the moves (N, 3) of the points, new forces (M,), and the largest error of a distance, squared metres.

    near: whether the end is near, and forces that push count too.
    """
    m, points = len(edges), len(places)
    if not (near and weigh(rows, n, weights, damping, edges, forces, 1.0, k_matrix, g_matrix)):
        weigh(rows, n, weights, damping, edges, forces, 0.0, k_matrix, g_matrix)
    worst, move_apart = 0.0, np.empty(m)
    for i in range(points):
        for c in range(3):
            s = 0.0
            if rows[i] >= 0:
                for j in range(points):
                    if rows[j] >= 0:
                        s -= g_matrix[rows[i], rows[j]] * weights[j] * (places[j, c] - wanted[j, c])
            move[i, c] = s
    trace = 0.0
    for e in range(m):
        a, b = edges[e, 0], edges[e, 1]
        right, length = 0.0, 0.0
        for c in range(3):
            apart[e, c] = places[a, c] - places[b, c]
            length += apart[e, c] * apart[e, c]
            right += apart[e, c] * (move[a, c] - move[b, c])
        error = 0.5 * (length - squares[e])
        worst = max(worst, abs(error))
        move_apart[e] = right + error
    for e in range(m):
        a, b = rows[edges[e, 0]], rows[edges[e, 1]]
        for f in range(e + 1):
            along = apart[e, 0] * apart[f, 0] + apart[e, 1] * apart[f, 1] + apart[e, 2] * apart[f, 2]
            s_matrix[e, f] = along * between(g_matrix, a, b, rows[edges[f, 0]], rows[edges[f, 1]])
        trace += s_matrix[e, e]
    soft = SOFT * trace / m + 1e-30
    for e in range(m):  # near the last forces, so that what is soft leaves no error in the end
        s_matrix[e, e] += soft
        forces[e] = move_apart[e] + soft * forces[e]
    if not factor(s_matrix, m):
        return -1.0
    solve(s_matrix, m, forces)
    for e in range(m):
        a, b = rows[edges[e, 0]], rows[edges[e, 1]]
        for i in range(points):
            if rows[i] >= 0:
                pull = between(g_matrix, rows[i], -1, a, b) * forces[e]
                for c in range(3):
                    move[i, c] -= pull * apart[e, c]
    return worst


@compiled
def bend_straight(places, wanted, rows, chains, bends, hint):
    """Bend chains that are straight a little, the way they bend: pushed along itself, a straight chain does not know where to go."""
    for k in range(len(chains)):
        i, a, b = chains[k, 0], chains[k, 1], chains[k, 2]
        if rows[i] < 0:
            continue
        ux, uy, uz = places[i, 0] - places[a, 0], places[i, 1] - places[a, 1], places[i, 2] - places[a, 2]
        vx, vy, vz = places[b, 0] - places[i, 0], places[b, 1] - places[i, 1], places[b, 2] - places[i, 2]
        u, v = np.sqrt(ux * ux + uy * uy + uz * uz), np.sqrt(vx * vx + vy * vy + vz * vz)
        cx, cy, cz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
        if cx * cx + cy * cy + cz * cz > (STRAIGHT * u * v) ** 2 or u * v == 0.0:
            continue
        hx, hy, hz = hint[0], hint[1], hint[2]
        if abs(hx * ux + hy * uy + hz * uz) > 0.9 * u:
            hx, hy, hz = hint[1], hint[2], hint[0]
        along = (hx * ux + hy * uy + hz * uz) / (u * u)
        hx, hy, hz = hx - along * ux, hy - along * uy, hz - along * uz
        size = STRAIGHT * min(u, v) * bends[i] / np.sqrt(hx * hx + hy * hy + hz * hz)
        places[i, 0] += size * hx
        places[i, 1] += size * hy
        places[i, 2] += size * hz


@compiled
def overshoot(move, last):
    """By how much to lengthen a step that goes on as the last one did: to where a row of ever shorter steps would end (Aitken)."""
    both, mine, its = 0.0, 0.0, 0.0
    for i in range(len(move)):
        for c in range(3):
            both += move[i, c] * last[i, c]
            mine += move[i, c] * move[i, c]
            its += last[i, c] * last[i, c]
    if its == 0.0 or both < ALIKE * np.sqrt(mine * its):
        return 1.0
    return min(1.0 / max(1.0 - both / its, 0.05), 20.0) if both > 0.3 * its else 1.0


@compiled
def settle(places, wanted, weights, free, edges, squares, forces, most, near):
    """Move points (N, 3), in place, to the nearest ones that keep their distances; how many steps that took.

    forces (M,): the multipliers, of the last drag or zero. It ends when a step moves no point by `near` metres, or after `most` steps.
    """
    points, m = len(places), len(edges)
    rows = np.full(points, -1, np.int64)
    n = 0
    for i in range(points):
        if free[i]:
            rows[i] = n
            n += 1
    if n == 0:
        return 0
    k_matrix, g_matrix, s_matrix = np.empty((n, n)), np.empty((n, n)), np.empty((m, m))
    apart, move, before = np.empty((m, 3)), np.zeros((points, 3)), np.empty(m)
    farthest, damping, last = 1.0, 0.0, np.zeros((points, 3))
    for count in range(most):
        if count >= RESTLESS:  # it goes to and fro
            damping = 0.1 * damping if farthest < CLOSE else max(1.0, 2.0 * damping)
        before[:] = forces
        close = farthest < CLOSE
        worst = step(places, wanted, weights, damping, rows, n, edges, squares, forces, close, apart, k_matrix, g_matrix, s_matrix, move)
        if worst < 0.0:
            forces[:] = 0.0
            return count
        farthest = 0.0
        for i in range(points):
            farthest = max(farthest, move[i, 0] ** 2 + move[i, 1] ** 2 + move[i, 2] ** 2)
        farthest = np.sqrt(farthest)
        share = min(1.0, STEP / farthest) if farthest > 0.0 else 1.0
        if close:
            share = overshoot(move, last)
        last[:] = move
        if share != 1.0:
            last[:] = 0.0
        for i in range(points):
            for c in range(3):
                places[i, c] += share * move[i, c]
        if share < 1.0:
            for e in range(m):
                forces[e] = before[e] + share * (forces[e] - before[e])
        if farthest < near and worst < 1e-9:
            return count + 1
    return most
