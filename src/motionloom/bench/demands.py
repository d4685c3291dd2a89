"""Motion to order: three hundred iterations for a demand of three hundred frames, from a pool of 36,000."""

from __future__ import annotations

import time
from collections.abc import Callable

from motionloom.bench.rows import OURS, Row, Run
from motionloom.demands.baselines import walk_greedily
from motionloom.demands.demand import Demand, Place, Span
from motionloom.demands.making_motion import make_motion, plan_places
from motionloom.demands.measured_words import measure_words
from motionloom.demands.pool import Pool, Take, make_pool
from motionloom.demands.search import ITERATIONS, Found, Search, make_task
from motionloom.sample import library_names, make

FRAMES = 36_000
DEMAND = Demand(5.0, (Span("walk", 0.0, 2.0), Span("run", 2.2, 4.0), Span("stand", 4.6, 5.0)), Place(0.0, 0.0, 0.0), Place(1.5, 6.0, 0.5))


def measure(run: Run) -> list[Row]:
    """Processor seconds of the search, of making its motion, and of a greedy walk through the graph."""
    run.say("gathering frames")
    pool = gather_sample()
    task = make_task(DEMAND, pool)
    run.say("searching")
    _search(pool, 2)  # compiles
    begun = time.process_time()
    found = _search(pool, ITERATIONS)
    seconds = time.process_time() - begun
    greedy = walk_greedily(pool, task)
    places = plan_places(pool, found.frames, DEMAND, task.guide.way)
    make_motion(pool, found.frames, places)
    made = min(_timed(lambda: make_motion(pool, found.frames, places)) for _ in range(3))
    job = f"{ITERATIONS} iterations, {DEMAND.frames} frames of {len(pool)}"
    note = f"processor time; cost {found.cost:.1f}, a greedy walk {greedy.cost:.0f}"
    return [
        Row(job, OURS, seconds, ITERATIONS, "iterations", note),
        Row("weave, bend, hold feet, 300 frames", OURS, made, DEMAND.frames, "frames"),
    ]


def gather_sample(frames: int = FRAMES) -> Pool:
    """A pool of about so many frames of the sample's performers, all on one body."""
    from motionloom.align.put_on import put_on

    takes, count, base = list[Take](), 0, make("ada", "walk").motion.skeleton
    for again in range(100):
        for performer, behaviour, seed in library_names():
            if count >= frames:
                return make_pool(takes)
            made = make(performer, behaviour, seed + 10 * again)
            name = f"{performer} {behaviour} {seed} {again}"
            takes.append(Take(name, name, "", put_on(made.motion, base), made.plants, measure_words(made.motion)))
            count += 2 * round(made.motion.duration * 60)
    return make_pool(takes)


def _search(pool: Pool, iterations: int) -> Found:
    search = Search(pool, make_task(DEMAND, pool), 1)
    return list(search.run(iterations))[-1]


def _timed(function: Callable[[], object]) -> float:
    begun = time.process_time()
    function()
    return time.process_time() - begun
