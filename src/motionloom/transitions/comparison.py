"""Against motion graphs (paper 000 section 5.8): random pairs of frames, our score beside the graph's shortest way."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motionloom.graphs.motion_graph import WINDOW, MotionGraph, build_graph
from motionloom.transitions.synthesis import make_transition
from motionloom.transitions.table import TransitionTable

NATURAL_PERCENTILE = 90.0
SAMPLE = 400


@dataclass(frozen=True)
class Counts:
    """How many pairs each can serve: the graph within the table's time, ours with a natural score."""

    both: int
    only_ours: int
    only_graph: int
    neither: int


@dataclass(frozen=True, eq=False)
class Comparison:
    """pairs (n, 2) frames of the stock; ways (n,) seconds through the graph, infinite where there is none; scores (n,) metres;
    natural: the score up to which a transition counts as natural; seconds: how long ours last."""

    pairs: NDArray[np.intp]
    ways: NDArray[np.float64]
    scores: NDArray[np.float64]
    natural: float
    seconds: float

    def counts(self) -> Counts:
        """The four quadrants."""
        graph, ours = self.ways <= self.seconds + 1e-6, self.scores <= self.natural
        return Counts(int(np.sum(graph & ours)), int(np.sum(~graph & ours)), int(np.sum(graph & ~ours)), int(np.sum(~graph & ~ours)))


def captured_scores(table: TransitionTable, count: int = SAMPLE, seed: int = 0) -> NDArray[np.float64]:
    """The scores (n,) of captured windows themselves, as if each were a blend of one: what natural motion scores here."""
    from motionloom.transitions._making import score_windows

    stock = table.stock
    chosen = np.random.default_rng(seed).permutation(len(table.starts))[:count]
    data = (stock.ground, stock.facing, stock.points, stock.plants)
    return np.array([score_windows(table.starts[n : n + 1], stock.features, data, tuple(table.measures)) for n in chosen])


def compare_with_graph(table: TransitionTable, count: int, seed: int = 0, natural: float | None = None) -> Comparison:
    """`count` random pairs of frames that have a window after and before them.

    natural: where none is given, the score that 90 % of captured windows keep.
    """
    stock = table.stock
    rng = np.random.default_rng(seed)
    pairs = np.stack([rng.choice(table.starts, count), rng.choice(table.starts, count) + table.frames - 1], axis=1)
    scores = np.array([make_transition(table, int(a), int(b)).score for a, b in pairs])
    graph = build_graph([stock.motion(int(a), int(b)) for a, b in zip(stock.starts[:-1], stock.starts[1:], strict=True)])

    def node(frame: int) -> int:
        clip = int(stock.clip_of[frame])
        return graph.node(clip, (frame - int(stock.starts[clip])) / 60.0)

    sources = np.array([node(int(a)) for a in pairs[:, 0]])
    targets = np.array([node(int(b)) for b in pairs[:, 1]])
    unique, place = np.unique(sources, return_inverse=True)
    ways = blended_ways(graph, unique)
    limit = float(np.percentile(captured_scores(table), NATURAL_PERCENTILE)) if natural is None else natural
    return Comparison(pairs, ways[place, targets], scores, limit, table.frames / 60.0)


def blended_ways(graph: MotionGraph, sources: NDArray[np.intp], window: float = WINDOW) -> NDArray[np.float64]:
    """Seconds (n, N) of the shortest way from each source frame to every frame, each jump blended over `window` seconds.

    A jump at frame i to frame j leaves the one clip half a window before i and is in the other half a window after j, as Kovar et al.
    blend it: so no two blends overlap. Counted as a single step, shortest ways would jump several times within one blend.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    length = round(window * graph.rate)
    clip_of = np.repeat(np.arange(len(graph.starts) - 1), np.diff(graph.starts))
    across = graph.edges[:, 1] != graph.edges[:, 0] + 1
    leave, enter = graph.edges[across, 0] - length // 2, graph.edges[across, 1] + length - 1 - length // 2
    inside = (leave >= 0) & (enter < len(graph))
    inside &= clip_of[np.maximum(leave, 0)] == clip_of[graph.edges[across, 0]]
    inside &= clip_of[np.minimum(enter, len(graph) - 1)] == clip_of[graph.edges[across, 1]]
    along = graph.edges[~across]
    rows, columns = np.concatenate([along[:, 0], leave[inside]]), np.concatenate([along[:, 1], enter[inside]])
    seconds = np.concatenate([np.full(len(along), 1 / graph.rate), np.full(int(inside.sum()), length / graph.rate)])
    # One edge a pair of frames: a sparse matrix would add the seconds of two that blend to the same frames.
    _, once = np.unique(rows * len(graph) + columns, return_index=True)
    matrix = csr_array((seconds[once], (rows[once], columns[once])), shape=(len(graph), len(graph)))
    return np.asarray(dijkstra(matrix, indices=sources))


def draw_scatter(found: Comparison, path: Path) -> None:
    """The paper's figure 5.4: seconds through the graph against our score, the quadrants counted."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    counts = found.counts()
    finite = np.isfinite(found.ways)
    end = max(float(found.ways[finite].max(initial=found.seconds)), 2 * found.seconds) * 1.1
    top = 4 * found.natural  # what is worse lies on the upper edge
    figure, axes = pyplot.subplots(figsize=(7.5, 5.5), dpi=120)
    x = np.where(finite, found.ways, end)
    axes.scatter(x, np.minimum(found.scores, top), s=7, alpha=0.6, color="#2b6cb0", linewidths=0)
    axes.axvline(found.seconds, color="#444444", linewidth=0.8)
    axes.axhline(found.natural, color="#444444", linewidth=0.8)
    for left, low, text in (
        (True, True, f"both {counts.both}"),
        (False, True, f"only ours {counts.only_ours}"),
        (True, False, f"only the graph {counts.only_graph}"),
        (False, False, f"neither {counts.neither}"),
    ):
        axes.text(
            0.01 if left else 0.99, 0.01 if low else 0.98, text, transform=axes.transAxes, fontsize=10, fontweight="bold",
            ha="left" if left else "right", va="bottom" if low else "top",
        )  # fmt: skip
    axes.set_xlim(0, end * 1.02)
    axes.set_ylim(0, top)
    axes.set_xlabel("shortest way through the motion graph, seconds (right edge: none)")
    axes.set_ylabel(f"score of our {found.seconds:g} s transition, metres (upper edge: worse)")
    axes.set_title(f"{len(found.pairs)} random pairs of frames", fontsize=11)
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
