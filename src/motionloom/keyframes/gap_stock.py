"""Captured stretches to fill gaps with: what is compared of a gap, block by block of the body, and which stretches come near.

A gap is known by the pose in which it begins, how the body came to it in the last third of a second, the pose in which it ends, and how
far and how much turned that is. Stretches that were somewhat slower or quicker count too, as do mirrored ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from motionloom.align.put_on import put_on
from motionloom.core import Motion, Skeleton, quaternion
from motionloom.core.body import body_of
from motionloom.core.editing import mirror
from motionloom.core.heading import headings
from motionloom.core.parts import find_chains, lower_body
from motionloom.keyframes.foot_control import CAPTURED, find_stands, read_foot
from motionloom.keyframes.key_curves import SketchError
from motionloom.keyframes.rig import Floats, Rig, rig_of

BLOCKS = ("legs", "trunk", "left_arm", "right_arm")
KEPT = 24  # dimensions of what is compared of a block
ROUGHLY = 6  # of these, in which all stretches are compared
LOOKED_AT = 3000  # stretches that are compared in all
BEFORE = ((1 / 30, 3.0), (4 / 30, 0.8), (0.3, 0.4))  # seconds before the gap, and how much the way from there counts
WAY = 1.5  # radians that a leg length counts as
SPEEDS = (1.0, 0.85, 1.18)  # of stretches, against the gap
LENGTHS = 4  # of gaps, whose stretches are kept: they are larger than the captures themselves
EVERY = 2  # frames from one stretch to the next
OTHERS = 0.3  # how much other blocks count beside a block itself
ROOT = 0.5  # how much the root's way counts for trunk and arms


@dataclass(frozen=True, eq=False)
class GapIndex:
    """Stretches for gaps of one length: where they begin (N,), their speeds (N,), what is told of them (N, D): the columns of each block,
    and how they were made; rough (N, E): the first numbers of all blocks, and their squares (N,)."""

    first: NDArray[np.intp]
    speeds: Floats
    told: NDArray[np.float32]
    columns: dict[str, slice]
    rough: NDArray[np.float32]
    squares: NDArray[np.float32]
    axes: dict[str, tuple[Floats, Floats]]


@dataclass(frozen=True, eq=False)
class Stock:
    """Captured frames to search: rotations (T, J, 4), roots (T, 3), headings (T,), clips (T,), stands (T, 2), on one body at one rate;
    poses (T, 3 J) and vectors, a block (T, B, 3): rotation vectors from the mean (J, 4) of each joint; blocks: joints of each."""

    rig: Rig
    fps: float
    rotations: Floats
    roots: Floats
    headings: Floats
    clips: NDArray[np.intp]
    stands: NDArray[np.bool_]
    poses: Floats
    mean: Floats
    vectors: dict[str, NDArray[np.float32]]
    blocks: dict[str, NDArray[np.intp]]
    _indexes: dict[int, GapIndex] = field(default_factory=dict, repr=False)


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
    blocks = find_blocks(skeleton)
    vectors = {name: poses.reshape(len(poses), -1, 3)[:, joints].astype(np.float32) for name, joints in blocks.items()}
    return Stock(rig, fps, rotations, roots, heading, clips, np.concatenate(stands), poses, mean, vectors, blocks)


def find_blocks(skeleton: Skeleton) -> dict[str, NDArray[np.intp]]:
    """The joints of each block, every joint in one; root and hips are of the legs."""
    chains, legs = find_chains(skeleton), lower_body(skeleton).joints
    arms = {name: chains[name].joints for name in ("left_arm", "right_arm")}
    trunk = ~(legs | arms["left_arm"] | arms["right_arm"])
    return {name: np.flatnonzero(mask) for name, mask in {"legs": legs, "trunk": trunk, **arms}.items()}


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


def describe_gaps(
    poses: Floats, roots: Floats, heading: Floats, lengthened: Floats, blocks: dict[str, NDArray[np.intp]]
) -> dict[str, Floats]:
    """What is compared of gaps (N, D), a block: poses (N, 5, 3 J), roots (N, 5, 3) leg lengths, heading (N, 5) of the gap's first frame,
    those before it (BEFORE) and its end. lengthened (N, 3): times are rounded to frames; this is what they are short of."""
    back = quaternion.about_y(-heading[:, 0])
    weights = lengthened * np.array([weight for _, weight in BEFORE])
    told = {}
    for name, joints in blocks.items():
        own = poses.reshape(*poses.shape[:2], -1, 3)[:, :, joints].reshape(*poses.shape[:2], -1)
        came = (own[:, :1] - own[:, 1:4]) * weights[..., None]
        told[name] = np.concatenate([own[:, 0], came.reshape(len(own), -1), own[:, 4]], axis=1)
    ways = quaternion.rotate(back[:, None], roots - roots[:, :1])
    turns = np.angle(np.exp(1j * (heading - heading[:, :1])))
    came = np.concatenate([-WAY * ways[:, 1:4], -turns[:, 1:4, None]], axis=-1) * weights[..., None]
    end = np.stack([np.sin(turns[:, 4]), np.cos(turns[:, 4]), WAY * roots[:, 0, 1]], axis=1)
    told["root"] = np.concatenate([came.reshape(len(ways), -1), 2 * WAY * ways[:, 4], 2 * end], axis=1)
    return told


def index_of(stock: Stock, gap: int) -> GapIndex:
    """The stretches of a stock for gaps of this many frames; those of the last few lengths are kept."""
    if gap not in stock._indexes:
        made = _make_index(stock, gap)
        while len(stock._indexes) >= LENGTHS:
            stock._indexes.pop(next(iter(stock._indexes)), None)
        stock._indexes[gap] = made
        return made
    return stock._indexes[gap]


def _make_index(stock: Stock, gap: int) -> GapIndex:
    scale = body_of(stock.rig.skeleton).leg_length
    firsts, speeds, parts = [], [], []
    for speed in SPEEDS:
        before = np.array([max(1, round(speed * seconds * stock.fps)) for seconds, _ in BEFORE])
        offsets = np.concatenate([[0], -before, [round(speed * (gap + 1))]])
        first = np.arange(before[-1], len(stock.roots) - offsets[-1], EVERY)
        first = first[stock.clips[first - before[-1]] == stock.clips[first + offsets[-1]]]
        rows = first[:, None] + offsets
        lengthened = np.array([seconds for seconds, _ in BEFORE]) * stock.fps * speed / before
        told = describe_gaps(
            stock.poses[rows], stock.roots[rows] / scale, stock.headings[rows], np.broadcast_to(lengthened, (len(rows), 3)), stock.blocks
        )
        firsts.append(first)
        speeds.append(np.full(len(first), speed))
        parts.append(told)
    first = np.concatenate(firsts)
    if not len(first):
        raise SketchError(f"no capture is as long as a gap of {gap} frames and what comes before it")
    axes = {name: _principal(np.concatenate([part[name] for part in parts])) for name in parts[0]}
    short = {name: np.concatenate([project(part[name], axes[name]) for part in parts]) for name in axes}
    rough = np.concatenate([each[:, :ROUGHLY] for each in short.values()], axis=1)
    ends = np.cumsum([0, *(each.shape[1] for each in short.values())])
    columns = {name: slice(a, b) for name, (a, b) in zip(short, pairwise(ends.tolist()), strict=True)}
    whole = np.concatenate(list(short.values()), axis=1)
    return GapIndex(first, np.concatenate(speeds), whole, columns, rough, np.einsum("nd,nd->n", rough, rough), axes)


def look_at(index: GapIndex, wanted: dict[str, NDArray[np.float32]]) -> NDArray[np.intp]:
    """The stretches (C,) that are roughly near to what is wanted, in the order of the stock."""
    if len(index.first) <= LOOKED_AT:
        return np.arange(len(index.first))
    rough = np.concatenate([each[:ROUGHLY] for each in wanted.values()])
    return np.sort(np.argpartition(index.squares - 2 * (index.rough @ rough), LOOKED_AT)[:LOOKED_AT])


def _principal(told: Floats) -> tuple[Floats, Floats]:
    centre = told.mean(axis=0)
    return centre, np.asarray(np.linalg.eigh(np.atleast_2d(np.cov((told - centre).T)))[1][:, ::-1][:, :KEPT])


def project(told: Floats, axes: tuple[Floats, Floats]) -> NDArray[np.float32]:
    """A description (N, D) on its principal axes."""
    return np.asarray(((told - axes[0]) @ axes[1]).astype(np.float32))


def weights_of(block: str) -> dict[str, float]:
    """How much each block counts where stretches are compared for one of them."""
    return {**{name: 1.0 if name == block else OTHERS for name in BLOCKS}, "root": 1.0 if block == "legs" else ROOT}


def stretch_rows(index: GapIndex, some: NDArray[np.intp], gap: int) -> NDArray[np.intp]:
    """The stock's frames (K, gap + 2) of some stretches."""
    return np.asarray(index.first[some][:, None] + np.rint(index.speeds[some][:, None] * np.arange(gap + 2)).astype(np.intp))
