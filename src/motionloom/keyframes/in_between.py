"""In-betweens: a gap between two keyed poses filled from captures, as a search for moments that began and ended alike.

What captures did beyond plain interpolation is averaged over the nearest of them and added to the interpolation of the gap: so both ends
are kept exactly. Past frames say how the body moved when the gap began; of the end only its pose is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from motionloom.align.put_on import put_on
from motionloom.core import Motion, Skeleton, quaternion
from motionloom.core.body import body_of
from motionloom.core.editing import mirror
from motionloom.core.heading import headings
from motionloom.core.masks import find_runs
from motionloom.keyframes.foot_control import CAPTURED, FootCurves, find_stands, read_foot
from motionloom.keyframes.key_curves import SketchError
from motionloom.keyframes.legs import follow_foot, pose
from motionloom.keyframes.rig import Floats, Rig, rig_of

NEIGHBOURS = 16
KEPT = 64  # dimensions of what is compared
SLOPE = 0.2  # seconds over which the speed with which a gap begins fades out
PACE = 0.15  # seconds: a speed counts as much as what it comes to in this time
WAY = 1.5  # radians that a metre counts as
TRUSTED = 5.0  # of what is compared: at this distance half of what captures did is added
PLANTED = 0.5  # of the neighbours' feet stand: then this one does


@dataclass(frozen=True, eq=False)
class Filled:
    """The motion of a gap; planted (F, 2): feet that were held still in it; trust: 0 to 1, how near captures came."""

    motion: Motion
    planted: NDArray[np.bool_]
    trust: float


@dataclass(frozen=True, eq=False)
class Stock:
    """Captured frames to search: rotations (T, J, 4), roots (T, 3), headings (T,), clips (T,), stands (T, 2), on one body at one rate."""

    rig: Rig
    fps: float
    rotations: Floats
    roots: Floats
    headings: Floats
    clips: NDArray[np.intp]
    stands: NDArray[np.bool_]
    poses: Floats
    mean: Floats
    _indexes: dict[int, tuple[NDArray[np.intp], NDArray[np.float32], Floats, Floats]] = field(default_factory=dict, repr=False)


def build_stock(skeleton: Skeleton, fps: float, motions: Sequence[Motion], mirrored: bool = True) -> Stock:
    """The stock of motions at one rate, put on a body; mirrored: left and right exchanged, too."""
    rig = rig_of(skeleton)
    placed = [put_on(motion, skeleton) for motion in motions if len(motion) > 2]
    placed += [mirror(motion) for motion in placed] if mirrored else []
    if not placed:
        raise SketchError("no capture to take in-betweens from")
    rotations = np.concatenate([each.rotations for each in placed]).astype(np.float64)
    clips = np.concatenate([np.full(len(each), n, np.intp) for n, each in enumerate(placed)])
    stands = [np.stack([find_stands(read_foot(rig, foot, each).point, fps, CAPTURED) for foot in rig.feet], axis=1) for each in placed]
    heading = np.concatenate([headings(each) for each in placed])
    roots = np.concatenate([each.root_positions for each in placed]).astype(np.float64)
    mean = mean_rotations(level(rotations, heading))
    poses = describe_poses(level(rotations, heading), mean)
    return Stock(rig, fps, rotations, roots, heading, clips, np.concatenate(stands), poses, mean)


def level(rotations: Floats, heading: Floats) -> Floats:
    """Local rotations (F, J, 4) whose root is seen from its heading (F,)."""
    found = rotations.copy()
    found[:, 0] = quaternion.multiply(quaternion.about_y(-heading), rotations[:, 0])
    return found


def mean_rotations(rotations: Floats) -> Floats:
    """The mean rotation (J, 4) of each joint."""
    return np.asarray(np.linalg.eigh(np.einsum("fja,fjb->jab", rotations, rotations))[1][..., -1])


def describe_poses(rotations: Floats, mean: Floats) -> Floats:
    """Poses (F, 3 J) as rotation vectors from the mean."""
    return np.asarray(quaternion.log(quaternion.multiply(quaternion.conjugate(mean), rotations)).reshape(len(rotations), -1))


def describe_gap(poses: Floats, roots: Floats, heading: Floats, fps: float, scale: float) -> Floats:
    """What is compared of gaps (N, D). poses (N, 3, 3 J), roots (N, 3, 3), heading (N, 3): the last two past frames, and the end."""
    back = quaternion.about_y(-heading[:, 1])
    ways = [quaternion.rotate(back, (roots[:, b] - roots[:, a]) / scale) for a, b in ((0, 1), (1, 2))]
    turned = np.angle(np.exp(1j * (heading[:, 2] - heading[:, 1])))[:, None]
    speed = PACE * fps
    return np.concatenate(
        [
            poses[:, 1],
            speed * (poses[:, 1] - poses[:, 0]),
            poses[:, 2],
            WAY * speed * ways[0],
            2 * WAY * ways[1],
            2 * turned,
            2 * WAY * roots[:, 1, 1:2] / scale,
        ],
        axis=1,
    )


def index_of(stock: Stock, gap: int) -> tuple[NDArray[np.intp], NDArray[np.float32], Floats, Floats]:
    """Where gaps of this many frames begin in the stock (N,), what is compared of them (N, KEPT), and the projection to that."""
    if gap not in stock._indexes:
        span = gap + 1
        first = np.arange(1, len(stock.roots) - span)
        first = first[stock.clips[first - 1] == stock.clips[first + span]]
        if not len(first):
            raise SketchError(f"no capture is as long as a gap of {gap} frames")
        rows = np.stack([first - 1, first, first + span], axis=1)
        scale = body_of(stock.rig.skeleton).leg_length
        told = describe_gap(stock.poses[rows], stock.roots[rows], stock.headings[rows], stock.fps, scale)
        centre = told.mean(axis=0)
        axes = np.linalg.eigh(np.cov((told - centre).T))[1][:, ::-1][:, :KEPT]
        stock._indexes[gap] = (first, ((told - centre) @ axes).astype(np.float32), centre, np.asarray(axes))
    return stock._indexes[gap]


def interpolate(before: tuple[Floats, Floats], after: tuple[Floats, Floats], gap: int) -> tuple[Floats, Floats]:
    """Rotations (..., gap + 2, J, 4) and roots (..., gap + 2, 3) between poses: slerp and straight lines, both ends among them."""
    share = np.arange(gap + 2) / (gap + 1)
    rotations = quaternion.slerp(before[0][..., None, :, :], after[0][..., None, :, :], share[:, None])
    return rotations, before[1][..., None, :] + share[:, None] * (after[1] - before[1])[..., None, :]


def fill_gap(stock: Stock, past: Motion, end: Motion, gap: int, neighbours: int = NEIGHBOURS, hold: bool = True) -> Filled:
    """The frames of a gap (gap,) after the `past` (two frames or more) and before the first frame of `end`. hold: planted feet stay.

    The further the nearest captures are, the less of what they did is added, down to plain interpolation.
    """
    skeleton, fps = stock.rig.skeleton, stock.fps
    rotations = np.concatenate([past.rotations[-2:], end.rotations[:1]]).astype(np.float64)
    roots = np.concatenate([past.root_positions[-2:], end.root_positions[:1]]).astype(np.float64)
    three = past.with_arrays(rotations, roots)
    heading = headings(three)
    poses = describe_poses(level(rotations, heading), stock.mean)
    scale = body_of(skeleton).leg_length
    first, told, centre, axes = index_of(stock, gap)
    wanted = ((describe_gap(poses[None], roots[None], heading[None], fps, scale)[0] - centre) @ axes).astype(np.float32)
    apart = np.einsum("nd,nd->n", told, told) - 2 * told @ wanted
    near = _spread(np.argpartition(apart, min(40 * neighbours, len(apart) - 1))[: 40 * neighbours], apart, first, neighbours)
    away = np.maximum(apart[near] + wanted @ wanted, 1e-9)
    weights = 1 / away
    weights /= weights.sum()
    trust = TRUSTED**2 / (TRUSTED**2 + float(weights @ away))
    turned, moved = (trust * each for each in _residuals(stock, first[near], gap, weights))
    base_turns, base_roots = interpolate((rotations[1], roots[1]), (rotations[2], roots[2]), gap)
    turned, moved = _with_first_speed(turned, moved, rotations, roots, heading[1], base_turns, base_roots, fps)
    out = quaternion.multiply(base_turns, quaternion.exp(turned))
    way = base_roots + quaternion.rotate(quaternion.about_y(heading[1]), moved)
    stands = np.zeros((gap + 2, 2), bool)
    if hold:
        stands = np.einsum("k,ktf->tf", weights, stock.stands[first[near][:, None] + np.arange(gap + 2)]) > PLANTED
        out, stands = _hold_feet(stock.rig, out, way, stands)
    return Filled(past.with_arrays(quaternion.normalise(out[1:-1]), way[1:-1]), stands[1:-1], trust)


def _spread(some: NDArray[np.intp], apart: NDArray[np.float32], first: NDArray[np.intp], count: int) -> NDArray[np.intp]:
    """The nearest of some that are not next to each other in time."""
    chosen = list[int]()
    for n in some[np.argsort(apart[some], kind="stable")]:
        if all(abs(int(first[n]) - int(first[other])) > 2 for other in chosen):
            chosen.append(int(n))
        if len(chosen) == count:
            break
    return np.array(chosen, np.intp)


def _residuals(stock: Stock, first: NDArray[np.intp], gap: int, weights: Floats) -> tuple[Floats, Floats]:
    """What captures did beyond interpolation, averaged: rotation vectors (gap + 2, J, 3), and ways (gap + 2, 3) in the first heading."""
    rows = first[:, None] + np.arange(gap + 2)
    rotations, roots = stock.rotations[rows], stock.roots[rows]
    plain, straight = interpolate((rotations[:, 0], roots[:, 0]), (rotations[:, -1], roots[:, -1]), gap)
    turned = quaternion.log(quaternion.multiply(quaternion.conjugate(plain), rotations))
    moved = quaternion.rotate(quaternion.about_y(-stock.headings[first])[:, None], roots - straight)
    return np.einsum("k,ktjc->tjc", weights, turned), np.einsum("k,ktc->tc", weights, moved)


def _with_first_speed(
    turned: Floats, moved: Floats, rotations: Floats, roots: Floats, heading: float, plain: Floats, straight: Floats, fps: float
) -> tuple[Floats, Floats]:
    """Residuals that begin with the speed that the body has: what is missing of it fades out over SLOPE seconds, or half of the gap."""
    span = len(turned) - 1
    reach = min(max(SLOPE * fps, 2.0), span)
    t = np.arange(span + 1)
    bump = np.where(t < reach, t * (1 - t / reach) ** 2, 0.0)
    spin = quaternion.log(quaternion.multiply(quaternion.conjugate(rotations[0]), rotations[1]))
    own = quaternion.log(quaternion.multiply(quaternion.conjugate(plain[0]), plain[1]))
    missing = spin - own - (turned[1] - turned[0])
    speed = quaternion.rotate(quaternion.about_y(-heading), roots[1] - roots[0] - (straight[1] - straight[0]))
    lacking = speed - (moved[1] - moved[0])
    return turned + bump[:, None, None] * missing, moved + bump[:, None] * lacking


def _hold_feet(rig: Rig, rotations: Floats, roots: Floats, stands: NDArray[np.bool_]) -> tuple[Floats, NDArray[np.bool_]]:
    """Rotations whose planted feet do not move, and which feet (F, 2) were held; the ends of the gap stay as they are.

    A foot that stands at an end is held where it stands there; one that stands at both ends, in two places, is not held.
    """
    motion = Motion(rig.skeleton, quaternion.normalise(rotations), roots.astype(np.float32), 30.0)
    last, held = len(rotations) - 1, np.zeros_like(stands)
    for n, foot in enumerate(rig.feet):
        curves = read_foot(rig, foot, motion)
        shift, turn, known = np.zeros((last + 1, 3)), np.zeros(last + 1), np.zeros(last + 1, bool)
        known[[0, last]] = True
        for a, b in find_runs(stands[:, n]):
            if b - a < 2 or (a == 0 and b > last):
                continue
            at = a if a == 0 else b - 1 if b > last else (a + b) // 2
            shift[a:b], turn[a:b] = curves.point[at] - curves.point[a:b], curves.turn[at] - curves.turn[a:b]
            known[a:b] = held[a:b, n] = True
        if not held[:, n].any():
            continue
        knots, frames = np.flatnonzero(known), np.arange(last + 1)
        shift = np.stack([np.interp(frames, knots, shift[knots, axis]) for axis in range(3)], axis=1)
        moved = FootCurves(curves.point + shift, curves.turn + np.interp(frames, knots, turn[knots]), curves.roll, curves.bank)
        followed, missed = follow_foot(rig, foot, pose(rig, rotations, roots), moved, np.zeros(last + 1))
        held[:, n] &= missed < 1e-4
        rotations = np.concatenate([rotations[:1], followed[1:-1], rotations[-1:]])
    return rotations, held
