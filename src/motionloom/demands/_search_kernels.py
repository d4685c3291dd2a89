"""Compiled: what a sequence of frames costs, which blocks are tried, and the best way through them."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

import numpy as np

from motionloom.core._compiled import compiled

FAR = 1e15


@compiled
def count_bits(value):
    """How many bits of a 64-bit number are set."""
    v = np.uint64(value)
    v = v - ((v >> np.uint64(1)) & np.uint64(0x5555555555555555))
    v = (v & np.uint64(0x3333333333333333)) + ((v >> np.uint64(2)) & np.uint64(0x3333333333333333))
    v = (v + (v >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return float((v * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def frame_cost(have, must, must_not, unasked, prices):
    """What the words cost that a frame misses, and those that it shows though nobody asked; prices: of one missed, of one unasked."""
    missed = count_bits(must & ~have) + count_bits(must_not & have)
    return prices[0] * missed + prices[1] * count_bits(have & unasked)


@compiled
def block_costs(bits, asked, firsts, begins, lengths, out):
    """Words that blocks from frames firsts (S,) miss if they fill slots (K,): out (K, S). asked: see `frame_cost`, of each frame."""
    must, must_not, unasked, prices = asked
    for k in range(begins.shape[0]):
        for s in range(firsts.shape[0]):
            total = 0.0
            for i in range(lengths[k]):
                t = begins[k] + i
                total += frame_cost(bits[firsts[s] + i], must[t], must_not[t], unasked[t], prices)
            out[k, s] = total


@compiled
def spread_anchors(anchor_slot, anchor_frame, begins, lengths, left, stretch_of, reach, cands, counts):
    """Let each anchor (a frame of the pool at the beginning of a slot) fill the slots about it with what its clip shows before and after.

    cands (K, M) and counts (K,) hold candidates already and get more; reach: slots to either side.
    """
    slots, most = cands.shape
    for n in range(anchor_slot.shape[0]):
        here, frame = anchor_slot[n], anchor_frame[n]
        for way in (0, 1):
            k = here if way == 0 else here - 1
            while 0 <= k < slots and abs(k - here) <= reach:
                at = frame + begins[k] - begins[here]
                if at < 0 or at >= left.shape[0] or stretch_of[at] != stretch_of[frame] or left[at] < lengths[k]:
                    break
                if counts[k] < most:
                    seen = False
                    for c in range(counts[k]):
                        if cands[k, c] == at:
                            seen = True
                            break
                    if not seen:
                        cands[k, counts[k]] = at
                        counts[k] += 1
                k += 1 if way == 0 else -1


@compiled
def find_unary(bits, asked, begins, lengths, cands, counts, extra, out):
    """Words that candidates miss, and what else speaks against their frames, extra (N,): out (K, M)."""
    must, must_not, unasked, prices = asked
    for k in range(begins.shape[0]):
        for c in range(counts[k]):
            total = 0.0
            for i in range(lengths[k]):
                f, t = cands[k, c] + i, begins[k] + i
                total += frame_cost(bits[f], must[t], must_not[t], unasked[t], prices) + extra[f]
            out[k, c] = total


@compiled
def step_forward(joins, first, length, unary, costs, poses, ground, facing, steps, guide, new_costs, new_poses, back):
    """One slot of dynamic programming: the best of the candidates before for each of this slot's.

    joins (A, B) costs from each to each; first (B,) frames; costs (A,) so far and poses (A, 3): where each way's next frame stands (x, z,
    heading). guide (5,): x, z, heading to be at with the slot's last frame and the weights of place and heading. Positions are those of
    the best way to each candidate, so they are exact for it, and the search is not over all ways.
    """
    gx, gz, gh, wp, wh = guide[0], guide[1], guide[2], guide[3], guide[4]
    for b in range(first.shape[0]):
        s, e = first[b], first[b] + length - 1
        cosine, sine = math.cos(facing[s]), math.sin(facing[s])
        mx, mz = ground[e, 0] - ground[s, 0], ground[e, 1] - ground[s, 1]
        aside, ahead, turn = cosine * mx - sine * mz, sine * mx + cosine * mz, facing[e] - facing[s]
        best, which, bx, bz, bh = FAR, 0, 0.0, 0.0, 0.0
        for a in range(costs.shape[0]):
            total = costs[a] + joins[a, b]
            if total >= best:
                continue
            h = poses[a, 2]
            ca, sa = math.cos(h), math.sin(h)
            x, z = poses[a, 0] + ca * aside + sa * ahead, poses[a, 1] - sa * aside + ca * ahead
            if wp > 0.0:
                total += wp * ((x - gx) ** 2 + (z - gz) ** 2)
            if wh > 0.0:
                total += wh * 2.0 * (1.0 - math.cos(h + turn - gh))
            if total < best:
                best, which, bx, bz, bh = total, a, x, z, h + turn
        new_costs[b] = best + unary[b]
        back[b] = which
        ca, sa = math.cos(bh), math.sin(bh)
        new_poses[b, 0] = bx + ca * steps[e, 0] + sa * steps[e, 1]
        new_poses[b, 1] = bz - sa * steps[e, 0] + ca * steps[e, 1]
        new_poses[b, 2] = bh + steps[e, 2]


@compiled
def walk_path(frames, steps, pose, out):
    """Where a sequence of frames (F,) goes from a pose (x, z, heading): out (F, 3)."""
    x, z, h = pose[0], pose[1], pose[2]
    for t in range(frames.shape[0]):
        out[t, 0], out[t, 1], out[t, 2] = x, z, h
        step = steps[frames[t]]
        ca, sa = math.cos(h), math.sin(h)
        x, z, h = x + ca * step[0] + sa * step[1], z - sa * step[0] + ca * step[1], h + step[2]


@compiled
def path_cost(frames, bits, asked, extra, join_costs, steps, pose, guide, short, short_cost, parts):
    """What a sequence of frames (F,) costs: parts (4,) get words, joins, short pieces, places. guide (F, 5) as in `step_forward`.

    join_costs (F,): what the join before each frame costs, 0 where there is none.
    """
    parts[:] = 0.0
    must, must_not, unasked, prices = asked
    x, z, h = pose[0], pose[1], pose[2]
    since = short
    for t in range(frames.shape[0]):
        f = frames[t]
        parts[0] += frame_cost(bits[f], must[t], must_not[t], unasked[t], prices) + extra[f]
        if join_costs[t] > 0.0:
            parts[1] += join_costs[t]
            if since < short:
                parts[2] += short_cost * (short - since) / short
            since = 0
        since += 1
        if guide[t, 3] > 0.0:
            parts[3] += guide[t, 3] * ((x - guide[t, 0]) ** 2 + (z - guide[t, 1]) ** 2)
        if guide[t, 4] > 0.0:
            parts[3] += guide[t, 4] * 2.0 * (1.0 - math.cos(h - guide[t, 2]))
        step = steps[f]
        ca, sa = math.cos(h), math.sin(h)
        x, z, h = x + ca * step[0] + sa * step[1], z - sa * step[0] + ca * step[1], h + step[2]
    return parts[0] + parts[1] + parts[2] + parts[3]
