"""The structure of a behaviour machine, mined from labelled clips (paper 001 chapter 3)."""

from __future__ import annotations

import time
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.clips import LabelledClip, names_of
from motionloom.behaviours.frame_graph import (
    RATE,
    THRESHOLD,
    FrameGraph,
    Frames,
    build_frame_graph,
    gather_frames,
    iterate_values,
    keep_good_edges,
)
from motionloom.behaviours.kept import keep
from motionloom.behaviours.missing import Missing, explain_missing
from motionloom.behaviours.segment_track import UNNAMED
from motionloom.behaviours.state_graph import StateGraph
from motionloom.compute import Progress
from motionloom.core.errors import MotionError

COMPARED = keep(4)  # frames of one choice of clips or two: they are large
SHARE = 0.7  # delta of the paper: how far from a frame's best edge to its worst a kept one may lie
FLOOR = 0.01  # of the largest entry of the row; the paper's absolute 0.01 depends on how many frames there are
LAP = (0.4, 2.0)  # seconds: how long one turn of a cycle may take
CYCLIC = 0.5  # of a label's frames come round again, where the label is a cycle: a proposal, the mark is the designer's


@dataclass(frozen=True, eq=False)
class Mined:
    """What was mined: the graph, label-to-label edge counts (S, S) as found, what is missing and why, and how long it took.

    frames (S,) of each label; laps (S,): how much of a cycle each label is, 0 to 1.
    """

    graph: StateGraph
    counts: NDArray[np.int64]
    frames: NDArray[np.int64]
    laps: NDArray[np.float64]
    missing: tuple[Missing, ...]
    figures: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Plain data that `from_json` turns back."""
        numbers = {name: getattr(self, name).tolist() for name in ("counts", "frames", "laps")}
        return {"graph": self.graph.to_json(), **numbers, "missing": [asdict(each) for each in self.missing], "figures": self.figures}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Mined:
        """What was mined, from plain data of our own."""
        counts, frames, laps = (np.array(data[name], kind) for name, kind in (("counts", int), ("frames", int), ("laps", float)))
        missing = (Missing(**{**each, "leave": tuple(each["leave"]), "enter": tuple(each["enter"])}) for each in data["missing"])
        return Mined(StateGraph.from_json(data["graph"]), counts, frames, laps, tuple(missing), dict(data["figures"]))


def mine(
    clips: Sequence[LabelledClip],
    threshold: float = THRESHOLD,
    share: float = SHARE,
    floor: float = FLOOR,
    rate: float = RATE,
    progress: Progress | None = None,
    absolute: bool = False,
    content: Hashable = None,
) -> Mined:
    """The state graph of these clips: a state a label, and an edge wherever enough good frame-to-frame edges lead across.

    absolute: the floor is the paper's, of all pairs of frames of two labels, and not a share of the likeliest. content: what the clips'
    frames are, whatever they are called: frames that were compared before are not compared again.
    """
    if not 0 <= floor <= 1:
        raise MotionError(f"the floor is a share of the likeliest transition, 0 to 1, found {floor:g}")
    names = names_of(clips)
    clock = _Clock(progress or Progress())
    frames: Frames = COMPARED.get((content, rate), lambda: gather_frames(clips, rate)) if content else gather_frames(clips, rate)
    labels = _labels(clips, frames, names)
    clock.lap("gather", f"{len(frames)} frames of {len(clips)} clips")

    def compare() -> tuple[FrameGraph, NDArray[np.bool_], int]:
        graph = build_frame_graph(frames, threshold, rate)
        values, sweeps = iterate_values(graph)
        return graph, keep_good_edges(graph, values, share), sweeps

    graph, kept, sweeps = COMPARED.get((content, rate, threshold, share), compare) if content else compare()
    clock.lap("compare", f"{graph.found} edges, {len(graph)} in the connected part ({graph.inside.mean():.0%} of the frames)")
    sources = graph.sources()
    laps = _laps(frames, graph, sources, labels, len(names))
    counts = _count(labels, sources[kept], graph.targets[kept], len(names))
    eta = np.bincount(labels, minlength=len(names))
    mass = to_mass(counts, eta, floor, absolute)
    mass = mass if absolute else keep_captured(mass, _captured(frames, labels, len(names)), floor)
    cyclic = frozenset(name for name, lap in zip(names, laps, strict=True) if lap >= CYCLIC)
    about = {"threshold": threshold, "share": share, "floor": floor, "rate": rate, "frames": len(frames)}
    about |= {"absolute": True} if absolute else {}
    mined = StateGraph(tuple(names), to_costs(mass), cyclic, about)
    before = _count(labels, sources, graph.targets, len(names))
    missing = explain_missing(clips, frames, labels, mined, (before, counts), threshold, floor, absolute)
    clock.lap("explain", f"{len(missing)} missing edges explained")
    figures = {
        "clips": len(clips),
        "frames": len(frames),
        "edges": len(graph),
        "found": graph.found,
        "kept": int(kept.sum()),
        "sweeps": sweeps,
    }
    return _named(Mined(mined, counts, eta, laps, missing, {**figures, "seconds": clock.seconds}))


def _named(mined: Mined) -> Mined:
    """What was mined, without the frames that nobody has a name for: they led nowhere by themselves, but others through them."""
    kept = [k for k, name in enumerate(mined.graph.names) if name != UNNAMED]
    if len(kept) == len(mined.graph.names):
        return mined
    names, square = tuple(mined.graph.names[k] for k in kept), np.ix_(kept, kept)
    graph = StateGraph(names, mined.graph.costs[square], mined.graph.cyclic - {UNNAMED}, mined.graph.about)
    missing = tuple(each for each in mined.missing if UNNAMED not in (each.source, each.target))
    return Mined(graph, mined.counts[square], mined.frames[kept], mined.laps[kept], missing, mined.figures)


def to_mass(counts: NDArray[np.int64], frames: NDArray[np.int64], floor: float = FLOOR, absolute: bool = False) -> NDArray[np.float64]:
    """Edge counts (S, S) over the number of possible ones (equation 3.5), small entries dropped, rows summing to 1 or 0.

    Small is under `floor` of the largest in the row, or (absolute) under `floor` itself, as the paper has it.
    """
    mass = counts / np.maximum(frames[:, None] * frames[None].astype(np.float64), 1.0)
    np.fill_diagonal(mass, 0.0)
    mass[mass < floor * (1.0 if absolute else mass.max(axis=1, keepdims=True))] = 0.0
    total = mass.sum(axis=1, keepdims=True)
    return np.divide(mass, total, out=np.zeros_like(mass), where=total > 0)


def keep_captured(mass: NDArray[np.float64], captured: NDArray[np.bool_], floor: float = FLOOR) -> NDArray[np.float64]:
    """Probabilities (S, S) in which every way that somebody went, captured (S, S), is at least as likely as the floor."""
    least = floor * mass.max(axis=1, keepdims=True)
    raised = np.where(captured & (mass < least), np.where(least > 0, least, 1.0), mass)
    total = raised.sum(axis=1, keepdims=True)
    return np.divide(raised, total, out=np.zeros_like(raised), where=total > 0)


def _captured(frames: Frames, labels: NDArray[np.int64], count: int) -> NDArray[np.bool_]:
    """Which label follows which (S, S) within a clip."""
    found = np.zeros((count, count), dtype=bool)
    ends = np.flatnonzero((np.diff(frames.clips) == 0) & (np.diff(labels) != 0))
    found[labels[ends], labels[ends + 1]] = True
    return found


def to_costs(probabilities: NDArray[np.float64]) -> NDArray[np.float64]:
    """-log p (S, S), infinite where p is 0."""
    return np.where(probabilities > 0, np.abs(-np.log(np.maximum(probabilities, 1e-300))), np.inf)


def _labels(clips: Sequence[LabelledClip], frames: Frames, names: list[str]) -> NDArray[np.int64]:
    """The number of the label of each frame (N,)."""
    number = {name: k for k, name in enumerate(names)}
    parts = [[number[name] for name in clip.labels(frames.seconds[frames.clips == k])] for k, clip in enumerate(clips)]
    return np.concatenate([np.array(part, dtype=np.int64) for part in parts])


def _count(labels: NDArray[np.int64], sources: NDArray[Any], targets: NDArray[Any], count: int) -> NDArray[np.int64]:
    return np.bincount(labels[sources] * count + labels[targets], minlength=count * count).reshape(count, count)


def _laps(frames: Frames, graph: FrameGraph, sources: NDArray[np.int32], labels: NDArray[np.int64], count: int) -> NDArray[np.float64]:
    """How much of a cycle each label is (S,): of its frames, those that return within a lap, or at the end of a clip to its beginning.

    The lesser of the two: a start returns step by step but never to its beginning, a jump to its beginning but not by steps.
    """
    targets, last = graph.targets, np.zeros(int(frames.clips[-1]) + 1)
    np.maximum.at(last, frames.clips, frames.seconds)
    part = frames.seconds / np.maximum(last[frames.clips], 1e-9)
    same = (frames.clips[sources] == frames.clips[targets]) & (labels[sources] == labels[targets])
    back = frames.seconds[sources] - frames.seconds[targets]
    within = same & (back >= LAP[0]) & (back <= LAP[1])
    over = same & (part[sources] > 2 / 3) & (part[targets] < 1 / 3)
    shares = []
    for edges, could in ((within, frames.seconds >= LAP[1] / 2), (over, part > 2 / 3)):
        returns = np.zeros(len(labels), dtype=bool)
        returns[sources[edges]] = True
        shares.append(np.bincount(labels[could & returns], minlength=count) / np.maximum(np.bincount(labels[could], minlength=count), 1))
    return np.minimum(*shares)


class _Clock:
    """Says what is done and remembers how long it took."""

    def __init__(self, progress: Progress) -> None:
        self.progress, self.last, self.seconds = progress, time.perf_counter(), dict[str, float]()
        progress.begin("Mining which behaviour can follow which", 3)

    def lap(self, name: str, text: str) -> None:
        """One part is done."""
        now = time.perf_counter()
        self.seconds[name], self.last = now - self.last, now
        self.progress.advance(note=text)
