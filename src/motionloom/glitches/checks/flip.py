"""Flips: a joint turns over from one frame to the next, and back later or not at all."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.skeleton import Skeleton
from motionloom.glitches.check import Check, register
from motionloom.glitches.glitch import Glitch
from motionloom.glitches.tracks import Tracks

LEAST = np.radians(60)  # within a step
FASTEST = 50.0  # radians a second: a wrist or a shoulder that throws turns at 30
UNUSUAL = 6.0  # times the median step around it
AROUND = 0.05  # seconds to either side
BACK = 0.35  # of the turn that may be left when a joint has flipped back
SHORT = 0.1  # seconds: a shorter flip is bridged, whatever it is; a longer one is turned back where it is a twist of the bone about itself
TWIST = 0.25  # of the turn that may be other than about the bone


def find(tracks: Tracks) -> list[Glitch]:
    """Flips, from where a joint turns over to where it turns back, or to the end."""
    turns, least = tracks.turns, max(LEAST, FASTEST / tracks.fps)
    reach, found = tracks.frames_in(AROUND), list[Glitch]()
    for joint in np.flatnonzero((turns > least).any(axis=0)):
        rows = np.flatnonzero(turns[:, joint] > least)
        usual = np.array([np.median(turns[max(0, row - reach) : row + reach + 1, joint]) for row in rows])
        rows = rows[turns[rows, joint] > UNUSUAL * usual]
        spans = _pair(tracks.motion, int(joint), rows)
        # Of several that never turn back none can be turned back by itself: the joint may be right again after all of them.
        alone = sum(start == 0 or stop == len(tracks.motion) for start, stop in spans) < 2
        found += [_to_glitch(tracks, int(joint), start, stop, alone) for start, stop in spans]
    return found


def unflip(motion: Motion, glitch: Glitch) -> Motion:
    """The motion with one joint turned back in the frames of a flip; every other joint and frame stays, to the byte."""
    joint, (start, stop) = motion.skeleton.names.index(glitch.joint), (glitch.start, glitch.stop)
    turned, q = motion.rotations.copy(), motion.rotations[:, joint].astype(np.float64)
    if stop - start <= SHORT * motion.fps:  # beyond an end of the motion the nearest pose stands in
        share = np.arange(1, stop - start + 1) / (stop - start + 1)
        before, after = q[start - 1 if start else stop], q[stop if stop < len(q) else start - 1]
        turned[start:stop, joint] = quaternion.slerp(before, after, share)
    else:
        turn = _turn(q, start)
        axis = bone_axis(motion.skeleton, joint)
        twist = turn if axis is None else quaternion.split_twist(turn, axis)[1]
        turned[start:stop, joint] = quaternion.multiply(q[start:stop], quaternion.conjugate(twist))
    return motion.with_arrays(turned, motion.root_positions)


def bone_axis(skeleton: Skeleton, joint: int) -> NDArray[np.float64] | None:
    """The unit direction (3,) of a joint's bone in its own frame; None where several bones, or none, begin there."""
    ends = [skeleton.offsets[child] for child in range(len(skeleton)) if skeleton.parents[child] == joint]
    ends += [np.asarray(site.offset) for site in skeleton.end_sites if site.parent == joint]
    lengths = [float(np.linalg.norm(end)) for end in ends]
    if len(ends) != 1 or lengths[0] < 1e-4:
        return None
    return np.asarray(ends[0], np.float64) / lengths[0]


def _turn(q: NDArray[np.float64], start: int) -> NDArray[np.float64]:
    """What joint rotations (F, 4) turn by at a flip, in the joint's frame."""
    return np.asarray(quaternion.multiply(quaternion.conjugate(q[start - 1]), q[start]))


def _pair(motion: Motion, joint: int, rows: NDArray[np.intp]) -> list[tuple[int, int]]:
    """Frames start:stop of each flip: from a turn to the one that undoes it; to an end of the motion, the nearer one, where none does."""
    q, spans, open_at = motion.rotations[:, joint].astype(np.float64), list[tuple[int, int]](), -1
    for row in rows:
        if open_at < 0:
            open_at = int(row)
            continue
        there = float(quaternion.angle_between(q[open_at], q[open_at + 1]))
        left = float(quaternion.angle_between(q[open_at], q[row + 1]))
        if left < BACK * there + 0.1 * (row - open_at) / motion.fps:
            spans.append((open_at + 1, int(row) + 1))
            open_at = -1
        else:
            spans.append(_to_nearer_end(open_at, len(q)))
            open_at = int(row)
    return [*spans, _to_nearer_end(open_at, len(q))] if open_at >= 0 else spans


def _to_nearer_end(row: int, frames: int) -> tuple[int, int]:
    return (row + 1, frames) if row + 1 > frames / 2 else (0, row + 1)


def _to_glitch(tracks: Tracks, joint: int, start: int, stop: int, alone: bool) -> Glitch:
    row = start - 1 if start else stop - 1
    degrees = float(np.degrees(tracks.turns[row, joint]))
    short = stop - start <= SHORT * tracks.fps
    words = f"the {tracks.say_joint(joint)} flips by {degrees:.0f} degrees for {(stop - start) / tracks.fps:.2f} s"
    ends = stop == len(tracks.motion)
    mendable = short or (start > 0 and (alone or not ends) and _is_twist(tracks.motion, joint, start))
    why = "its bone turns too" if alone or not ends else "it is one of several"
    words = words if mendable else f"{words}; {why}, and which way is right cannot be told"
    return Glitch("flip", start, stop, tracks.motion.skeleton.names[joint], degrees, words, "unflip" if mendable else "")


def _is_twist(motion: Motion, joint: int, start: int) -> bool:
    """Whether a flip turns the bone about itself, so that what hangs on it stays in place."""
    axis = bone_axis(motion.skeleton, joint)
    if axis is None:
        return False
    turn = _turn(motion.rotations[:, joint].astype(np.float64), start)
    swing, _ = quaternion.split_twist(turn, axis)
    whole = float(quaternion.angle_between(turn, np.array([0.0, 0.0, 0.0, 1.0])))
    return float(quaternion.angle_between(swing, np.array([0.0, 0.0, 0.0, 1.0]))) < TWIST * whole


CHECK = register(Check("flip", "Flip", find))
