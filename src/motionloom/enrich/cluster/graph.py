"""The cluster graph: nodes, their clip-frame sequences, one transition a sequence, and where to change from one to another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.core.errors import MotionError
from motionloom.enrich.annotation.body_signals import RATE
from motionloom.enrich.cluster.clustering import Points, gather, squared_distances
from motionloom.enrich.cluster.poses import describe_poses

THRESHOLD = 0.2  # leg lengths a joint (root mean square, speeds counted): no two frames of a node are farther apart
APART = 0.5  # seconds: frames of one clip that are nearer in time than this are no places to change between


@dataclass(frozen=True, eq=False)
class ClusterGraph:
    """Frames of C clips at `RATE`, numbered through, in K nodes.

    starts (C + 1,): each clip's first frame; nodes (N,): each frame's node; points (N, D): the frames as they were compared.
    Sequences are runs of a clip's frames in one node: firsts (S,), lasts (S,) half-open, sequence_nodes (S,), sequence_clips (S,); align
    (S,): the frame of each at which it is most like its node. A sequence's own transition is to the next one of its clip.
    """

    part: str
    threshold: float
    starts: NDArray[np.intp]
    nodes: NDArray[np.int32]
    points: Points
    firsts: NDArray[np.intp]
    lasts: NDArray[np.intp]
    align: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.nodes)

    @cached_property
    def sequence_nodes(self) -> NDArray[np.int32]:
        """The node (S,) of each sequence."""
        return self.nodes[self.firsts]

    @cached_property
    def sequence_clips(self) -> NDArray[np.intp]:
        """The clip (S,) of each sequence."""
        return np.searchsorted(self.starts, self.firsts, side="right") - 1

    @cached_property
    def members(self) -> list[NDArray[np.intp]]:
        """The sequences of each node, by clip and time."""
        order = np.argsort(self.sequence_nodes, kind="stable")
        return np.split(order, np.cumsum(np.bincount(self.sequence_nodes))[:-1])

    def sequence_at(self, frame: int) -> int:
        """The sequence in which a frame lies."""
        return int(np.searchsorted(self.firsts, frame, side="right")) - 1

    def next_sequence(self, sequence: int) -> int | None:
        """The sequence that follows in the clip, or None at its end."""
        after = sequence + 1
        return after if after < len(self.firsts) and self.sequence_clips[after] == self.sequence_clips[sequence] else None

    def best_change(self, one: int, other: int, not_before: int | None = None) -> tuple[int, int, float]:
        """The alignment frames of two sequences of a node: where the frames of both are most alike, and how far apart they are then.

        not_before: a frame of the first that must not be past.
        """
        first = max(int(self.firsts[one]), not_before if not_before is not None else 0)
        if first >= self.lasts[one]:
            raise MotionError("that sequence is past; change from a later one")
        here, there = self.points[first : self.lasts[one]], self.points[self.firsts[other] : self.lasts[other]]
        distances = squared_distances(here, there)
        i, j = np.unravel_index(int(np.argmin(distances)), distances.shape)
        return first + int(i), int(self.firsts[other]) + int(j), float(np.sqrt(distances[i, j]))

    def count_changes(self) -> int:
        """Places to change: ordered pairs of sequences of one node, but those of one clip within half a second."""
        total = 0
        for members in self.members:
            middles, clips = self.align[members], self.sequence_clips[members]
            same = clips[:, None] == clips[None]
            near = same & (np.abs(middles[:, None] - middles[None]) < APART * RATE)
            total += int((~near).sum())
        return total

    def change_edges(self, most: int = 200) -> NDArray[np.intp]:
        """Edges (E, 2) of frames for all changes: from the alignment frame of one sequence to the frame after that of another.

        most: sequences of a node that are taken, evenly, where it has more.
        """
        edges = []
        for members in self.members:
            chosen = members[:: max(1, -(-len(members) // most))]
            here, there = (each.ravel() for each in np.meshgrid(self.align[chosen], self.align[chosen], indexing="ij"))
            clip_of = np.searchsorted(self.starts, here, side="right"), np.searchsorted(self.starts, there, side="right")
            apart = (clip_of[0] != clip_of[1]) | (np.abs(here - there) >= APART * RATE)
            inside = there + 1 < self.starts[clip_of[1]]
            edges.append(np.stack([here, there + 1], axis=1)[apart & inside])
        return np.concatenate(edges) if edges else np.zeros((0, 2), np.intp)


def build_cluster_graph(
    motions: Sequence[Motion], part: str = "whole", threshold: float = THRESHOLD, progress: Progress | None = None
) -> ClusterGraph:
    """The cluster graph of motions, of any bodies with roles, by one part of them."""
    if not motions:
        raise MotionError("a cluster graph needs at least one motion")
    progress = progress or Progress()
    clips = [describe_poses(motion, part) for motion in progress.each("Reading poses", motions, lambda motion: motion.name)]
    return cluster_points(clips, part, threshold, progress)


def cluster_points(clips: Sequence[Points], part: str, threshold: float, progress: Progress | None = None) -> ClusterGraph:
    """The cluster graph of frames as points, clip by clip."""
    progress = progress or Progress()
    starts = np.concatenate([[0], np.cumsum([len(points) for points in clips])]).astype(np.intp)
    progress.begin("Gathering frames", len(clips))
    nodes, centres = gather(clips, threshold, progress)
    points = np.concatenate(clips)
    new = np.ones(len(nodes), bool)
    new[1:] = nodes[1:] != nodes[:-1]
    new[starts[:-1]] = True
    firsts = np.flatnonzero(new)
    lasts = np.append(firsts[1:], len(nodes))
    return ClusterGraph(part, threshold, starts, nodes, points, firsts, lasts, _align(points, centres[nodes], firsts))


def _align(points: Points, centres: Points, firsts: NDArray[np.intp]) -> NDArray[np.intp]:
    """The frame (S,) of each sequence nearest to its node's centre."""
    distances = np.sum((points - centres) ** 2, axis=1)
    lengths = np.diff(np.append(firsts, len(points)))
    least = np.repeat(np.minimum.reduceat(distances, firsts), lengths)
    hits = np.flatnonzero(distances == least)
    sequence = np.repeat(np.arange(len(firsts)), lengths)[hits]
    found = np.empty(len(firsts), np.intp)
    found[sequence[::-1]] = hits[::-1]  # the first of equals
    return found
