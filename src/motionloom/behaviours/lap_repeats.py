"""How soon a motion comes again, seen from its poses alone: whether a gait that goes on for minutes shows the same lap twice in a row."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.editing import split_root
from motionloom.feet.plants import Plants

FINER = 4  # moments a frame at which poses are compared: steps fall anywhere between the frames of a clip
SAME = 0.005  # metres: what is nearer, in the mean over a half lap and its joints, is the same
POSES = 8  # of a half lap that are compared
EVERY = 0.25  # of a lap: how often it is asked whether this was seen before
FAR = 30  # laps back that are looked at
JOINTS = ("head", *(f"{side}_{part}" for side in ("left", "right") for part in ("shoulder", "elbow", "wrist", "hip", "knee", "ankle")))


@dataclass(frozen=True)
class Repeats:
    """After how many laps half a lap comes again: at the soonest, at the median, at the latest (0 where it never does).

    lap: seconds of one; compared: moments that were looked at; within: share of them that come again within ten laps; looked: laps back.
    """

    lap: float
    compared: int
    soonest: float
    median: float
    latest: float
    within: float
    looked: int = FAR


def find_repeats(motion: Motion, plants: Plants) -> Repeats | None:
    """When a motion repeats itself; None where its feet do not tell laps."""
    starts = np.flatnonzero(np.diff(plants.bits[:, 0].astype(np.int8)) == 1)
    if len(starts) < 4:
        return None
    lap = float(np.median(np.diff(starts))) * FINER
    poses = _poses(motion)
    shape = np.rint(np.linspace(0, lap / 2, POSES)).astype(np.intp)
    moments = np.arange(round(EVERY * lap), len(poses) - shape[-1], max(round(EVERY * lap), 1))
    after = np.array([_last_seen(poses, int(moment), shape, lap) for moment in moments])
    seen = after[after > 0]
    figures = (float(seen.min()), float(np.median(seen)), float(seen.max())) if len(seen) else (0.0, 0.0, 0.0)
    return Repeats(lap / FINER / motion.fps, len(moments), *figures, float(((after > 0) & (after < 10)).mean()))


def _poses(motion: Motion) -> NDArray[np.float32]:
    """Places of joints (F * FINER, 3 J) seen from the hips and the heading, in metres over the square root of how many they are."""
    roles, places = body_of(motion.skeleton).roles, split_root(motion)[0].positions()
    joints = [roles[name] for name in JOINTS if name in roles]
    seen = (places[:, joints] - places[:, :1]).reshape(len(places), -1) / np.sqrt(len(joints))
    at = np.arange((len(seen) - 1) * FINER + 1) / FINER
    low = np.minimum(at.astype(np.intp), len(seen) - 2)
    part = (at - low)[:, None]
    return np.asarray((1 - part) * seen[low] + part * seen[low + 1], dtype=np.float32)


def _last_seen(poses: NDArray[np.float32], moment: int, shape: NDArray[np.intp], lap: float) -> float:
    """How many laps ago the half lap from a moment on was seen last; 0 where it was not."""
    before = np.arange(max(moment - round(FAR * lap), 0), moment - round(0.5 * lap))
    if not len(before):
        return 0.0
    apart = np.zeros(len(before))
    for step in shape:
        apart = apart + np.linalg.norm(poses[before + step] - poses[moment + step], axis=1)
        near = apart < SAME * len(shape)
        before, apart = before[near], apart[near]
    return float(moment - before[-1]) / lap if len(before) else 0.0
