"""Transitions at run time and the search behind them, on one core, on sample clips (synthetic: no capture is needed to run this)."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import numpy as np

from motionloom.bench.rows import OURS, Row, Run
from motionloom.core import threads
from motionloom.sample import make, performers
from motionloom.transitions.search import make_problem, search_targets
from motionloom.transitions.stock import Stock, StockClip, make_stock
from motionloom.transitions.synthesis import make_transition
from motionloom.transitions.table import TransitionTable, build_table

TAKES = (("walk", 0), ("walk", 1), ("run", 0), ("run", 1), ("stand", 0), ("start", 0), ("stop", 0))
REPRESENTATIVES = 20
PAIRS = 200


def measure(run: Run) -> list[Row]:
    """Making a transition to a frame and to an activity (medians), and what a searched pair costs."""
    run.say("transitions: a small table of sample clips")
    stock = _sample_stock()
    with tempfile.TemporaryDirectory() as folder:
        table = build_table(stock, Path(folder), representatives=REPRESENTATIVES)
    cores = threads.core_count()
    threads.limit(1)
    try:
        return [*_time_making(table), *_time_search(stock, table)]
    finally:
        threads.limit(cores)  # other suites want them all


def _time_search(stock: Stock, table: TransitionTable) -> list[Row]:
    problem = make_problem(stock, table.representatives, table.measures)
    search_targets(problem, 0, range(1))
    start = time.perf_counter()
    search_targets(problem, 0, range(10))
    blends = 10 * (1 + REPRESENTATIVES + REPRESENTATIVES**2)
    return [Row("recipe search", OURS, time.perf_counter() - start, blends, "blends", "10 pairs, one core")]


def _sample_stock() -> Stock:
    who = next(iter(performers()))
    clips = [make(who, behaviour, seed) for behaviour, seed in TAKES]
    described = [StockClip(str(n), clip.motion.name, False, 0.0, (clip.label,)) for n, clip in enumerate(clips)]
    return make_stock([clip.motion for clip in clips], [clip.plants for clip in clips], described)


def _time_making(table: TransitionTable) -> list[Row]:
    rng = np.random.default_rng(0)
    sources = rng.choice(table.starts, PAIRS)
    targets = rng.choice(table.starts, PAIRS) + table.frames - 1
    note = f"median of {PAIRS}, {table.frames} frames, feet settled, score with it"
    rows = []
    for job, goals in (("transition to a frame", targets.tolist()), ("transition to an activity", ["walk"] * PAIRS)):
        seconds = []
        for source, goal in zip(sources.tolist(), goals, strict=True):
            start = time.perf_counter()
            make_transition(table, source, goal)
            seconds.append(time.perf_counter() - start)
        rows.append(Row(job, OURS, float(np.median(seconds)), 1, "transitions", note))
    return rows
