"""Draw score against iterations for docs/demands.md, and print the gap to full dynamic programming and to a greedy walk.

python docs/make_demand_pictures.py my-library docs/pictures/demands
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from motionloom.demands.baselines import best_of_all, walk_greedily
from motionloom.demands.demand import Demand, Span
from motionloom.demands.gathering import gather_pool
from motionloom.demands.hand_demands import hand_demands, without_missing
from motionloom.demands.pool import Pool
from motionloom.demands.search import Search, make_task
from motionloom.library import Library

WALKS = ("walk 1, stand 1", "stand 1, walk 1", "walk 1, run 1", "run 1, walk 1", "walk 2")
SMALL = 1500  # frames of a pool that full dynamic programming is tried on


def read_demand(text: str) -> Demand:
    """Words one after the other, each with its seconds, with no place to be."""
    spans, at = list[Span](), 0.0
    for part in text.split(","):
        word, seconds = part.split()
        spans.append(Span(word, at, at + float(seconds)))
        at += float(seconds)
    return Demand(at, tuple(spans), name=text)


def draw_scores(pool: Pool, path: Path, iterations: int = 300, every: int = 8) -> None:
    """Score against iterations of every eighth demand by hand, and in the median, over what each comes to."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    asked = [demand for demand, missing in without_missing(hand_demands(), pool.words) if not missing][::every]
    lines = []
    for demand in asked:
        search = Search(pool, make_task(demand, pool), 0)
        for _ in search.run(iterations):
            pass
        lines.append(np.array(search.history))
    figure, axes = pyplot.subplots(figsize=(7, 3.4), dpi=110)
    for demand, line in zip(asked, lines, strict=True):
        axes.plot(np.arange(1, iterations + 1), line, lw=0.9, label=demand.name)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("iterations")
    axes.set_ylabel("score (less is better)")
    axes.legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(path)
    median = [float(np.median([line[n - 1] / line[-1] for line in lines])) for n in (1, 3, 10, 30, 100, 200, iterations)]
    print("score over the last one, after 1, 3, 10, 30, 100, 200 and all iterations, median:", np.round(median, 2))


def print_gaps(pool: Pool) -> None:
    """Words and joins of ours, of full dynamic programming and of a greedy walk, on a small part of the pool."""
    rng, sizes = np.random.default_rng(0), np.diff(pool.starts)
    keep = np.zeros(len(sizes), bool)
    for n in rng.permutation(len(sizes)):
        keep[n] = sizes[keep].sum() + sizes[n] <= SMALL
    small = pool.only(keep)
    for text in WALKS:
        demand, _ = without_missing([read_demand(text)], small.words)[0]
        task = make_task(demand, small)
        best, greedy = best_of_all(small, task), walk_greedily(small, task)
        ours = list(Search(small, task, 0).run(300))[-1]
        told = [sum(found.parts[:2]) for found in (best, ours, greedy)]
        print(
            f"{len(small)} frames, {text}: best {told[0]:.2f}, ours {told[1]:.2f} (short pieces {ours.parts[2]:.1f}), greedy {told[2]:.1f}"
        )


def main() -> None:
    """The picture and the lines."""
    folder = Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    with Library.open(Path(sys.argv[1])) as library:
        pool = gather_pool(library)
    draw_scores(pool, folder / "score-by-iterations.png")
    print_gaps(pool)


if __name__ == "__main__":
    main()
