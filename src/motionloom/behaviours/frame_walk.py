"""Motion by following the lowest Q through the frame graph (paper 001 section 3.2.2)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.align import blend
from motionloom.behaviours.frame_graph import DISCOUNT, RATE, FrameGraph, Frames
from motionloom.core import Motion
from motionloom.core.editing import concatenate, resample
from motionloom.core.errors import MotionError

FADE = 0.3  # seconds over which a jump is blended: captures go on on both sides of it
STAY = 1.0  # seconds for which a jump is not left again by choice


@dataclass(frozen=True)
class Stretch:
    """Seconds start to stop of a clip, played on end."""

    clip: int
    start: float
    stop: float


def walk_frames(
    graph: FrameGraph,
    values: NDArray[np.float64],
    start: int,
    length: int,
    rng: np.random.Generator,
    spread: float = 0.0,
    stay: int = round(STAY * RATE),
) -> NDArray[np.int64]:
    """So many frames from `start` on: at every one the edge with the lowest Q, or any within `spread` of the way to its highest.

    spread: 0 is the paper's walk, the same whatever the seed. stay: frames after a jump on which only the next frame is taken where it
    is an edge, so that chance does not jump at every frame.
    """
    if not 0 <= spread <= 1:
        raise MotionError(f"the spread of a walk is a share of the way from the lowest Q to the highest, 0 to 1, found {spread:g}")
    if not graph.inside[start]:
        raise MotionError("a walk begins at a frame of the connected part; from others there is no way on")
    path, since = np.empty(length, np.int64), stay
    path[0] = start
    for k in range(1, length):
        i = path[k - 1]
        rows = slice(graph.starts[i], graph.starts[i + 1])
        targets, q = graph.targets[rows], graph.costs[rows] + DISCOUNT * values[graph.targets[rows]]
        following = np.flatnonzero(targets == i + 1)
        good = np.flatnonzero(q <= q.min() + spread * (q.max() - q.min()))
        if spread > 0 and since < stay and len(following):
            good = following
        path[k] = targets[good[int(rng.integers(len(good)))] if spread > 0 else int(np.argmin(q))]
        since = since + 1 if path[k] == i + 1 else 0
    return path


def find_stretches(frames: Frames, path: NDArray[np.int64], rate: float = RATE) -> list[Stretch]:
    """The seconds of clips that a walk (N,) plays one after the other."""
    jumps = np.flatnonzero(np.diff(path) != 1) + 1
    ends = [0, *jumps.tolist(), len(path)]
    stretches = []
    for a, b in itertools.pairwise(ends):
        start = float(frames.seconds[path[a]])
        stretches.append(Stretch(int(frames.clips[path[a]]), start, start + (b - a) / rate))
    return stretches


def play_stretches(motions: Sequence[Motion], stretches: Sequence[Stretch]) -> tuple[Motion, NDArray[np.int64], NDArray[np.float64]]:
    """The stretches as one motion at the first one's rate, jumps blended; which clip (F,) and which frame (F,) of it is shown most.

    Two players take turns: while one plays a stretch the other is put where the next begins.
    """
    fps = motions[0].fps
    same = [resample(motion, fps) for motion in motions]
    firsts = np.concatenate([[0], np.cumsum([len(motion) for motion in same])])
    ends = np.concatenate([[0], np.cumsum([max(round((s.stop - s.start) * fps), 1) for s in stretches])])
    frames, weights = np.zeros((2, ends[-1])), np.zeros((2, ends[-1]))
    shown = np.repeat(np.arange(len(stretches)), np.diff(ends))
    for k, stretch in enumerate(stretches):
        low, high = _half_fade(ends, k, fps), _half_fade(ends, k + 1, fps)
        rows = np.arange(max(ends[k] - low - 1, 0), min(ends[k + 1] + high + 1, ends[-1]))
        at = stretch.start * fps + rows - ends[k]
        frames[k % 2, rows] = firsts[stretch.clip] + np.clip(at, 0, len(same[stretch.clip]) - 1)
        weights[k % 2, rows] = _ease(rows - ends[k], low, k > 0) * _ease(ends[k + 1] - 1 - rows, high, k + 1 < len(stretches))
    stock = concatenate(same)
    made = blend([stock, stock], frames, weights)
    clips = np.array([stretch.clip for stretch in stretches])[shown]
    own = frames[shown % 2, np.arange(len(shown))] - firsts[clips]
    return made, clips, own * np.array([motion.fps / fps for motion in motions])[clips]


def _half_fade(ends: NDArray[np.int64], k: int, fps: float) -> int:
    """Frames on either side of the k-th end over which it is blended: no more than the stretches beside it have room for."""
    if k in (0, len(ends) - 1):
        return 0
    room = min(ends[k] - ends[k - 1], ends[k + 1] - ends[k])
    return int(max(min(round(FADE * fps / 2), room // 2 - 2), 0))


def _ease(frames: NDArray[np.int64], half: int, faded: bool) -> NDArray[np.float64]:
    """Weights that rise from 0 to 1 within `half` frames of frame 0 on either side; all 1 where nothing is faded."""
    if not faded:
        return np.ones(len(frames))
    s = np.clip((frames + half + 0.5) / (2 * half + 1e-9), 0, 1) if half else (frames >= 0).astype(float)
    return s * s * (3 - 2 * s)
