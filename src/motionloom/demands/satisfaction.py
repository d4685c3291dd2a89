"""Whether what was asked for was done, frame by frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from motionloom.core.masks import fill_runs, find_runs
from motionloom.demands.demand import Demand, asked_frames
from motionloom.demands.pool import Pool

Runs = Mapping[str, Sequence[Sequence[int]]]


def find_spans(demand: Demand, pool: Pool, frames: NDArray[np.int64]) -> dict[str, list[list[int]]]:
    """Where each word that a demand names holds in frames (F,) of a pool: half-open ranges."""
    return {word: [list(run) for run in find_runs(pool.mask(word)[frames])] for word in demand.words}


def satisfied_frames(demand: Demand, words: Runs) -> NDArray[np.float64]:
    """The share (F,) of what is asked at each frame that holds; nan where nothing is asked."""
    names = demand.words
    must, must_not = asked_frames(demand, names)
    have = np.stack([_mask(words.get(name, ()), demand.frames) for name in names]) if names else np.zeros((0, demand.frames), bool)
    asked = must.sum(axis=0) + must_not.sum(axis=0)
    held = (must & have).sum(axis=0) + (must_not & ~have).sum(axis=0)
    return np.where(asked > 0, held / np.maximum(asked, 1), np.nan)


def satisfied_share(demand: Demand, words: Runs) -> float | None:
    """The share of asked frames in which all that is asked holds; None where nothing is asked."""
    each = satisfied_frames(demand, words)
    asked = each[~np.isnan(each)]
    return float(np.mean(asked >= 1.0)) if len(asked) else None


def _mask(runs: Sequence[Sequence[int]], frames: int) -> NDArray[np.bool_]:
    return fill_runs([(int(a), min(int(b), frames)) for a, b in runs], frames)
