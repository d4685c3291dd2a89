"""Against motion graphs (paper 000 section 5.8): random pairs of frames, our score beside the graph's shortest way."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core.array_files import read_arrays
from motionloom.core.errors import FileError
from motionloom.core.files import parse_json
from motionloom.graphs.motion_graph import WINDOW, MotionGraph, build_graph
from motionloom.transitions.synthesis import make_transition
from motionloom.transitions.table import TransitionTable

NATURAL_PERCENTILE = 90.0
SAMPLE = 400
VERSION = 2


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
    natural: the score up to which a transition counts as natural; seconds: how long ours last.

    routes: for each pair the stretches (m, 2) of the stock that the graph plays, first and last frame; from one to the next it
    blends over `window` seconds. None where there is no way. table: the digest of the table that ours are made by.
    """

    pairs: NDArray[np.intp]
    ways: NDArray[np.float64]
    scores: NDArray[np.float64]
    natural: float
    seconds: float
    routes: tuple[NDArray[np.intp], ...] = ()
    window: float = WINDOW
    table: str = ""

    def counts(self) -> Counts:
        """The four quadrants."""
        graph, ours = self.ways <= self.seconds + 1e-6, self.scores <= self.natural
        return Counts(int(np.sum(graph & ours)), int(np.sum(~graph & ours)), int(np.sum(graph & ~ours)), int(np.sum(~graph & ~ours)))

    def to_bytes(self) -> bytes:
        """The pairs as plain arrays, for `read_comparison`; routes one after the other, each pair's end in `route_ends`."""
        about: dict[str, Any] = {"version": VERSION, "natural": self.natural, "seconds": self.seconds, "window": self.window}
        about["table"] = self.table
        file = io.BytesIO()
        np.savez_compressed(
            file,
            about=np.frombuffer(json.dumps(about).encode(), dtype=np.uint8),
            pairs=self.pairs.astype(np.int32),
            ways=self.ways,
            scores=self.scores,
            stretches=np.concatenate([np.zeros((0, 2)), *self.routes]).astype(np.int32),
            route_ends=np.cumsum([len(route) for route in self.routes], dtype=np.int32),
        )
        return file.getvalue()


def read_comparison(content: bytes, where: str) -> Comparison:
    """The pairs that `transition compare` wrote, from their bytes."""
    expected = "the pairs of a comparison that `motionloom transition compare` wrote"
    arrays = read_arrays(content, expected, where, needed=("about", "pairs", "ways", "scores", "stretches", "route_ends"))
    about = parse_json(arrays["about"].tobytes(), where, expected)
    try:
        if about["version"] != VERSION:
            raise ValueError(f"version {about['version']}, expected {VERSION}")
        _check_arrays(arrays)
        ends = arrays["route_ends"].astype(np.intp)
        routes = tuple(np.split(arrays["stretches"].astype(np.intp), ends[:-1])) if len(ends) else ()
        pairs, ways, scores = arrays["pairs"].astype(np.intp), arrays["ways"].astype(np.float64), arrays["scores"].astype(np.float64)
        natural, seconds, window = float(about["natural"]), float(about["seconds"]), float(about["window"])
        return Comparison(pairs, ways, scores, natural, seconds, routes, window, str(about["table"]))
    except (ValueError, KeyError, TypeError) as error:
        raise FileError(f"{where}: expected {expected}, found {error}; run it again") from None


def _check_arrays(arrays: Mapping[str, NDArray[Any]]) -> None:
    """Raises ValueError where the arrays of a comparison do not fit together."""
    count = len(arrays["pairs"]) if arrays["pairs"].ndim else 0
    ends = arrays["route_ends"]
    for name, shape in {"pairs": (count, 2), "ways": (count,), "scores": (count,), "stretches": (-1, 2), "route_ends": (-1,)}.items():
        array = arrays[name]
        if (
            array.dtype.kind not in "iuf"
            or len(shape) != array.ndim
            or any(a not in (-1, b) for a, b in zip(shape, array.shape, strict=True))
        ):
            raise ValueError(f"{name} of shape {array.shape} and type {array.dtype}")
        if name not in ("ways", "scores") and array.dtype.kind == "f":
            raise ValueError(f"{name} of type {array.dtype}")
    if (
        len(ends) not in (0, count)
        or (np.diff(ends.astype(np.int64), prepend=0) < 0).any()
        or (ends.size and ends[-1] != len(arrays["stretches"]))
    ):
        raise ValueError(f"routes that end at {ends[:4].tolist()} and so on, of {len(arrays['stretches'])} stretches")
    if np.isnan(arrays["ways"]).any() or not np.isfinite(arrays["scores"]).all():
        raise ValueError("ways or scores that are no numbers")


def captured_scores(table: TransitionTable, count: int = SAMPLE, seed: int = 0) -> NDArray[np.float64]:
    """The scores (n,) of captured windows themselves, as if each were a blend of one: what natural motion scores here."""
    from motionloom.transitions._making import score_windows

    stock = table.stock
    chosen = np.random.default_rng(seed).permutation(len(table.starts))[:count]
    data = (stock.ground, stock.facing, stock.points, stock.plants)
    described = stock.features, stock.squares
    return np.array([score_windows(table.starts[n : n + 1], *described, data, tuple(table.measures)) for n in chosen])


def natural_limit(table: TransitionTable) -> float:
    """The score in metres that nine of ten captured windows keep."""
    return float(np.percentile(captured_scores(table), NATURAL_PERCENTILE))


def choose_pairs(table: TransitionTable, count: int, seed: int = 0) -> NDArray[np.intp]:
    """`count` random pairs (n, 2) of frames that have a window after and before them."""
    rng = np.random.default_rng(seed)
    return np.stack([rng.choice(table.starts, count), rng.choice(table.starts, count) + table.frames - 1], axis=1)


def score_pairs(table: TransitionTable, pairs: NDArray[np.intp]) -> list[float]:
    """The score in metres of our transition of each pair (n, 2)."""
    return [make_transition(table, int(a), int(b)).score for a, b in pairs]


def compare_with_graph(
    table: TransitionTable, pairs: NDArray[np.intp], natural: float | None = None, scores: Sequence[float] | None = None
) -> Comparison:
    """Pairs (n, 2) of frames: the score of our transition beside the shortest way through a motion graph of the same clips.

    natural: where none is given, the score that 90 % of captured windows keep. scores: ours, where they are known.
    """
    stock = table.stock
    ours = np.array(score_pairs(table, pairs) if scores is None else scores)
    graph = build_graph([stock.motion(int(a), int(b)) for a, b in zip(stock.starts[:-1], stock.starts[1:], strict=True)])

    def node(frame: int) -> int:
        clip = int(stock.clip_of[frame])
        return graph.node(clip, (frame - int(stock.starts[clip])) / 60.0)

    sources = np.array([node(int(a)) for a in pairs[:, 0]])
    targets = np.array([node(int(b)) for b in pairs[:, 1]])
    unique, place = np.unique(sources, return_inverse=True)
    matrix = _blended_matrix(graph, WINDOW)
    ways, before = _shortest(matrix, unique)
    limit = natural_limit(table) if natural is None else natural
    frame_of = np.concatenate(
        [np.minimum(np.arange(n) * round(60.0 / graph.rate), last - first - 1) + first for n, first, last in _clip_frames(graph, table)]
    )
    routes = tuple(frame_of[_route(before[p], s, t)] for p, s, t in zip(place, sources, targets, strict=True))
    return Comparison(pairs, ways[place, targets], ours, limit, table.frames / 60.0, routes, WINDOW, table.digest)


def _clip_frames(graph: MotionGraph, table: TransitionTable) -> list[tuple[int, int, int]]:
    """Of each clip how many frames the graph has, and its first frame and the one after its last in the stock."""
    starts = table.stock.starts
    return [(int(n), int(a), int(b)) for n, a, b in zip(np.diff(graph.starts), starts[:-1], starts[1:], strict=True)]


def blended_ways(graph: MotionGraph, sources: NDArray[np.intp], window: float = WINDOW) -> NDArray[np.float64]:
    """Seconds (n, N) of the shortest way from each source frame to every frame, each jump blended over `window` seconds.

    A jump at frame i to frame j leaves the one clip half a window before i and is in the other half a window after j, as Kovar et al.
    blend it: so no two blends overlap. Counted as a single step, shortest ways would jump several times within one blend.
    """
    return _shortest(_blended_matrix(graph, window), sources)[0]


def _shortest(matrix: Any, sources: NDArray[np.intp]) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Seconds (n, N) to every frame, and the frame (n, N) before it on the way, negative where there is none."""
    from scipy.sparse.csgraph import dijkstra

    ways, before = dijkstra(matrix, indices=sources, return_predecessors=True)
    return np.asarray(ways), np.asarray(before)


def _blended_matrix(graph: MotionGraph, window: float) -> Any:
    """Seconds from frame to frame as a sparse matrix: the clips' own order, and jumps from where their blend begins to where it ends."""
    from scipy.sparse import csr_array

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
    return csr_array((seconds[once], (rows[once], columns[once])), shape=(len(graph), len(graph)))


def _route(before: NDArray[np.intp], source: int, target: int) -> NDArray[np.intp]:
    """The stretches (m, 2) of frames in their own order on the way to `target`; none where there is no way."""
    stretches = [[target, target]]
    while stretches[-1][0] != source:
        earlier = int(before[stretches[-1][0]])
        if earlier < 0:
            return np.zeros((0, 2), dtype=np.intp)
        if earlier == stretches[-1][0] - 1:
            stretches[-1][0] = earlier
        else:
            stretches.append([earlier, earlier])
    return np.array(stretches[::-1], dtype=np.intp)


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
