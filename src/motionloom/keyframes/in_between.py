"""In-betweens: a gap between two keyed poses filled from captures, as a search for stretches that began and ended alike.

What captures did beyond plain interpolation is regressed on how they began and ended (kernel ridge regression over the nearest of them,
for legs, trunk and each arm on its own) and added to the interpolation of the gap: so both ends are kept exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from motionloom.align.tiles import single_blas
from motionloom.core import Motion, quaternion
from motionloom.core.body import body_of
from motionloom.core.heading import headings
from motionloom.core.masks import find_runs
from motionloom.keyframes.foot_control import FootCurves, read_foot
from motionloom.keyframes.gap_stock import (
    BEFORE,
    BLOCKS,
    GapIndex,
    Stock,
    build_stock,
    describe_gaps,
    describe_poses,
    index_of,
    level,
    look_at,
    project,
    stretch_rows,
    weights_of,
)
from motionloom.keyframes.legs import Posed, follow_foot, pose
from motionloom.keyframes.rig import Floats, Rig

__all__ = ["Filled", "Stock", "build_stock", "fill_gap", "interpolate"]
NEIGHBOURS = 80
WIDTH = 3.0  # of the kernel, in what is compared
RIDGE = 0.05
SINES = 10  # that what captures did is smoothed to: it is nothing at both ends
OCTAVES = (2, 5)  # where the sines are parted, each part trusted on its own
TRUSTED = {"legs": 2.4, "trunk": 1.4, "left_arm": 1.7, "right_arm": 1.7}  # at this distance half of what captures did is added
TRUSTED_WAY = 1.6  # the same of the root's way
AGREED = 0.1  # how much it counts that captures which began and ended alike did otherwise
SLOPE = 0.2  # seconds over which the speed with which a gap begins fades out
PLANTED = 0.5  # of the neighbours' feet stand: then this one does


@dataclass(frozen=True, eq=False)
class Filled:
    """The motion of a gap; planted (F, 2): feet that were held still in it; trust: 0 to 1, how near captures of the legs came."""

    motion: Motion
    planted: NDArray[np.bool_]
    trust: float


@dataclass(frozen=True, eq=False)
class _Near:
    """The nearest stretches for a block: which (K,), their weights (K,) in the regression, and by nearness; distance of the nearest."""

    rows: NDArray[np.intp]
    weights: Floats
    nearness: Floats
    distance: float


def interpolate(before: tuple[Floats, Floats], after: tuple[Floats, Floats], gap: int) -> tuple[Floats, Floats]:
    """Rotations (..., gap + 2, J, 4) and roots (..., gap + 2, 3) between poses: slerp and straight lines, both ends among them."""
    share = np.arange(gap + 2) / (gap + 1)
    rotations = quaternion.slerp(before[0][..., None, :, :], after[0][..., None, :, :], share[:, None])
    return rotations, before[1][..., None, :] + share[:, None] * (after[1] - before[1])[..., None, :]


def fill_gap(stock: Stock, past: Motion, end: Motion, gap: int, neighbours: int = NEIGHBOURS, hold: bool = True) -> Filled:
    """The frames of a gap (gap,) after the `past` (two frames or more) and before the first frame of `end`. hold: planted feet stay.

    The further the nearest captures are, and the less they agree, the less of what they did is added, down to plain interpolation.
    Where `end` has two frames or more the gap ends with their speed. The gap may have another rate than the stock.
    """
    with single_blas():  # the products are small: more threads only wait for each other
        return _fill(stock, past, end, gap, neighbours, hold)


def _fill(stock: Stock, past: Motion, end: Motion, gap: int, neighbours: int, hold: bool) -> Filled:
    rotations = np.concatenate([past.rotations[-2:], end.rotations[:1]]).astype(np.float64)
    roots = np.concatenate([past.root_positions[-2:], end.root_positions[:1]]).astype(np.float64)
    heading = float(headings(past)[-1])
    stored = max(1, round((gap + 1) * stock.fps / past.fps) - 1)  # the gap in frames of the stock
    index = index_of(stock, stored)
    wanted = {name: project(told, index.axes[name])[0] for name, told in _describe(stock, past, end).items()}
    some = look_at(index, wanted)
    told = index.told[some] - np.concatenate(list(wanted.values()))
    away = {name: np.einsum("nd,nd->n", told[:, part], told[:, part]) for name, part in index.columns.items()}
    near = {block: _find_near(index, told, away, some, block, neighbours) for block in BLOCKS}
    turned, moved = _added(stock, index, near, stored, gap)
    turns, way = interpolate((rotations[1], roots[1]), (rotations[2], roots[2]), gap)
    out = _turn(stock, turns, turned)
    way += quaternion.rotate(quaternion.about_y(heading), moved)
    out, way = _with_first_speed(out, way, rotations[:2], roots[:2], past.fps)
    if len(end) > 1:
        after = end.rotations[1::-1].astype(np.float64), end.root_positions[1::-1].astype(np.float64)
        out, way = (each[::-1] for each in _with_first_speed(out[::-1], way[::-1], *after, past.fps))
    stands = np.zeros((gap + 2, 2), bool)
    legs = near["legs"]
    if hold:
        stood = np.einsum("k,ktf->tf", legs.nearness, stock.stands[stretch_rows(index, legs.rows, stored)]) > PLANTED
        stands = stood[np.rint(np.arange(gap + 2) * (stored + 1) / (gap + 1)).astype(np.intp)]
        out, stands = _hold_feet(stock.rig, out, way, stands)
    return Filled(past.with_arrays(quaternion.normalise(out[1:-1]), way[1:-1]), stands[1:-1], _trust(legs.distance, TRUSTED["legs"]))


def _describe(stock: Stock, past: Motion, end: Motion) -> dict[str, Floats]:
    """What is compared of this gap (1, D), a block; a past that is shorter than what is asked for counts as far as it goes."""
    before = np.array([min(max(1, round(seconds * past.fps)), len(past) - 1) for seconds, _ in BEFORE])
    rows = len(past) - 1 - np.concatenate([[0], before])
    rotations = np.concatenate([past.rotations[rows], end.rotations[:1]]).astype(np.float64)
    roots = np.concatenate([past.root_positions[rows], end.root_positions[:1]]).astype(np.float64)
    heading = headings(past.with_arrays(rotations, roots))
    poses = describe_poses(level(rotations, heading), stock.mean)
    lengthened = np.array([seconds for seconds, _ in BEFORE]) * past.fps / before
    scale = body_of(stock.rig.skeleton).leg_length
    return describe_gaps(poses[None], roots[None] / scale, heading[None], lengthened[None], stock.blocks)


def _find_near(
    index: GapIndex, told: NDArray[np.float32], away: dict[str, NDArray[np.float32]], some: NDArray[np.intp], block: str, count: int
) -> _Near:
    """The stretches nearest for a block, and how much each counts. told (C, D): how some stretches (C,) differ from the gap; away: the
    squares of that, block by block."""
    shares = weights_of(block)
    apart = np.sum([np.float32(weight**2) * away[name] for name, weight in shares.items()], axis=0)
    count = min(count, len(apart))
    rows = np.sort(np.argpartition(apart, count - 1)[:count])
    kept = told[rows]
    near = np.concatenate([weight * kept[:, index.columns[name]] for name, weight in shares.items()], axis=1).astype(np.float64)
    squares = np.einsum("kd,kd->k", near, near)
    among = np.maximum(squares[:, None] + squares - 2 * near @ near.T, 0.0)
    kernel, towards = (np.exp(-each / (2 * WIDTH**2)) for each in (among, squares))
    nearness = np.exp(-(squares - squares.min()) / 2)
    weights = np.linalg.solve(kernel + RIDGE * np.eye(count), towards)
    return _Near(some[rows], weights, nearness / nearness.sum(), float(np.sqrt(squares.min())))


def _trust(distance: float, half: float) -> float:
    return 1 / (1 + (distance / half) ** 4)


def _added(stock: Stock, index: GapIndex, near: dict[str, _Near], stored: int, gap: int) -> tuple[Floats, Floats]:
    """What is added to interpolation: rotation vectors (gap + 2, J, 3), and ways (gap + 2, 3) in the first heading; of a gap that has
    `stored` frames in the stock.

    A joint's vectors are from its mean rotation, the root's from where it begins.
    """
    share = np.arange(stored + 2) / (stored + 1)
    waves = np.pi * np.arange(1, min(SINES, stored) + 1)
    sines, shown = (np.sqrt(2 / (stored + 1)) * np.sin(np.outer(waves, np.linspace(0, 1, count + 2))) for count in (stored, gap))
    turned, moved = np.zeros((gap + 2, len(stock.rig.skeleton), 3)), np.zeros((gap + 2, 3))
    for block, found in near.items():
        rows, joints = stretch_rows(index, found.rows, stored), stock.blocks[block]
        own = stock.vectors[block][rows]
        if block == "legs":
            facing = stock.rotations[rows, 0]
            own[:, :, joints == 0] = quaternion.log(quaternion.multiply(quaternion.conjugate(facing[:, :1]), facing))[:, :, None]
        own = own.reshape(*rows.shape, -1)
        turned[:, joints] = (shown.T @ _regress(_beyond(own, share, sines), found, TRUSTED[block])).reshape(gap + 2, -1, 3)
        if block == "legs":
            ways = quaternion.rotate(quaternion.about_y(-stock.headings[rows[:, :1]]), stock.roots[rows])
            axes = [_regress(_beyond(ways[..., axis : axis + 1], share, sines), found, TRUSTED_WAY, ()) for axis in range(3)]
            moved = shown.T @ np.concatenate(axes, axis=1)
    return turned, moved


def _beyond(curves: NDArray[np.floating], share: Floats, sines: Floats) -> Floats:
    """What curves (K, F, C) do beyond a straight line from end to end, as sines (K, S, C)."""
    ends = np.stack([1 - share, share])
    beyond = sines - (sines @ ends.T)[:, :1] * np.eye(len(share))[0] - (sines @ ends.T)[:, 1:] * np.eye(len(share))[-1]
    return np.asarray(beyond.astype(curves.dtype) @ curves)


def _turn(stock: Stock, plain: Floats, turned: Floats) -> Floats:
    """Rotations (F, J, 4) with what is added to them."""
    share = np.arange(len(plain))[:, None, None] / (len(plain) - 1)
    vectors = quaternion.log(quaternion.multiply(quaternion.conjugate(stock.mean), plain[[0, -1]]))
    line = vectors[:1] + share * (vectors[1:] - vectors[:1])
    whole = quaternion.log(quaternion.multiply(quaternion.conjugate(plain[0, 0]), plain[-1, 0]))
    line[:, 0] = share[:, 0] * whole
    more = quaternion.multiply(quaternion.conjugate(quaternion.exp(line)), quaternion.exp(line + turned))
    return quaternion.multiply(plain, more)


def _regress(curves: Floats, near: _Near, half: float, octaves: tuple[int, ...] = OCTAVES) -> Floats:
    """Curves (K, S, C) of the nearest stretches as one (S, C), less where they are far or do not agree."""
    mean = np.einsum("k,ksc->sc", near.weights, curves)
    spread = np.einsum("k,ksc->s", near.nearness, (curves - mean) ** 2)
    power = np.einsum("sc,sc->s", mean, mean)
    shrunk = np.empty_like(mean)
    edges = [0, *(each for each in octaves if each < len(mean)), len(mean)]
    for a, b in pairwise(edges):
        agreed = power[a:b].sum() / max(power[a:b].sum() + AGREED * spread[a:b].sum(), 1e-12)
        shrunk[a:b] = agreed * mean[a:b]
    return _trust(near.distance, half) * shrunk


def _with_first_speed(out: Floats, way: Floats, rotations: Floats, roots: Floats, fps: float) -> tuple[Floats, Floats]:
    """Rotations and ways that begin with the speed of two frames before: what is missing of it fades out over SLOPE seconds, or the gap."""
    span = len(out) - 1
    reach = min(max(SLOPE * fps, 2.0), span)
    t = np.arange(span + 1)
    bump = np.where(t < reach, t * (1 - t / reach) ** 2, 0.0)
    spin, own = (quaternion.log(quaternion.multiply(quaternion.conjugate(a), b)) for a, b in (rotations, out[:2]))
    lacking = roots[1] - roots[0] - (way[1] - way[0])
    return quaternion.multiply(out, quaternion.exp(bump[:, None, None] * (spin - own))), way + bump[:, None] * lacking


def _hold_feet(rig: Rig, rotations: Floats, roots: Floats, stands: NDArray[np.bool_]) -> tuple[Floats, NDArray[np.bool_]]:
    """Rotations whose planted feet do not move, and which feet (F, 2) were held; the ends of the gap stay as they are.

    A foot that stands at an end is held where it stands there; one that stands at both ends, in two places, is not held.
    """
    motion = Motion(rig.skeleton, quaternion.normalise(rotations), roots.astype(np.float32), 30.0)
    last, held = len(rotations) - 1, np.zeros_like(stands)
    posed: Posed | None = None
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
        posed = pose(rig, rotations, roots) if posed is None else replace(posed, rotations=rotations)  # the other leg moves nothing of this
        followed, missed = follow_foot(rig, foot, posed, moved, np.zeros(last + 1))
        held[:, n] &= missed < 1e-4
        rotations = np.concatenate([rotations[:1], followed[1:-1], rotations[-1:]])
    return rotations, held
