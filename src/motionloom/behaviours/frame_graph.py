"""The motion graph of labelled clips by joint angles (paper 001 section 3.2.1), and the value of its frames (3.2.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from motionloom.align import make_angles
from motionloom.behaviours.clips import LabelledClip
from motionloom.core.editing import resample
from motionloom.core.errors import MotionError
from motionloom.core.threads import run_in_chunks

RATE = 30.0  # Hz
THRESHOLD = 0.7  # radians, weighted: edges that cost more are pruned
NEAR = 0.25  # seconds: frames of one clip this close are alike because they are neighbours
DISCOUNT = 0.95  # a frame's worth of a future cost
CHUNK = 64  # frames whose edges one thread finds at a time
EPSILON = 1e-6


@dataclass(frozen=True, eq=False)
class Frames:
    """Frames of all clips, one after the other, ready for comparison.

    rotations (K, 4, N) and velocities (V, N), frames last; weights (K,); clips (N,) which clip, seconds (N,) in it.
    """

    rotations: NDArray[np.float32]
    weights: NDArray[np.float32]
    velocities: NDArray[np.float32]
    clips: NDArray[np.int32]
    seconds: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.clips)


@dataclass(frozen=True, eq=False)
class FrameGraph:
    """Edges of frame i are starts[i]:starts[i + 1] of targets (E,) and costs (E,); inside (N,): the largest strongly connected part.

    Edges with an end outside that part are gone. found: how many there were before.
    """

    starts: NDArray[np.int64]
    targets: NDArray[np.int32]
    costs: NDArray[np.float32]
    inside: NDArray[np.bool_]
    found: int

    def __len__(self) -> int:
        return len(self.targets)

    def sources(self) -> NDArray[np.int32]:
        """The frame (E,) that each edge leaves."""
        return np.repeat(np.arange(len(self.starts) - 1, dtype=np.int32), np.diff(self.starts))


def gather_frames(clips: Sequence[LabelledClip], rate: float = RATE) -> Frames:
    """All frames at one rate. The clips may be of several people, as long as their joints turn about like axes."""
    motions = [resample(clip.motion, rate) if clip.motion.fps > rate else clip.motion for clip in clips]
    angles = [make_angles(motion) for motion in motions]
    return Frames(
        np.ascontiguousarray(np.concatenate([a.rotations for a in angles]).transpose(1, 2, 0)),
        angles[0].weights,
        np.ascontiguousarray(np.concatenate([a.velocities for a in angles]).T),
        np.repeat(np.arange(len(motions), dtype=np.int32), [len(m) for m in motions]),
        np.concatenate([np.arange(len(m)) / m.fps for m in motions]),
    )


def build_frame_graph(frames: Frames, threshold: float = THRESHOLD, rate: float = RATE) -> FrameGraph:
    """Every edge that costs no more than the threshold, within the largest strongly connected part. rate: of the frames, Hz."""
    from motionloom.behaviours._mining_kernels import find_edges

    if not threshold > 0:
        raise MotionError(f"the threshold of a frame graph must be above 0, found {threshold:g}")
    count, pieces, lock = len(frames), dict[int, tuple[NDArray[np.int32], NDArray[np.float32]]](), Lock()
    counts = np.zeros(count, dtype=np.int64)
    near, most = max(round(NEAR * rate), 1), 65536

    def work(first: int, last: int) -> None:
        nonlocal most
        room = most
        while True:
            targets, costs = np.empty(room, np.int32), np.empty(room, np.float32)
            found = find_edges(
                frames.rotations, frames.weights, frames.velocities, frames.clips, near, threshold, first, last, targets, costs, counts
            )
            if found <= room:
                break
            room = found
            most = max(most, round(1.5 * found))  # comparing twice is what takes time: the next chunks get enough at once
        with lock:
            pieces[first] = targets[:found].copy(), costs[:found].copy()

    run_in_chunks(work, count, CHUNK)
    targets, costs = (np.concatenate([pieces[first][k] for first in sorted(pieces)]) for k in (0, 1))
    return _keep_connected(np.concatenate([[0], np.cumsum(counts)]), targets, costs)


def _keep_connected(starts: NDArray[np.int64], targets: NDArray[np.int32], costs: NDArray[np.float32]) -> FrameGraph:
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    count = len(starts) - 1
    matrix = csr_array((np.ones(len(targets), np.int8), targets, starts), shape=(count, count))
    _, parts = connected_components(matrix, directed=True, connection="strong")
    sizes = np.bincount(parts)
    inside = parts == np.argmax(sizes) if sizes.max() > 1 else np.zeros(count, dtype=bool)
    sources = np.repeat(np.arange(count, dtype=np.int32), np.diff(starts))
    kept = inside[sources] & inside[targets]
    counts = np.bincount(sources[kept], minlength=count)
    return FrameGraph(np.concatenate([[0], np.cumsum(counts)]).astype(np.int64), targets[kept], costs[kept], inside, len(targets))


def iterate_values(graph: FrameGraph, discount: float = DISCOUNT) -> tuple[NDArray[np.float64], int]:
    """The value V (N,) of every frame, the least discounted cost of going on for ever from it, and how many sweeps that took.

    V(j) = min_k Q(j, k), so that Q(i, j) = D(i, j) + discount V(j) never needs a table of its own, and a sweep is linear in edges.
    """
    from motionloom.behaviours._mining_kernels import sweep

    if not 0 < discount < 1:
        raise MotionError(f"the discount of a frame graph must lie between 0 and 1, found {discount:g}")
    values = np.zeros(len(graph.starts) - 1)
    sweeps, limit = 0, EPSILON * max(float(graph.costs.max(initial=0.0)), EPSILON)
    while True:
        sweeps += 1
        if sweep(graph.starts, graph.targets, graph.costs, discount, values) <= limit:
            return values, sweeps


def keep_good_edges(graph: FrameGraph, values: NDArray[np.float64], share: float, discount: float = DISCOUNT) -> NDArray[np.bool_]:
    """Which edges (E,) have Q <= Qmin + share (Qmax - Qmin) among those of their frame."""
    from motionloom.behaviours._mining_kernels import prune

    kept = np.zeros(len(graph), dtype=np.bool_)
    prune(graph.starts, graph.targets, graph.costs, discount, values, share, kept)
    return kept
