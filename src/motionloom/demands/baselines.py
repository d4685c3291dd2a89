"""What the search is held against: full dynamic programming over every frame, and a greedy walk through a motion graph."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.demands.demand import DemandError
from motionloom.demands.pool import Pool
from motionloom.demands.search import JOIN_COST, JOIN_UNIT, Found, Search, Task

LARGEST = 6000  # frames of a pool that full dynamic programming is tried on
GRAPH_DISTANCE = 0.004  # square metres: jumps of the greedy walk


def best_of_all(pool: Pool, task: Task) -> Found:
    """The cheapest sequence of frames of all there are, places and short pieces left out of what is minimised: a bound for small pools.

    The time is frames x pool x pool, so it is for pools of some thousand frames.
    """
    if len(pool) > LARGEST:
        raise DemandError(f"full dynamic programming is for {LARGEST} frames at most, found {len(pool)}")
    search = Search(pool, task)
    frames = np.arange(len(pool))
    price = search._joins(frames, frames).astype(np.float32)
    words = frame_costs(pool, task)
    cost, backs = words[0].copy(), np.zeros((len(words), len(pool)), np.int32)
    for t in range(1, len(words)):
        total = cost[:, None] + price
        backs[t] = np.argmin(total, axis=0)
        cost = total[backs[t], frames] + words[t]
    path = np.empty(len(words), np.int64)
    path[-1] = int(np.argmin(cost))
    for t in range(len(words) - 1, 0, -1):
        path[t - 1] = backs[t, path[t]]
    whole, parts = search.cost(path)
    return Found(path, whole, parts, pool.joins(path))


def walk_greedily(pool: Pool, task: Task, seed: int = 0) -> Found:
    """A walk through a motion graph that at every frame takes what is cheapest next: on, or a jump to an alike frame that has the words."""
    search, rng = Search(pool, task, seed), np.random.default_rng([seed, 2002])
    words, count = frame_costs(pool, task), len(task.must)
    path = np.empty(count, np.int64)
    fits = np.flatnonzero(words[0] <= words[0].min() + 1e-9)
    path[0] = int(rng.choice(fits))
    for t in range(1, count):
        here = path[t - 1 : t]
        away = pool.closeness.between(search.follower[here], np.arange(len(pool)))[0]
        ahead = np.minimum(t + 10, count - 1)  # looks a sixth of a second ahead
        price = np.where(away < GRAPH_DISTANCE, JOIN_COST + away / JOIN_UNIT, np.inf) + 10 * words[ahead]
        on = pool.left[here[0]] > 1
        if on:
            price[here[0] + 1] = 10 * words[ahead, here[0] + 1]
        best = int(np.argmin(price))
        path[t] = best if np.isfinite(price[best]) else int(np.argmin(away + 1e-3 * words[t]))
    whole, parts = search.cost(path)
    return Found(path, whole, parts, pool.joins(path))


def frame_costs(pool: Pool, task: Task) -> NDArray[np.float32]:
    """What each frame of the pool misses at each frame of the demand: (F, N)."""
    must, must_not, unasked, (missing, noting) = task.asked
    keys, which = np.unique(np.stack([must, must_not, unasked]), axis=1, return_inverse=True)
    rows = np.empty((keys.shape[1], len(pool)), np.float32)
    for n in range(keys.shape[1]):
        missed, noted = (pool.bits & keys[1, n]) | (~pool.bits & keys[0, n]), pool.bits & keys[2, n]
        rows[n] = missing * np.bitwise_count(missed) + noting * np.bitwise_count(noted) + task.extra
    return np.asarray(rows[which.reshape(-1)])
