"""Where a state's clips are at a moment: frames, places and poses, blended. Compiled; imported only where it runs."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

import numpy as np

from motionloom.core._compiled import borrowing, fma


@borrowing
def _frame(t, state, k, at):
    """The frame of a state's clip k at a reference frame, within the clip."""
    first, last = t.firsts[state], t.firsts[state + 1] - 1
    at = min(max(at, 0.0), float(last - first))
    row = min(int(at), last - first - 1)
    part = at - row
    return (1 - part) * t.warps[first + row, k] + part * t.warps[first + row + 1, k]


@borrowing
def _locate(t, state, k, at):
    """Where a state's clip k stands at a reference frame: the frame before, by its number among all frames, and the part of one since."""
    first = t.clips[state, k]
    count = t.clips[state, k + 1] - first
    frame = min(max(_frame(t, state, k, at), 0.0), count - 1.0)
    row = min(int(frame), count - 2)
    return first + row, frame - row


@borrowing
def _place(t, state, k, at):
    """Where clip k of a state is on the ground at a reference frame: x, z and heading."""
    row, part = _locate(t, state, k, at)
    low, high = t.paths[row], t.paths[row + 1]
    return fma(part, high[0] - low[0], low[0]), fma(part, high[1] - low[1], low[1]), fma(part, high[2] - low[2], low[2])


@borrowing
def _move(t, state, weights, begin, end, share, moved):
    """Add the state's own movement between two reference frames, in its heading's frame, times a share: x, z, turn."""
    for k in range(t.sizes[state]):
        if weights[k] == 0.0:
            continue
        x, z, heading = _place(t, state, k, begin)
        new_x, new_z, new_heading = _place(t, state, k, end)
        dx, dz, amount = new_x - x, new_z - z, share * weights[k]
        cosine, sine = math.cos((heading + new_heading) / 2), math.sin((heading + new_heading) / 2)
        moved[0] += amount * fma(cosine, dx, -sine * dz)
        moved[1] += amount * fma(sine, dx, cosine * dz)
        moved[2] += amount * (new_heading - heading)


@borrowing
def _pose(t, state, weights, at, share, begun, rotations):
    """Add a state's blended pose times a share to rotations (J, 4), or put it there if they are not begun.

    Its height times the share comes out, and whether they are begun now.
    """
    height = 0.0
    for k in range(t.sizes[state]):
        amount = share * weights[k]
        if amount <= 1e-6:
            continue
        row, part = _locate(t, state, k, at)
        height += amount * fma(part, t.heights[row + 1] - t.heights[row], t.heights[row])
        late = np.float32(amount * part)
        early = np.float32(amount) - late
        if begun:
            _add_pose(t.rotations[row], t.rotations[row + 1], early, late, rotations)
        else:
            _set_pose(t.rotations[row], t.rotations[row + 1], early, late, rotations)
        begun = True
    return height, begun


@borrowing
def _set_pose(low, high, early, late, rotations):
    """Two neighbouring frames (J, 4), whose signs agree, times their shares, into rotations (J, 4)."""
    for j in range(rotations.shape[0]):
        for x in range(4):
            rotations[j, x] = fma(early, low[j, x], late * high[j, x])


@borrowing
def _add_pose(low, high, early, late, rotations):
    """`_set_pose` added to what rotations (J, 4) hold, with the sign that is nearer."""
    for j in range(rotations.shape[0]):
        x, y, z, w = rotations[j, 0], rotations[j, 1], rotations[j, 2], rotations[j, 3]
        ax, ay, az, aw = low[j, 0], low[j, 1], low[j, 2], low[j, 3]
        same = fma(x, ax, fma(y, ay, fma(z, az, w * aw)))
        a, b = (-early, -late) if same < 0 else (early, late)
        rotations[j, 0] = fma(a, ax, fma(b, high[j, 0], x))
        rotations[j, 1] = fma(a, ay, fma(b, high[j, 1], y))
        rotations[j, 2] = fma(a, az, fma(b, high[j, 2], z))
        rotations[j, 3] = fma(a, aw, fma(b, high[j, 3], w))
